//! How a figure spreads over many runs.

use serde::Serialize;

/// A figure over many runs. A percentile is the least value that so many of a hundred runs do not exceed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Spread {
    /// The least.
    pub least: i64,
    /// 5 of 100 runs have this or less.
    pub p5: i64,
    /// 25 of 100 runs have this or less.
    pub p25: i64,
    /// Half of all runs have this or less.
    pub p50: i64,
    /// 75 of 100 runs have this or less.
    pub p75: i64,
    /// 95 of 100 runs have this or less.
    pub p95: i64,
    /// The most.
    pub most: i64,
    /// The mean, rounded down.
    pub mean: i64,
}

impl Spread {
    /// Of these values; all 0 where there are none.
    #[must_use]
    pub fn of(mut values: Vec<i64>) -> Self {
        values.sort_unstable();
        let count = values.len();
        let percentile = |percent: usize| {
            let at = (count * percent).div_ceil(100).max(1) - 1;
            values.get(at).copied().unwrap_or_default()
        };
        let sum: i128 = values.iter().copied().map(i128::from).sum();
        let mean = i128::try_from(count).ok().filter(|count| *count > 0).map_or(0, |count| sum.div_euclid(count));
        Self {
            least: percentile(0),
            p5: percentile(5),
            p25: percentile(25),
            p50: percentile(50),
            p75: percentile(75),
            p95: percentile(95),
            most: percentile(100),
            mean: i64::try_from(mean).unwrap_or_default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percentile_is_a_value_that_occurred() {
        let spread = Spread::of((1..=200).rev().collect());
        assert_eq!((spread.least, spread.p5, spread.p25, spread.p50), (1, 10, 50, 100));
        assert_eq!((spread.p75, spread.p95, spread.most, spread.mean), (150, 190, 200, 100));
        let ten = Spread::of((1..=10).collect());
        assert_eq!((ten.p5, ten.p25, ten.p50, ten.p75, ten.p95), (1, 3, 5, 8, 10));
        let one = Spread::of(vec![7]);
        assert_eq!((one.least, one.p5, one.p95, one.most, one.mean), (7, 7, 7, 7, 7));
        assert_eq!(Spread::of(vec![-1, -2]).mean, -2, "rounded down");
        assert_eq!(Spread::of(Vec::new()), Spread::default());
    }
}
