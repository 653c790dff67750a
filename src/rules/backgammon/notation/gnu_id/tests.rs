use super::super::super::tests::{hitting, position as other};
use super::super::super::{Act, Match, MatchOptions, Options, Variant};
use super::*;
use Player::{Black, White};

fn by_text(text: &str) -> String {
    of_position(&text.parse().unwrap()).unwrap()
}

#[test]
fn a_position_is_the_opponents_bits_and_then_the_movers() {
    assert_eq!(by_text("b....E.C...eE...c.e....B...."), "4HPwATDgc/ABMA");
    let on_bar = position("4Dn4AFjgc/ABUA").unwrap();
    assert_eq!((on_bar.own()[25], on_bar.opp()[25]), (1, 1));
    assert_eq!(of_position(&hitting(&[], &[(1, 1)])).unwrap(), "AQAAAAAAAAAAAA");
}

#[test]
fn games_that_move_otherwise_have_no_position_id() {
    for variant in [Variant::Plakoto, Variant::Fevga, Variant::AceyDeucey] {
        let unsayable = of_position(&Position::start(variant)).unwrap_err();
        assert!(unsayable.to_string().starts_with("a position id cannot say"), "{unsayable}");
    }
    assert!(of_position(&Position::start(Variant::Nackgammon)).is_ok());
    assert!(of_position(&other(Movement::Entering, &[(1, 1)], &[(2, 1)])).is_err());
}

#[test]
fn a_position_id_is_refused_with_what_is_wrong() {
    let why = |id: &str| position(id).unwrap_err().to_string();
    assert_eq!(why("4HPwATDgc/ABM"), "a position id has 14 characters, not 13");
    assert_eq!(why(&"A".repeat(1_000_000)), "a position id has 14 characters, not 1000000");
    assert_eq!(why("4HPwATDgc/AB A"), "character 13 of a position id cannot be ' '");
    assert_eq!(why("4HPwATDgc/ABMÄ"), "character 14 of a position id cannot be 'Ä'");
    assert_eq!(why("4HPwATDgc/ABMB"), "a position id has bits beyond its end");
    assert_eq!(why("4HPwATDgc/ABMQ"), "the mover has 16 checkers, not 15");
    assert_eq!(why("AAAAAAAAAAAAgA"), "a position id has bits beyond its end");
    assert_eq!(why("AAAAAAAAAAAAAA"), "both sides have borne off all checkers");
    assert_eq!(why("//////////////"), "a position id has bits beyond its end");
    assert!(why("/////////////w").contains("the opponent has 80 checkers, not 15"));
}

fn ids(played: &Match) -> (String, String) {
    let moment = Moment::of_match(played).unwrap();
    (of_position(&moment.position).unwrap(), of_match(&moment).unwrap())
}

/// GNU Backgammon 1.07 showed these ids when the same was done in it, as player 0 white and player 1 black.
#[test]
fn every_stage_of_a_game_has_the_ids_that_gnu_backgammon_gives_it() {
    let options = Options { jacoby: true, beavers: true, automatic_doubles: 3, ..Options::default() };
    let mut played = Match::new(MatchOptions::session(options));
    let play = |by, moves: &[[u8; 2]]| Act::Play { by, moves: moves.to_vec() };
    let resign = |by, class| Act::Resign { by, class, owes: Class::Backgammon };
    let steps = [
        (Act::OpeningRoll { white: 6, black: 6 }, ""),
        (Act::OpeningRoll { white: 3, black: 1 }, "4HPwATDgc/ABMA MYEFAAAAAAAA"),
        (play(White, &[[8, 5], [6, 5]]), "sGfwATDgc/ABMA cQkAAAAAAAAA"),
        (Act::Double { by: Black }, "sGfwATDgc/ABMA cREAAAAAAAAA"),
        (Act::Beaver { by: White }, "sGfwATDgc/ABMA QhkAAAAAAAAA"),
        (Act::Take { by: Black }, "sGfwATDgc/ABMA QwkAAAAAAAAA"),
        (Act::Roll { by: Black, dice: [6, 6] }, "sGfwATDgc/ABMA QwkbAAAAAAAA"),
        (play(Black, &[[24, 18], [24, 18], [13, 7], [13, 7]]), "4NvBwQCwZ/ABMA AwEAAAAAAAAA"),
        (resign(White, Class::Gammon), "4NvBwQCwZ/ABMA A0kAAAAAAAAA"),
        (Act::Accept { by: Black }, ""),
        (Act::OpeningRoll { white: 3, black: 1 }, "4HPwATDgc/ABMA MIEFAAAAgAAA"),
        (play(White, &[[8, 5], [6, 5]]), "sGfwATDgc/ABMA cAkAAAAAgAAA"),
        (Act::Double { by: Black }, "sGfwATDgc/ABMA cBEAAAAAgAAA"),
        (Act::Take { by: White }, "sGfwATDgc/ABMA QQkAAAAAgAAA"),
        (Act::Roll { by: Black, dice: [1, 6] }, "sGfwATDgc/ABMA QQkHAAAAgAAA"),
        (Act::Resign { by: Black, class: Class::Gammon, owes: Class::Backgammon }, "sGfwATDgc/ABMA QUEHAAAAgAAA"),
    ];
    for (act, expected) in steps {
        played.act(&act).unwrap();
        let (position_id, match_id) = ids(&played);
        assert!(
            expected.is_empty() || format!("{position_id} {match_id}") == expected,
            "{act:?}: {position_id} {match_id}"
        );
        let told = Moment { beavers: false, cube_max: 1 << 15, ..Moment::of_match(&played).unwrap() };
        assert_eq!(moment(&position_id, &match_id), Ok(told), "{act:?}");
    }
}

