//! What two dice show.

use std::fmt;

/// A roll: two dice of 1 to 6, the higher first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Roll {
    high: u8,
    low: u8,
}

/// A number that no die shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a die shows 1 to 6, not {0}")]
pub struct NoSuchDie(pub u8);

impl Roll {
    /// Each of the 21 rolls that differ; the six doubles come up once in 36, the others twice.
    pub const ALL: [Self; 21] = {
        let mut all = [Self { high: 1, low: 1 }; 21];
        let (mut high, mut low, mut at) = (1, 1, 0);
        while at < all.len() {
            all[at] = Self { high, low };
            at += 1;
            low += 1;
            if low > high {
                high += 1;
                low = 1;
            }
        }
        all
    };

    /// Two dice in either order.
    ///
    /// # Errors
    /// [`NoSuchDie`] where one does not show 1 to 6.
    pub const fn new(a: u8, b: u8) -> Result<Self, NoSuchDie> {
        if a < 1 || a > 6 {
            Err(NoSuchDie(a))
        } else if b < 1 || b > 6 {
            Err(NoSuchDie(b))
        } else if a < b {
            Ok(Self { high: b, low: a })
        } else {
            Ok(Self { high: a, low: b })
        }
    }

    /// The higher die.
    #[must_use]
    pub const fn high(self) -> u8 {
        self.high
    }

    /// The lower die, or the same.
    #[must_use]
    pub const fn low(self) -> u8 {
        self.low
    }

    /// Whether both dice show the same, so that it is played four times.
    #[must_use]
    pub const fn is_double(self) -> bool {
        self.high == self.low
    }

    /// In how many of the 36 ways two dice fall this roll comes up.
    #[must_use]
    pub const fn ways(self) -> u8 {
        if self.is_double() { 1 } else { 2 }
    }
}

impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.high, self.low)
    }
}

#[cfg(test)]
mod tests;
