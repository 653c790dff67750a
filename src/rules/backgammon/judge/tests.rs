use super::super::tests::{hitting, position};
use super::super::{BAR, OFF, Variant};
use super::*;

fn roll(high: u8, low: u8) -> Roll {
    Roll::new(high, low).unwrap()
}

fn judged(position: &Position, high: u8, low: u8, moves: &[(u8, u8)]) -> Result<String, Why> {
    match judge_moves(position, roll(high, low), moves) {
        Ok(legal) => {
            assert_eq!(
                judge_result(position, roll(high, low), &legal.position).map(|legal| legal.position).unwrap(),
                legal.position
            );
            Ok(legal.play.to_string())
        }
        Err(illegal) => {
            assert!(!illegal.legal.is_empty());
            Err(illegal.why)
        }
    }
}

#[test]
fn moves_are_taken_in_any_order_and_in_one_go() {
    let start = Position::start(Variant::Backgammon);
    assert_eq!(judged(&start, 3, 1, &[(6, 5), (8, 5)]), Ok("6/5 8/5".to_owned()));
    assert_eq!(judged(&start, 6, 5, &[(24, 13)]), Ok("24/18 18/13".to_owned()));
    assert_eq!(judged(&start, 4, 4, &[(24, 16), (13, 5)]), Ok("24/20 20/16 13/9 9/5".to_owned()));
    let ran = hitting(&[(BAR, 1), (6, 2)], &[(3, 2)]);
    assert_eq!(judged(&ran, 5, 2, &[(20, 18), (25, 20)]), Ok("bar/20 20/18".to_owned()));
    assert_eq!(
        judged(&hitting(&[(5, 1), (4, 1), (2, 1)], &[(1, 1)]), 6, 4, &[(4, 0), (5, 0)]),
        Ok("4/off 5/off".to_owned())
    );
}

#[test]
fn a_long_move_hits_on_the_way_only_where_it_must() {
    let both = hitting(&[(10, 1)], &[(25 - 9, 1), (24, 2)]);
    assert_eq!(judged(&both, 2, 1, &[(10, 7)]), Ok("10/8 8/7".to_owned()));
    assert_eq!(judged(&both, 2, 1, &[(10, 9), (9, 7)]), Ok("10/9* 9/7".to_owned()));
    let only = hitting(&[(10, 1)], &[(25 - 9, 1), (25 - 8, 2)]);
    assert_eq!(judged(&only, 2, 1, &[(10, 7)]), Ok("10/9* 9/7".to_owned()));
}

#[test]
fn a_refusal_is_of_the_move_that_breaks_a_rule() {
    let start = Position::start(Variant::Backgammon);
    let blocked = Refusal::Blocked { from: 24, die: 5, to: 19 };
    assert_eq!(judged(&start, 5, 3, &[(8, 5), (24, 19)]), Err(blocked.into()));
    assert_eq!(judged(&start, 5, 5, &[(24, 14), (13, 3)]), Err(blocked.into()));
    assert_eq!(judged(&start, 5, 3, &[(7, 4), (13, 8)]), Err(Refusal::NoChecker { from: 7 }.into()));
    assert_eq!(judged(&start, 5, 3, &[(8, 4), (6, 3)]), Err(Why::NotYourDice { from: 8, to: 4 }));
    assert_eq!(
        judged(&start, 5, 3, &[(8, 5), (6, 3)]),
        Err(Why::NotYourDice { from: 6, to: 3 }),
        "the three is played"
    );
    assert_eq!(judged(&start, 5, 3, &[(8, 5), (13, 8), (6, 1)]), Err(Why::NotYourDice { from: 6, to: 1 }));
    assert_eq!(judged(&start, 5, 3, &[(8, 11), (13, 8)]), Err(Why::NotYourDice { from: 8, to: 11 }));
    assert_eq!(judged(&start, 5, 3, &[(255, 250), (0, 255)]), Err(Refusal::NoChecker { from: 255 }.into()));
}