#[test]
fn in_a_match_the_id_tells_length_score_and_crawford() {
    let crawford = moment("4HPwATDgc/ABMA", "8AlgABAAEAAE").unwrap();
    assert_eq!((crawford.length, crawford.score, crawford.crawford), (3, [1, 2], true));
    assert_eq!((crawford.turn, crawford.roll, crawford.jacoby), (Black, None, false));
    assert_eq!(of_match(&crawford).unwrap(), "8AlgABAAEAAE");
}

#[test]
fn what_a_match_id_has_no_bits_for_is_not_written() {
    let start = moment("4HPwATDgc/ABMA", "8AlgABAAEAAE").unwrap();
    let high = Moment { cube: Cube { value: 1 << 16, owner: None }, ..start };
    assert_eq!(of_match(&high).unwrap_err().to_string(), "a match id cannot say a cube above 32768");
    assert!(of_match(&Moment { score: [1 << 15, 0], ..start }).is_err());
    assert!(of_match(&Moment { length: 1 << 15, ..start }).is_err());
}

#[test]
fn what_an_id_has_no_use_for_is_passed_over() {
    // Of GNU Backgammon's manual, from before there was a bit for Jacoby.
    let old = moment("4HPwATDgc/ABMA", "QYkqASAAIAAA").unwrap();
    assert_eq!((old.turn, old.roll, old.length, old.score), (Player::Black, Roll::new(5, 2).ok(), 9, [2, 4]));
    assert_eq!((old.cube, old.jacoby), (Cube { value: 2, owner: Some(Player::White) }, false));
    assert_eq!(of_match(&old).unwrap(), "QYkqASAAIAAE");
    let begun = [0, 3, 0, 0, 1, 0, 0, 0, 2, 5, 0, 0, 0];
    assert_eq!(moment("4HPwATDgc/ABMA", &raw(begun)).unwrap().roll, Roll::new(5, 2).ok());
    let over = |doubled, resigned| moment("4HPwATDgc/ABMA", &raw([0, 3, 0, 0, 2, 1, doubled, resigned, 0, 0, 0, 0, 0]));
    assert_eq!(over(1, 3), over(0, 0));
}

/// A match id of raw fields: cube, owner, turn, crawford, stage, to act, doubled, resigned, dice, length, scores.
fn raw(fields: [u128; 13]) -> String {
    let mut bits = Bits::default();
    for (field, width) in fields.into_iter().zip([4, 2, 1, 1, 3, 1, 1, 2, 3, 3, 15, 15, 15]) {
        bits.push(field, width);
    }
    bits.text(9)
}

#[test]
fn a_match_id_is_refused_with_what_is_wrong() {
    let why = |id: &str| moment("4HPwATDgc/ABMA", id).unwrap_err().to_string();
    assert_eq!(why("8AlgABAAEAA"), "a match id has 12 characters, not 11");
    assert_eq!(why("8AlgABAAEAA="), "character 12 of a match id cannot be '='");
    assert_eq!(why("8AlgABAAEAA/"), "a match id has bits beyond its end");
    let cases = [
        ([0, 2, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0], "the cube's owner cannot be 2"),
        ([0, 3, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0], "the state of the game cannot be 5"),
        ([0, 3, 0, 0, 1, 0, 0, 0, 7, 1, 0, 0, 0], "a die cannot be 7"),
        ([0, 3, 0, 0, 1, 0, 0, 0, 3, 0, 0, 0, 0], "a die cannot be 0"),
        ([0, 3, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0, 0], "a double and a resignation wait for an answer"),
        ([0, 3, 0, 0, 1, 1, 1, 0, 3, 1, 0, 0, 0], "a double is offered after rolling"),
        ([0, 3, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0], "one player is on turn and the other to act, and nothing is offered"),
        ([0, 3, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0], "it cannot be the Crawford game: nobody is one point short"),
        ([1, 3, 0, 1, 1, 0, 0, 0, 0, 0, 3, 2, 0], "the Crawford game is played without the cube"),
        ([0, 3, 0, 0, 1, 0, 0, 0, 0, 0, 3, 3, 0], "a game is under way in a match that is won"),
        ([1, 1, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0], "who doubles does not own the cube"),
        ([1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0], "who beavers does not own the cube"),
    ];
    for (fields, expected) in cases {
        assert_eq!(why(&raw(fields)), expected);
    }
}
