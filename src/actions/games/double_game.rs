use serde::Serialize;

use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::games::cover;
use crate::domain::games::cube::{DoubleOffered, offer};
use crate::domain::games::play::route;
use crate::domain::ids::{GameId, PlayerId};
use crate::domain::ledger::event::Stream;
use crate::domain::time::Time;

/// Reports that a player offers a double.
#[derive(Debug, Clone, Serialize)]
pub struct DoubleGame {
    /// Who asks: the player, or a client app or staff for them.
    pub by: Actor,
    /// The game.
    pub game: GameId,
    /// Who offers it.
    pub player: PlayerId,
}

impl Act for DoubleGame {
    type Answer = DoubleOffered;
    const NAME: &'static str = "double_game";

    fn by(&self) -> Actor {
        self.by
    }

    fn route(&self) -> u64 {
        route(self.game)
    }

    fn needs(&self, world: &World, needs: &mut Needs) {
        cover::need(world, needs, self.game);
    }

    fn decide(&self, world: &mut World, now: Time) -> Result<DoubleOffered, Refused> {
        let offered = offer(world, now, self.by, self.game, self.player)?;
        world.tell(Stream::Game(self.game), "game.doubled", &offered)?;
        Ok(offered)
    }
}
