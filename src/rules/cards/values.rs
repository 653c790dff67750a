//! What cards are worth.

use serde::{Deserialize, Serialize};

use super::card::Card;

/// What the cards of a game are worth in points; 2 to 10 are worth their number in every game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Values {
    /// An ace.
    pub ace: u32,
    /// A jack, queen or king.
    pub court: u32,
    /// A joker.
    pub joker: u32,
}

/// A card with its value: a summand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Valued {
    /// The card.
    pub card: Card,
    /// Its value in points.
    pub value: u32,
}

/// What cards are worth together, with every summand.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Worth {
    /// The cards, as they were given.
    pub cards: Vec<Valued>,
    /// Their sum.
    pub sum: u32,
}

impl Values {
    /// Gin and Oklahoma gin; there is no joker in the deck (page 003, §10).
    pub const GIN: Self = Self { ace: 1, court: 10, joker: 0 };

    /// The value of a card.
    #[must_use]
    pub const fn of(&self, card: Card) -> u32 {
        match card.rank() {
            None => self.joker,
            Some(1) => self.ace,
            Some(rank @ 2..=10) => rank as u32,
            Some(_) => self.court,
        }
    }

    /// The value of each of some cards, and of all.
    #[must_use]
    pub fn worth(&self, cards: impl IntoIterator<Item = Card>) -> Worth {
        let cards: Vec<Valued> = cards.into_iter().map(|card| Valued { card, value: self.of(card) }).collect();
        let sum = cards.iter().fold(0_u32, |sum, valued| sum.saturating_add(valued.value));
        Worth { cards, sum }
    }
}
