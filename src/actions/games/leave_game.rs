use serde::{Deserialize, Serialize};

use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::games::game::GameState;
use crate::domain::games::play::{may_act_for, route};
use crate::domain::ids::{GameId, PlayerId};
use crate::domain::ledger::event::Stream;
use crate::domain::time::Time;

/// Takes an offer back before anybody joined.
#[derive(Debug, Clone, Serialize)]
pub struct LeaveGame {
    /// Who asks: the player, or a client app or staff for them.
    pub by: Actor,
    /// The game.
    pub game: GameId,
    /// Who opened it.
    pub player: PlayerId,
}

/// An offer was taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameLeft {
    /// The game.
    pub game: GameId,
}

impl Act for LeaveGame {
    type Answer = GameLeft;
    const NAME: &'static str = "leave_game";

    fn by(&self) -> Actor {
        self.by
    }

    fn route(&self) -> u64 {
        route(self.game)
    }

    fn needs(&self, _: &World, needs: &mut Needs) {
        needs.games.lock(self.game);
    }

    fn decide(&self, world: &mut World, now: Time) -> Result<GameLeft, Refused> {
        let game = world.games.get(&self.game).ok_or(Code::UnknownGame)?;
        may_act_for(world, self.by, self.player, game.room)?;
        game.need_seat(self.player)?;
        if game.state != GameState::Open {
            return Err(Refused::new(Code::GameNotOpen).with("state", game.state));
        }
        let row = world.games.edit(&self.game);
        row.state = GameState::Withdrawn;
        row.clear_due();
        row.ended_at = Some(now);
        let left = GameLeft { game: self.game };
        world.tell(Stream::Game(self.game), "game.left", &left)?;
        Ok(left)
    }
}
