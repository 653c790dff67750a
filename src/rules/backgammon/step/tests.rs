use super::super::tests::{hitting, pinning, position};
use super::super::{Board, Class, Next, Plays, Roll, Variant, result, tied};
use super::*;

const AWAY: &[(u8, u8)] = &[(1, 1)];

fn refused(position: &Position, from: u8, die: u8) -> Refusal {
    position.step(from, die).unwrap_err()
}

/// All plays with a roll, written and sorted.
fn plays(position: &Position, high: u8, low: u8) -> Vec<String> {
    let plays = Plays::of(position, Roll::new(high, low).unwrap());
    let mut written: Vec<String> = plays.iter().map(|legal| legal.play.to_string()).collect();
    written.sort();
    written
}

#[test]
fn a_refusal_names_checker_die_and_rule() {
    let closed = hitting(&[(25, 1), (8, 1)], &[(6, 2)]);
    assert_eq!(refused(&closed, 25, 6), Refusal::Blocked { from: 25, die: 6, to: 19 });
    assert_eq!(refused(&closed, 8, 1), Refusal::OnBar { from: 8, die: 1 });
    assert_eq!(refused(&closed, 7, 1), Refusal::NoChecker { from: 7 });
    let home = hitting(&[(8, 1), (5, 1), (2, 1)], AWAY);
    assert_eq!(refused(&home, 5, 5), Refusal::NotHome { from: 5, die: 5, outside: 8 });
    let home = hitting(&[(5, 1), (2, 1)], AWAY);
    assert_eq!(refused(&home, 2, 3), Refusal::NotHighest { from: 2, die: 3, higher: 5 });
    assert_eq!(refused(&hitting(&[], AWAY), 2, 3), Refusal::GameOver);
    for from in [0, 26, 255] {
        assert_eq!(refused(&home, from, 1), Refusal::NoChecker { from });
    }
    let said = Refusal::Blocked { from: 25, die: 6, to: 19 }.to_string();
    assert_eq!(said, "6 from the bar: the opponent holds point 19");
}

#[test]
fn in_plakoto_a_single_checker_is_pinned_and_freed_when_the_last_one_leaves() {
    let position = pinning(&[(10, 1), (12, 1)], &[(25 - 8, 1), (24, 1)], &[], &[]);
    let (one, pinned) = position.step(10, 2).unwrap();
    assert!(!one.hit);
    assert!(pinned.is_pinned(Whose::Opp, 25 - 8));
    assert_eq!(pinned.to_string(), "a......A...A.............M.m/8");
    assert_eq!(refused(&pinned.turned(), 25 - 8, 1), Refusal::Pinned { from: 25 - 8, die: 1 });
    let twice = pinned.step(12, 4).unwrap().1;
    let once = twice.step(8, 1).unwrap().1;
    assert!(once.is_pinned(Whose::Opp, 25 - 8), "one still lies on it");
    let freed = once.step(8, 1).unwrap().1;
    assert!(!freed.is_pinned(Whose::Opp, 25 - 8));
    assert_eq!(freed.to_string(), "a.....Ba.................M.m");
}

#[test]
fn in_plakoto_a_point_with_a_pinned_checker_is_closed_to_its_side_alone() {
    // The opponent's one checker on 8 pins one; on 5 it is the other way round.
    let position = pinning(&[(10, 2), (8, 1), (5, 1)], &[(17, 1), (20, 1), (22, 1)], &[8], &[20]);
    assert_eq!(refused(&position, 10, 2), Refusal::Blocked { from: 10, die: 2, to: 8 });
    assert!(position.step(10, 5).is_ok());
    assert_eq!(refused(&position.turned(), 22, 2).to_string(), "2 from point 22: the opponent holds point 20");
}

#[test]
fn in_plakoto_nothing_is_borne_off_while_a_checker_at_home_is_pinned() {
    let position = pinning(&[(6, 2), (3, 1)], &[(25 - 3, 1)], &[3], &[]);
    assert_eq!(refused(&position, 6, 6), Refusal::PinnedAtHome { from: 6, die: 6, pinned: 3 });
    assert!(position.step(6, 1).is_ok());
}

#[test]
fn in_plakoto_pinning_the_last_checker_on_its_start_wins_a_gammon_at_once() {
    let position = pinning(&[(7, 1), (5, 1)], &[(24, 1), (10, 14)], &[], &[]);
    // Whatever else could be played, the game ends with the pin.
    assert!(plays(&position, 6, 1).contains(&"7/1".to_owned()));
    let won = position.step(7, 6).unwrap().1;
    assert_eq!((result(Variant::Plakoto, &won), result(Variant::Plakoto, &won.turned())), (Some(Class::Gammon), None));
    assert!(won.is_over() && !tied(&won));
    assert_eq!(refused(&won, 5, 1), Refusal::GameOver);
}

