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
    let shown = |act: &&Act| matches!(act, Act::OpeningRoll { white, black } if white == black);
    if !variant.opens_with_the_opening_dice() || game.acts().iter().any(|act| shown(&act)) {
        for act in game.acts() {
            if let Act::OpeningRoll { white, black } = act {
                let _ = write!(text, "[opening:{white}{black}]");
            }
        }
    }
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

fn moves(text: &mut String, game: &Game) {
    let variant = game.options().variant;
    // Dice that are yet to be played.
    let mut dice = None;
    for act in game.acts() {
        let _ = match act {
            Act::OpeningRoll { white, black } => {
                dice = Some([*white, *black]).filter(|[a, b]| a != b && variant.opens_with_the_opening_dice());
                Ok(())
            }
            Act::Roll { dice: rolled, .. } => {
                dice = Some(*rolled);
                Ok(())
            }
            Act::NameDouble { die, .. } => {
                dice = Some([*die; 2]);
                Ok(())
            }
            Act::Play { by, moves } => {
                let way = |[from, to]: &[u8; 2]| [*from, *to].map(|place| letter(variant.movement(), *by, place));
                let ways: String = moves.iter().flat_map(way).collect();
                write!(text, "\n;{}[{}{ways}]", side(*by), dice.take().map(digits).unwrap_or_default())
            }
            Act::Pass { by } => write!(text, "\n;{}[]", side(*by)),
            Act::Double { by } | Act::Beaver { by } => write!(text, "\n;{}[double]", side(*by)),
            Act::Take { by } => write!(text, "\n;{}[take]", side(*by)),
            Act::Drop { by } => write!(text, "\n;{}[drop]", side(*by)),
            _ => Ok(()),
        };
    }
    // The game stops before they are played, or was resigned.
    if let Some(dice) = dice {
        let _ = write!(text, "\n;PL[{}]DI[{}]", side(game.turn()), digits(dice));
    }
}

fn side(player: Player) -> char {
    if player == Player::White { 'W' } else { 'B' }
}

/// The higher die first.
fn digits([a, b]: [u8; 2]) -> String {
    format!("{}{}", a.max(b), a.min(b))
}
