//! A room and its rake schedule, as they are in force now or were when a game began.

use super::room::Room;
use crate::domain::act::{Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::games::game::Game;
use crate::domain::rake::Schedule;
use crate::domain::rake::version::in_force_at;
use crate::domain::slug::Slug;

/// A room's and its schedule's versions.
#[derive(Debug, Clone, Copy)]
pub struct Rules<'a> {
    /// The room's version.
    pub room_version: i64,
    /// The room.
    pub room: &'a Room,
    /// The name of its schedule.
    pub schedule_slug: Slug,
    /// The schedule's version.
    pub schedule_version: i64,
    /// The schedule.
    pub schedule: &'a Schedule,
}

/// Asks for a room and its schedule as they are in force now.
pub fn need(world: &World, needs: &mut Needs, room: Slug) {
    needs.rooms.read(room);
    let versions = world.rooms.peek(&room).map(|book| &*book.versions);
    let Some(version) = versions.and_then(|versions| in_force_at(versions, world.now())) else { return };
    needs.room_versions.read((room, version));
    let document = world.room_versions.peek(&(room, version)).map(|version| &version.document.0);
    let Some(schedule) = document.and_then(|room| room.schedule.parse().ok()) else { return };
    needs.schedules.read(schedule);
    let versions = world.schedules.peek(&schedule).map(|book| &*book.versions);
    let Some(version) = versions.and_then(|versions| in_force_at(versions, world.now())) else { return };
    needs.schedule_versions.read((schedule, version));
}

/// A room and its schedule as they are in force now. Which versions those are was found out when the rows were
/// asked for: a version published since then, in the same batch, counts from the next one on.
///
/// # Errors
/// `unknown_room`, `room_not_in_force`.
pub fn find(world: &World, room: Slug) -> Result<Rules<'_>, Refused> {
    let book = world.rooms.get(&room).ok_or(Code::UnknownRoom)?;
    let mut versions = book.versions.iter().rev().filter(|version| version.from <= world.now());
    let known = versions.find_map(|version| world.room_versions.peek(&(room, version.version)));
    let room_version = known.ok_or(Code::RoomNotInForce)?;
    let slug = room_version.document.schedule.parse::<Slug>().map_err(|_| Code::RoomNotInForce)?;
    let book = world.schedules.peek(&slug).ok_or(Code::RoomNotInForce)?;
    let mut versions = book.versions.iter().rev().filter(|version| version.from <= world.now());
    let known = versions.find_map(|version| world.schedule_versions.peek(&(slug, version.version)));
    let schedule_version = known.ok_or(Code::RoomNotInForce)?;
    Ok(Rules {
        room_version: room_version.version,
        room: &room_version.document,
        schedule_slug: slug,
        schedule_version: schedule_version.version,
        schedule: &schedule_version.document,
    })
}

/// Asks for the versions with which a game began.
pub fn need_of(needs: &mut Needs, game: &Game) {
    if let (Some(room), Some(schedule), Some(version)) = (game.room_version, game.schedule, game.schedule_version) {
        needs.room_versions.read((game.room, room));
        needs.schedule_versions.read((schedule, version));
    }
}

/// The versions with which a game began: later ones never change it (`rake`).
///
/// # Errors
/// `game_not_started`; `internal` where a version is gone.
pub fn find_of<'a>(world: &'a World, game: &Game) -> Result<Rules<'a>, Refused> {
    let room_version = game.room_version.ok_or(Code::GameNotStarted)?;
    let schedule_slug = game.schedule.ok_or(Code::GameNotStarted)?;
    let schedule_version = game.schedule_version.ok_or(Code::GameNotStarted)?;
    let room = world.room_versions.get(&(game.room, room_version)).ok_or(Code::Internal)?;
    let schedule = world.schedule_versions.get(&(schedule_slug, schedule_version)).ok_or(Code::Internal)?;
    Ok(Rules { room_version, room: &room.document, schedule_slug, schedule_version, schedule: &schedule.document })
}
