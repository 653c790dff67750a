use serde::Serialize;

use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::games::game::GameState;
use crate::domain::games::play::route;
use crate::domain::games::say::{Said, say};
use crate::domain::games::settle::{self, Finish, check, settle};
use crate::domain::games::settlement::SettledBy;
use crate::domain::ids::{GameId, PlayerId};
use crate::domain::players::access::{Permission, permit};
use crate::domain::time::Time;

/// Reports how a game that was played elsewhere ended (`backgammon`, Who is believed): a client app with
/// `games:report` for the room, or staff, settles alone; a player concedes, confirms, contradicts or claims.
#[derive(Debug, Clone, Serialize)]
pub struct ReportGame {
    /// Who asks.
    pub by: Actor,
    /// The game.
    pub game: GameId,
    /// Who won.
    pub winner: PlayerId,
    /// 1 single, 2 gammon, 3 backgammon; not looked at for a match.
    pub result: u8,
    /// What the cube shows at the end, as the reported doubles left it; not looked at for a match.
    pub cube: u32,
}

impl Act for ReportGame {
    type Answer = Said;
    const NAME: &'static str = "report_game";

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
        let finish = Finish { winner: self.winner, result: self.result, cube: self.cube };
        if let Actor::Player(player) = self.by {
            return say(world, now, self.game, player, finish);
        }
        permit(world, self.by, Permission::GamesReport, Some(game.room))?;
        game.need_state(&[GameState::Playing, GameState::Reported])?;
        check(game, finish)?;
        Ok(Said::Settled(settle(world, now, self.game, finish, SettledBy::Report)?))
    }
}
