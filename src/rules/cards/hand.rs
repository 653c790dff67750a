//! A hand of gin.

use super::card::Card;
use super::card_set::{CardSet, Repeated};

/// The most cards that anybody holds at gin: ten, and the one just drawn.
pub(super) const MOST: u32 = 11;

/// At most 11 different cards of one pack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Hand(CardSet);

/// Why cards are no hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum HandError {
    /// A card comes twice, or is a joker.
    #[error(transparent)]
    Repeated(#[from] Repeated),
    /// Too many.
    #[error("a hand has at most {MOST} cards, not {found}")]
    TooMany {
        /// How many there are.
        found: u32,
    },
}

impl Hand {
    /// The hand of some cards.
    ///
    /// # Errors
    /// [`HandError`] for more than 11, for a card that comes twice and for a joker.
    pub fn of(cards: &[Card]) -> Result<Self, HandError> {
        Self::of_set(CardSet::of(cards)?)
    }

    /// The hand of a set.
    ///
    /// # Errors
    /// [`HandError::TooMany`].
    pub fn of_set(set: CardSet) -> Result<Self, HandError> {
        if set.len() > MOST { Err(HandError::TooMany { found: set.len() }) } else { Ok(Self(set)) }
    }

    /// Its cards.
    #[must_use]
    pub const fn cards(self) -> CardSet {
        self.0
    }
}
