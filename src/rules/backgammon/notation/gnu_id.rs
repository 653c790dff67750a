//! GNU Backgammon's position id and match id.
//!
//! Both are Base64 of a string of bits, the lowest bit of each byte first. A position is, for the opponent and then for the
//! side to move, each place from its ace point to the bar: as many ones as checkers, then a zero. A match is the fields of
//! [`Moment`], in the order in which [`of_match`] writes them.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;

use super::super::cube::Cube;
use super::super::player::Player;
use super::super::position::{BAR, Board, CHECKERS, Counts, OFF, Position};
use super::super::result::Class;
use super::super::roll::Roll;
use super::super::variant::Movement;
use super::{IdError, Moment, Pending, Stage, Unsayable};

const POSITION: &str = "a position id";
const MATCH: &str = "a match id";

/// The position id, seen by the side to move.
///
/// # Errors
/// [`Unsayable`] for games in which single checkers are not hit: an id has no place for what is pinned or yet to enter.
pub fn of_position(position: &Position) -> Result<String, Unsayable> {
    if position.movement() != Movement::Hitting {
        return Err(Unsayable { notation: POSITION, what: "positions of games that move otherwise than backgammon" });
    }
    let mut bits = Bits::default();
    for counts in [position.opp(), position.own()] {
        for checkers in &counts[1..=usize::from(BAR)] {
            bits.push((1 << checkers) - 1, u32::from(*checkers) + 1);
        }
    }
    Ok(bits.text(10))
}

/// The position of an id, seen by the side to move.
///
/// # Errors
/// [`IdError`]: what is wrong with it.
pub fn position(id: &str) -> Result<Position, IdError> {
    let mut bits = Bits::read(POSITION, id, 14)?;
    let mut side = || {
        let mut counts: Counts = [0; 26];
        for place in &mut counts[1..=usize::from(BAR)] {
            while bits.left > 0 && bits.take(1) == 1 {
                *place += 1;
            }
        }
        counts[usize::from(OFF)] = CHECKERS.saturating_sub(counts.iter().sum());
        counts
    };
    let (opp, own) = (side(), side());
    if bits.value != 0 {
        return Err(IdError::Beyond(POSITION));
    }
    Ok(Position::new(&Board { own, opp, ..Board::default() })?)
}

/// The match id of a moment.
///
/// # Errors
/// [`Unsayable`]: a cube above 32768, a score above 32767.
pub fn of_match(moment: &Moment) -> Result<String, Unsayable> {
    let unsayable = |what| Unsayable { notation: MATCH, what };
    let playing = matches!(moment.stage, Stage::Playing);
    let (stage, resigned) = match (moment.stage, moment.pending) {
        (Stage::NotBegun, _) => (0, 0),
        (Stage::Playing, Some(Pending::Resignation { class, .. })) => (1, class.points()),
        (Stage::Playing, _) => (1, 0),
        (Stage::Played, _) => (2, 0),
        (Stage::Resigned(class), _) => (3, class.points()),
        (Stage::Dropped, _) => (4, 0),
    };
    let doubled = playing && matches!(moment.pending, Some(Pending::Double | Pending::Beaver));
    let to_act = if playing { moment.to_act() } else { moment.turn };
    let number = |player: Player| u128::from(player == Player::Black);
    let mut bits = Bits::default();
    bits.push(fits(moment.cube.value.ilog2(), 4).ok_or(unsayable("a cube above 32768"))?, 4);
    bits.push(moment.cube.owner.map_or(3, number), 2);
    bits.push(number(moment.turn), 1);
    bits.push(u128::from(moment.crawford), 1);
    bits.push(stage, 3);
    bits.push(number(to_act), 1);
    bits.push(u128::from(doubled), 1);
    bits.push(u128::from(resigned), 2);
    for die in moment.roll.map_or([0, 0], |roll| [roll.high(), roll.low()]) {
        bits.push(u128::from(die), 3);
    }
    bits.push(fits(moment.length, 15).ok_or(unsayable("a match to more than 32767 points"))?, 15);
    for points in moment.score {
        bits.push(fits(points, 15).ok_or(unsayable("a score above 32767"))?, 15);
    }
    bits.push(u128::from(!moment.jacoby || moment.length > 0), 1);
    Ok(bits.text(9))
}

