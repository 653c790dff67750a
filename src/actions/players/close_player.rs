use serde::{Deserialize, Serialize};

use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::ids::PlayerId;
use crate::domain::players::access::{Permission, permit};
use crate::domain::players::player::PlayerState;
use crate::domain::players::sanction::{self, Standing};
use crate::domain::sessions::sign_outs;
use crate::domain::staff::check_reason;
use crate::domain::time::Time;

/// Closes a player's account: no play, no deposit, no withdrawal; what it holds is frozen,
/// its sessions end. By staff who may sanction.
#[derive(Debug, Clone, Serialize)]
pub struct ClosePlayer {
    /// Who asks.
    pub by: Actor,
    /// Whose account.
    pub player: PlayerId,
    /// Why.
    pub reason: String,
}

/// A player's account was closed.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PlayerClosed {
    /// The player.
    pub player: PlayerId,
}

impl Act for ClosePlayer {
    type Answer = PlayerClosed;
    const NAME: &'static str = "close_player";

    fn by(&self) -> Actor {
        self.by
    }

    fn needs(&self, _: &World, needs: &mut Needs) {
        needs.sign_outs.lock(self.player.0);
        needs.players.lock(self.player);
    }

    fn decide(&self, world: &mut World, _: Time) -> Result<PlayerClosed, Refused> {
        permit(world, self.by, Permission::Sanction, None)?;
        check_reason(&self.reason)?;
        let after = Standing { state: PlayerState::Closed, until: None };
        sanction::change(world, self.player, after, "player.closed", self, &self.reason)?;
        sign_outs::add(world, self.player.0);
        Ok(PlayerClosed { player: self.player })
    }
}
