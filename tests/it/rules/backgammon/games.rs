//! Games and matches at random: what is offered is done, everything else is refused and changes nothing, and the list of
//! acts makes the same game again.

use std::collections::BTreeMap;

use kupa::rules::backgammon::{
    Act, Class, Ending, Game, Match, MatchOptions, Offer, Player, Position, State, Variant, judge_moves, judge_result,
};
use proptest::prelude::*;

use super::random::{self, Chance, finished, match_options, offered, options};

/// Any act at all, most of them nonsense in most states.
fn any_act(chance: &mut Chance, game: &Game) -> Act {
    let by = chance.pick(&Player::BOTH);
    let die = |chance: &mut Chance| u8::try_from(chance.below(8)).unwrap();
    match chance.below(16) {
        0 => Act::OpeningRoll { white: die(chance), black: die(chance) },
        1 => Act::Roll { by, dice: [die(chance), die(chance)] },
        2 => Act::Pass { by },
        3 | 4 => {
            let place = |chance: &mut Chance| u8::try_from(chance.below(27)).unwrap();
            Act::Play { by, moves: (0..chance.below(6)).map(|_| [place(chance), place(chance)]).collect() }
        }
        5 => Act::Reach { by, position: game.position().to_string() },
        6 => Act::Reach { by, position: "x".repeat(chance.below(40)) },
        7 => Act::NameDouble { by, die: die(chance) },
        8 => Act::Double { by },
        9 => Act::Take { by },
        10 => Act::Drop { by },
        11 => Act::Beaver { by },
        12 => Act::Resign { by, class: chance.pick(&Class::ALL), owes: chance.pick(&Class::ALL) },
        13 => Act::Accept { by },
        14 => Act::Refuse { by },
        _ => Act::Cap { limit: chance.pick(&[0, 1, 100, 700, u64::MAX]) },
    }
}

/// Whether an act is among those offered, with dice, moves and sums that can be.
fn is_offered(game: &Game, act: &Act) -> bool {
    let dice_show = |dice: [u8; 2]| dice.iter().all(|die| (1..=6).contains(die));
    let State::ToPlay { roll, .. } = game.state() else {
        return game.offers().contains(&act.offer())
            && match *act {
                Act::OpeningRoll { white, black } => dice_show([white, black]),
                Act::Roll { dice, .. } => dice_show(dice),
                Act::NameDouble { die, .. } => dice_show([die; 2]),
                Act::Cap { limit } => limit > 0 && game.limit().is_none_or(|holds| limit < holds),
                _ => true,
            };
    };
    game.offers().contains(&act.offer())
        && match act {
            Act::Play { moves, .. } => {
                let moves: Vec<(u8, u8)> = moves.iter().map(|[from, to]| (*from, *to)).collect();
                judge_moves(game.position(), roll, &moves).is_ok()
            }
            Act::Reach { position, .. } => Position::read(game.position().movement(), position)
                .is_ok_and(|after| judge_result(game.position(), roll, &after).is_ok()),
            Act::Cap { limit } => *limit > 0 && game.limit().is_none_or(|holds| *limit < holds),
            _ => true,
        }
}

/// Tries an act on a copy: done if it is offered, else refused with a word and nothing changed.
fn try_act(game: &Game, act: &Act) {
    let mut after = game.clone();
    match after.act(act) {
        Ok(()) => assert!(is_offered(game, act), "{act:?} was not offered: {game:?}"),
        Err(refusal) => {
            assert!(!is_offered(game, act), "{act:?} was offered: {refusal}");
            assert_eq!(after, *game, "a refused {act:?} changed the game");
            assert!(!refusal.code().is_empty() && !refusal.to_string().is_empty());
        }
    }
}

proptest! {
    #[test]
    fn exactly_what_is_not_offered_is_refused_and_changes_nothing(seed in any::<u64>()) {
        let mut chance = Chance::new(seed);
        let variant = chance.pick(&Variant::ALL);
        let mut game = Game::new(options(&mut chance, variant));
        let others = chance.below(60);
        // Not every game to its end: most states come early, and later ones are come to by other seeds.
        for _ in 0..others + 20 {
            for _ in 0..3 {
                try_act(&game, &any_act(&mut chance, &game));
            }
            if game.outcome().is_some() {
                break;
            }
            let act = offered(&mut chance, &game);
            prop_assert!(is_offered(&game, &act));
            game.act(&act).unwrap();
        }
        let json = serde_json::to_string(game.acts()).unwrap();
        let acts: Vec<Act> = serde_json::from_str(&json).unwrap();
        prop_assert_eq!(Game::replay(*game.options(), &acts).unwrap(), game);
    }
}

#[test]
fn a_thousand_random_games_come_to_the_same_end_again() {
    let mut endings: BTreeMap<String, usize> = BTreeMap::new();
    let mut games = 0;
    for seed in 0_u64.. {
        let mut chance = Chance::new(seed);
        let variant = random::variant(seed);
        let options = match_options(&mut chance, variant);
        let played = finished(&mut chance, options, 3);
        let acts: Vec<&[Act]> = played.games().iter().map(|game| game.game.acts()).collect();
        assert_eq!(Match::replay(options, acts).unwrap(), played);
        check_scores(&played, &options);
        for game in played.games() {
            let ending = game.game.outcome().unwrap().ending;
            *endings.entry(format!("{ending:?}")).or_default() += 1;
            games += 1;
        }
        if games >= 1_000 {
            break;
        }
    }
    let seen: Vec<&str> = endings.keys().map(String::as_str).collect();
    let all = [
        "BeaverDropped",
        "Dropped",
        "Played(Backgammon)",
        "Played(Gammon)",
        "Played(Single)",
        "Resigned(Backgammon)",
        "Resigned(Gammon)",
        "Resigned(Single)",
    ];
    assert!(all.iter().all(|ending| seen.contains(ending)), "{endings:?}");
}

/// Reckons the score of every game again, from what the rules say of endings, cube and Jacoby.
fn check_scores(played: &Match, options: &MatchOptions) {
    let mut score = [0; 2];
    let mut crawford_played = false;
    for game in played.games() {
        assert_eq!(game.score, score);
        let outcome = game.game.outcome().unwrap();
        let agreed = game.game.options();
        let class = match outcome.ending {
            Ending::Played(class) | Ending::Resigned(class) => class,
            Ending::Dropped | Ending::BeaverDropped | Ending::Tied => Class::Single,
        };
        let taken = game.game.acts().iter().any(|act| matches!(act, Act::Take { .. } | Act::Beaver { .. }));
        let counts = if agreed.jacoby && !taken { 1 } else { u32::from(class.points()) };
        let one_short = options.length > 1 && score.contains(&u64::from(options.length - 1));
        let crawford = one_short && options.crawford && !crawford_played;
        crawford_played |= crawford;
        assert_eq!(agreed.crawford, crawford);
        assert!(!crawford || !game.game.acts().iter().any(|act| matches!(act, Act::Double { .. })));
        if let Some(winner) = outcome.winner {
            assert_eq!(outcome.points, outcome.cube * counts);
            score[winner.index()] += u64::from(outcome.points);
        }
        assert!(game.game.offers().is_empty() && !matches!(game.game.acts().last(), Some(Act::Refuse { .. })));
    }
    assert_eq!(played.score(), score);
    assert!(played.winner().is_none() || played.offers().is_empty());
    assert!(options.length > 0 || played.offers().contains(&Offer::OpeningRoll));
}