#[test]
fn of_several_refusals_the_one_that_no_order_cures_is_told() {
    let position = hitting(&[(BAR, 1), (13, 2), (8, 2)], &[(3, 2), (6, 2)]);
    let blocked = Refusal::Blocked { from: BAR, die: 3, to: 22 };
    assert_eq!(judged(&position, 5, 3, &[(13, 8), (BAR, 22)]), Err(blocked.into()));
    assert_eq!(judged(&position, 5, 3, &[(22, 17), (BAR, 22)]), Err(blocked.into()));
    let position = hitting(&[(BAR, 1), (13, 2), (8, 2)], &[(6, 2)]);
    let later = Refusal::Blocked { from: 22, die: 3, to: 19 };
    assert_eq!(judged(&position, 3, 3, &[(8, 5), (BAR, 22), (22, 19)]), Err(later.into()));
    assert_eq!(judged(&position, 3, 2, &[(8, 5), (13, 11)]), Err(Refusal::OnBar { from: 8, die: 3 }.into()));
}

#[test]
fn as_many_dice_are_played_as_can_be_and_of_two_the_higher() {
    let start = Position::start(Variant::Backgammon);
    assert_eq!(judged(&start, 3, 1, &[(8, 5)]), Err(Why::MoreDice { played: 1, can: 2 }));
    assert_eq!(judged(&start, 3, 1, &[]), Err(Why::MoreDice { played: 0, can: 2 }));
    let either = hitting(&[(20, 1)], &[(25 - 9, 2)]);
    assert_eq!(judged(&either, 6, 5, &[(20, 15)]), Err(Why::HigherDie { high: 6 }));
    assert_eq!(judged(&either, 6, 5, &[(20, 14)]), Ok("20/14".to_owned()));
    let closed = hitting(&[(BAR, 1)], &[(1, 2), (2, 2), (3, 2), (4, 2), (5, 2), (6, 2)]);
    assert_eq!(judged(&closed, 6, 5, &[]), Ok(String::new()));
    assert_eq!(judged(&closed, 6, 5, &[(BAR, 20)]), Err(Refusal::Blocked { from: BAR, die: 5, to: 20 }.into()));
}

#[test]
fn the_last_checker_may_be_borne_off_in_one_move() {
    assert_eq!(judged(&hitting(&[(3, 1)], &[(1, 1)]), 6, 2, &[(3, OFF)]), Ok("3/off".to_owned()));
}

#[test]
fn a_position_is_refused_with_what_it_tells() {
    let start = Position::start(Variant::Backgammon);
    let why = |after: &str| judge_result(&start, roll(3, 1), &after.parse().unwrap()).unwrap_err().why;
    assert_eq!(why(&start.to_string()), Why::MoreDice { played: 0, can: 2 });
    assert_eq!(why("b...AE.B...eE...c.e....B...."), Why::MoreDice { played: 1, can: 2 });
    assert_eq!(why("b..AAD.B...eE...c.e....B...."), Why::NoWay(roll(3, 1)));
}

#[test]
fn in_fevga_one_who_is_shut_in_is_to_be_let_out() {
    let own: Vec<(u8, u8)> = (3..=7).map(|point| (point, 1)).chain([(2, 2), (24, 8)]).collect();
    let shut = position(Movement::Running, &own, &[(20, 15)]);
    assert_eq!(judged(&shut, 6, 5, &[(24, 18), (24, 19)]), Err(Why::ShutsIn));
    assert!(judged(&shut, 6, 5, &[(7, 1), (24, 19)]).is_ok());
}

#[test]
fn what_is_illegal_is_said_with_what_is_legal() {
    let position = hitting(&[(20, 1)], &[(25 - 9, 2)]);
    let illegal = judge_moves(&position, roll(6, 5), &[(20, 15)]).unwrap_err();
    assert_eq!(illegal.to_string(), "only one die can be played: it must be the 6; legal: 20/14");
    let closed = hitting(&[(BAR, 1)], &[(1, 2), (2, 2), (3, 2), (4, 2), (5, 2), (6, 2)]);
    let illegal = judge_moves(&closed, roll(6, 6), &[(BAR, 19)]).unwrap_err();
    assert_eq!(illegal.to_string(), "6 from the bar: the opponent holds point 19; legal: no move");
}
