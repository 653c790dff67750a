//! Which part of history an export covers: days in UTC, turned into two cuts.

use std::collections::BTreeMap;

use chrono::{NaiveDate, NaiveTime};

use crate::domain::ledger::reading::{Head, Ledger, last_before};
use crate::domain::time::Time;

/// The days that were asked for, both included.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Days {
    /// The first; none: from the beginning.
    pub from: Option<NaiveDate>,
    /// The last; none: up to the present.
    pub to: Option<NaiveDate>,
}

/// The part of each shard that lies in the days: numbers above `after`, up to `to`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Period {
    /// The cut before the first day.
    pub after: BTreeMap<i64, i64>,
    /// The cut after the last day, or at the present.
    pub to: BTreeMap<i64, i64>,
}

/// The beginning of a day.
fn begins(day: NaiveDate) -> Time {
    Time::from_utc(day.and_time(NaiveTime::MIN).and_utc())
}

impl Period {
    /// Finds the cuts of the days, at most up to `heads`.
    ///
    /// # Errors
    /// The ledger's.
    pub fn of<L: Ledger>(ledger: &mut L, days: Days, heads: &[Head]) -> Result<Self, L::Error> {
        let mut period = Self { after: BTreeMap::new(), to: BTreeMap::new() };
        let end = days.to.and_then(|day| day.succ_opt()).map(begins);
        for head in heads {
            let to = match end {
                Some(end) => last_before(ledger, head, end)?,
                None => head.last,
            };
            let after = match days.from {
                Some(day) => last_before(ledger, head, begins(day))?,
                None => 0,
            };
            period.after.insert(head.shard, after.min(to));
            period.to.insert(head.shard, to);
        }
        Ok(period)
    }
}
