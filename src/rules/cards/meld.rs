//! What a meld is.

use serde::{Deserialize, Serialize};

use super::card::Card;

/// Where an ace stands in a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Aces {
    /// Below the 2 alone.
    Low,
    /// Below the 2 or above the king, and never between them.
    LowOrHigh,
}

/// What counts as a meld: sets of 3 or 4 of a rank, of different suits, and runs of 3 or more of a suit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MeldRules {
    /// Where an ace stands in a run.
    pub aces: Aces,
    /// Whether a set may have a suit twice, where there are two packs.
    pub suits_repeat: bool,
    /// The most cards of a set.
    pub set_most: u8,
}

/// The two kinds of meld.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// Of a rank.
    Set,
    /// In sequence, of a suit.
    Run,
}

/// Why cards are no meld.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoMeld {
    /// Fewer than three.
    #[error("a meld has at least 3 cards, not {found}")]
    TooFew {
        /// How many there are.
        found: usize,
    },
    /// Jokers stand for cards, and there are none beside them.
    #[error("jokers alone are no meld")]
    JokersAlone,
    /// More of a rank than a set may have.
    #[error("a set has at most {most} cards, not {found}")]
    SetTooLarge {
        /// The most.
        most: u8,
        /// How many there are.
        found: usize,
    },
    /// A set of different suits has one twice.
    #[error("{card} is twice in a set")]
    SuitTwice {
        /// The card.
        card: Card,
    },
    /// Neither of one rank nor in sequence and of one suit.
    #[error("it is neither a set nor a run")]
    Neither,
}

impl MeldRules {
    /// Gin and Oklahoma gin.
    pub const GIN: Self = Self { aces: Aces::Low, suits_repeat: false, set_most: 4 };

    /// Judges cards, in any order; a joker stands for any card that is wanted.
    ///
    /// # Errors
    /// [`NoMeld`] says what forbids it.
    pub fn judge(&self, cards: &[Card]) -> Result<Shape, NoMeld> {
        let found = cards.len();
        if found < 3 {
            return Err(NoMeld::TooFew { found });
        }
        let mut natural = cards.iter().filter(|card| !card.is_joker());
        let first = natural.next().ok_or(NoMeld::JokersAlone)?;
        if natural.clone().all(|card| card.rank() == first.rank()) {
            return self.set(cards);
        }
        if natural.all(|card| card.suit() == first.suit()) && self.in_sequence(cards) {
            return Ok(Shape::Run);
        }
        Err(NoMeld::Neither)
    }

    /// Cards of one rank.
    fn set(&self, cards: &[Card]) -> Result<Shape, NoMeld> {
        let mut seen = 0_u64;
        for card in cards.iter().filter(|card| !card.is_joker()) {
            if seen >> card.number() & 1 == 1 && !self.suits_repeat {
                return Err(NoMeld::SuitTwice { card: *card });
            }
            seen |= 1 << card.number();
        }
        if cards.len() > usize::from(self.set_most) {
            return Err(NoMeld::SetTooLarge { most: self.set_most, found: cards.len() });
        }
        Ok(Shape::Set)
    }

    /// Whether cards of one suit, of more than one rank, are in sequence with what the jokers stand for.
    fn in_sequence(&self, cards: &[Card]) -> bool {
        let mut ranks = 0_u32;
        for rank in cards.iter().filter_map(|card| card.rank()) {
            if ranks >> rank & 1 == 1 {
                return false;
            }
            ranks |= 1 << rank;
        }
        let reaches = |ranks: u32| {
            let span = u32::BITS - ranks.leading_zeros() - ranks.trailing_zeros();
            // Jokers that are not needed within go to an end: there is room for thirteen in all.
            usize::try_from(span).is_ok_and(|span| span <= cards.len()) && cards.len() <= 13
        };
        let high = if ranks & 2 == 2 { ranks & !2 | 1 << 14 } else { ranks };
        reaches(ranks) || self.aces == Aces::LowOrHigh && reaches(high)
    }
}
