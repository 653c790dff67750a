//! How staff change a player's standing (`conduct`, Sanctions).

use serde::Serialize;

use super::player::PlayerState;
use crate::domain::act::{Refused, World};
use crate::domain::codes::Code;
use crate::domain::ids::PlayerId;
use crate::domain::ledger::event::Stream;
use crate::domain::staff::Changed;
use crate::domain::time::Time;

/// How a player stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Standing {
    /// The state.
    pub state: PlayerState,
    /// The end of a suspension.
    pub until: Option<Time>,
}

/// Gives a player, whose row is locked, another standing and tells of it with before and after.
///
/// # Errors
/// `unknown_player`; `already_so` where they stand so already.
pub fn change(
    world: &mut World,
    player: PlayerId,
    after: Standing,
    kind: &'static str,
    act: &impl Serialize,
    reason: &str,
) -> Result<(), Refused> {
    let row = world.players.get(&player).ok_or(Code::UnknownPlayer)?;
    let before = Standing { state: row.state, until: row.suspended_until };
    if before == after {
        return Err(Code::AlreadySo.into());
    }
    let row = world.players.edit(&player);
    (row.state, row.suspended_until) = (after.state, after.until);
    world.tell_why(Stream::Player(player), kind, &Changed { act, before, after }, Some(reason))
}
