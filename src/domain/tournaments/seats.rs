//! Seats and tables: how many a table has, how many tables so many players need.

use serde::{Deserialize, Serialize};

/// A seat at a table of a tournament, both counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Place {
    /// The table's number in the tournament; never used again for another.
    pub table: u32,
    /// The seat's number at the table.
    pub seat: u8,
}

/// How many seats a table has: at least two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Seats(u8);

/// A table of fewer than two seats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a table has at least two seats")]
pub struct TooFewSeats;

impl TryFrom<u8> for Seats {
    type Error = TooFewSeats;
    fn try_from(seats: u8) -> Result<Self, TooFewSeats> {
        if seats < 2 { Err(TooFewSeats) } else { Ok(Self(seats)) }
    }
}

impl From<Seats> for u8 {
    fn from(seats: Seats) -> Self {
        seats.0
    }
}

impl Seats {
    /// Two: backgammon, gin and Oklahoma gin.
    pub const TWO: Self = Self(2);

    /// The number.
    #[must_use]
    pub fn get(self) -> usize {
        usize::from(self.0)
    }

    /// As few tables as so many players need (page 003 §12, the first aim). Where tables have two seats and the number is odd, one
    /// player waits and needs no table (page 003 §6); one player alone needs none at all.
    #[must_use]
    pub fn tables_for(self, players: usize) -> usize {
        if self == Self::TWO || players < 2 { players / self.get() } else { players.div_ceil(self.get()) }
    }
}
