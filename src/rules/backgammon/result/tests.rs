use super::super::tests::hitting;
use super::*;

#[test]
fn a_game_goes_on_until_fifteen_are_off() {
    assert_eq!(result(Variant::Backgammon, &hitting(&[(1, 1)], &[(1, 15)])), None);
    assert_eq!(result(Variant::Backgammon, &hitting(&[(1, 15)], &[])), None, "the other side has won");
}

#[test]
fn one_checker_off_makes_it_a_single_game_wherever_the_others_stand() {
    let finished = hitting(&[], &[(24, 12), (25, 2)]);
    assert_eq!(result(Variant::Backgammon, &finished), Some(Class::Single));
}

#[test]
fn none_off_is_a_gammon_and_in_the_winners_home_or_on_the_bar_a_backgammon() {
    let lost = |loser: &[(u8, u8)]| result(Variant::Backgammon, &hitting(&[], loser)).unwrap();
    assert_eq!(lost(&[(1, 5), (18, 10)]), Class::Gammon);
    assert_eq!(lost(&[(1, 14), (19, 1)]), Class::Backgammon);
    assert_eq!(lost(&[(1, 14), (25, 1)]), Class::Backgammon);
}

#[test]
fn where_nothing_counts_three_times_it_is_a_gammon() {
    let finished = hitting(&[], &[(1, 14), (25, 1)]);
    let classes = [Variant::Tavla, Variant::Portes, Variant::Nackgammon].map(|variant| result(variant, &finished));
    assert_eq!(classes, [Some(Class::Gammon), Some(Class::Gammon), Some(Class::Backgammon)]);
}

#[test]
fn classes_are_worth_one_two_and_three() {
    assert_eq!(Class::ALL.map(Class::points), [1, 2, 3]);
    assert_eq!(Class::ALL.map(Class::slug), ["single", "gammon", "backgammon"]);
}
