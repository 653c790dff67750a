//! What a player's own word is worth (`backgammon`, Who is believed).

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};

use super::game::{Claimed, GameState, KindWord};
use super::settle::{Finish, GameSettled, check, settle};
use super::settlement::SettledBy;
use crate::domain::act::{Json, Refused, World};
use crate::domain::codes::Code;
use crate::domain::ids::{GameId, PlayerId};
use crate::domain::ledger::event::Stream;
use crate::domain::rooms::in_force;
use crate::domain::time::Time;

/// What came of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "state")]
pub enum Said {
    /// The game is paid.
    Settled(GameSettled),
    /// The claim waits for the other player's word.
    Reported {
        /// The game.
        game: GameId,
        /// When it becomes a dispute if nothing is said.
        due_at: Time,
    },
    /// The players contradict each other: staff decide.
    Disputed {
        /// The game.
        game: GameId,
    },
}

/// A player says how the game ended. That they lost is believed; that they won waits for the other's word. The same
/// as the other's claim confirms it; anything else contradicts it, also another result.
///
/// # Errors
/// `not_at_table`, `already_reported`, those of [`check`] and of [`settle`], and the state of a game that is not
/// under way.
pub fn say(world: &mut World, now: Time, id: GameId, player: PlayerId, finish: Finish) -> Result<Said, Refused> {
    let game = world.games.get(&id).ok_or(Code::UnknownGame)?;
    game.need_seat(player)?;
    game.need_state(&[GameState::Playing, GameState::Reported])?;
    check(game, finish)?;
    let finish = match game.kind {
        KindWord::Single => finish,
        KindWord::Match => Finish { result: 1, cube: 1, ..finish },
    };
    let concedes = finish.winner != player;
    match game.claimed.as_ref().map(|claimed| claimed.0.clone()) {
        Some(claimed) if claimed.by != player => {
            if claimed.finish() == Some(finish) {
                return Ok(Said::Settled(settle(world, now, id, finish, SettledBy::Confirmation)?));
            }
            dispute(world, id, "game.disputed", &finish, None)?;
            Ok(Said::Disputed { game: id })
        }
        Some(_) if !concedes => Err(Code::AlreadyReported.into()),
        _ if concedes => Ok(Said::Settled(settle(world, now, id, finish, SettledBy::Concession)?)),
        _ => claim(world, now, id, player, finish),
    }
}

fn claim(world: &mut World, now: Time, id: GameId, player: PlayerId, finish: Finish) -> Result<Said, Refused> {
    let game = world.games.get(&id).ok_or(Code::UnknownGame)?;
    let wait = in_force::find_of(world, game)?.room.report_confirm_s;
    let due_at = now.after(TimeDelta::seconds(wait.into()));
    let row = world.games.edit(&id);
    row.state = GameState::Reported;
    row.claimed = Some(Json(Claimed {
        by: player,
        winner: finish.winner,
        result: finish.result.into(),
        cube: finish.cube.into(),
    }));
    row.set_due(now, due_at);
    world.tell(Stream::Game(id), "game.reported", &finish)?;
    Ok(Said::Reported { game: id, due_at })
}

/// Makes a game a dispute: its escrow stays, staff decide.
///
/// # Errors
/// `internal` where the facts cannot be written.
pub fn dispute(
    world: &mut World,
    id: GameId,
    kind: &'static str,
    facts: &impl Serialize,
    reason: Option<&str>,
) -> Result<(), Refused> {
    let row = world.games.edit(&id);
    row.state = GameState::Disputed;
    row.clear_due();
    world.tell_why(Stream::Game(id), kind, facts, reason)
}
