//! The two players of a game.

use std::fmt;

use serde::{Deserialize, Serialize};

/// One of the two players, by the colour of the checkers. Where notations number players, white is the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Player {
    /// The first; in the left column of a transcript.
    White,
    /// The second; in the right column.
    Black,
}

impl Player {
    /// Both, the first first.
    pub const BOTH: [Self; 2] = [Self::White, Self::Black];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// 0 for the first, 1 for the second: the place in a pair.
    #[must_use]
    pub const fn index(self) -> usize {
        match self {
            Self::White => 0,
            Self::Black => 1,
        }
    }

    /// What belongs to this player of a pair, the first player's first.
    #[must_use]
    pub fn of<T>(self, pair: [T; 2]) -> T {
        let [white, black] = pair;
        match self {
            Self::White => white,
            Self::Black => black,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::White => "white",
            Self::Black => "black",
        })
    }
}
