//! Rooms and rake schedules, and the versions that their owner publishes while people play.

use super::Club;
use crate::actions::rake::PublishSchedule;
use crate::actions::rooms::{PublishRoom, shipped_acts};
use crate::domain::exact::Exact;
use crate::domain::players::access::Role;
use crate::domain::rake::Rounding;
use crate::domain::rake::version::{RakeSchedule, ScheduleVersion};
use crate::domain::rooms::version::{RoomBook, RoomVersion};
use crate::domain::slug::Slug;
use crate::simulate::node::time_of;
use crate::simulate::step::Asked;
use crate::store::memory::Memory;

impl Club {
    pub(super) fn found_rooms(&mut self) {
        let shipped = shipped_acts();
        self.founding.extend(shipped.schedules.into_iter().map(|(_, act)| Asked::act(act)));
        self.founding.extend(shipped.rooms.into_iter().map(|(_, act)| Asked::act(act)));
    }

    /// One of the shipped rooms; mostly those that let everybody in, rarely one that there is not.
    pub(super) fn room(&mut self) -> Option<Slug> {
        let name = match self.rng.below(60) {
            0 => "nowhere",
            1..=4 => "giants",
            5..=14 => "dark_room",
            15..=30 => "empire",
            _ => "main",
        };
        name.parse().ok()
    }
}

/// Publishes a new version of a room or a schedule, in force from a later round on: one that is in force at once
/// counts from the next batch, and so its place in a batch would tell.
pub(super) fn publish(club: &mut Club, store: &Memory) -> Option<Asked> {
    let by = club.one_of(Role::Owner);
    let later = 1 + u32::try_from(club.rng.below(5)).unwrap_or(0);
    let effective_from = Some(time_of(club.round + later));
    let stale = i64::from(club.rng.once_in(8));
    let room = club.room()?;
    let book = store.row::<RoomBook>(&room)?;
    let last = book.versions.last()?.version;
    let mut document = store.row::<RoomVersion>(&(room, last))?.document.0.clone();
    if club.rng.once_in(2) {
        match club.rng.below(3) {
            0 => document.surcharges = !document.surcharges,
            1 => document.rated = !document.rated,
            _ => document.report_confirm_s = u32::try_from(club.rng.within(1, 48)).unwrap_or(1) * 600,
        }
        return Some(Asked::act(PublishRoom { by, room, replaces: last - stale, document, effective_from }));
    }
    let schedule: Slug = document.schedule.parse().ok()?;
    let last = store.row::<RakeSchedule>(&schedule)?.versions.last()?.version;
    let mut document = store.row::<ScheduleVersion>(&(schedule, last))?.document.0.clone();
    document.rounding = *club.rng.pick(&[Rounding::HalfAwayFromZero, Rounding::HalfEven, Rounding::Down])?;
    for tier in &mut document.single {
        tier.rate_percent = Exact(rust_decimal::Decimal::new(club.rng.within(100, 600), 2));
    }
    Some(Asked::act(PublishSchedule { by, schedule, replaces: last - stale, document, effective_from }))
}
