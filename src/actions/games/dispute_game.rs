use serde::Serialize;

use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::games::play::{may_act_for, route};
use crate::domain::games::say::{Said, dispute};
use crate::domain::ids::{GameId, PlayerId};
use crate::domain::staff::check_reason;
use crate::domain::time::Time;

/// A player contradicts the result that the other claims: staff decide.
#[derive(Debug, Clone, Serialize)]
pub struct DisputeGame {
    /// Who asks: the player, or a client app or staff for them.
    pub by: Actor,
    /// The game.
    pub game: GameId,
    /// Who contradicts.
    pub player: PlayerId,
    /// Why.
    pub reason: String,
}

impl Act for DisputeGame {
    type Answer = Said;
    const NAME: &'static str = "dispute_game";

    fn by(&self) -> Actor {
        self.by
    }

    fn route(&self) -> u64 {
        route(self.game)
    }

    fn needs(&self, _: &World, needs: &mut Needs) {
        needs.games.lock(self.game);
    }

    fn decide(&self, world: &mut World, _: Time) -> Result<Said, Refused> {
        let game = world.games.get(&self.game).ok_or(Code::UnknownGame)?;
        may_act_for(world, self.by, self.player, game.room)?;
        let claimed = game.claim_of_other(self.player)?.clone();
        check_reason(&self.reason)?;
        dispute(world, self.game, "game.disputed", &claimed, Some(&self.reason))?;
        Ok(Said::Disputed { game: self.game })
    }
}
