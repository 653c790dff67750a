//! Where the checkers stand, seen by the side to move.

use std::fmt;

use super::side::Side;
use super::variant::{Movement, Variant};

mod gate;
mod text;

pub use gate::{Impossible, Impossibles};

/// Checkers of each side.
pub const CHECKERS: u8 = 15;
/// The place of checkers borne off.
pub const OFF: u8 = 0;
/// The place of checkers on the bar.
pub const BAR: u8 = 25;

/// Checkers of one side, by place, from its own side: 0 off, 1 its ace point (the last before off) to 24, 25 the bar.
pub type Counts = [u8; 26];
/// A set of places from one side: bit 1 its ace point to bit 24, bit 25 the bar.
pub type Points = u32;

/// One of the two sides of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Whose {
    /// The side from which the position is seen.
    Own,
    /// The other.
    Opp,
}

impl fmt::Display for Whose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Own => "the mover",
            Self::Opp => "the opponent",
        })
    }
}

/// A board as somebody tells it: perhaps impossible. [`Position::new`] judges it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Board {
    /// How checkers move on it.
    pub movement: Movement,
    /// The checkers of the side to move, from its own side.
    pub own: Counts,
    /// The opponent's checkers, from the opponent's side.
    pub opp: Counts,
    /// Where a checker of the side to move is pinned, from its own side. Only where one side pins.
    pub own_pinned: Points,
    /// Where a checker of the opponent is pinned, from the opponent's side.
    pub opp_pinned: Points,
}

impl Default for Board {
    /// No checkers at all, for [`Movement::Hitting`]: a start for a literal, not a possible position.
    fn default() -> Self {
        Self { movement: Movement::Hitting, own: [0; 26], opp: [0; 26], own_pinned: 0, opp_pinned: 0 }
    }
}

/// A possible position, seen by the side to move ("own"). Each side's checkers are counted from its own side.
///
/// Its text is 28 characters: the 24 points from the mover's side, then the mover's bar, the mover's off, the opponent's
/// bar, the opponent's off; `.` for none, `A` to `O` for 1 to 15 checkers of the mover's, `a` to `o` for the opponent's.
/// Where a checker is pinned, the letter is of those that pin it, and `/` with the point's number follows the 28
/// characters. Read as text (`str::parse`), it is of [`Movement::Hitting`]; [`Position::read`] reads any.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    pub(super) own: Side,
    pub(super) opp: Side,
    pub(super) movement: Movement,
}

impl Position {
    /// The one way to a position from outside: a board on which nothing is impossible.
    ///
    /// # Errors
    /// [`Impossibles`]: everything that is.
    pub fn new(board: &Board) -> Result<Self, Impossibles> {
        let found = gate::judge(board);
        if found.0.is_empty() { Ok(Self::unchecked(board)) } else { Err(found) }
    }

    fn unchecked(board: &Board) -> Self {
        Self {
            own: Side::of(&board.own, board.own_pinned),
            opp: Side::of(&board.opp, board.opp_pinned),
            movement: board.movement,
        }
    }

    /// Where a variant's games start, seen by either side.
    #[must_use]
    pub fn start(variant: Variant) -> Self {
        let checkers: &[(usize, u8)] = match variant {
            Variant::Backgammon | Variant::Tavla | Variant::Portes => &[(24, 2), (13, 5), (8, 3), (6, 5)],
            Variant::Nackgammon => &[(24, 2), (23, 2), (13, 4), (8, 3), (6, 4)],
            Variant::Plakoto | Variant::Fevga => &[(24, CHECKERS)],
            Variant::AceyDeucey => &[],
        };
        let mut counts = [0; 26];
        for &(point, checkers) in checkers {
            counts[point] = checkers;
        }
        Self::unchecked(&Board { movement: variant.movement(), own: counts, opp: counts, ..Board::default() })
    }

    /// Seen by the other side.
    #[must_use]
    pub fn turned(&self) -> Self {
        Self { own: self.opp, opp: self.own, movement: self.movement }
    }

    /// The board that this position was made from.
    #[must_use]
    pub fn board(&self) -> Board {
        Board {
            movement: self.movement,
            own: self.own.counts(),
            opp: self.opp.counts(),
            own_pinned: self.own.pinned(),
            opp_pinned: self.opp.pinned(),
        }
    }

    /// How checkers move in it.
    #[must_use]
    pub fn movement(&self) -> Movement {
        self.movement
    }

    /// The checkers of the side to move, from its own side.
    #[must_use]
    pub fn own(&self) -> Counts {
        self.own.counts()
    }

    /// The opponent's checkers, from the opponent's side.
    #[must_use]
    pub fn opp(&self) -> Counts {
        self.opp.counts()
    }

    /// How many checkers of the side to move have yet to enter, where they start off the board.
    #[must_use]
    pub fn waiting(&self) -> u8 {
        match self.movement {
            Movement::Entering => CHECKERS.saturating_sub(self.own.counts().iter().sum()),
            _ => 0,
        }
    }

    /// The pips that the side to move needs to bear all off. On the bar, or yet to enter: 25.
    #[must_use]
    pub fn pips(&self) -> u16 {
        let counts = self.own();
        u16::from(self.waiting()) * u16::from(BAR)
            + (0_u16..).zip(counts).map(|(place, count)| place * u16::from(count)).sum::<u16>()
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({:?}, {self})", self.movement)
    }
}

#[cfg(test)]
mod tests;
