//! Writes `.mat`.

use std::fmt::Write;

use super::super::super::game::{Act, Game, Options};
use super::super::super::match_play::Match;
use super::super::super::player::Player;
use super::super::super::plays::{Move, Plays};
use super::super::super::position::Position;
use super::super::super::roll::Roll;
use super::super::super::variant::{Movement, Variant};
use super::super::{Transcript, Unsayable};
use super::LEFT;

/// The text of a match. What was agreed on stands in its first lines, which other programs pass over.
///
/// # Errors
/// [`Unsayable`]: a variant with a movement of its own, or whose opening dice are rolled again; an automatic double.
pub fn write(transcript: &Transcript) -> Result<String, Unsayable> {
    let played = &transcript.played;
    let unsayable = |what| Err(Unsayable { notation: ".mat", what });
    let variant = played.options().game.variant;
    if variant.movement() != Movement::Hitting {
        return unsayable("games that move otherwise than backgammon");
    }
    if !variant.opens_with_the_opening_dice() {
        return unsayable("opening dice that are rolled again");
    }
    let mut text = String::new();
    head(&mut text, played);
    let begun = played.games().iter().filter(|game| !game.game.acts().is_empty());
    for (number, game) in begun.enumerate() {
        if game.game.automatic_doubles() > 0 {
            return unsayable("automatic doubles");
        }
        let [white, black] = &transcript.players;
        let left = format!(" {} : {}", name(white), game.score[0]);
        // Writing to a string does not fail.
        let _ = writeln!(text, "\n Game {}\n{left:<31} {} : {}", number + 1, name(black), game.score[1]);
        Columns::of(&game.game).write(&mut text);
    }
    Ok(text)
}

fn head(text: &mut String, played: &Match) {
    let on = |on| if on { "On" } else { "Off" };
    let agreed = played.options();
    let Options { variant, cube_max, jacoby, beavers, .. } = agreed.game;
    let _ = writeln!(text, "; [Variation \"{}\"]", variation(variant));
    let _ = writeln!(text, "; [CubeLimit \"{}\"]", cube_max.max(1));
    if agreed.length > 0 {
        let _ = writeln!(text, "; [Crawford \"{}\"]", on(agreed.crawford));
    } else {
        let _ = writeln!(text, "; [Jacoby \"{}\"]\n; [Beavers \"{}\"]", on(jacoby), on(beavers));
    }
    let _ = writeln!(text, "\n {} point match", agreed.length);
}

/// The name of a variant, in capitals and small letters as other programs look for it.
fn variation(variant: Variant) -> &'static str {
    match variant {
        Variant::Backgammon => "Backgammon",
        Variant::Nackgammon => "NackGammon",
        Variant::Tavla => "Tavla",
        other => other.slug(),
    }
}

/// A name without what would be read as something else: colons, and more than one space on end.
fn name(name: &str) -> String {
    let words: Vec<String> = name.split_whitespace().map(|word| word.replace(':', ";")).collect();
    if words.is_empty() { "?".to_owned() } else { words.join(" ") }
}

/// What the columns of a game show.
struct Columns {
    /// Whose each cell is, in the order in which they came.
    cells: Vec<(Player, String)>,
    /// Seen by whose turn it is.
    position: Position,
    cube: u64,
    /// Whether a beaver waits for its answer.
    beavered: bool,
    /// Dice that are not played.
    rolled: Option<Roll>,
}

impl Columns {
    fn of(game: &Game) -> Self {
        let position = Position::start(game.options().variant);
        let mut columns = Self { cells: Vec::new(), position, cube: 1, beavered: false, rolled: None };
        game.acts().iter().for_each(|act| columns.show(act));
        if let Some((winner, points)) = game.outcome().and_then(|outcome| Some((outcome.winner?, outcome.points))) {
            columns.leave_out_a_forced_roll();
            let plural = if points == 1 { "" } else { "s" };
            columns.cells.push((winner, format!(" Wins {points} point{plural}")));
        }
        columns
    }

    /// GNU Backgammon plays a roll itself that is shown without moves where only one play is legal. Who resigned before
    /// playing it might win so.
    fn leave_out_a_forced_roll(&mut self) {
        let forced = |roll| {
            let plays = Plays::of(&self.position, roll);
            plays.len() == 1 && plays.dice_used() > 0
        };
        if self.rolled.is_some_and(forced) {
            self.cells.pop();
        }
    }

    fn show(&mut self, act: &Act) {
        let cell = match act {
            Act::OpeningRoll { white, black } if white > black => {
                return self.show_dice(Player::White, [*white, *black]);
            }
            Act::OpeningRoll { white, black } if white < black => {
                return self.show_dice(Player::Black, [*black, *white]);
            }
            Act::Roll { by, dice } => return self.show_dice(*by, *dice),
            Act::Play { moves, .. } => return self.show_moves(moves),
            Act::Pass { by } => {
                self.position = self.position.turned();
                (*by, String::new())
            }
            Act::Double { by } => (*by, format!(" Doubles => {}", self.cube * 2)),
            Act::Beaver { by } => {
                self.cube *= 2;
                self.beavered = true;
                (*by, format!(" Beavers => {}", self.cube * 2))
            }
            Act::Take { by } => {
                self.cube *= 2;
                // After a beaver the next roll shows that it was taken.
                if std::mem::take(&mut self.beavered) {
                    return;
                }
                (*by, " Takes".to_owned())
            }
            Act::Drop { by } => (*by, " Drops".to_owned()),
            _ => return,
        };
        self.cells.push(cell);
    }

    fn show_dice(&mut self, by: Player, [a, b]: [u8; 2]) {
        self.rolled = Roll::new(a, b).ok();
        self.cells.push((by, format!("{}{}:", a.max(b), a.min(b))));
    }

    /// The moves of a roll, die by die, behind its dice.
    fn show_moves(&mut self, moves: &[[u8; 2]]) {
        self.rolled = None;
        for &[from, to] in moves {
            // What a game keeps was allowed.
            let Ok((Move { hit, .. }, after)) = self.position.step(from, from.saturating_sub(to)) else { continue };
            self.position = after;
            if let Some((_, cell)) = self.cells.last_mut() {
                let _ = write!(cell, " {from}/{to}{}", if hit { "*" } else { "" });
            }
        }
        self.position = self.position.turned();
    }

    fn write(&self, text: &mut String) {
        let mut number = 0;
        let mut left = None;
        for (player, cell) in &self.cells {
            let wins = cell.starts_with(" Wins");
            if *player == Player::White {
                if let Some(left) = left.take() {
                    line(text, &mut number, left, "");
                }
                if wins {
                    let _ = writeln!(text, "     {cell}");
                } else {
                    left = Some(cell.as_str());
                }
            } else if wins && left.is_none() {
                let _ = writeln!(text, "{:LEFT$}{cell}", "");
            } else {
                line(text, &mut number, left.take().unwrap_or_default(), cell);
            }
        }
        if let Some(left) = left {
            line(text, &mut number, left, "");
        }
    }
}

fn line(text: &mut String, number: &mut usize, left: &str, right: &str) {
    *number += 1;
    let left = format!("{number:3}) {left}");
    let _ = writeln!(text, "{left:<LEFT$}{}{right}", if left.len() < LEFT { "" } else { " " });
}
