//! Games and what was told of them, as the edges read them.

use std::collections::HashMap;

use diesel::prelude::*;
use uuid::Uuid;

use super::columns::{Id, Instant, Whole, all_of};
use super::dialect::{Db, MultiBackend};
use super::players::rows;
use super::schema::{events, games, settlements, transfers};
use crate::domain::games::game::{Game, GameState};
use crate::domain::games::settlement::Settlement;
use crate::domain::ids::{GameId, PlayerId, TransferId};
use crate::domain::ledger::event::Event;
use crate::domain::slug::Slug;
use crate::domain::time::Time;

/// A game.
///
/// # Errors
/// The database's.
pub fn find_game(db: &mut Db, id: GameId) -> QueryResult<Option<Game>> {
    let found = games::table.filter(games::id.eq(Id(id.0))).select(all_of::<Game>());
    found.load::<Whole<Game>>(db).map(|found| rows(found).pop())
}

/// How a game was settled, and the transfer that undid it.
#[derive(Debug, Clone)]
pub struct Settled {
    /// How.
    pub settlement: Settlement,
    /// What undid it, if anything has.
    pub reversed_by: Option<TransferId>,
}

/// How each of some games was settled, as far as they were.
///
/// # Errors
/// The database's.
pub fn list_settled(db: &mut Db, games: &[GameId]) -> QueryResult<HashMap<GameId, Settled>> {
    let ids: Vec<Id> = games.iter().map(|game| Id(game.0)).collect();
    let found = settlements::table.filter(settlements::game.eq_any(ids)).select(all_of::<Settlement>());
    let found: Vec<Settlement> = rows(found.load::<Whole<Settlement>>(db)?);
    let moved: Vec<Id> = found.iter().filter_map(|row| row.transfer).map(|transfer| Id(transfer.0)).collect();
    let undone = transfers::table.filter(transfers::reverses.eq_any(moved));
    let undone: Vec<(Option<Id>, i64, i64)> =
        undone.select((transfers::reverses, transfers::shard, transfers::seq)).load(db)?;
    let undone: HashMap<Uuid, TransferId> = undone
        .into_iter()
        .filter_map(|(reverses, shard, seq)| Some((reverses?.0, TransferId::at(shard, seq))))
        .collect();
    let settled = |settlement: Settlement| {
        let reversed_by = settlement.transfer.and_then(|transfer| undone.get(&transfer.0).copied());
        (settlement.game, Settled { settlement, reversed_by })
    };
    Ok(found.into_iter().map(settled).collect())
}

/// Which games are asked for.
#[derive(Debug, Clone, Default)]
pub struct GamesAsked {
    /// In this room.
    pub room: Option<Slug>,
    /// In one of these rooms; none: in all.
    pub rooms: Vec<Slug>,
    /// In this state.
    pub state: Option<GameState>,
    /// Of this player.
    pub player: Option<PlayerId>,
    /// Opened at this time or later.
    pub from: Option<Time>,
    /// Opened before this time.
    pub to: Option<Time>,
    /// Opened before this one.
    pub before: Option<GameId>,
    /// So many at most.
    pub most: i64,
}

/// Games, the newest first.
///
/// # Errors
/// The database's.
pub fn list_games(db: &mut Db, asked: &GamesAsked) -> QueryResult<Vec<Game>> {
    let all = games::table.into_boxed();
    let Some(player) = asked.player.map(|player| Id(player.0)) else { return list_some(db, all, asked) };
    // Those that they opened and those that they joined, each by its own index.
    let mut found = list_some(db, games::table.into_boxed().filter(games::opener.eq(player)), asked)?;
    found.extend(list_some(db, all.filter(games::joiner.eq(player).assume_not_null()), asked)?);
    found.sort_unstable_by_key(|game| std::cmp::Reverse(game.id));
    found.truncate(usize::try_from(asked.most).unwrap_or(usize::MAX));
    Ok(found)
}

fn list_some(db: &mut Db, some: games::BoxedQuery<'_, MultiBackend>, asked: &GamesAsked) -> QueryResult<Vec<Game>> {
    let mut found = some.order(games::id.desc()).limit(asked.most);
    if let Some(room) = &asked.room {
        found = found.filter(games::room.eq(room.as_str().to_owned()));
    }
    if !asked.rooms.is_empty() {
        let rooms: Vec<String> = asked.rooms.iter().map(Slug::to_string).collect();
        found = found.filter(games::room.eq_any(rooms));
    }
    if let Some(state) = asked.state {
        found = found.filter(games::state.eq(state.as_str()));
    }
    if let Some(from) = asked.from {
        found = found.filter(games::opened_at.ge(Instant(from)));
    }
    if let Some(to) = asked.to {
        found = found.filter(games::opened_at.lt(Instant(to)));
    }
    if let Some(before) = asked.before {
        found = found.filter(games::id.lt(Id(before.0)));
    }
    found.select(all_of::<Game>()).load(db).map(rows)
}

/// Games whose time has come, the longest overdue first.
///
/// # Errors
/// The database's.
pub fn list_due(db: &mut Db, now: Time, most: i64) -> QueryResult<Vec<Game>> {
    let found = games::table.filter(games::due_at.le(Instant(now)).assume_not_null()).order(games::due_at).limit(most);
    found.select(all_of::<Game>()).load(db).map(rows)
}

/// What was told of a stream, in its order, from after a number of it.
///
/// # Errors
/// The database's.
pub fn list_events(db: &mut Db, stream: Uuid, after: i64, most: i64) -> QueryResult<Vec<Event>> {
    let found = events::table.filter(events::stream.eq(Id(stream))).filter(events::stream_seq.gt(after));
    found.order(events::stream_seq).limit(most).select(all_of::<Event>()).load(db).map(rows)
}
