use serde::{Deserialize, Serialize};

use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::ids::PlayerId;
use crate::domain::players::access::{Permission, permit};
use crate::domain::players::player::PlayerState;
use crate::domain::players::sanction::{self, Standing};
use crate::domain::staff::check_reason;
use crate::domain::time::Time;

/// Keeps a player from playing and withdrawing until a date; a second suspension moves the date. By staff who may
/// sanction.
#[derive(Debug, Clone, Serialize)]
pub struct SuspendPlayer {
    /// Who asks.
    pub by: Actor,
    /// Whose account.
    pub player: PlayerId,
    /// Until then.
    pub until: Time,
    /// Why.
    pub reason: String,
}

/// A player was suspended.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PlayerSuspended {
    /// The player.
    pub player: PlayerId,
}

impl Act for SuspendPlayer {
    type Answer = PlayerSuspended;
    const NAME: &'static str = "suspend_player";

    fn by(&self) -> Actor {
        self.by
    }

    fn needs(&self, _: &World, needs: &mut Needs) {
        needs.players.lock(self.player);
    }

    fn decide(&self, world: &mut World, now: Time) -> Result<PlayerSuspended, Refused> {
        permit(world, self.by, Permission::Sanction, None)?;
        check_reason(&self.reason)?;
        if self.until <= now {
            return Err(Code::UntilPast.into());
        }
        let player = world.players.get(&self.player).ok_or(Code::UnknownPlayer)?;
        if player.state == PlayerState::Closed {
            return Err(Code::PlayerClosed.into());
        }
        let after = Standing { state: PlayerState::Suspended, until: Some(self.until) };
        sanction::change(world, self.player, after, "player.suspended", self, &self.reason)?;
        Ok(PlayerSuspended { player: self.player })
    }
}
