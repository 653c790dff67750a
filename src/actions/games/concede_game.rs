use serde::Serialize;

use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::games::play::{may_act_for, route};
use crate::domain::games::say::{Said, say};
use crate::domain::games::settle::{self, Finish};
use crate::domain::ids::{GameId, PlayerId};
use crate::domain::time::Time;

/// A player concedes: the other has won, with this result, at the cube as it was reported.
#[derive(Debug, Clone, Serialize)]
pub struct ConcedeGame {
    /// Who asks: the player, or a client app or staff for them.
    pub by: Actor,
    /// The game.
    pub game: GameId,
    /// Who lost.
    pub player: PlayerId,
    /// 1 single, 2 gammon, 3 backgammon; not looked at for a match.
    pub result: u8,
}

impl Act for ConcedeGame {
    type Answer = Said;
    const NAME: &'static str = "concede_game";

    fn by(&self) -> Actor {
        self.by
    }

    fn route(&self) -> u64 {
        route(self.game)
    }

    fn needs(&self, world: &World, needs: &mut Needs) {
        settle::need(world, needs, self.game);
    }

    fn decide(&self, world: &mut World, now: Time) -> Result<Said, Refused> {
        let game = world.games.get(&self.game).ok_or(Code::UnknownGame)?;
        may_act_for(world, self.by, self.player, game.room)?;
        let seat = game.need_seat(self.player)?;
        let winner = game.player_in(seat.other()).ok_or(Code::GameNotStarted)?;
        let finish = Finish { winner, result: self.result, cube: game.cube_value()? };
        say(world, now, self.game, self.player, finish)
    }
}
