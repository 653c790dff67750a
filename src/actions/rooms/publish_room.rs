use serde::{Deserialize, Serialize};

use crate::domain::act::{Act, Actor, Json, Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::fault::Fault;
use crate::domain::ledger::event::Stream;
use crate::domain::players::access::{Permission, permit};
use crate::domain::rake::Schedule;
use crate::domain::rake::version::{InForce, in_force_at, next_version};
use crate::domain::rooms::Room;
use crate::domain::rooms::version::{RoomBook, RoomVersion};
use crate::domain::slug::Slug;
use crate::domain::time::Time;

/// Publishes a version of a room. Games that have begun keep the version that they began with.
#[derive(Debug, Clone, Serialize)]
pub struct PublishRoom {
    /// Who asks.
    pub by: Actor,
    /// The room's name; a new one makes a new room.
    pub room: Slug,
    /// The last version that who asks has seen; 0 for a new room.
    pub replaces: i64,
    /// The document.
    pub document: Room,
    /// From when it is in force; none: at once.
    pub effective_from: Option<Time>,
}

/// A version of a room was published.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoomPublished {
    /// The room.
    pub room: Slug,
    /// The new version.
    pub version: i64,
    /// From when it is in force.
    pub effective_from: Time,
    /// What its owner should know, though none of it forbids the room.
    pub warnings: Vec<Fault>,
}

impl PublishRoom {
    /// The schedule that is in force when this version comes into force. Versions never change, so what is known of
    /// them is current.
    fn schedule<'a>(&self, world: &'a World, from: Time) -> Option<&'a Schedule> {
        let slug = self.document.schedule.parse::<Slug>().ok()?;
        let version = in_force_at(&world.schedules.get(&slug)?.versions, from)?;
        world.schedule_versions.peek(&(slug, version)).map(|version| &version.document.0)
    }
}

impl Act for PublishRoom {
    type Answer = RoomPublished;
    const NAME: &'static str = "publish_room";

    fn by(&self) -> Actor {
        self.by
    }

    fn needs(&self, world: &World, needs: &mut Needs) {
        needs.rooms.lock(self.room);
        needs.room_versions.lock((self.room, self.replaces.saturating_add(1)));
        let Ok(schedule) = self.document.schedule.parse::<Slug>() else { return };
        needs.schedules.read(schedule);
        let from = self.effective_from.unwrap_or_else(|| world.now());
        let versions = world.schedules.peek(&schedule).map(|book| &*book.versions);
        if let Some(version) = versions.and_then(|versions| in_force_at(versions, from)) {
            needs.schedule_versions.read((schedule, version));
        }
    }

    fn decide(&self, world: &mut World, now: Time) -> Result<RoomPublished, Refused> {
        permit(world, self.by, Permission::RoomsWrite, None)?;
        let mut faults = self.document.validate();
        let schedule = self.schedule(world, self.effective_from.unwrap_or(now));
        if schedule.is_none() && !faults.iter().any(|fault| fault.pointer == "/schedule") {
            let why = "no rake schedule of this name is in force when the room is";
            faults.push(Fault::new("/schedule", "schedule_not_in_force", why));
        }
        let warnings = schedule.map(|schedule| self.document.warnings(schedule)).unwrap_or_default();
        if !faults.is_empty() {
            return Err(Refused::document(faults));
        }
        let (slug, absent) = (self.room, Json(Vec::new()));
        let versions = world.rooms.get(&slug).map_or(&absent, |book| &book.versions);
        let InForce { version, from } = next_version(versions, self.replaces, self.effective_from, now)?;
        // Of a new document nothing is there to be locked: a rival's first version may be seen without its list.
        if world.room_versions.get(&(slug, version)).is_some() {
            return Err(Code::StaleDocument.into());
        }
        let make = || RoomBook { slug, versions: Json(Vec::new()), stream_seq: 0 };
        world.rooms.edit_or_insert(&slug, make).versions.0.push(InForce { version, from });
        world.room_versions.insert(RoomVersion {
            room: slug,
            version,
            effective_from: from,
            document: Json(self.document.clone()),
            published_by: self.by.staff(),
            published_at: now,
        });
        let published = RoomPublished { room: slug, version, effective_from: from, warnings };
        world.tell(Stream::Room(slug), "room.published", &published)?;
        Ok(published)
    }
}
