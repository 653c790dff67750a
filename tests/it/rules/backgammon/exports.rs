//! Random games and matches, with all that can be agreed, written and read again.

use kupa::rules::backgammon::notation::{Transcript, mat, sgf};
use kupa::rules::backgammon::{Act, Match, Offer, Outcome};
use proptest::prelude::*;

use super::random::{self, Chance, finished, match_options};

fn transcript(played: Match) -> Transcript {
    Transcript { players: ["Ann [a] \\ b".to_owned(), "Bob".to_owned()], played }
}

/// What a transcript shows of the acts of a game: the higher die first, no resignation that was refused, and no
/// limit that was lowered.
fn shown(acts: &[Act]) -> Vec<Act> {
    let mut shown: Vec<Act> = Vec::new();
    for act in acts {
        match act {
            Act::Refuse { .. } => {
                shown.pop();
            }
            Act::Accept { .. } => match shown.last_mut() {
                Some(Act::Resign { class, owes, .. }) => *owes = *class,
                _ => unreachable!("nothing to accept"),
            },
            Act::Resign { by, class, .. } => shown.push(Act::Resign { by: *by, class: *class, owes: *class }),
            Act::Roll { by, dice: [a, b] } => shown.push(Act::Roll { by: *by, dice: [*a.max(b), *a.min(b)] }),
            Act::Cap { .. } => {}
            act => shown.push(act.clone()),
        }
    }
    shown
}

fn ends(played: &Match) -> Vec<Outcome> {
    played.games().iter().map(|game| game.game.outcome().unwrap()).collect()
}

/// What SGF says is all that was done; under Jacoby a resignation shows as what it counts.
fn same_in_sgf(played: &Match) {
    let text = sgf::write(&transcript(played.clone()));
    let read = sgf::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(read.players, ["Ann [a] \\ b", "Bob"]);
    assert_eq!((read.played.options(), read.played.score()), (played.options(), played.score()));
    assert_eq!(read.played.games().len(), played.games().len());
    for (read, played) in read.played.games().iter().zip(played.games()) {
        let hidden = played.game.options().jacoby && !played.game.cube().turned();
        let [read_acts, acts] = [read, played].map(|game| {
            let mut acts = shown(game.game.acts());
            acts.retain(|act| !(hidden && matches!(act, Act::Resign { .. })));
            acts
        });
        assert_eq!(read_acts, acts, "{text}");
    }
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
        let read = sgf::read(&sgf::write(&transcript(played.clone()))).unwrap().played;
        let (read, played) = (&read.games()[0].game, &played.games()[0].game);
        if played.resignation().is_none() && played.limit() == read.limit() && played.outcome().is_none() {
            prop_assert_eq!(read.state(), played.state());
            prop_assert_eq!((read.position(), read.turn(), read.cube()), (played.position(), played.turn(), played.cube()));
            prop_assert!(read.offers().iter().all(|offer| matches!(offer, Offer::Cap) || played.offers().contains(offer)));
        }
    }
}
