use serde::{Deserialize, Serialize};

use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::ids::PlayerId;
use crate::domain::players::access::{Permission, permit};
use crate::domain::players::player::PlayerState;
use crate::domain::players::sanction::{self, Standing};
use crate::domain::staff::check_reason;
use crate::domain::time::Time;

/// Lifts a suspension, or opens a closed account again where it was closed by mistake. By staff who may sanction.
#[derive(Debug, Clone, Serialize)]
pub struct ReinstatePlayer {
    /// Who asks.
    pub by: Actor,
    /// Whose account.
    pub player: PlayerId,
    /// Why.
    pub reason: String,
}

/// A player is free to play again.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PlayerReinstated {
    /// The player.
    pub player: PlayerId,
}

impl Act for ReinstatePlayer {
    type Answer = PlayerReinstated;
    const NAME: &'static str = "reinstate_player";

    fn by(&self) -> Actor {
        self.by
    }

    fn needs(&self, _: &World, needs: &mut Needs) {
        needs.players.lock(self.player);
    }

    fn decide(&self, world: &mut World, _: Time) -> Result<PlayerReinstated, Refused> {
        permit(world, self.by, Permission::Sanction, None)?;
        check_reason(&self.reason)?;
        let after = Standing { state: PlayerState::Active, until: None };
        sanction::change(world, self.player, after, "player.reinstated", self, &self.reason)?;
        Ok(PlayerReinstated { player: self.player })
    }
}
