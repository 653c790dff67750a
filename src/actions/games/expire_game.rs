use serde::{Deserialize, Serialize};

use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::games::deadline;
use crate::domain::games::game::GameState;
use crate::domain::games::play::route;
use crate::domain::ids::GameId;
use crate::domain::ledger::event::Stream;
use crate::domain::time::Time;

/// Ends an offer that nobody took in time. The clock's.
#[derive(Debug, Clone, Serialize)]
pub struct ExpireGame {
    /// The game.
    pub game: GameId,
}

/// An offer expired.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameExpired {
    /// The game.
    pub game: GameId,
}

impl Act for ExpireGame {
    type Answer = GameExpired;
    const NAME: &'static str = "expire_game";

    fn by(&self) -> Actor {
        Actor::System
    }

    fn route(&self) -> u64 {
        route(self.game)
    }

    fn needs(&self, _: &World, needs: &mut Needs) {
        deadline::need(needs);
        needs.games.lock(self.game);
    }

    fn decide(&self, world: &mut World, now: Time) -> Result<GameExpired, Refused> {
        let game = world.games.get(&self.game).ok_or(Code::UnknownGame)?;
        if game.state != GameState::Open || !deadline::has_passed(world, game, now) {
            return Err(Code::NotDue.into());
        }
        let row = world.games.edit(&self.game);
        row.state = GameState::Expired;
        row.clear_due();
        row.ended_at = Some(now);
        let expired = GameExpired { game: self.game };
        world.tell(Stream::Game(self.game), "game.expired", &expired)?;
        Ok(expired)
    }
}
