//! Outages: while no node serves, no clock of a player runs.
//!
//! A node that lives says so every few seconds in one row. Who finds the row old knows that nobody could act in the
//! meantime, and that time is not counted: by rows that are not moved yet it is reckoned in (`stopped`), and a job then
//! moves their deadlines by it.

pub mod alive;

pub use alive::{Outage, SERVICE, ServiceAlive};

use chrono::TimeDelta;

use crate::domain::act::{Needs, World};
use crate::domain::time::Time;

/// A service that was silent for longer was away.
pub const SILENCE: TimeDelta = TimeDelta::seconds(10);

/// Asks for what [`stopped`] reads.
pub fn need(needs: &mut Needs) {
    // Without a lock: whether an outage was recorded a moment ago or is about to be, the same time comes of it.
    needs.service_alive.read(SERVICE);
}

/// For how long clocks have stood still between `since` and `now`.
#[must_use]
pub fn stopped(world: &World, since: Time, now: Time) -> TimeDelta {
    world.service_alive.get(&SERVICE).map_or(TimeDelta::zero(), |alive| alive.stopped(since, now))
}
