//! The committed seed of a tournament: everything that chance decides in it (the draw, moves, who waits) follows from
//! the seed, and can be recomputed when the seed is published (page 003 §6, §12).
//!
//! Before the first entry the seed's [`Commitment`] is published, after the tournament the seed itself.
//! `docs/tournaments-draw.md` tells the method so that a stranger can do the same.

use hmac::{Hmac, Mac};
use sha2::Sha256;

use crate::rules::secret::{Commitment, Secret};

/// The name of the method. It opens every HMAC message, so no other use of a secret can yield the same bytes.
pub const METHOD: &str = "kupa-draw-1";

crate::words! {
    /// What chance is asked for; its word stands in the message.
    pub enum Purpose {
        /// The draw of the seats at the start.
        Draw = "draw",
        /// Which table breaks, who moves, and where to.
        Moves = "moves",
        /// Who waits where one cannot be seated.
        Wait = "wait",
        /// What happens at the tables of an invented tournament.
        Forecast = "forecast",
    }
}

/// The seed of one tournament. Its `Debug` form does not show it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seed(Secret);

impl Seed {
    /// From a secret that was drawn before the first entry.
    #[must_use]
    pub const fn new(secret: Secret) -> Self {
        Self(secret)
    }

    /// What is published before the first entry.
    #[must_use]
    pub fn commitment(&self) -> Commitment {
        self.0.commitment()
    }

    /// The seed as 64 hexadecimal digits: for after the tournament.
    #[must_use]
    pub fn reveal(&self) -> String {
        self.0.reveal()
    }

    /// The chance of one decision: of its purpose the `counter`-th, from 1, and depending on these texts as well (the
    /// entrants, at a draw).
    #[must_use]
    pub fn chance<T: AsRef<str>>(&self, purpose: Purpose, counter: u64, texts: &[T]) -> Chance {
        let mut begun = self.0.hmac();
        begun.update(METHOD.as_bytes());
        update_text(&mut begun, purpose.as_str());
        begun.update(&counter.to_be_bytes());
        begun.update(&length(texts.len()).to_be_bytes());
        for text in texts {
            update_text(&mut begun, text.as_ref());
        }
        Chance { begun, block: 0, waiting: [0; 32], used: 32 }
    }
}

/// The length goes before the text: no two lists of texts make the same message.
fn update_text(hmac: &mut Hmac<Sha256>, text: &str) {
    hmac.update(&length(text.len()).to_be_bytes());
    hmac.update(text.as_bytes());
}

fn length(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}

/// The numbers of one decision, one after another.
#[derive(Clone)]
pub struct Chance {
    /// HMAC after all of the message but the number of the block.
    begun: Hmac<Sha256>,
    /// The block that comes next.
    block: u64,
    /// The block before it, and how many of its bytes are used.
    waiting: [u8; 32],
    used: usize,
}

impl Chance {
    /// A whole number from 0 to `bound - 1`, each as likely as any other. Where there is nothing to choose (a bound of 1
    /// or 0) it is 0, and nothing is used up.
    pub fn below(&mut self, bound: usize) -> usize {
        let bound = length(bound);
        if bound < 2 {
            return 0;
        }
        // 2^64 is no multiple of most bounds: what lies beyond the largest multiple is thrown away.
        let beyond = (u64::MAX % bound + 1) % bound;
        loop {
            let number = self.next();
            if number <= u64::MAX - beyond {
                return usize::try_from(number % bound).unwrap_or(0);
            }
        }
    }

    /// Brings a list into random order: from the last place down to the second, each is exchanged with a place at or
    /// before it.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
    }

    /// One of them; `None`: there is none.
    pub fn one_of<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        list.get(self.below(list.len()))
    }

    /// The next eight bytes of the stream as a number.
    fn next(&mut self) -> u64 {
        let eight = |from: &[u8; 32], used: usize| from.get(used..used + 8).and_then(|bytes| bytes.try_into().ok());
        if let Some(bytes) = eight(&self.waiting, self.used) {
            self.used += 8;
            return u64::from_be_bytes(bytes);
        }
        self.waiting = self.begun.clone().chain_update(self.block.to_be_bytes()).finalize().into_bytes().into();
        self.block += 1;
        self.used = 0;
        self.next()
    }
}

impl std::fmt::Debug for Chance {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Chance(..)")
    }
}

#[cfg(test)]
mod tests;
