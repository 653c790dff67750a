use serde::{Deserialize, Serialize};

use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::games::game::GameState;
use crate::domain::games::play::route;
use crate::domain::games::settle::{self, Finish, GameSettled, GameVoided};
use crate::domain::games::settlement::SettledBy;
use crate::domain::ids::{GameId, PlayerId};
use crate::domain::ledger::event::Stream;
use crate::domain::players::access::{Permission, permit};
use crate::domain::staff::check_reason;
use crate::domain::time::Time;

/// What staff decide about a disputed game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Decision {
    /// It is paid, at the cube as the doubles were reported.
    Settle {
        /// Who won.
        winner: PlayerId,
        /// 1 single, 2 gammon, 3 backgammon; not looked at for a match.
        result: u8,
    },
    /// Both escrows go back whole.
    Void,
}

/// What came of a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "state")]
pub enum GameDecided {
    /// The game was paid.
    Settled(GameSettled),
    /// Both escrows went back.
    Voided(GameVoided),
}

/// Decides a dispute. By staff, with a reason.
#[derive(Debug, Clone, Serialize)]
pub struct DecideGame {
    /// Who asks.
    pub by: Actor,
    /// The game.
    pub game: GameId,
    /// What is to be done.
    pub decision: Decision,
    /// Why.
    pub reason: String,
}

impl Act for DecideGame {
    type Answer = GameDecided;
    const NAME: &'static str = "decide_game";

    fn by(&self) -> Actor {
        self.by
    }

    fn route(&self) -> u64 {
        route(self.game)
    }

    fn needs(&self, world: &World, needs: &mut Needs) {
        settle::need(world, needs, self.game);
    }

    fn decide(&self, world: &mut World, now: Time) -> Result<GameDecided, Refused> {
        let game = world.games.get(&self.game).ok_or(Code::UnknownGame)?;
        permit(world, self.by, Permission::GamesDecide, Some(game.room))?;
        check_reason(&self.reason)?;
        if matches!(game.state, GameState::Playing | GameState::Reported) {
            return Err(Code::GameNotDisputed.into());
        }
        game.need_state(&[GameState::Disputed])?;
        let cube = game.cube_value()?;
        match self.decision {
            Decision::Void => Ok(GameDecided::Voided(settle::void(world, now, self.game, &self.reason)?)),
            Decision::Settle { winner, result } => {
                let finish = Finish { winner, result, cube };
                settle::check(game, finish)?;
                world.tell_why(Stream::Game(self.game), "game.decided", &self.decision, Some(&self.reason))?;
                Ok(GameDecided::Settled(settle::settle(world, now, self.game, finish, SettledBy::Decision)?))
            }
        }
    }
}