/// The moment of a position id and a match id. Beavers and cube maximum are not told by ids: none, and 32768.
///
/// # Errors
/// [`IdError`]: what is wrong with either.
pub fn moment(position_id: &str, match_id: &str) -> Result<Moment, IdError> {
    let position = position(position_id)?;
    let mut bits = Bits::read(MATCH, match_id, 12)?;
    let mut next = |width| bits.take(width);
    let player = |bit| if bit == 0 { Player::White } else { Player::Black };
    let (value, owner) = (1 << next(4), next(2));
    let cube = match owner {
        3 => Cube { value, owner: None },
        0 | 1 => Cube { value, owner: Some(player(owner)) },
        _ => return Err(IdError::field("the cube's owner", owner)),
    };
    let (turn, crawford, stage, to_act) = (player(next(1)), next(1) == 1, next(3), player(next(1)));
    let (doubled, resigned) = (next(1) == 1, next(2));
    let roll = match [next(3), next(3)].map(|die| u8::try_from(die).unwrap_or_default()) {
        [0, 0] => None,
        [a, b] => Some(Roll::new(a, b).map_err(|error| IdError::field("a die", error.0))?),
    };
    let length = u32::try_from(next(15)).unwrap_or_default();
    let score = [next(15), next(15)].map(|points| u64::try_from(points).unwrap_or_default());
    let jacoby = next(1) == 0 && length == 0;
    if bits.value != 0 {
        return Err(IdError::Beyond(MATCH));
    }
    let class = Class::ALL.into_iter().find(|class| u128::from(class.points()) == resigned);
    let pending = match (stage, doubled, class) {
        (1, true, Some(_)) => return Err(IdError::Contradiction("a double and a resignation wait for an answer")),
        (1, true, None) if roll.is_some() => return Err(IdError::Contradiction("a double is offered after rolling")),
        (1, true, None) => Some(if to_act == turn { Pending::Beaver } else { Pending::Double }),
        (1, false, Some(class)) => Some(Pending::Resignation { by: to_act.other(), class }),
        (1, false, None) if to_act != turn => {
            return Err(IdError::Contradiction("one player is on turn and the other to act, and nothing is offered"));
        }
        _ => None,
    };
    let stage = match (stage, class) {
        (0, _) => Stage::NotBegun,
        (1, _) => Stage::Playing,
        (2, _) => Stage::Played,
        (3, class) => Stage::Resigned(class.unwrap_or(Class::Single)),
        (4, _) => Stage::Dropped,
        _ => return Err(IdError::field("the state of the game", stage)),
    };
    let (beavers, cube_max) = (false, 1 << 15);
    let moment =
        Moment { position, turn, roll, pending, stage, cube, length, score, crawford, jacoby, beavers, cube_max };
    moment.consistent()
}

/// A number that has so many bits at most.
fn fits(number: impl Into<u128>, width: u32) -> Option<u128> {
    Some(number.into()).filter(|number| *number < 1 << width)
}

/// A string of bits: what is pushed first is taken first. Longest for an id of ten bytes.
#[derive(Default)]
struct Bits {
    value: u128,
    left: u32,
}

impl Bits {
    /// Bits beyond 128 are lost; no position has so many.
    fn push(&mut self, bits: u128, width: u32) {
        self.value |= bits.checked_shl(self.left).unwrap_or_default();
        self.left += width;
    }

    /// The next bits; zeros beyond the end.
    fn take(&mut self, width: u32) -> u128 {
        let taken = self.value & ((1 << width) - 1);
        self.value >>= width;
        self.left = self.left.saturating_sub(width);
        taken
    }

    fn text(&self, bytes: usize) -> String {
        STANDARD_NO_PAD.encode(self.value.to_le_bytes().get(..bytes).unwrap_or_default())
    }

    fn read(id: &'static str, text: &str, expected: usize) -> Result<Self, IdError> {
        let found = text.chars().count();
        if found != expected {
            return Err(IdError::Length { id, expected, found });
        }
        let alphabet = |found: &char| found.is_ascii_alphanumeric() || ['+', '/'].contains(found);
        if let Some((at, found)) = text.chars().enumerate().find(|(_, found)| !alphabet(found)) {
            return Err(IdError::Character { id, at: at + 1, found });
        }
        let bytes = STANDARD_NO_PAD.decode(text).map_err(|_| IdError::Beyond(id))?;
        let value = bytes.iter().rev().fold(0, |value, byte| value << 8 | u128::from(*byte));
        Ok(Self { value, left: u32::try_from(bytes.len() * 8).unwrap_or_default() })
    }
}

#[cfg(test)]
mod tests;
