//! What a deck holds, and which cards are there too often.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::card::Card;

/// What is played with: so many packs of 52, and so many jokers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deck {
    /// Packs of 52.
    pub packs: u8,
    /// Jokers in all.
    pub jokers: u8,
}

/// A card that is there more often than in the deck.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Surplus {
    /// Which.
    pub card: Card,
    /// How often it is there.
    pub found: usize,
    /// How often the deck holds it.
    pub deck: usize,
}

impl fmt::Display for Surplus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { card, found, deck } = *self;
        let times = if found == 1 { "once".into() } else { format!("{found} times") };
        write!(f, "{card} is there {times}, {} more than the deck holds", found.saturating_sub(deck))
    }
}

/// Every card that is there too often; at least one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Surpluses(pub Vec<Surplus>);

impl fmt::Display for Surpluses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, surplus) in self.0.iter().enumerate() {
            write!(f, "{}{surplus}", if at > 0 { "; " } else { "" })?;
        }
        Ok(())
    }
}

impl std::error::Error for Surpluses {}

impl Surpluses {
    /// The stable word of this refusal.
    pub const CODE: &'static str = "card_surplus";
}

/// How often each card is there.
#[derive(Debug, Clone)]
pub(in crate::rules) struct Tally([usize; Card::KINDS]);

impl Tally {
    pub(in crate::rules) fn of<'a>(cards: impl IntoIterator<Item = &'a Card>) -> Self {
        let mut tally = [0; Card::KINDS];
        for card in cards {
            if let Some(count) = tally.get_mut(card.index()) {
                *count += 1;
            }
        }
        Self(tally)
    }

    /// Both together.
    pub(in crate::rules) fn plus(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(count, other)| *count += other);
        self
    }

    /// Of each card as many as there are in either.
    pub(in crate::rules) fn most(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(count, other)| *count = other.max(*count));
        self
    }

    /// The first card that is here more often than in another tally.
    pub(in crate::rules) fn beyond(&self, other: &Self) -> Option<Card> {
        Card::all().zip(self.0.iter().zip(other.0)).find(|(_, (here, there))| **here > *there).map(|(card, _)| card)
    }
}

impl Deck {
    /// One pack without jokers.
    pub const ONE_PACK: Self = Self { packs: 1, jokers: 0 };

    /// How often a card is in it.
    #[must_use]
    pub fn holds(self, card: Card) -> usize {
        usize::from(if card.is_joker() { self.jokers } else { self.packs })
    }

    /// Holds cards, from wherever they come, against the deck.
    ///
    /// # Errors
    /// [`Surpluses`] names every card that is there too often, and how many of it are too many.
    pub fn check<'a>(self, cards: impl IntoIterator<Item = &'a Card>) -> Result<(), Surpluses> {
        self.check_tally(&Tally::of(cards))
    }

    pub(in crate::rules) fn check_tally(self, tally: &Tally) -> Result<(), Surpluses> {
        let counted = Card::all().zip(tally.0).map(|(card, found)| Surplus { card, found, deck: self.holds(card) });
        let surpluses: Vec<Surplus> = counted.filter(|surplus| surplus.found > surplus.deck).collect();
        if surpluses.is_empty() { Ok(()) } else { Err(Surpluses(surpluses)) }
    }
}