#[test]
fn in_plakoto_one_whose_own_start_is_not_yet_empty_wins_later_or_ties() {
    let position = pinning(&[(24, 2), (7, 1)], &[(24, 1), (7, 1), (10, 13)], &[], &[]);
    let pinned = position.step(7, 6).unwrap().1;
    assert_eq!((result(Variant::Plakoto, &pinned), pinned.is_over()), (None, false));
    let last = pinned.step(24, 1).unwrap().1;
    assert!(!last.is_over());
    assert_eq!(result(Variant::Plakoto, &last.step(24, 1).unwrap().1), Some(Class::Gammon));
    let tie = last.turned().step(7, 6).unwrap().1;
    assert!(tied(&tie) && tie.is_over());
    assert_eq!([tie, tie.turned()].map(|tie| result(Variant::Plakoto, &tie)), [None; 2]);
}

#[test]
fn in_fevga_no_second_checker_moves_before_the_first_has_passed() {
    let start = Position::start(Variant::Fevga);
    assert_eq!(plays(&start, 2, 1), ["24/22 22/21"]);
    assert_eq!(plays(&start, 6, 6), ["24/18"], "point 12 is the opponent's");
    assert_eq!(plays(&start, 5, 5), ["24/19 19/14 14/9 24/19", "24/19 19/14 14/9 9/4"]);
    let left = start.step(24, 6).unwrap().1;
    assert_eq!(refused(&left, 24, 1), Refusal::FirstCheckerFirst { from: 24, die: 1 });
    let on_theirs = position(Movement::Running, &[(24, 14), (12, 1)], &[(23, 15)]);
    assert_eq!(refused(&on_theirs, 24, 1), Refusal::FirstCheckerFirst { from: 24, die: 1 }, "not past it yet");
    let passed = left.step(18, 5).unwrap().1.step(13, 2).unwrap().1;
    assert!(passed.step(24, 1).is_ok());
}

#[test]
fn in_fevga_one_checker_holds_a_point() {
    let position = position(Movement::Running, &[(10, 1)], &[(8 + 12, 1)]);
    assert_eq!(refused(&position, 10, 2), Refusal::Blocked { from: 10, die: 2, to: 8 });
}

#[test]
fn in_fevga_the_starting_quarter_is_never_full() {
    let five = [(24, 5), (23, 1), (22, 1), (21, 1), (20, 1), (5, 6)];
    let position = position(Movement::Running, &five, AWAY);
    assert_eq!(refused(&position, 24, 5), Refusal::StartingQuarter { from: 24, die: 5 });
    assert!(position.step(20, 1).is_ok());
}

#[test]
fn in_fevga_an_opponent_with_all_checkers_on_one_point_is_let_out() {
    let six = |most: u8| {
        let own: Vec<(u8, u8)> = (2..=6).map(|point| (point, 2)).chain([(7, most), (24, 5 - most)]).collect();
        position(Movement::Running, &own, &[(20, 15)])
    };
    assert!(six(2).shuts_in() && !six(2).turned().shuts_in() && !six(0).shuts_in());
    assert_eq!(plays(&six(2), 6, 5), ["7/1 7/2"]);
    // Two dice cannot clear a point of three: nothing lets them out, so anything is played.
    assert!(plays(&six(3), 6, 5).len() > 3);
    // Nor is anybody shut in by a play where another is to be had.
    let open = Plays::of(&six(0).step(24, 6).unwrap().1, Roll::new(6, 5).unwrap());
    assert!(open.len() > 1 && open.iter().all(|legal| !legal.position.shuts_in()));
}

#[test]
fn in_acey_deucey_checkers_enter_and_those_hit_enter_first() {
    let start = Position::start(Variant::AceyDeucey);
    assert_eq!(plays(&start, 6, 3), ["bar/19 19/16", "bar/19 bar/22"]);
    assert_eq!(start.step(25, 6).unwrap().1.to_string(), "..................A.........");
    let mut board = Board { movement: Movement::Entering, ..Board::default() };
    (board.own[24], board.own[4], board.own[25]) = (1, 1, 1);
    board.opp[1] = 15;
    let hit = Position::new(&Board { opp: [0; 26], ..board }).unwrap();
    assert_eq!(refused(&hit, 4, 3), Refusal::OnBar { from: 4, die: 3 });
    let waiting = hit.step(25, 2).unwrap().1;
    assert_eq!(waiting.waiting(), 12);
    assert!(waiting.step(25, 2).is_ok() && waiting.step(24, 2).is_ok());
    assert_eq!(refused(&waiting, 4, 4), Refusal::NotHome { from: 4, die: 4, outside: BAR });
}

#[test]
fn in_acey_deucey_a_two_and_a_one_bring_a_double_and_another_roll() {
    let two_one = Roll::new(1, 2).unwrap();
    let sixes = Roll::new(6, 6).unwrap();
    let next = |roll, named, dice| Variant::AceyDeucey.next(roll, named, dice);
    assert_eq!([next(two_one, false, 2), next(sixes, true, 4)], [Next::NameDouble, Next::RollAgain]);
    for next in [next(two_one, false, 1), next(sixes, true, 3), next(sixes, false, 4)] {
        assert_eq!(next, Next::Pass);
    }
    assert_eq!(Variant::Backgammon.next(two_one, false, 2), Next::Pass);
}
