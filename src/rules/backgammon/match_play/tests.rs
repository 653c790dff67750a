use super::super::{Class, Variant};
use super::*;
use Player::{Black, White};

/// Plays on until `winner` has so many points more, by resignations at the start of games.
fn won(mut played: Match, winner: Player, games: &[Class]) -> Match {
    for class in games {
        played.act(&Act::OpeningRoll { white: 3, black: 1 }).unwrap();
        played.act(&Act::Resign { by: winner.other(), class: *class, owes: *class }).unwrap();
    }
    played
}

fn crawford(played: &Match) -> Vec<bool> {
    played.games().iter().map(|game| game.game.options().crawford).collect()
}

#[test]
fn the_first_game_in_which_a_player_stands_one_short_is_the_crawford_game() {
    let to_three = Match::new(MatchOptions::to(3, Options::default()));
    let played = won(won(to_three, White, &[Class::Gammon]), Black, &[Class::Single, Class::Single]);
    assert_eq!(crawford(&played), [false, true, false]);
    assert_eq!((played.score(), played.winner()), ([2, 2], None));
    let played = won(played, Black, &[Class::Backgammon]);
    assert_eq!((played.score(), played.winner()), ([2, 5], Some(Black)));
    assert_eq!(played.games().iter().map(|game| game.score).collect::<Vec<_>>(), [[0, 0], [2, 0], [2, 1], [2, 2]]);
}

#[test]
fn the_crawford_game_has_no_cube_and_the_next_has_one() {
    let to_two = Match::new(MatchOptions::to(2, Options::default()));
    let mut played = won(to_two, White, &[Class::Single]);
    let first = [Act::OpeningRoll { white: 3, black: 1 }, Act::Play { by: White, moves: vec![[8, 5], [6, 5]] }];
    first.iter().for_each(|act| played.act(act).unwrap());
    assert_eq!(played.act(&Act::Double { by: Black }).unwrap_err().code(), "crawford_game");
    played.act(&Act::Resign { by: White, class: Class::Single, owes: Class::Single }).unwrap();
    first.iter().for_each(|act| played.act(act).unwrap());
    assert!(played.offers().contains(&Offer::Double { by: Black }));
}

#[test]
fn without_the_crawford_rule_every_game_has_the_cube() {
    let options = MatchOptions { crawford: false, ..MatchOptions::to(2, Options::default()) };
    assert_eq!(crawford(&won(Match::new(options), White, &[Class::Single])), [false]);
    assert!(won(Match::new(options), White, &[Class::Single]).offers().contains(&Offer::OpeningRoll));
    let to_one = Match::new(MatchOptions::to(1, Options::default()));
    assert!(!to_one.games()[0].game.options().cube, "where one point decides nothing is doubled");
}

#[test]
fn a_match_knows_no_jacoby_no_beavers_no_automatic_doubles_and_no_limit() {
    let all = Options { jacoby: true, beavers: true, automatic_doubles: 3, limit: Some(1), ..Options::default() };
    assert_eq!(Match::new(MatchOptions::to(3, all)).games()[0].game.options(), &Options::default());
    assert_eq!(Match::new(MatchOptions::session(all)).games()[0].game.options(), &all);
}

#[test]
fn nothing_is_done_after_the_end_and_a_session_has_none() {
    let mut over = won(Match::new(MatchOptions::to(1, Options::default())), Black, &[Class::Gammon]);
    assert!(over.offers().is_empty());
    let before = over.clone();
    let again = Act::OpeningRoll { white: 3, black: 1 };
    assert_eq!(over.act(&again).unwrap_err().code(), "match_over");
    assert_eq!(over, before);
    let session = won(Match::new(MatchOptions::session(Options::default())), Black, &[Class::Gammon; 9]);
    assert_eq!((session.score(), session.winner(), session.offers().len()), ([0, 18], None, 2));
}

#[test]
fn a_refused_act_begins_no_game() {
    let mut played = won(Match::new(MatchOptions::to(3, Options::default())), White, &[Class::Single]);
    let before = played.clone();
    assert_eq!(played.act(&Act::Roll { by: White, dice: [3, 1] }).unwrap_err().code(), "not_begun");
    assert_eq!(played, before);
}

#[test]
fn a_match_is_rebuilt_from_its_games() {
    let options = MatchOptions::to(3, Options { variant: Variant::Portes, ..Options::default() });
    let played = won(won(Match::new(options), White, &[Class::Single]), Black, &[Class::Gammon]);
    let acts: Vec<&[Act]> = played.games().iter().map(|game| game.game.acts()).collect();
    assert_eq!(Match::replay(options, acts.iter().copied()).unwrap(), played);
    let error = Match::replay(options, [acts[0], &acts[1][1..]]).unwrap_err();
    assert_eq!((error.game, error.error.at, error.error.refusal.code()), (1, 0, "not_begun"));
}
