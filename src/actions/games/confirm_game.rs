use serde::Serialize;

use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::games::play::{may_act_for, route};
use crate::domain::games::settle::{self, GameSettled};
use crate::domain::games::settlement::SettledBy;
use crate::domain::ids::{GameId, PlayerId};
use crate::domain::time::Time;

/// A player confirms the result that the other claims: the game is paid.
#[derive(Debug, Clone, Serialize)]
pub struct ConfirmGame {
    /// Who asks: the player, or a client app or staff for them.
    pub by: Actor,
    /// The game.
    pub game: GameId,
    /// Who confirms.
    pub player: PlayerId,
}

impl Act for ConfirmGame {
    type Answer = GameSettled;
    const NAME: &'static str = "confirm_game";

    fn by(&self) -> Actor {
        self.by
    }

    fn route(&self) -> u64 {
        route(self.game)
    }

    fn needs(&self, world: &World, needs: &mut Needs) {
        settle::need(world, needs, self.game);
    }

    fn decide(&self, world: &mut World, now: Time) -> Result<GameSettled, Refused> {
        let game = world.games.get(&self.game).ok_or(Code::UnknownGame)?;
        may_act_for(world, self.by, self.player, game.room)?;
        let claimed = game.claim_of_other(self.player)?;
        let finish = claimed.finish().ok_or(Code::Internal)?;
        settle::settle(world, now, self.game, finish, SettledBy::Confirmation)
    }
}
