use serde::Serialize;

use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::games::deadline;
use crate::domain::games::game::GameState;
use crate::domain::games::play::route;
use crate::domain::games::say::{Said, dispute};
use crate::domain::ids::GameId;
use crate::domain::time::Time;

/// Makes a claim that was not answered in time a dispute. The clock's.
#[derive(Debug, Clone, Serialize)]
pub struct EscalateClaim {
    /// The game.
    pub game: GameId,
}

impl Act for EscalateClaim {
    type Answer = Said;
    const NAME: &'static str = "escalate_claim";

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

    fn decide(&self, world: &mut World, now: Time) -> Result<Said, Refused> {
        let game = world.games.get(&self.game).ok_or(Code::UnknownGame)?;
        if game.state != GameState::Reported || !deadline::has_passed(world, game, now) {
            return Err(Code::NotDue.into());
        }
        let claimed = game.claimed.clone();
        dispute(world, self.game, "game.escalated", &claimed.map(|claimed| claimed.0), None)?;
        Ok(Said::Disputed { game: self.game })
    }
}
