//! Cards, as the games of the gin and rummy family need them: the card and its text, what a deck holds, what cards are worth,
//! what a meld is, and the arrangement of a hand that leaves least. Pure, and without any other part of this crate.
//!
//! ```
//! use kupa::rules::cards::{Hand, Table, arrange, cards};
//!
//! let hand = Hand::of(&cards("AS 7C 8C 9C 5H 6H 7H 8H 9H JH")?)?;
//! let best = arrange::least(hand, &Table::default());
//! assert_eq!((best.deadwood, best.unmatched.to_string().as_str()), (11, "AS JH"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod arrange;
mod candidates;
mod card;
mod card_set;
pub(super) mod deck;
mod hand;
mod meld;
mod step;
mod table;
mod values;

pub use arrange::Arrangement;
pub use card::{Card, NoSuchCard, Suit, cards};
pub use card_set::{CardSet, Repeated};
pub use deck::{Deck, Surplus, Surpluses};
pub use hand::{Hand, HandError};
pub use meld::{Aces, MeldRules, NoMeld, Shape};
pub use step::Step;
pub use table::{LayOff, Table};
pub use values::{Valued, Values, Worth};

#[cfg(test)]
mod tests;
