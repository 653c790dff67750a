use serde::{Deserialize, Serialize};

use crate::domain::act::{Act, Actor, Json, Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::ledger::event::Stream;
use crate::domain::players::access::{Permission, permit};
use crate::domain::rake::Schedule;
use crate::domain::rake::version::{InForce, RakeSchedule, ScheduleVersion, next_version};
use crate::domain::slug::Slug;
use crate::domain::time::Time;

/// Publishes a version of a rake schedule. It never changes a game that has begun.
#[derive(Debug, Clone, Serialize)]
pub struct PublishSchedule {
    /// Who asks.
    pub by: Actor,
    /// The schedule's name; a new one makes a new schedule.
    pub schedule: Slug,
    /// The last version that who asks has seen; 0 for a new schedule.
    pub replaces: i64,
    /// The document.
    pub document: Schedule,
    /// From when it is in force; none: at once.
    pub effective_from: Option<Time>,
}

/// A version of a rake schedule was published.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SchedulePublished {
    /// The schedule.
    pub schedule: Slug,
    /// The new version.
    pub version: i64,
    /// From when it is in force.
    pub effective_from: Time,
}

impl Act for PublishSchedule {
    type Answer = SchedulePublished;
    const NAME: &'static str = "publish_schedule";

    fn by(&self) -> Actor {
        self.by
    }

    fn needs(&self, _: &World, needs: &mut Needs) {
        needs.schedules.lock(self.schedule);
        needs.schedule_versions.lock((self.schedule, self.replaces.saturating_add(1)));
    }

    fn decide(&self, world: &mut World, now: Time) -> Result<SchedulePublished, Refused> {
        permit(world, self.by, Permission::RoomsWrite, None)?;
        let faults = self.document.validate();
        if !faults.is_empty() {
            return Err(Refused::document(faults));
        }
        let (slug, absent) = (self.schedule, Json(Vec::new()));
        let versions = world.schedules.get(&slug).map_or(&absent, |book| &book.versions);
        let InForce { version, from } = next_version(versions, self.replaces, self.effective_from, now)?;
        // Of a new document nothing is there to be locked: a rival's first version may be seen without its list.
        if world.schedule_versions.get(&(slug, version)).is_some() {
            return Err(Code::StaleDocument.into());
        }
        let make = || RakeSchedule { slug, versions: Json(Vec::new()), stream_seq: 0 };
        world.schedules.edit_or_insert(&slug, make).versions.0.push(InForce { version, from });
        world.schedule_versions.insert(ScheduleVersion {
            schedule: slug,
            version,
            effective_from: from,
            document: Json(self.document.clone()),
            published_by: self.by.staff(),
            published_at: now,
        });
        let published = SchedulePublished { schedule: slug, version, effective_from: from };
        world.tell(Stream::Schedule(slug), "schedule.published", &published)?;
        Ok(published)
    }
}
