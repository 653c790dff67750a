use serde::{Deserialize, Serialize};

use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::games::deadline;
use crate::domain::games::play::route;
use crate::domain::ids::GameId;
use crate::domain::ledger::event::Stream;
use crate::domain::time::Time;

/// Moves what is due in a game by the time in which no node served. The clock's.
#[derive(Debug, Clone, Serialize)]
pub struct MoveDeadline {
    /// The game.
    pub game: GameId,
}

/// A deadline was moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeadlineMoved {
    /// The game.
    pub game: GameId,
    /// For how many seconds its clock stood still.
    pub stopped_s: i64,
    /// When it is due now.
    pub due_at: Time,
}

impl Act for MoveDeadline {
    type Answer = DeadlineMoved;
    const NAME: &'static str = "move_deadline";

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

    fn decide(&self, world: &mut World, now: Time) -> Result<DeadlineMoved, Refused> {
        let game = world.games.get(&self.game).ok_or(Code::UnknownGame)?;
        let stopped = deadline::stopped(world, game, now);
        let due_at = game.due_at.filter(|_| !stopped.is_zero()).ok_or(Code::NotDue)?.after(stopped);
        // From now on: what was stopped until now is in the deadline.
        world.games.edit(&self.game).set_due(now, due_at);
        let moved = DeadlineMoved { game: self.game, stopped_s: stopped.num_seconds(), due_at };
        world.tell(Stream::Game(self.game), "game.clock_stopped", &moved)?;
        Ok(moved)
    }
}
