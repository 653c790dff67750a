use serde::Serialize;

use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::games::game::GameState;
use crate::domain::games::play::route;
use crate::domain::games::settle::{self, GameVoided};
use crate::domain::ids::GameId;
use crate::domain::players::access::{Permission, permit};
use crate::domain::staff::check_reason;
use crate::domain::time::Time;

/// Voids a game that is under way: both escrows go back whole. By staff, with a reason.
#[derive(Debug, Clone, Serialize)]
pub struct VoidGame {
    /// Who asks.
    pub by: Actor,
    /// The game.
    pub game: GameId,
    /// Why.
    pub reason: String,
}

impl Act for VoidGame {
    type Answer = GameVoided;
    const NAME: &'static str = "void_game";

    fn by(&self) -> Actor {
        self.by
    }

    fn route(&self) -> u64 {
        route(self.game)
    }

    fn needs(&self, world: &World, needs: &mut Needs) {
        settle::need(world, needs, self.game);
    }

    fn decide(&self, world: &mut World, now: Time) -> Result<GameVoided, Refused> {
        let game = world.games.get(&self.game).ok_or(Code::UnknownGame)?;
        permit(world, self.by, Permission::GamesDecide, Some(game.room))?;
        check_reason(&self.reason)?;
        game.need_state(&[GameState::Playing, GameState::Reported, GameState::Disputed])?;
        settle::void(world, now, self.game, &self.reason)
    }
}
