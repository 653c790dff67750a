//! A card and its text.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

const RANKS: &[u8; 13] = b"A23456789TJQK";
/// In the order of the numbers of cards.
const SUITS: &[u8; 4] = b"SCDH";
const JOKER: u8 = 52;

/// A suit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Suit {
    Spades,
    Clubs,
    Diamonds,
    Hearts,
}

impl Suit {
    /// Every suit, in the order of the numbers of cards.
    pub const ALL: [Self; 4] = [Self::Spades, Self::Clubs, Self::Diamonds, Self::Hearts];
}

/// A card: one of 52, or a joker. Written rank, then suit: `AS`, `TD`, `2C`, `JK` the joker; `{:#}` has the suit in lower case.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Card(u8);

/// A text that is no card.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no card {found:?}")]
pub struct NoSuchCard {
    /// The text; of a long one, its beginning.
    pub found: String,
}

impl NoSuchCard {
    /// The stable word of this refusal.
    pub const CODE: &'static str = "unknown_card";
}

impl Card {
    /// How many different cards there are, the joker among them.
    pub const KINDS: usize = 53;
    /// A joker.
    pub const JOKER: Self = Self(JOKER);

    /// The card of a number: 13 times the suit and the rank, both from 0; none from 52 on.
    #[must_use]
    pub const fn of_number(number: u8) -> Option<Self> {
        if number < JOKER { Some(Self(number)) } else { None }
    }

    /// Every card, the joker last.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..=JOKER).map(Self)
    }

    /// 13 times the suit and the rank, both from 0; the joker's is 52.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Its place in a table of [`Card::KINDS`].
    #[must_use]
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Whether it is a joker.
    #[must_use]
    pub const fn is_joker(self) -> bool {
        self.0 == JOKER
    }

    /// From 1, the ace, to 13, the king; none for a joker.
    #[must_use]
    pub const fn rank(self) -> Option<u8> {
        if self.is_joker() { None } else { Some(self.0 % 13 + 1) }
    }

    /// Its suit; none for a joker.
    #[must_use]
    pub fn suit(self) -> Option<Suit> {
        Suit::ALL.get(usize::from(self.0 / 13)).copied()
    }
}

impl FromStr for Card {
    type Err = NoSuchCard;

    /// Letters in either case.
    fn from_str(text: &str) -> Result<Self, NoSuchCard> {
        let no_such_card = || NoSuchCard { found: text.chars().take(12).collect() };
        let &[first, second] = text.as_bytes() else { return Err(no_such_card()) };
        let letters = [first.to_ascii_uppercase(), second.to_ascii_uppercase()];
        if letters == *b"JK" {
            return Ok(Self::JOKER);
        }
        let place = |letters: &[u8], letter| letters.iter().position(|known| *known == letter);
        let number = place(RANKS, letters[0]).zip(place(SUITS, letters[1])).map(|(rank, suit)| 13 * suit + rank);
        number.and_then(|number| u8::try_from(number).ok()).map(Self).ok_or_else(no_such_card)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |letters: &[u8], at: u8| letters.get(usize::from(at)).map_or('?', |letter| char::from(*letter));
        if self.is_joker() {
            return f.write_str("JK");
        }
        let suit = letter(SUITS, self.0 / 13);
        write!(f, "{}{}", letter(RANKS, self.0 % 13), if f.alternate() { suit.to_ascii_lowercase() } else { suit })
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(from)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// The cards of a text, with white space between them.
///
/// # Errors
/// [`NoSuchCard`] for the first that is none.
pub fn cards(text: &str) -> Result<Vec<Card>, NoSuchCard> {
    text.split_whitespace().map(str::parse).collect()
}
