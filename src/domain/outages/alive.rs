//! The row by which nodes know whether the service was there.

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};

use super::SILENCE;
use crate::domain::act::Json;
use crate::domain::time::Time;

/// The row's key.
pub const SERVICE: i64 = 1;

/// A time in which no node served.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outage {
    /// When a node was last known to live.
    pub from: Time,
    /// When the next one found that.
    pub until: Time,
}

impl Outage {
    /// How much of it lies after `since`.
    #[must_use]
    pub fn after(self, since: Time) -> TimeDelta {
        self.until.since(self.from.max(since)).max(TimeDelta::zero())
    }
}

crate::row! {
    /// That the service is there, and the outages whose deadlines are not all moved yet.
    pub struct ServiceAlive in "service_alive" key (
        /// Always [`SERVICE`].
        id: i64
    ) {
        /// When a node last said so.
        alive_at: Time,
        /// Outages that may concern open deadlines still.
        outages: Json<Vec<Outage>>,
        /// Events told of outages.
        stream_seq: i64,
    }
}

impl ServiceAlive {
    /// From the first node's first word on.
    #[must_use]
    pub fn since(now: Time) -> Self {
        Self { id: SERVICE, alive_at: now, outages: Json(Vec::new()), stream_seq: 0 }
    }

    /// The outage that ends now, if the service was silent for too long.
    #[must_use]
    pub fn outage(&self, now: Time) -> Option<Outage> {
        let silent = Outage { from: self.alive_at, until: now };
        (silent.after(self.alive_at) > SILENCE).then_some(silent)
    }

    /// For how long clocks have stood still between `since` and `now`, by outages that are recorded here, and by the one
    /// that nobody has recorded yet.
    #[must_use]
    pub fn stopped(&self, since: Time, now: Time) -> TimeDelta {
        let all = self.outages.iter().copied().chain(self.outage(now));
        all.fold(TimeDelta::zero(), |sum, outage| sum + outage.after(since))
    }
}
