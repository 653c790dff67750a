use super::*;

#[test]
fn there_are_21_rolls_that_come_up_in_36_ways() {
    let mut all = Roll::ALL.to_vec();
    assert!(all.iter().all(|roll| Roll::new(roll.low(), roll.high()) == Ok(*roll)));
    assert_eq!(all.iter().map(|roll| u32::from(roll.ways())).sum::<u32>(), 36);
    assert_eq!(all.iter().filter(|roll| roll.is_double()).count(), 6);
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 21);
}

#[test]
fn the_higher_die_comes_first() {
    assert_eq!(Roll::new(2, 5).unwrap().to_string(), "5-2");
}

#[test]
fn a_die_shows_one_to_six() {
    assert_eq!([Roll::new(0, 1), Roll::new(1, 7)], [Err(NoSuchDie(0)), Err(NoSuchDie(7))]);
    assert_eq!(NoSuchDie(7).to_string(), "a die shows 1 to 6, not 7");
}
