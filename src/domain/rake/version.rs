//! Versions of a rake schedule: published once, in force from a date, never changed.

use serde::{Deserialize, Serialize};

use super::Schedule;
use crate::domain::act::Json;
use crate::domain::ids::StaffId;
use crate::domain::slug::Slug;
use crate::domain::time::Time;

/// A version and the instant from which it is in force.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct InForce {
    /// 1, 2, ..
    pub version: i64,
    /// From when.
    pub from: Time,
}

/// The version in force at an instant; none before the first.
#[must_use]
pub fn in_force_at(versions: &[InForce], at: Time) -> Option<i64> {
    versions.iter().rev().find(|version| version.from <= at).map(|version| version.version)
}

crate::row! {
    /// A rake schedule: which versions there are.
    pub struct RakeSchedule in "schedules" key (
        /// Its name.
        slug: Slug
    ) {
        /// In the order of their dates.
        versions: Json<Vec<InForce>>,
        /// Events told of this schedule.
        stream_seq: i64,
    }
}

crate::row! {
    /// A version of a rake schedule.
    pub struct ScheduleVersion in "schedule_versions" key (
        /// Of which schedule.
        schedule: Slug,
        /// 1, 2, ..
        version: i64
    ) , immutable {
        /// From when it is in force.
        effective_from: Time,
        /// The document.
        document: Json<Schedule>,
        /// Who published it; none: shipped.
        published_by: Option<StaffId>,
        /// When.
        published_at: Time,
    }
}
