use serde::Serialize;

use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::games::cover;
use crate::domain::games::cube::{DoubleTaken, take};
use crate::domain::games::play::route;
use crate::domain::ids::{GameId, PlayerId};
use crate::domain::ledger::event::Stream;
use crate::domain::time::Time;

/// Reports that a player takes the double, or the beaver, that was offered.
#[derive(Debug, Clone, Serialize)]
pub struct TakeDouble {
    /// Who asks: the player, or a client app or staff for them.
    pub by: Actor,
    /// The game.
    pub game: GameId,
    /// Who takes it.
    pub player: PlayerId,
}

impl Act for TakeDouble {
    type Answer = DoubleTaken;
    const NAME: &'static str = "take_double";

    fn by(&self) -> Actor {
        self.by
    }

    fn route(&self) -> u64 {
        route(self.game)
    }

    fn needs(&self, world: &World, needs: &mut Needs) {
        cover::need(world, needs, self.game);
    }

    fn decide(&self, world: &mut World, now: Time) -> Result<DoubleTaken, Refused> {
        let taken = take(world, now, self.by, self.game, self.player)?;
        world.tell(Stream::Game(self.game), "game.taken", &taken)?;
        Ok(taken)
    }
}
