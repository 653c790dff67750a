//! Random games and matches, with all that can be agreed, written and read again.

use kupa::rules::backgammon::notation::{Transcript, mat, sgf};
use kupa::rules::backgammon::{Match, Outcome};
use proptest::prelude::*;

use super::random::{self, Chance, finished, match_options};

fn transcript(played: Match) -> Transcript {
    Transcript { players: ["Ann [a] \\ b".to_owned(), "Bob".to_owned()], played }
}

fn ends(played: &Match) -> Vec<Outcome> {
    played.games().iter().map(|game| game.game.outcome().unwrap()).collect()
}

/// SGF says all that was done.
fn same_in_sgf(played: &Match) {
    let text = sgf::write(&transcript(played.clone()));
    let read = sgf::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(read.players, ["Ann [a] \\ b", "Bob"]);
    assert_eq!(read.played, *played, "{text}");
    assert_eq!(sgf::write(&read), text, "what was read is written otherwise");
}

/// Whether `.mat` has a way to say all of a match, and the same ends come of it.
fn same_in_mat(played: &Match) -> bool {
    let Ok(text) = mat::write(&transcript(played.clone())) else { return false };
    let read = mat::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let points =
        |played: &Match| -> Vec<_> { ends(played).iter().map(|end| (end.winner, end.points, end.cube)).collect() };
    assert_eq!(points(&read.played), points(played), "{text}");
    assert_eq!(read.played.score(), played.score());
    true
}

#[test]
fn a_thousand_random_games_come_to_the_same_end_from_their_exports() {
    let (mut games, mut in_mat) = (0, 0);
    for seed in 0_u64.. {
        let mut chance = Chance::new(seed ^ 0x5eed);
        let options = match_options(&mut chance, random::variant(seed));
        let played = finished(&mut chance, options, 3);
        same_in_sgf(&played);
        in_mat += usize::from(same_in_mat(&played)) * played.games().len();
        games += played.games().len();
        if games >= 1_000 {
            break;
        }
    }
    assert!(in_mat > 300, "{in_mat} of {games} in .mat");
}

proptest! {
    #[test]
    fn a_game_is_exported_at_any_moment(seed in any::<u64>(), acts in 1_usize..150) {
        let mut chance = Chance::new(seed);
        let variant = chance.pick(&kupa::rules::backgammon::Variant::ALL);
        let mut played = Match::new(match_options(&mut chance, variant));
        for _ in 0..acts {
            if played.offers().is_empty() || played.games().last().unwrap().game.outcome().is_some() {
                break;
            }
            let act = random::offered(&mut chance, &played.games().last().unwrap().game);
            played.act(&act).unwrap();
        }
        same_in_sgf(&played);
    }
}
