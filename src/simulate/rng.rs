//! Random numbers that are the same everywhere for the same seed: SplitMix64.

use uuid::Uuid;

/// A stream of random numbers.
#[derive(Debug, Clone)]
pub struct Rng(u64);

impl Rng {
    /// The stream of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A stream of its own for a part of the work: what the part draws changes nothing for the others.
    #[must_use]
    pub fn split(seed: u64, part: u64) -> Self {
        let mut rng = Self(seed ^ part.wrapping_mul(0xD6E8_FEB8_6659_FD93));
        Self(rng.next())
    }

    /// The next number.
    #[allow(clippy::should_implement_trait)] // not an iterator: it never ends
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number from 0, below `end`; 0 where that is 0.
    pub fn below(&mut self, end: usize) -> usize {
        let wide = u128::from(self.next()) * u128::try_from(end).unwrap_or(0);
        usize::try_from(wide >> 64).unwrap_or(0)
    }

    /// A number from `low` to `high`, both included.
    pub fn within(&mut self, low: i64, high: i64) -> i64 {
        let span = usize::try_from(high.saturating_sub(low)).unwrap_or(0).saturating_add(1);
        low.saturating_add(i64::try_from(self.below(span)).unwrap_or(0))
    }

    /// True once in `of` times.
    pub fn once_in(&mut self, of: usize) -> bool {
        self.below(of) == 0
    }

    /// One of them; `None` where there is none.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        let at = self.below(from.len());
        from.get(at)
    }

    /// An identity like those drawn at the edges.
    pub fn uuid(&mut self) -> Uuid {
        uuid::Builder::from_random_bytes((u128::from(self.next()) << 64 | u128::from(self.next())).to_be_bytes())
            .into_uuid()
    }
}

#[cfg(test)]
mod tests {
    use super::Rng;

    #[test]
    fn a_seed_gives_the_published_numbers_of_splitmix64() {
        let mut rng = Rng::new(1_234_567);
        let drawn = [rng.next(), rng.next(), rng.next()];
        assert_eq!(drawn, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn a_number_within_bounds_reaches_both() {
        let mut rng = Rng::new(1);
        let drawn: std::collections::BTreeSet<i64> = (0..200).map(|_| rng.within(-1, 2)).collect();
        assert_eq!(drawn.into_iter().collect::<Vec<_>>(), [-1, 0, 1, 2]);
    }
}
