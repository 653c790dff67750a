//! Chips: tournament counters, whole, never money (`Minor` is money; the two never meet).

use std::iter::Sum;

use serde::{Deserialize, Serialize};

use crate::domain::codes::Code;

/// A number of chips, or of chips' worth.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Chips(pub u64);

impl Chips {
    /// None.
    pub const ZERO: Self = Self(0);

    /// Both together; none beyond what can be held.
    #[must_use]
    pub const fn checked_add(self, other: Self) -> Option<Self> {
        match self.0.checked_add(other.0) {
            Some(sum) => Some(Self(sum)),
            None => None,
        }
    }

    /// What is left; none where there are fewer than are taken.
    #[must_use]
    pub const fn checked_sub(self, other: Self) -> Option<Self> {
        match self.0.checked_sub(other.0) {
            Some(left) => Some(Self(left)),
            None => None,
        }
    }

    /// Both together.
    ///
    /// # Errors
    /// `internal` beyond what can be held, which no tournament's chips ever come near.
    pub fn and(self, other: Self) -> Result<Self, Code> {
        self.checked_add(other).ok_or(Code::Internal)
    }

    /// What is left.
    ///
    /// # Errors
    /// `internal` where there are fewer than are taken: rows that contradict each other.
    pub fn less(self, other: Self) -> Result<Self, Code> {
        self.checked_sub(other).ok_or(Code::Internal)
    }
}

impl Sum for Chips {
    /// Stops at the largest number.
    fn sum<I: Iterator<Item = Self>>(chips: I) -> Self {
        Self(chips.fold(0, |sum, chips| sum.saturating_add(chips.0)))
    }
}
