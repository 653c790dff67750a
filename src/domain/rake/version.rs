//! Versions of a rake schedule: published once, in force from a date, never changed.

use serde::{Deserialize, Serialize};

use super::Schedule;
use crate::domain::act::{Json, Refused};
use crate::domain::codes::Code;
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

/// The next version of a document, which replaces the one that its publisher has seen (0: none) and is in force from
/// a time that has not passed (none: now) and comes after the last one's.
///
/// # Errors
/// `stale_document`, `effective_in_past`, `effective_not_after_last`.
pub fn next_version(
    versions: &[InForce],
    replaces: i64,
    effective_from: Option<Time>,
    now: Time,
) -> Result<InForce, Refused> {
    let last = versions.last();
    let version = last.map_or(0, |last| last.version);
    if version != replaces {
        return Err(Refused::new(Code::StaleDocument).with("version", version));
    }
    let from = effective_from.unwrap_or(now);
    if from < now {
        return Err(Code::EffectiveInPast.into());
    }
    match last {
        Some(last) if from <= last.from => Err(Refused::new(Code::EffectiveNotAfterLast).with("last", last.from)),
        _ => Ok(InForce { version: version + 1, from }),
    }
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
