//! SGF, the Smart Game Format (`FF[4]`, `GM[6]`), as GNU Backgammon reads and writes it: a game tree a game.
//!
//! Points are letters from white's side, `a` white's ace point, for either player; `y` is the bar, also where checkers wait to
//! enter, and `z` off. What SGF has no word for stands in a property of our own, `KU`, which others pass over: the options of
//! the cube, opening rolls that the first move does not show, resignations and their answers, and lowered limits. So nothing
//! is lost: what was written reads as the same match, act by act.

mod read;
mod tree;
mod write;

pub use read::read;
pub use write::write;

use super::super::player::Player;
use super::super::position::{BAR, OFF};
use super::super::variant::Movement;

/// The letter of a player's place.
fn letter(movement: Movement, player: Player, place: u8) -> char {
    match (place, player) {
        (OFF, _) => 'z',
        (BAR.., _) => 'y',
        (point, Player::White) => char::from(b'a' + point - 1),
        (point, Player::Black) => char::from(b'a' + movement.across(point) - 1),
    }
}

/// The player's place of a letter.
fn place(movement: Movement, player: Player, letter: u8) -> Option<u8> {
    match (letter, player) {
        (b'z', _) => Some(OFF),
        (b'y', _) => Some(BAR),
        (b'a'..=b'x', Player::White) => Some(letter - b'a' + 1),
        (b'a'..=b'x', Player::Black) => Some(movement.across(letter - b'a' + 1)),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
