//! Writes SGF.

use std::fmt::Write;

use super::super::super::game::{Act, Ending, Game, Options};
use super::super::super::match_play::MatchOptions;
use super::super::super::player::Player;
use super::super::super::variant::Variant;
use super::super::Transcript;
use super::letter;

/// The text of a match: a tree for each game that was begun, and for the first in any case.
#[must_use]
pub fn write(transcript: &Transcript) -> String {
    let mut text = String::new();
    let agreed = transcript.played.options();
    for (number, game) in transcript.played.games().iter().enumerate() {
        text.push_str("(;FF[4]GM[6]CA[UTF-8]");
        let [white, black] = game.score;
        // Writing to a string does not fail.
        let _ = write!(text, "AP[Kupa:{}]", env!("CARGO_PKG_VERSION"));
        let _ = write!(text, "MI[length:{}][game:{}][ws:{white}][bs:{black}]", agreed.length, number + 1);
        let [white, black] = transcript.players.each_ref().map(|name| escaped(name));
        let _ = write!(text, "PW[{white}]PB[{black}]");
        rules(&mut text, agreed, &game.game);
        own(&mut text, agreed, &game.game);
        result(&mut text, &game.game);
        moves(&mut text, &game.game);
        text.push_str(")\n");
    }
    text
}

fn escaped(name: &str) -> String {
    let mut escaped = String::new();
    for sign in name.chars() {
        if matches!(sign, ']' | '\\') {
            escaped.push('\\');
        }
        escaped.push(if sign.is_whitespace() { ' ' } else { sign });
    }
    escaped
}

/// The word in `RU` for a variant; backgammon needs none.
pub(super) fn variant_word(variant: Variant) -> &'static str {
    match variant {
        Variant::Backgammon => "",
        Variant::Nackgammon => "Nackgammon",
        Variant::Tavla => "Tavla",
        Variant::Portes => "Portes",
        Variant::Plakoto => "Plakoto",
        Variant::Fevga => "Fevga",
        Variant::AceyDeucey => "AceyDeucey",
    }
}

fn rules(text: &mut String, agreed: &MatchOptions, game: &Game) {
    let options = game.options();
    let words = [
        (!agreed.game.cube, "NoCube"),
        (options.jacoby, "Jacoby"),
        (agreed.crawford, "Crawford"),
        (options.crawford, "CrawfordGame"),
        (options.variant != Variant::Backgammon, variant_word(options.variant)),
    ];
    let words: Vec<&str> = words.iter().filter(|(holds, _)| *holds).map(|(_, word)| *word).collect();
    if !words.is_empty() {
        let _ = write!(text, "RU[{}]", words.join(":"));
    }
    if game.automatic_doubles() > 0 {
        let _ = write!(text, "CV[{}]", 1_u32 << game.automatic_doubles().min(31));
    }
}

/// What SGF has no word for.
fn own(text: &mut String, agreed: &MatchOptions, game: &Game) {
    let Options { beavers, automatic_doubles, cube_max, stake, limit, variant, .. } = agreed.game;
    let _ = write!(text, "KU[cube_max:{cube_max}]");
    if agreed.length == 0 {
        let _ = write!(text, "[beavers:{}]", if beavers { "on" } else { "off" });
        let _ = write!(text, "[automatic_doubles:{automatic_doubles}][stake:{stake}]");
        if let Some(limit) = limit {
            let _ = write!(text, "[limit:{limit}]");
        }
    }
    let (opening, _) = game.acts().split_at(begun(game));
    let plain = match opening {
        [] => true,
        [Act::OpeningRoll { white, black }] => white != black && variant.opens_with_the_opening_dice(),
        _ => false,
    };
    if !plain {
        opening.iter().for_each(|act| own_act(text, act));
    }
}

/// How many acts there are up to the opening roll that settles who begins: opening rolls, and what the table does before.
fn begun(game: &Game) -> usize {
    let opening = |act: &Act| matches!(act, Act::OpeningRoll { .. });
    game.acts().iter().rposition(opening).map_or(game.acts().len(), |last| last + 1)
}

/// A value of `KU` for an act.
fn own_act(text: &mut String, act: &Act) {
    let _ = match act {
        Act::OpeningRoll { white, black } => write!(text, "[opening:{white}{black}]"),
        Act::Resign { by, class, owes } => write!(text, "[resign:{}:{}:{}]", side(*by), class.slug(), owes.slug()),
        Act::Accept { by } => write!(text, "[accept:{}]", side(*by)),
        Act::Refuse { by } => write!(text, "[refuse:{}]", side(*by)),
        Act::Cap { limit } => write!(text, "[cap:{limit}]"),
        _ => Ok(()),
    };
}

fn result(text: &mut String, game: &Game) {
    let Some(outcome) = game.outcome() else { return };
    let resigned = if matches!(outcome.ending, Ending::Resigned(_)) { "R" } else { "" };
    let _ = match outcome.winner {
        Some(Player::White) => write!(text, "RE[W+{}{resigned}]", outcome.points),
        Some(Player::Black) => write!(text, "RE[B+{}{resigned}]", outcome.points),
        None => write!(text, "RE[0]"),
    };
}

/// Dice that are yet to be played: whose, what they show, and whether they have been written.
type Rolled = Option<(Player, [u8; 2], bool)>;

fn moves(text: &mut String, game: &Game) {
    let variant = game.options().variant;
    let mut rolled: Rolled = None;
    let begun = begun(game);
    for (at, act) in game.acts().iter().enumerate() {
        let _ = match act {
            Act::OpeningRoll { white, black } => {
                let (by, dice) =
                    if white > black { (Player::White, [*white, *black]) } else { (Player::Black, [*black, *white]) };
                rolled = Some((by, dice, false)).filter(|_| white != black && variant.opens_with_the_opening_dice());
                Ok(())
            }
            Act::Roll { by, dice } => {
                rolled = Some((*by, *dice, false));
                Ok(())
            }
            Act::NameDouble { by, die } => {
                rolled = Some((*by, [*die; 2], false));
                Ok(())
            }
            Act::Play { by, moves } => {
                let way = |[from, to]: &[u8; 2]| [*from, *to].map(|place| letter(variant.movement(), *by, place));
                let ways: String = moves.iter().flat_map(way).collect();
                let [a, b] = rolled.take().map(|(_, dice, _)| dice).unwrap_or_default();
                write!(text, "\n;{}[{a}{b}{ways}]", side(*by))
            }
            Act::Pass { by } => write!(text, "\n;{}[]", side(*by)),
            Act::Double { by } | Act::Beaver { by } => write!(text, "\n;{}[double]", side(*by)),
            Act::Take { by } => write!(text, "\n;{}[take]", side(*by)),
            Act::Drop { by } => write!(text, "\n;{}[drop]", side(*by)),
            Act::Resign { .. } | Act::Accept { .. } | Act::Refuse { .. } | Act::Cap { .. } if at >= begun => {
                unplayed(text, &mut rolled);
                text.push_str("\n;KU");
                own_act(text, act);
                Ok(())
            }
            _ => Ok(()),
        };
    }
    // The game stops before they are played.
    unplayed(text, &mut rolled);
}

/// Dice whose moves are not the next thing that happens.
fn unplayed(text: &mut String, rolled: &mut Rolled) {
    if let Some((by, [a, b], written @ false)) = rolled {
        let _ = write!(text, "\n;PL[{}]DI[{a}{b}]", side(*by));
        *written = true;
    }
}

fn side(player: Player) -> char {
    if player == Player::White { 'W' } else { 'B' }
}
