//! XGID, eXtreme Gammon's id: ten fields with colons between them.
//!
//! 1. 26 characters: the top player's bar, the points 1 to 24 of the bottom player, the bottom player's bar; `-` for none,
//!    `A` to `O` for 1 to 15 checkers of the bottom player's, `a` to `o` of the top player's.
//! 2. The cube's power of two. 3. Its owner: 1 the bottom player, -1 the top player, 0 nobody.
//! 4. Whose turn it is: 1 the bottom player, -1 the top player.
//! 5. The dice; `00` before rolling; `D` a double offered; `B` a beaver on it.
//! 6. and 7. The scores of the bottom and the top player.
//! 8. In a match 1 in the Crawford game; else 1 with Jacoby, plus 2 with beavers. 9. The match's length, 0 for none.
//! 10. The cube maximum's power of two.
//!
//! The bottom player is black, as in GNU Backgammon. While a beaver waits, the cube is shown as it stands: the beaverer's, at
//! the value of the double.

use std::fmt::Write;

use super::super::cube::{CUBE_MAX, Cube};
use super::super::match_play::LENGTH_MAX;
use super::super::player::Player;
use super::super::position::{BAR, Board, CHECKERS, OFF, Position};
use super::super::roll::Roll;
use super::super::variant::Movement;
use super::{IdError, Moment, Pending, Stage, Unsayable};

const XGID: &str = "an XGID";
const PREFIX: &str = "XGID=";
/// Who sits at the bottom.
const BOTTOM: Player = Player::Black;
/// Longer than any number in an XGID.
const DIGITS: usize = 10;

/// The XGID of a moment.
///
/// # Errors
/// [`Unsayable`]: a game that moves otherwise than backgammon, has not begun or has ended; a resignation.
pub fn of(moment: &Moment) -> Result<String, Unsayable> {
    let unsayable = |what| Err(Unsayable { notation: XGID, what });
    if moment.position.movement() != Movement::Hitting {
        return unsayable("positions of games that move otherwise than backgammon");
    }
    if moment.stage != Stage::Playing {
        return unsayable("that a game has not begun, or has ended");
    }
    let dice = match (moment.pending, moment.roll) {
        (Some(Pending::Resignation { .. }), _) => return unsayable("a resignation"),
        (Some(Pending::Double), _) => "D".to_owned(),
        (Some(Pending::Beaver), _) => "B".to_owned(),
        (None, Some(roll)) => format!("{}{}", roll.high(), roll.low()),
        (None, None) => "00".to_owned(),
    };
    let rules = if moment.length > 0 {
        u8::from(moment.crawford)
    } else {
        u8::from(moment.jacoby) + 2 * u8::from(moment.beavers)
    };
    let [bottom, top] = [BOTTOM, BOTTOM.other()].map(|player| player.of(moment.score));
    let mut text = PREFIX.to_owned();
    board(&mut text, moment);
    // Writing to a string does not fail.
    let _ = write!(
        text,
        ":{}:{}:{}:{dice}:{bottom}:{top}:{rules}:{}:{}",
        moment.cube.value.ilog2(),
        moment.cube.owner.map_or(0, sign),
        sign(moment.turn),
        moment.length,
        moment.cube_max.max(1).ilog2(),
    );
    Ok(text)
}

fn sign(player: Player) -> i8 {
    if player == BOTTOM { 1 } else { -1 }
}

fn board(text: &mut String, moment: &Moment) {
    let seen = if moment.turn == BOTTOM { moment.position } else { moment.position.turned() };
    let (bottom, top) = (seen.own(), seen.opp());
    let letter = |first: u8, checkers: u8| if checkers == 0 { '-' } else { char::from(first + checkers - 1) };
    for place in 0..=BAR {
        let (ours, theirs) = (bottom[usize::from(place)], top[usize::from(BAR - place)]);
        // A player's off is where the other's bar is, and is not written.
        let ours = if place == OFF { 0 } else { ours };
        let theirs = if place == BAR { 0 } else { theirs };
        text.push(if ours > 0 { letter(b'A', ours) } else { letter(b'a', theirs) });
    }
}

