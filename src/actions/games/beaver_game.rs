use serde::Serialize;

use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::games::cover;
use crate::domain::games::cube::{DoubleOffered, beaver};
use crate::domain::games::play::route;
use crate::domain::ids::{GameId, PlayerId};
use crate::domain::ledger::event::Stream;
use crate::domain::time::Time;

/// Reports that a player beavers: takes the double, redoubles at once and keeps the cube.
#[derive(Debug, Clone, Serialize)]
pub struct BeaverGame {
    /// Who asks: the player, or a client app or staff for them.
    pub by: Actor,
    /// The game.
    pub game: GameId,
    /// Who beavers.
    pub player: PlayerId,
}

impl Act for BeaverGame {
    type Answer = DoubleOffered;
    const NAME: &'static str = "beaver_game";

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
        let offered = beaver(world, now, self.by, self.game, self.player)?;
        world.tell(Stream::Game(self.game), "game.beavered", &offered)?;
        Ok(offered)
    }
}
