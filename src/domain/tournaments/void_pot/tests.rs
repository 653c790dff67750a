use proptest::prelude::*;

use super::*;

fn cards(pot: u64, deadwood: &[u32]) -> Vec<u64> {
    by_deadwood(Chips(pot), deadwood).into_iter().map(|share| share.0).collect()
}

fn chances(pot: u64, chances: [u64; 2]) -> Vec<u64> {
    by_chances(Chips(pot), chances).into_iter().map(|share| share.0).collect()
}

#[test]
fn a_share_is_in_proportion_to_the_deadwood_of_the_others() {
    assert_eq!(
        cards(90, &[10, 20, 30]),
        [38, 30, 22],
        "50, 40 and 30 of 120: 37.5, 30, 22.5, and the lower seat gets the one over"
    );
    assert_eq!(cards(60, &[0, 40]), [60, 0], "who has nothing left over gets all of it against one");
    assert_eq!(cards(90, &[30, 30, 30]), [30, 30, 30]);
}

#[test]
fn where_nobody_has_deadwood_shares_are_equal() {
    assert_eq!(cards(10, &[0, 0, 0]), [4, 3, 3]);
    assert_eq!(cards(10, &[7]), [10], "also where there are no others");
}

#[test]
fn the_rest_goes_to_the_largest_remainders_then_to_the_lower_seat() {
    assert_eq!(cards(10, &[1, 2, 3, 0]), [3, 2, 2, 3], "5, 4, 3, 6 of 18: 2.78, 2.22, 1.67, 3.33");
    assert_eq!(chances(7, [1, 1]), [4, 3]);
    assert_eq!(chances(5, [33, 67]), [2, 3], "1.65 and 3.35");
}

#[test]
fn backgammon_is_divided_by_the_winning_chances() {
    assert_eq!(chances(100, [640_312, 359_688]), [64, 36]);
    assert_eq!(chances(9, [0, 0]), [5, 4]);
    assert_eq!(chances(9, [0, 1]), [0, 9]);
    assert_eq!(chances(u64::MAX, [u64::MAX, u64::MAX]), [u64::MAX / 2 + 1, u64::MAX / 2]);
}

#[test]
fn a_pot_of_nothing_and_a_table_of_nobody_divide() {
    assert_eq!(cards(0, &[3, 4]), [0, 0]);
    assert_eq!(cards(0, &[]), [0; 0]);
}

proptest! {
    /// Against the definition: within one chip of the exact share, exact sum, and nobody with more deadwood gets more.
    #[test]
    fn the_whole_pot_is_divided_fairly(pot in 0..10_000_u64, deadwood in prop::collection::vec(0..120_u32, 2..=6)) {
        let shares = cards(pot, &deadwood);
        prop_assert_eq!(shares.iter().sum::<u64>(), pot);
        let sum = deadwood.iter().map(|own| u64::from(*own)).sum::<u64>();
        let seats = u64::try_from(deadwood.len()).unwrap();
        for (own, share) in deadwood.iter().zip(&shares) {
            let (weight, all) = if sum == 0 { (1, seats) } else { (sum - u64::from(*own), sum * (seats - 1)) };
            prop_assert!(share * all < pot * weight + all && share * all + all > pot * weight);
        }
        for (one, (own, share)) in deadwood.iter().zip(&shares).enumerate() {
            for (more, less) in deadwood.iter().zip(&shares).skip(one + 1) {
                prop_assert!(own > more || share >= less, "{:?} {:?}", deadwood, shares);
            }
        }
    }
}