/// The moment of an XGID, with `XGID=` in front or without.
///
/// # Errors
/// [`IdError`]: what is wrong with it.
pub fn moment(id: &str) -> Result<Moment, IdError> {
    let text = id.strip_prefix(PREFIX).unwrap_or(id);
    let mut fields = [""; 10];
    let mut found = 0;
    for field in text.split(':') {
        if let Some(place) = fields.get_mut(found) {
            *place = field;
        }
        found += 1;
    }
    if found != fields.len() {
        return Err(IdError::Fields { found });
    }
    let [board, value, owner, turn, dice, bottom, top, rules, length, cube_max] = fields;
    let owner = match owner {
        "0" => None,
        _ => Some(player("the cube's owner", owner)?),
    };
    let cube = Cube { value: power("the cube", value)?, owner };
    let turn = player("the turn", turn)?;
    let (roll, pending) = match dice {
        "00" => (None, None),
        "D" => (None, Some(Pending::Double)),
        "B" => (None, Some(Pending::Beaver)),
        _ => (Some(roll(dice)?), None),
    };
    let [bottom, top] = [number("a score", bottom)?, number("a score", top)?];
    let length = u32::try_from(number("the length", length)?)
        .ok()
        .filter(|length| *length <= LENGTH_MAX)
        .ok_or_else(|| IdError::field("the length", length))?;
    let flags = match (rules, length) {
        ("0", _) => [false; 3],
        ("1", 1..) => [true, false, false],
        ("1", 0) => [false, true, false],
        ("2", 0) => [false, false, true],
        ("3", 0) => [false, true, true],
        _ => return Err(IdError::field("the rules", rules)),
    };
    let [crawford, jacoby, beavers] = flags;
    let moment = Moment {
        position: position(board, turn)?,
        turn,
        roll,
        pending,
        stage: Stage::Playing,
        cube,
        length,
        score: if BOTTOM == Player::White { [bottom, top] } else { [top, bottom] },
        crawford,
        jacoby,
        beavers,
        cube_max: power("the cube maximum", cube_max)?,
    };
    moment.consistent()
}

fn position(text: &str, turn: Player) -> Result<Position, IdError> {
    let found = text.chars().count();
    if found != 26 {
        return Err(IdError::Length { id: "the position of an XGID", expected: 26, found });
    }
    let (mut bottom, mut top) = ([0; 26], [0; 26]);
    for (place, found) in (0_u8..).zip(text.chars()) {
        let (side, at, first) = match found {
            '-' => continue,
            'A'..='O' if place != OFF => (&mut bottom, place, 'A'),
            'a'..='o' if place != BAR => (&mut top, BAR - place, 'a'),
            _ => return Err(IdError::Character { id: XGID, at: usize::from(place) + 1, found }),
        };
        side[usize::from(at)] = u8::try_from(u32::from(found) - u32::from(first) + 1).unwrap_or_default();
    }
    for side in [&mut bottom, &mut top] {
        side[usize::from(OFF)] =
            CHECKERS.saturating_sub(side.iter().fold(0, |sum: u8, count| sum.saturating_add(*count)));
    }
    let seen = Position::new(&Board { own: bottom, opp: top, ..Board::default() });
    match seen {
        Ok(seen) => Ok(if turn == BOTTOM { seen } else { seen.turned() }),
        Err(impossibles) => Err(impossibles.into()),
    }
}

fn player(field: &'static str, text: &str) -> Result<Player, IdError> {
    match text {
        "1" => Ok(BOTTOM),
        "-1" => Ok(BOTTOM.other()),
        _ => Err(IdError::field(field, text)),
    }
}

fn number(field: &'static str, text: &str) -> Result<u64, IdError> {
    let digits = !text.is_empty() && text.len() <= DIGITS && text.bytes().all(|digit| digit.is_ascii_digit());
    text.parse().ok().filter(|_| digits).ok_or_else(|| IdError::field(field, text))
}

fn power(field: &'static str, text: &str) -> Result<u32, IdError> {
    let power = number(field, text)?;
    u32::try_from(power)
        .ok()
        .and_then(|power| 1_u32.checked_shl(power))
        .filter(|value| *value <= CUBE_MAX)
        .ok_or_else(|| IdError::field(field, text))
}

fn roll(text: &str) -> Result<Roll, IdError> {
    match text.as_bytes() {
        [a @ b'1'..=b'6', b @ b'1'..=b'6'] => Roll::new(a - b'0', b - b'0').ok(),
        _ => None,
    }
    .ok_or_else(|| IdError::field("the dice", text))
}

#[cfg(test)]
mod tests;
