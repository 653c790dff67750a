//! The switchboard: one row. Who may be stopped by a switch shares its lock, so that once a switch is thrown nothing
//! that it stops is still under way; who throws one waits for those who share it, and they for nobody else.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::switch::Switch;
use crate::domain::act::{Actor, Json, Needs, Refused, World};
use crate::domain::slug::Slug;
use crate::domain::time::Time;

/// The row's key.
pub const BOARD: i64 = 1;

/// That a switch is on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thrown {
    /// Why.
    pub reason: String,
    /// By whom.
    pub by: Actor,
    /// Since when.
    pub at: Time,
}

crate::row! {
    /// The house's switches.
    pub struct Switchboard in "switchboard" key (
        /// Always [`BOARD`].
        id: i64
    ) {
        /// Those that are on.
        thrown: Json<BTreeMap<Switch, Thrown>>,
        /// Events told of them.
        stream_seq: i64,
    }
}

impl Switchboard {
    /// All off.
    #[must_use]
    pub fn new() -> Self {
        Self { id: BOARD, thrown: Json(BTreeMap::new()), stream_seq: 0 }
    }
}

impl Default for Switchboard {
    fn default() -> Self {
        Self::new()
    }
}

/// Asks for what the checks of this module read.
pub fn need(needs: &mut Needs) {
    needs.switchboard.share(BOARD);
}

/// Whether a game may be offered, or begin, in a room.
///
/// # Errors
/// `maintenance`, `room_stopped`.
pub fn check_new_game(world: &World, room: Slug) -> Result<(), Refused> {
    check(world, Switch::Maintenance)?;
    check(world, Switch::StopRoom(room))
}

/// Whether a withdrawal may be asked for, or sent.
///
/// # Errors
/// `withdrawals_stopped`.
pub fn check_withdrawal(world: &World) -> Result<(), Refused> {
    check(world, Switch::StopWithdrawals)
}

fn check(world: &World, switch: Switch) -> Result<(), Refused> {
    let is_on = world.switchboard.get(&BOARD).is_some_and(|board| board.thrown.contains_key(&switch));
    if is_on { Err(switch.refusal()) } else { Ok(()) }
}
