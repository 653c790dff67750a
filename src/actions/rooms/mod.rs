//! Acts on rooms, and those that install the schedules and rooms that ship with the product.

mod publish_room;

pub use publish_room::{PublishRoom, RoomPublished};

use crate::actions::rake::PublishSchedule;
use crate::domain::act::{Actor, RequestKey};
use crate::domain::rake::shipped as schedules;
use crate::domain::rooms::shipped as rooms;
use crate::domain::slug::Slug;

/// What installs the shipped documents, each act with the key under which it is done once. The schedules come first.
///
/// Submitting them at every start is safe: an act done before is answered as before, and once its key has been
/// forgotten it is refused with `stale_document`, for there is a version already. They are in force at once.
#[derive(Debug)]
pub struct ShippedActs {
    /// Rake schedules.
    pub schedules: Vec<(RequestKey, PublishSchedule)>,
    /// Rooms; they name the schedules.
    pub rooms: Vec<(RequestKey, PublishRoom)>,
}

/// The acts that install the shipped schedules and rooms.
#[must_use]
pub fn shipped_acts() -> ShippedActs {
    let by = Actor::System;
    let schedules = schedules::schedules().into_iter().filter_map(|(name, document)| {
        let schedule: Slug = name.parse().ok()?;
        let act = PublishSchedule { by, schedule, replaces: 0, document, effective_from: None };
        Some((key("schedule", schedule), act))
    });
    let rooms = rooms::rooms().into_iter().filter_map(|(name, document)| {
        let room: Slug = name.parse().ok()?;
        Some((key("room", room), PublishRoom { by, room, replaces: 0, document, effective_from: None }))
    });
    ShippedActs { schedules: schedules.collect(), rooms: rooms.collect() }
}

/// The digest is the key's alone: a later release may ship other figures, and still finds the key done.
fn key(kind: &str, slug: Slug) -> RequestKey {
    let key = format!("shipped:{kind}:{slug}");
    let asked = key.clone();
    RequestKey::new(key, &[asked.as_bytes()], None)
}
