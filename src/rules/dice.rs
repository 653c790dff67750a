//! Dice that anyone can check (the rooms' rules: Dice anyone can check).
//!
//! Before a game the server draws a [`Secret`] and publishes its [`Commitment`]. Each player may add [`Words`] of their
//! own before the first roll. Roll k, counted from 1 over the whole game, is then settled: [`Dice::roll`] derives it from
//! HMAC-SHA-256 over the secret, both players' words and k. After the game the secret is published, and
//! [`published::Published::verify`] recomputes every roll. `docs/dice.md` tells the method so that a stranger can do the
//! same in ten lines.
//!
//! Nothing here draws a random number: the secret's bytes are an argument.
//!
//! ```
//! use kupa::rules::dice::{Dice, Secret, Words};
//!
//! let secret = Secret::new([7; 32]);
//! let words = [Words::new("luck")?, Words::none()];
//! let dice = Dice::new(&secret, &words);
//! assert_eq!(dice.roll(1), dice.roll(1));
//! assert!(dice.roll(2).iter().all(|die| (1..=6).contains(die)));
//! # Ok::<(), kupa::rules::dice::WordsTooLong>(())
//! ```

pub mod published;

use std::fmt;

use hmac::{Hmac, Mac};
use sha2::Sha256;

pub use super::secret::{Commitment, Secret};

/// The name of the method. It opens every HMAC message, so no other use of a secret can yield the same bytes.
pub const METHOD: &str = "kupa-dice-1";
/// The most bytes of UTF-8 that a player's words may have.
pub const MAX_WORDS_BYTES: usize = 256;

/// Bytes from here on are thrown away: 252 is the largest multiple of 6 that a byte reaches, so that below it each face
/// has exactly 42 bytes.
const FAIR_BELOW: u8 = 252;

/// Words longer than [`MAX_WORDS_BYTES`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a player's words have at most {MAX_WORDS_BYTES} bytes")]
pub struct WordsTooLong;

/// What a player adds to the dice before the first roll: any text up to [`MAX_WORDS_BYTES`] bytes, also none.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Words(String);

impl Words {
    /// As the player wrote them: nothing is trimmed or normalised.
    ///
    /// # Errors
    /// [`WordsTooLong`].
    pub fn new(text: impl Into<String>) -> Result<Self, WordsTooLong> {
        let text = text.into();
        if text.len() > MAX_WORDS_BYTES { Err(WordsTooLong) } else { Ok(Self(text)) }
    }

    /// Of a player who adds nothing.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// The words.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The dice of one game.
#[derive(Clone)]
pub struct Dice {
    /// HMAC after the method's name and both players' words.
    begun: Hmac<Sha256>,
}

impl Dice {
    /// From the secret and the words of the first and the second player.
    #[must_use]
    pub fn new(secret: &Secret, words: &[Words; 2]) -> Self {
        let [first, second] = words;
        Self::from_texts(secret, [&first.0, &second.0])
    }

    fn from_texts(secret: &Secret, words: [&str; 2]) -> Self {
        let mut begun = secret.hmac();
        begun.update(METHOD.as_bytes());
        for text in words {
            // The length goes before the words: no two pairs of words make the same message.
            begun.update(&u64::try_from(text.len()).unwrap_or(u64::MAX).to_be_bytes());
            begun.update(text.as_bytes());
        }
        Self { begun }
    }

    /// Roll `k` of the game: both dice in the order in which they fall, each from 1 to 6.
    ///
    /// Rolls are counted from 1, opening rolls included. In an opening roll the first die is the first player's and the
    /// second the second's; equal dice are a roll like any other, and the next one is `k + 1`. A turn that passes without
    /// a roll takes no number.
    #[must_use]
    pub fn roll(&self, k: u64) -> [u8; 2] {
        throw(|block| {
            let mac = self.begun.clone().chain_update(k.to_be_bytes()).chain_update(block.to_be_bytes());
            mac.finalize().into_bytes().into()
        })
    }
}

impl fmt::Debug for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Dice(..)")
    }
}

/// The first two bytes below [`FAIR_BELOW`] of blocks 0, 1, 2, .. as dice.
fn throw(block: impl Fn(u64) -> [u8; 32]) -> [u8; 2] {
    let mut first = None;
    let mut number = 0;
    loop {
        for byte in block(number) {
            if byte >= FAIR_BELOW {
                continue;
            }
            let die = byte % 6 + 1;
            match first {
                None => first = Some(die),
                Some(first) => return [first, die],
            }
        }
        number += 1;
    }
}

#[cfg(test)]
mod tests;
