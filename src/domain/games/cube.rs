//! The cube of a game that is played elsewhere: each double and its answer is reported, and moves escrow (`money`,
//! Escrow; `backgammon`, Cube; `edge-cases` 24 to 26).

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};

use super::cover::{fund, most_at, reach};
use super::deadline;
use super::game::{Game, GameState, KindWord, Seat};
use super::play::may_act_for;
use crate::domain::act::{Actor, Refused, World};
use crate::domain::codes::Code;
use crate::domain::ids::{GameId, PlayerId, TransferId};
use crate::domain::money::{Currency, Minor};
use crate::domain::players::standing::{Doing, may};
use crate::domain::rooms::{Cover, in_force};
use crate::domain::time::Time;

/// A double (or beaver) waits for its answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DoubleOffered {
    /// The game.
    pub game: GameId,
    /// Who offers it.
    pub player: PlayerId,
    /// The cube if it is taken.
    pub cube: u32,
    /// The most that could pass if it were taken now, where the poorer of the two cannot cover more. Both are told.
    pub cap: Option<Minor>,
    /// Of which currency.
    pub currency: Currency,
    /// What moved escrow.
    pub transfers: Vec<TransferId>,
}

/// A double was taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DoubleTaken {
    /// The game.
    pub game: GameId,
    /// Who took it.
    pub player: PlayerId,
    /// The cube.
    pub cube: u32,
    /// The most that can pass from now on, where the poorer of the two could not cover more.
    pub cap: Option<Minor>,
    /// Of which currency.
    pub currency: Currency,
    /// What moved escrow.
    pub transfers: Vec<TransferId>,
}

/// A double (or beaver) was not answered in time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DoubleLapsed {
    /// The game.
    pub game: GameId,
    /// Whose offer it was.
    pub player: PlayerId,
    /// What the cube shows, as before the offer.
    pub cube: u32,
    /// What moved escrow.
    pub transfers: Vec<TransferId>,
}

/// The game and the seat of a player at the cube: under way, a single game, with a cube.
///
/// # Errors
/// `unknown_game`, those of [`may_act_for`] and of the game's state, `not_at_table`, `double_in_match`, `no_cube`.
pub fn at_cube(world: &World, by: Actor, id: GameId, player: PlayerId) -> Result<(Game, Seat), Refused> {
    let game = world.games.get(&id).ok_or(Code::UnknownGame)?;
    may_act_for(world, by, player, game.room)?;
    let seat = game.need_seat(player)?;
    game.need_state(&[GameState::Playing])?;
    if game.kind == KindWord::Match {
        return Err(Code::DoubleInMatch.into());
    }
    if !game.options.cube {
        return Err(Code::NoCube.into());
    }
    Ok((game.clone(), seat))
}

/// The seat whose double waits for this one's answer.
///
/// # Errors
/// `no_double_pending`, `not_yours_to_answer`.
pub fn asked_by(game: &Game, answering: Seat) -> Result<Seat, Refused> {
    match game.doubled_by {
        None => Err(Code::NoDoublePending.into()),
        Some(seat) if seat == answering => Err(Code::NotYoursToAnswer.into()),
        Some(seat) => Ok(seat),
    }
}

/// The next value of the cube.
///
/// # Errors
/// `cube_at_maximum`; `dead_cube` where the limit is reached already.
fn raised(game: &Game, cube: u32) -> Result<u32, Refused> {
    let next = cube.checked_mul(2).filter(|next| *next <= game.options.cube_max);
    let next = next.ok_or_else(|| Refused::new(Code::CubeAtMaximum).with("cube_max", game.options.cube_max))?;
    let worth = game.stake.times(cube.into())?;
    if game.limit().is_some_and(|limit| worth >= limit) { Err(Code::DeadCube.into()) } else { Ok(next) }
}

/// Whether the room refuses a double that a player cannot cover.
fn refuses(world: &World, game: &Game) -> Result<bool, Refused> {
    Ok(in_force::find_of(world, game)?.room.cover == Cover::Refuse)
}

fn may_play(world: &World, player: PlayerId, now: Time) -> Result<(), Refused> {
    may(world.players.get(&player).ok_or(Code::UnknownPlayer)?, Doing::Play, now)
}

/// Offers a double: the offerer's escrow rises at once, as far as they can cover it.
///
/// # Errors
/// Those of [`at_cube`], `double_pending`, `cube_not_yours`, `cube_at_maximum`, `dead_cube`, `double_not_covered`.
pub fn offer(world: &mut World, now: Time, by: Actor, id: GameId, player: PlayerId) -> Result<DoubleOffered, Refused> {
    let (game, seat) = at_cube(world, by, id, player)?;
    if game.doubled_by.is_some() {
        return Err(Code::DoublePending.into());
    }
    if game.cube_owner.is_some_and(|owner| owner != seat) {
        return Err(Code::CubeNotYours.into());
    }
    may_play(world, player, now)?;
    let cube = raised(&game, game.cube_value()?)?;
    let most = most_at(&game, cube)?;
    let (mine, theirs) = (reach(world, &game, seat)?, reach(world, &game, seat.other())?);
    let covered = most.min(mine).min(theirs);
    if covered < most && refuses(world, &game)? {
        return Err(Code::DoubleNotCovered.into());
    }
    let due_at = answer_due(world, &game, now)?;
    let row = world.games.edit(&id);
    row.doubled_by = Some(seat);
    row.set_due(now, due_at);
    // Automatic doubles that never came may have left more in escrow than the double asks for: that goes back at the
    // take, not before.
    let transfers = fund(world, id, &[(seat, most.min(mine).max(game.escrow_of(seat)))])?;
    let cap = (covered < most).then_some(covered);
    Ok(DoubleOffered { game: id, player, cube, cap, currency: game.currency, transfers })
}

