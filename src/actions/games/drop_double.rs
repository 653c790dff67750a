use serde::Serialize;

use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::games::cube::{asked_by, at_cube};
use crate::domain::games::play::route;
use crate::domain::games::settle::{self, Finish, GameSettled};
use crate::domain::games::settlement::SettledBy;
use crate::domain::ids::{GameId, PlayerId};
use crate::domain::time::Time;

/// Reports that a player refuses the double, or the beaver, that was offered: the game ends as a single game at the
/// value before the offer; a refused beaver at the value of the first double (`edge-cases` 24).
#[derive(Debug, Clone, Serialize)]
pub struct DropDouble {
    /// Who asks: the player, or a client app or staff for them.
    pub by: Actor,
    /// The game.
    pub game: GameId,
    /// Who refuses it.
    pub player: PlayerId,
}

impl Act for DropDouble {
    type Answer = GameSettled;
    const NAME: &'static str = "drop_double";

    fn by(&self) -> Actor {
        self.by
    }

    fn route(&self) -> u64 {
        route(self.game)
    }

    fn needs(&self, world: &World, needs: &mut Needs) {
        settle::need(world, needs, self.game);
    }

    fn decide(&self, world: &mut World, now: Time) -> Result<GameSettled, Refused> {
        let (game, seat) = at_cube(world, self.by, self.game, self.player)?;
        let offerer = asked_by(&game, seat)?;
        let winner = game.player_in(offerer).ok_or(Code::GameNotStarted)?;
        // A beaver took the first double, so the cube shows that one's value already.
        let finish = Finish { winner, result: 1, cube: game.cube_value()? };
        settle::settle(world, now, self.game, finish, SettledBy::Drop)
    }
}
