//! Different cards of one pack, as a set of bits.

use std::fmt;

use super::card::Card;

/// The four cards of the lowest rank.
const ACES: u64 = 1 | 1 << 13 | 1 << 26 | 1 << 39;

/// Different cards of one pack without jokers: bit `n` is the card of number `n`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CardSet(u64);

/// A card that cannot be added to a set: it is there already, or is a joker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{0} is not one more card of one pack")]
pub struct Repeated(pub Card);

impl CardSet {
    /// No card.
    pub const EMPTY: Self = Self(0);

    pub(super) const fn of_bits(bits: u64) -> Self {
        Self(bits)
    }

    pub(super) const fn bits(self) -> u64 {
        self.0
    }

    /// The cards of a list.
    ///
    /// # Errors
    /// [`Repeated`] for a card that comes twice, or a joker.
    pub fn of(cards: &[Card]) -> Result<Self, Repeated> {
        let mut set = Self::EMPTY;
        for card in cards {
            if card.is_joker() || set.has(*card) {
                return Err(Repeated(*card));
            }
            set.0 |= 1 << card.number();
        }
        Ok(set)
    }

    /// One card; of a joker, none.
    #[must_use]
    pub const fn only(card: Card) -> Self {
        if card.is_joker() { Self::EMPTY } else { Self(1 << card.number()) }
    }

    /// How many there are.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a card is among them.
    #[must_use]
    pub const fn has(self, card: Card) -> bool {
        self.0 >> card.number() & 1 == 1
    }

    /// Whether all of another set are among them.
    #[must_use]
    pub const fn has_all(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// These and those of another set.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// These without those of another set.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Those of one rank, from 1.
    #[must_use]
    pub(super) const fn of_rank(self, rank: u32) -> Self {
        Self(self.0 & ACES << (rank - 1))
    }

    /// The cards, in the order of their numbers: spades, clubs, diamonds, hearts, each from the ace.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let number = u8::try_from(left.trailing_zeros()).ok()?;
            left &= left.wrapping_sub(1);
            Card::of_number(number)
        })
    }
}

impl fmt::Display for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, card) in self.iter().enumerate() {
            if at > 0 {
                f.write_str(" ")?;
            }
            fmt::Display::fmt(&card, f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}
