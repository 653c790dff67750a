//! Why a hand of gin has no figures.

use super::figures::{Outcome, Side};
use crate::rules::cards::{Card, NoMeld, Surpluses};

/// Why a hand of gin has no figures.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GinError {
    /// A wrong number of cards.
    #[error("{whose} has {found} cards, not {right}")]
    Count {
        /// Whose: a side's, or a hand that is nobody's.
        whose: &'static str,
        /// How many there are.
        found: usize,
        /// How many there should be.
        right: &'static str,
    },
    /// Eleven cards, and not big gin.
    #[error("{whose} has 11 cards: the discard is missing")]
    DiscardMissing {
        /// Who.
        whose: Side,
    },
    /// Cards that are there more often than in the deck.
    #[error(transparent)]
    Surplus(#[from] Surpluses),
    /// A laid meld is none.
    #[error("meld {meld} of the knocker: {why}")]
    NoMeld {
        /// Which, from 1.
        meld: usize,
        /// Why.
        why: NoMeld,
    },
    /// A laid meld has a card that its owner does not hold, or has laid already.
    #[error("meld {meld} of the knocker has {card}, which the knocker does not hold besides")]
    NotHeld {
        /// Which, from 1.
        meld: usize,
        /// The card.
        card: Card,
    },
    /// A knock above the limit.
    #[error("a knock may have {limit} points of deadwood here, not {deadwood}")]
    AboveLimit {
        /// The knocker's deadwood.
        deadwood: u32,
        /// The most.
        limit: u32,
    },
    /// The hand did not end as is said.
    #[error("deadwood of {knocker} for the knocker and {defender} for the opponent is {outcome}, not {said}")]
    Ended {
        /// How it is said to have ended.
        said: Outcome,
        /// How it did.
        outcome: Outcome,
        /// The knocker's deadwood.
        knocker: u32,
        /// The opponent's.
        defender: u32,
    },
}

impl GinError {
    /// The stable word of this refusal.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Count { .. } => "card_count",
            Self::DiscardMissing { .. } => "discard_missing",
            Self::Surplus(_) => Surpluses::CODE,
            Self::NoMeld { .. } => "no_meld",
            Self::NotHeld { .. } => "meld_not_held",
            Self::AboveLimit { .. } => "knock_above_limit",
            Self::Ended { .. } => "ending_disagrees",
        }
    }
}
