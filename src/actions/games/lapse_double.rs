use serde::Serialize;

use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::games::cube::{DoubleLapsed, lapse};
use crate::domain::games::play::route;
use crate::domain::games::{cover, deadline};
use crate::domain::ids::GameId;
use crate::domain::ledger::event::Stream;
use crate::domain::time::Time;

/// Takes a double, or a beaver, back that was not answered in time. The clock's.
#[derive(Debug, Clone, Serialize)]
pub struct LapseDouble {
    /// The game.
    pub game: GameId,
}

impl Act for LapseDouble {
    type Answer = DoubleLapsed;
    const NAME: &'static str = "lapse_double";

    fn by(&self) -> Actor {
        Actor::System
    }

    fn route(&self) -> u64 {
        route(self.game)
    }

    fn needs(&self, world: &World, needs: &mut Needs) {
        deadline::need(needs);
        cover::need(world, needs, self.game);
    }

    fn decide(&self, world: &mut World, now: Time) -> Result<DoubleLapsed, Refused> {
        let lapsed = lapse(world, now, self.game)?;
        world.tell(Stream::Game(self.game), "game.double_lapsed", &lapsed)?;
        Ok(lapsed)
    }
}