/// Takes a double or a beaver: the taker's escrow rises to what both can cover, and the rest of the offerer's goes
/// back. What the poorer could cover, if it is less than the most that can be lost, is the game's limit from now on.
///
/// # Errors
/// Those of [`at_cube`] and [`asked_by`], `double_not_covered`.
pub fn take(world: &mut World, now: Time, by: Actor, id: GameId, player: PlayerId) -> Result<DoubleTaken, Refused> {
    let (game, seat) = at_cube(world, by, id, player)?;
    let offerer = asked_by(&game, seat)?;
    may_play(world, player, now)?;
    let cube = game.cube_value()?.checked_mul(2).ok_or(Code::Internal)?;
    let (most, covered) = covered(world, &game, offerer, cube)?;
    let row = world.games.edit(&id);
    row.cube = cube.into();
    // Who beavered keeps the cube.
    row.cube_owner = if game.beavered { game.cube_owner } else { Some(seat) };
    row.doubled_by = None;
    row.clear_due();
    row.beavered = false;
    if covered < most {
        row.cap = Some(covered);
    }
    let cap = row.cap;
    let transfers = fund(world, id, &[(offerer, covered), (seat, covered)])?;
    Ok(DoubleTaken { game: id, player, cube, cap, currency: game.currency, transfers })
}

/// The most that can be lost at a cube, and what of it both can cover: the offerer by what they put up at the offer,
/// the taker by all that they have.
fn covered(world: &World, game: &Game, offerer: Seat, cube: u32) -> Result<(Minor, Minor), Refused> {
    let most = most_at(game, cube)?;
    let covered = most.min(game.escrow_of(offerer)).min(reach(world, game, offerer.other())?);
    if covered < most && refuses(world, game)? {
        return Err(Code::DoubleNotCovered.into());
    }
    Ok((most, covered))
}

/// Beavers: takes a double, redoubles at once and keeps the cube. Cover is reckoned for four times the value before
/// the first double; the first one's take caps the game as every take does.
///
/// # Errors
/// Those of [`at_cube`] and [`asked_by`], `beaver_not_agreed`, `beaver_on_beaver`, `cube_at_maximum`, `dead_cube`,
/// `double_not_covered`.
pub fn beaver(world: &mut World, now: Time, by: Actor, id: GameId, player: PlayerId) -> Result<DoubleOffered, Refused> {
    let (mut game, seat) = at_cube(world, by, id, player)?;
    let offerer = asked_by(&game, seat)?;
    if !game.options.beavers {
        return Err(Code::BeaverNotAgreed.into());
    }
    if game.beavered {
        return Err(Code::BeaverOnBeaver.into());
    }
    may_play(world, player, now)?;
    let taken = game.cube_value()?.checked_mul(2).ok_or(Code::Internal)?;
    let (most, put_up) = covered(world, &game, offerer, taken)?;
    if put_up < most {
        game.cap = Some(put_up);
    }
    let cube = raised(&game, taken)?;
    let most = most_at(&game, cube)?;
    let (mine, theirs) = (reach(world, &game, seat)?, reach(world, &game, offerer)?);
    let reached = most.min(mine).min(theirs);
    if reached < most && refuses(world, &game)? {
        return Err(Code::DoubleNotCovered.into());
    }
    let due_at = answer_due(world, &game, now)?;
    let row = world.games.edit(&id);
    row.cube = taken.into();
    row.cube_owner = Some(seat);
    row.doubled_by = Some(seat);
    row.set_due(now, due_at);
    row.beavered = true;
    row.cap = game.cap;
    let transfers = fund(world, id, &[(offerer, put_up), (seat, most.min(mine))])?;
    let cap = if reached < most { Some(reached) } else { game.cap };
    Ok(DoubleOffered { game: id, player, cube, cap, currency: game.currency, transfers })
}

/// Until when a double must be answered: as long as the room waits for the other's word on a claim.
fn answer_due(world: &World, game: &Game, now: Time) -> Result<Time, Refused> {
    let wait = in_force::find_of(world, game)?.room.report_confirm_s;
    Ok(now.after(TimeDelta::seconds(wait.into())))
}

/// Takes an offer back that nobody answered in time: the game goes on at the cube before it, and the offerer's top-up
/// goes back. Nobody loses by a report that never came: whether the double was taken or dropped where the game is
/// played, it may be reported again. A beaver that lapses leaves the double that it took.
///
/// # Errors
/// `unknown_game`, `not_due`; those of the ledger.
pub fn lapse(world: &mut World, now: Time, id: GameId) -> Result<DoubleLapsed, Refused> {
    let game = world.games.get(&id).ok_or(Code::UnknownGame)?.clone();
    let waiting = game.doubled_by.filter(|_| game.state == GameState::Playing);
    let seat = waiting.filter(|_| deadline::has_passed(world, &game, now)).ok_or(Code::NotDue)?;
    let player = game.player_in(seat).ok_or(Code::GameNotStarted)?;
    let row = world.games.edit(&id);
    row.doubled_by = None;
    row.clear_due();
    row.beavered = false;
    // Before the offer both had put up the same.
    let transfers = fund(world, id, &[(seat, game.escrow_of(seat.other()))])?;
    Ok(DoubleLapsed { game: id, player, cube: game.cube_value()?, transfers })
}
