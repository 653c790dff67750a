use super::super::super::{Act, Class, MatchOptions, Options};
use super::*;

fn score(away: u16, opp_away: u16, crawford_over: bool) -> Score {
    Score { away, opp_away, crawford_over }
}

fn assert_close(one: f64, other: f64) {
    assert!((one - other).abs() < 1e-12, "{one} {other}");
}

/// Wins 60 games of 100, 15 of them gammons, 5 of those backgammons; loses 10 gammons and no backgammon.
fn chances() -> Chances {
    Chances { win: 0.6, win_gammon: 0.15, win_backgammon: 0.05, lose_gammon: 0.1, lose_backgammon: 0.0 }
}

#[test]
fn both_sides_chances_add_up_to_one() {
    for crawford_rule in [true, false] {
        let table = MatchEquity::compute(40, crawford_rule);
        for away in 1..=40 {
            for opp_away in 1..=40 {
                for crawford_over in [true, false] {
                    let chance = table.between_games(score(away, opp_away, crawford_over)).unwrap();
                    let other = table.between_games(score(opp_away, away, crawford_over)).unwrap();
                    assert!(chance > 0.0 && chance < 1.0);
                    assert_close(chance + other, 1.0);
                }
            }
        }
    }
}

#[test]
fn needing_fewer_points_is_never_worse() {
    for crawford_rule in [true, false] {
        let table = MatchEquity::compute(64, crawford_rule);
        for away in 1..64 {
            for opp_away in 1..=64 {
                let chance = |away| table.between_games(score(away, opp_away, false)).unwrap();
                assert!(chance(away) > chance(away + 1), "{away} {opp_away}");
            }
        }
    }
}

#[test]
fn a_longer_table_says_the_same_and_a_shorter_one_says_nothing() {
    let (short, long) = (MatchEquity::compute(7, true), MatchEquity::compute(150, true));
    for (away, opp_away) in [(2, 3), (7, 7), (7, 1), (1, 5)] {
        for crawford_over in [true, false] {
            let score = score(away, opp_away, crawford_over);
            assert_eq!(short.between_games(score), long.between_games(score));
        }
    }
    assert_eq!(short.between_games(score(8, 2, false)), None);
    assert_eq!(short.in_game(score(2, 8, false), 1, &chances()), None);
    assert!(MatchEquity::compute(u16::MAX, true).between_games(score(LONGEST, LONGEST - 1, false)).unwrap() < 0.5);
}

#[test]
fn a_match_that_is_won_has_no_more_chances() {
    let table = MatchEquity::compute(5, true);
    assert_eq!(table.between_games(score(0, 3, false)), Some(1.0));
    assert_eq!(table.between_games(score(3, 0, true)), Some(0.0));
    assert_eq!(table.between_games(score(0, 0, true)), None);
    assert_eq!(table.in_game(score(0, 3, false), 1, &chances()), None);
}

#[test]
fn at_double_match_point_the_game_is_the_match() {
    let table = MatchEquity::compute(5, true);
    assert_close(table.in_game(score(1, 1, true), 1, &chances()).unwrap(), 0.6);
    assert_close(table.in_game(score(2, 2, false), 2, &chances()).unwrap(), 0.6);
    assert_eq!(table.between_games(score(1, 1, true)), Some(0.5));
}

#[test]
fn each_outcome_is_weighed_by_what_it_makes_of_the_score() {
    let table = MatchEquity::compute(7, true);
    let at = |away, opp_away| table.between_games(score(away, opp_away, false)).unwrap();
    let expected = 0.45 * at(3, 4) + 0.1 * at(1, 4) + 0.05 + 0.3 * at(5, 2) + 0.1 * 0.0;
    assert_close(table.in_game(score(5, 4, false), 2, &chances()).unwrap(), expected);
}

#[test]
fn the_crawford_game_is_part_of_the_score() {
    let table = MatchEquity::compute(7, true);
    let after = |away, opp_away| table.between_games(score(away, opp_away, true)).unwrap();
    // Whoever wins the Crawford game or one after it, the next one has a cube.
    for crawford_over in [false, true] {
        let expected = 0.45 * after(4, 1) + 0.1 * after(3, 1) + 0.05 * after(2, 1);
        assert_close(table.in_game(score(5, 1, crawford_over), 1, &chances()).unwrap(), expected);
    }
    // The game that brings a side to one away is followed by the Crawford game.
    let crawford = table.between_games(score(5, 1, false)).unwrap();
    assert!(crawford < after(5, 1), "the cube is the trailing side's");
    let lost = Chances::won(Class::Single).turned();
    assert_close(table.in_game(score(5, 2, false), 1, &lost).unwrap(), crawford);
    // Without the rule there is no such game.
    let without = MatchEquity::compute(7, false);
    assert_eq!(without.between_games(score(5, 1, false)), without.between_games(score(5, 1, true)));
}

#[test]
fn a_cube_of_any_size_is_the_match() {
    let table = MatchEquity::compute(9, true);
    for cube in [16, 1 << 20, u32::MAX] {
        assert_close(table.in_game(score(9, 4, false), cube, &chances()).unwrap(), 0.6);
    }
}

#[test]
fn the_score_of_a_match_is_that_before_the_game_under_way() {
    let mut played = Match::new(MatchOptions::to(3, Options::default()));
    let begin = Act::OpeningRoll { white: 3, black: 1 };
    let lost = |by: Player, class: Class| [begin.clone(), Act::Resign { by, class, owes: class }];
    let mut after = |acts: &[Act]| {
        acts.iter().for_each(|act| played.act(act).unwrap());
        let [white, black] = Player::BOTH.map(|player| Score::of(&played, player).unwrap());
        assert_eq!(
            (white.away, white.opp_away, white.crawford_over),
            (black.opp_away, black.away, black.crawford_over)
        );
        (white.away, white.opp_away, white.crawford_over)
    };
    assert_eq!(after(&[]), (3, 3, false));
    assert_eq!(after(&lost(Player::Black, Class::Gammon)), (1, 3, false));
    assert_eq!(after(std::slice::from_ref(&begin)), (1, 3, false), "the Crawford game is under way");
    assert_eq!(after(&lost(Player::White, Class::Single)[1..]), (1, 2, true));
    assert_eq!(after(&lost(Player::White, Class::Backgammon)), (1, 0, true));
}

#[test]
fn a_session_and_a_match_beyond_the_table_have_no_score() {
    for (options, is_known) in [
        (MatchOptions::session(Options::default()), false),
        (MatchOptions::to(u32::from(LONGEST), Options::default()), true),
        (MatchOptions::to(u32::from(LONGEST) + 1, Options::default()), false),
    ] {
        assert_eq!(Score::of(&Match::new(options), Player::White).is_some(), is_known);
    }
}
