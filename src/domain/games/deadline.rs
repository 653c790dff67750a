//! When something is due in a game: an offer expires, a claim becomes a dispute, a double lapses. The time of an outage
//! is not counted.

use chrono::TimeDelta;

use super::game::Game;
use crate::domain::act::{Needs, World};
use crate::domain::outages;
use crate::domain::time::Time;

/// Asks for what [`has_passed`] and [`stopped`] read.
pub fn need(needs: &mut Needs) {
    outages::need(needs);
}

/// Whether a game's deadline is over; without one it never is.
#[must_use]
pub fn has_passed(world: &World, game: &Game, now: Time) -> bool {
    game.due_at.is_some_and(|due| due.after(stopped(world, game, now)) <= now)
}

/// By how much a game's deadline is to be moved, because nobody could act in the meantime.
#[must_use]
pub fn stopped(world: &World, game: &Game, now: Time) -> TimeDelta {
    let since = game.due_at.and(game.due_set_at);
    since.map_or(TimeDelta::zero(), |since| outages::stopped(world, since, now))
}

impl Game {
    /// Something is due in this game at a time.
    pub fn set_due(&mut self, now: Time, due_at: Time) {
        (self.due_at, self.due_set_at) = (Some(due_at), Some(now));
    }

    /// Nothing is due any more.
    pub fn clear_due(&mut self) {
        (self.due_at, self.due_set_at) = (None, None);
    }
}
