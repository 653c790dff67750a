use super::super::tests::hitting;
use super::*;

/// How many dice are used, and the plays.
fn plays(position: &Position, high: u8, low: u8) -> (u8, Vec<String>) {
    let plays = Plays::of(position, Roll::new(high, low).unwrap());
    let mut written: Vec<String> = plays.iter().map(|legal| legal.play.to_string()).collect();
    written.sort();
    (plays.dice_used(), written)
}

/// An opponent who is in nobody's way.
const AWAY: &[(u8, u8)] = &[(1, 1)];

fn no_play() -> (u8, Vec<String>) {
    (0, vec![String::new()])
}

#[test]
fn with_a_closed_board_against_it_a_checker_stays_on_the_bar() {
    let closed = [(1, 2), (2, 2), (3, 2), (4, 2), (5, 2), (6, 2)];
    for roll in Roll::ALL {
        assert_eq!(plays(&hitting(&[(25, 1), (6, 4)], &closed), roll.high(), roll.low()), no_play());
    }
}

#[test]
fn all_that_can_enter_do_before_anything_else_moves() {
    let position = hitting(&[(25, 2), (6, 4)], &[(5, 2), (6, 2)]);
    assert_eq!(plays(&position, 4, 3), (2, vec!["bar/21 bar/22".to_owned()]));
    assert_eq!(plays(&position, 5, 3), (1, vec!["bar/22".to_owned()]), "no five is played elsewhere");
    assert_eq!(plays(&position, 6, 5), no_play());
    let position = hitting(&[(25, 1), (6, 4)], &[(5, 2), (6, 2)]);
    assert_eq!(plays(&position, 5, 3), (2, vec!["bar/22 22/17".to_owned(), "bar/22 6/1".to_owned()]));
}

#[test]
fn what_is_hit_on_the_way_makes_another_position() {
    let position = hitting(&[(10, 1)], &[(25 - 9, 1), (24, 2)]);
    assert_eq!(plays(&position, 2, 1), (2, vec!["10/8 8/7".to_owned(), "10/9* 9/7".to_owned()]));
    let position = hitting(&[(10, 1)], &[(24, 2)]);
    assert_eq!(plays(&position, 2, 1).1.len(), 1, "nothing hit: the same position either way");
}

#[test]
fn of_two_dice_that_exclude_each_other_the_higher_is_played() {
    // Six or five, then the other would end on a made point.
    let position = hitting(&[(20, 1)], &[(25 - 9, 2)]);
    assert_eq!(plays(&position, 6, 5), (1, vec!["20/14".to_owned()]));
    // The six is blocked: the five it is.
    let position = hitting(&[(20, 1)], &[(25 - 14, 2), (25 - 9, 2)]);
    assert_eq!(plays(&position, 6, 5), (1, vec!["20/15".to_owned()]));
}

#[test]
fn a_first_move_after_which_the_other_die_could_not_be_played_is_not_legal() {
    let position = hitting(&[(12, 1), (8, 1)], &[(25 - 1, 2), (25 - 3, 2)]);
    // After 12/6 neither five could be played.
    assert_eq!(plays(&position, 6, 5), (2, vec!["8/2 12/7".to_owned()]));
}

#[test]
fn a_double_is_played_as_often_as_can_be() {
    assert_eq!(plays(&hitting(&[(20, 1)], &[(25 - 5, 2)]), 5, 5), (2, vec!["20/15 15/10".to_owned()]));
    assert_eq!(plays(&hitting(&[(24, 1)], &[(24, 1)]), 5, 5), (4, vec!["24/19 19/14 14/9 9/4".to_owned()]));
}

#[test]
fn bearing_off_waits_for_the_last_checker_to_come_home() {
    assert_eq!(plays(&hitting(&[(7, 1), (3, 1)], AWAY), 3, 1).1, ["7/4 3/2", "7/4 4/3", "7/6 3/off"]);
}

#[test]
fn a_number_above_the_highest_point_bears_off_from_there_and_one_below_moves_inside() {
    assert_eq!(plays(&hitting(&[(4, 2), (2, 1)], AWAY), 6, 5), (2, vec!["4/off 4/off".to_owned()]));
    assert_eq!(plays(&hitting(&[(6, 1), (2, 1)], AWAY), 5, 3).1, ["6/1 2/off", "6/3 3/off"]);
}

#[test]
fn the_game_ends_with_the_fifteenth_checker() {
    assert_eq!(plays(&hitting(&[(6, 1)], &[(1, 1)]), 6, 6), (1, vec!["6/off".to_owned()]));
    assert_eq!(plays(&hitting(&[], &[(1, 1)]), 6, 6), no_play());
    assert_eq!(plays(&hitting(&[(1, 1)], &[]), 6, 6), no_play(), "nor does a side play on that has lost");
}

#[test]
fn a_buffer_is_as_good_as_new() {
    let mut plays = Plays::new();
    assert!(plays.is_empty());
    let roll = Roll::new(6, 6).unwrap();
    plays.find(&Position::start(super::super::Variant::Backgammon), roll);
    let closed = hitting(&[(25, 1)], &[(1, 2), (2, 2), (3, 2), (4, 2), (5, 2), (6, 2)]);
    plays.find(&closed, roll);
    assert_eq!((plays.len(), plays.dice_used(), plays.as_slice()[0].position), (1, 0, closed));
}

#[test]
fn every_way_to_a_position_is_a_play_of_its_own() {
    let ways = |position: &Position, high, low| {
        let mut written: Vec<String> =
            ways(position, Roll::new(high, low).unwrap()).iter().map(|legal| legal.play.to_string()).collect();
        written.sort();
        written
    };
    assert_eq!(ways(&hitting(&[(10, 1)], &[(24, 2)]), 2, 1), ["10/8 8/7", "10/9 9/7"]);
    assert_eq!(ways(&hitting(&[(20, 1)], &[(25 - 9, 2)]), 6, 5), ["20/14"]);
    assert_eq!(ways(&hitting(&[(5, 1), (4, 1)], AWAY), 6, 5), ["5/off 4/off"]);
    let closed = hitting(&[(25, 1)], &[(1, 2), (2, 2), (3, 2), (4, 2), (5, 2), (6, 2)]);
    assert_eq!(ways(&closed, 6, 6), [""]);
    assert_eq!(ways(&hitting(&[(3, 1)], AWAY), 6, 2), ["3/1 1/off"], "both dice can be played");
}
