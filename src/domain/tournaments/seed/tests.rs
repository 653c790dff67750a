use super::*;

const NONE: [&str; 0] = [];

fn seed(byte: u8) -> Seed {
    Seed::new(Secret::new([byte; 32]))
}

/// Computed by the Python of `docs/tournaments-draw.md`, not by this code.
#[test]
fn numbers_are_those_of_the_documented_method() {
    let mut chance = seed(7).chance(Purpose::Moves, 3, &NONE);
    let bounds = [10, 1, 6, (1 << 63) + 1, 1000, 7, 7, 7, 7, 7];
    let numbers = bounds.map(|bound| chance.below(bound));
    assert_eq!(numbers, [6, 0, 1, 2_220_551_030_795_853_464, 718, 4, 4, 5, 3, 3]);
    let counted = Seed::new(Secret::new(std::array::from_fn(|n| u8::try_from(n).unwrap())));
    let mut chance = counted.chance(Purpose::Wait, 1 << 40, &["a", "bc"]);
    assert_eq!([100; 6].map(|bound| chance.below(bound)), [94, 55, 54, 2, 98, 10]);
    let mut list: Vec<u8> = (0..10).collect();
    seed(7).chance(Purpose::Draw, 1, &["ann", "ben", "cem"]).shuffle(&mut list);
    assert_eq!(list, [3, 6, 9, 2, 1, 7, 0, 5, 4, 8]);
}

#[test]
fn numbers_that_would_favour_low_ones_are_thrown_away() {
    // Of 2^63 + 1 only one multiple fits, so that nearly half of all numbers must go.
    let bound = (1 << 63) + 1;
    let mut chance = seed(1).chance(Purpose::Moves, 1, &NONE);
    let mut stream = chance.clone();
    let raw: Vec<u64> = (0..400).map(|_| stream.next()).collect();
    let kept: Vec<u64> = raw.iter().copied().filter(|number| *number < 1 << 63).collect();
    assert!((150..250).contains(&kept.len()), "{}", kept.len());
    for number in kept {
        assert_eq!(u64::try_from(chance.below(bound)).unwrap(), number);
    }
}

#[test]
fn nothing_is_used_up_where_there_is_nothing_to_choose() {
    let mut one = seed(1).chance(Purpose::Moves, 1, &NONE);
    let mut other = one.clone();
    assert_eq!((one.below(1), one.below(0), one.one_of::<u8>(&[])), (0, 0, None));
    one.shuffle(&mut [1]);
    assert_eq!(one.below(1 << 40), other.below(1 << 40));
}

#[test]
fn no_two_decisions_share_their_numbers() {
    let first = |chance: &mut Chance| chance.next();
    let mut all = vec![first(&mut seed(1).chance(Purpose::Draw, 1, &NONE))];
    for texts in [&["a", "bc"][..], &["ab", "c"], &["abc"], &["abc", ""], &["", "abc"], &[""]] {
        all.push(first(&mut seed(1).chance(Purpose::Draw, 1, texts)));
    }
    all.push(first(&mut seed(1).chance(Purpose::Moves, 1, &NONE)));
    all.push(first(&mut seed(1).chance(Purpose::Wait, 1, &NONE)));
    all.push(first(&mut seed(1).chance(Purpose::Wait, 2, &NONE)));
    all.push(first(&mut seed(2).chance(Purpose::Wait, 2, &NONE)));
    let distinct: std::collections::BTreeSet<u64> = all.iter().copied().collect();
    assert_eq!(distinct.len(), all.len());
}

#[test]
fn the_commitment_is_published_and_the_seed_is_not_shown_by_accident() {
    let text = seed(7).commitment().to_string();
    assert_eq!(text, "4bb06f8e4e3a7715d201d573d0aa423762e55dabd61a2c02278fa56cc6d294e0");
    let chance = seed(7).chance(Purpose::Draw, 1, &NONE);
    assert_eq!(format!("{:?} {chance:?}", seed(7)), "Seed(Secret(..)) Chance(..)");
    assert_eq!(seed(7).reveal(), "07".repeat(32));
}
