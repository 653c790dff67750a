//! Rooms and rake schedules, as the edges read them.

use diesel::prelude::*;

use super::columns::{Instant, Whole, all_of};
use super::dialect::Db;
use super::players::rows;
use super::schema::{room_versions, rooms, schedule_versions, schedules, shards};
use crate::domain::rake::version::{RakeSchedule, ScheduleVersion};
use crate::domain::rooms::version::{RoomBook, RoomVersion};
use crate::domain::slug::Slug;
use crate::domain::time::Time;

/// The time of the last commit: what is in force is judged by it where this process's clock is behind.
///
/// # Errors
/// The database's.
pub fn last_commit(db: &mut Db) -> QueryResult<Time> {
    let latest = shards::table.select(shards::last_at).order(shards::last_at.desc()).first::<Instant>(db).optional();
    Ok(latest?.map_or_else(Time::default, |at| at.0))
}

/// All rooms, with their versions' dates.
///
/// # Errors
/// The database's.
pub fn list_rooms(db: &mut Db) -> QueryResult<Vec<RoomBook>> {
    rooms::table.order(rooms::slug).select(all_of::<RoomBook>()).load(db).map(rows)
}

/// A room, with its versions' dates.
///
/// # Errors
/// The database's.
pub fn find_room(db: &mut Db, slug: Slug) -> QueryResult<Option<RoomBook>> {
    let found = rooms::table.filter(rooms::slug.eq(slug.as_str())).select(all_of::<RoomBook>());
    found.load::<Whole<RoomBook>>(db).map(|found| rows(found).pop())
}

/// A version of a room.
///
/// # Errors
/// The database's.
pub fn find_room_version(db: &mut Db, room: Slug, version: i64) -> QueryResult<Option<RoomVersion>> {
    let found = room_versions::table.filter(room_versions::room.eq(room.as_str()));
    let found = found.filter(room_versions::version.eq(version)).select(all_of::<RoomVersion>());
    found.load::<Whole<RoomVersion>>(db).map(|found| rows(found).pop())
}

/// All rake schedules, with their versions' dates.
///
/// # Errors
/// The database's.
pub fn list_schedules(db: &mut Db) -> QueryResult<Vec<RakeSchedule>> {
    schedules::table.order(schedules::slug).select(all_of::<RakeSchedule>()).load(db).map(rows)
}

/// A rake schedule, with its versions' dates.
///
/// # Errors
/// The database's.
pub fn find_schedule(db: &mut Db, slug: Slug) -> QueryResult<Option<RakeSchedule>> {
    let found = schedules::table.filter(schedules::slug.eq(slug.as_str())).select(all_of::<RakeSchedule>());
    found.load::<Whole<RakeSchedule>>(db).map(|found| rows(found).pop())
}

/// A version of a rake schedule.
///
/// # Errors
/// The database's.
pub fn find_schedule_version(db: &mut Db, schedule: Slug, version: i64) -> QueryResult<Option<ScheduleVersion>> {
    let found = schedule_versions::table.filter(schedule_versions::schedule.eq(schedule.as_str()));
    let found = found.filter(schedule_versions::version.eq(version)).select(all_of::<ScheduleVersion>());
    found.load::<Whole<ScheduleVersion>>(db).map(|found| rows(found).pop())
}
