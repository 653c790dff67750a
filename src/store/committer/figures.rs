//! What a writer counts. Nothing here waits for anybody: the writer adds, whoever looks reads.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::waiting::Waiting;

/// Bounds of times, in microseconds.
pub const MICROS: &[u64] = &[
    250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 10_000_000,
];
/// Bounds of how many acts are in a batch.
const ACTS: &[u64] = &[1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000];

/// How values are spread: so many up to each bound, so many beyond all, and their sum.
#[derive(Debug)]
pub struct Spread {
    bounds: &'static [u64],
    counts: Vec<AtomicU64>,
    sum: AtomicU64,
}

impl Spread {
    /// Nothing yet, between these bounds.
    #[must_use]
    pub fn new(bounds: &'static [u64]) -> Self {
        let counts = bounds.iter().chain([&u64::MAX]).map(|_| AtomicU64::new(0)).collect();
        Self { bounds, counts, sum: AtomicU64::new(0) }
    }

    /// A value more.
    pub fn add(&self, value: u64) {
        let at = self.bounds.partition_point(|bound| *bound < value);
        if let Some(count) = self.counts.get(at) {
            count.fetch_add(1, Ordering::Relaxed);
        }
        self.sum.fetch_add(value, Ordering::Relaxed);
    }

    /// A time more, in microseconds.
    pub fn add_time(&self, time: Duration) {
        self.add(u64::try_from(time.as_micros()).unwrap_or(u64::MAX));
    }

    /// How many values there were up to each bound and above the one before it; the last beyond all bounds.
    pub fn counts(&self) -> impl Iterator<Item = (Option<u64>, u64)> {
        let bounds = self.bounds.iter().copied().map(Some).chain([None]);
        bounds.zip(self.counts.iter().map(|count| count.load(Ordering::Relaxed)))
    }

    /// The sum of the values.
    #[must_use]
    pub fn sum(&self) -> u64 {
        self.sum.load(Ordering::Relaxed)
    }
}

/// What came of an act.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Came {
    /// It was done.
    Done,
    /// It was refused.
    Refused,
    /// It had been decided before, under its key.
    Replayed,
    /// It could not be decided or written.
    Failed,
}

impl Came {
    /// Its word.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Refused => "refused",
            Self::Replayed => "replayed",
            Self::Failed => "failed",
        }
    }
}

/// How many acts of each name came out in which way.
pub type Outcomes = BTreeMap<(&'static str, Came), u64>;

/// What a writer has done so far.
#[derive(Debug)]
pub struct WriterFigures {
    /// Batches committed.
    pub batches: AtomicU64,
    /// Acts answered.
    pub acts: AtomicU64,
    /// Batches run again because somebody else was first with a key, or may have been.
    pub races: AtomicU64,
    /// Batches run again after a passing fault.
    pub faults: AtomicU64,
    /// How many acts were in each transaction.
    pub sizes: Spread,
    /// How long each transaction took, from its begin to its commit, in microseconds.
    pub micros: Spread,
    outcomes: Mutex<Outcomes>,
}

impl Default for WriterFigures {
    fn default() -> Self {
        Self {
            batches: AtomicU64::new(0),
            acts: AtomicU64::new(0),
            races: AtomicU64::new(0),
            faults: AtomicU64::new(0),
            sizes: Spread::new(ACTS),
            micros: Spread::new(MICROS),
            outcomes: Mutex::default(),
        }
    }
}

impl WriterFigures {
    /// Counts a transaction that was committed, with the acts that it answered.
    pub fn committed(&self, acts: &[Box<dyn Waiting>], took: Duration) {
        let count = u64::try_from(acts.len()).unwrap_or(u64::MAX);
        self.batches.fetch_add(1, Ordering::Relaxed);
        self.acts.fetch_add(count, Ordering::Relaxed);
        self.sizes.add(count);
        self.micros.add_time(took);
        self.count(acts.iter().map(|act| (act.name(), act.came())));
    }

    /// Counts acts that could not be written.
    pub fn failed(&self, acts: &[Box<dyn Waiting>]) {
        self.count(acts.iter().map(|act| (act.name(), Came::Failed)));
    }

    fn count(&self, acts: impl Iterator<Item = (&'static str, Came)>) {
        // Once a batch; nobody else takes the lock but whoever looks.
        let mut outcomes = self.outcomes.lock().unwrap_or_else(PoisonError::into_inner);
        for act in acts {
            *outcomes.entry(act).or_default() += 1;
        }
    }

    /// How many acts of each name came out in which way.
    #[must_use]
    pub fn outcomes(&self) -> Outcomes {
        self.outcomes.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_counts_up_to_the_first_bound_that_is_not_below_it() {
        let spread = Spread::new(&[1, 10]);
        [0, 1, 2, 10, 11, 1_000].into_iter().for_each(|value| spread.add(value));
        assert_eq!(spread.counts().collect::<Vec<_>>(), [(Some(1), 2), (Some(10), 2), (None, 2)]);
        assert_eq!(spread.sum(), 1_024);
    }
}
