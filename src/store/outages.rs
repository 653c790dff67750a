//! That the service is there, and what an outage concerns.

use diesel::prelude::*;

use super::columns::{Id, Instant, Whole, all_of};
use super::dialect::Db;
use super::players::rows;
use super::schema::{games, service_alive};
use super::select::Statement;
use crate::domain::games::game::Game;
use crate::domain::ids::GameId;
use crate::domain::outages::{SILENCE, ServiceAlive};
use crate::domain::time::Time;

/// What is known of the service; nothing before its first start.
///
/// # Errors
/// The database's.
pub fn find_service_alive(db: &mut Db) -> QueryResult<Option<ServiceAlive>> {
    let found = service_alive::table.select(all_of::<ServiceAlive>());
    found.load::<Whole<ServiceAlive>>(db).map(|found| rows(found).pop())
}

/// Says that a node lives; `false` where none did for too long, which is for an act to judge.
///
/// # Errors
/// The database's.
pub fn mark_alive(db: &mut Db, now: Time) -> QueryResult<bool> {
    let mark = Statement::default().sql("UPDATE service_alive SET alive_at = ").bind(&now)?;
    let mark = mark.sql(" WHERE alive_at >= ").bind(&now.after(-SILENCE))?;
    let marked = match db {
        Db::Pg(_) => RunQueryDsl::execute(mark, db)?,
        Db::Lite(_) => db.alone(|db| RunQueryDsl::execute(mark, db))?,
    };
    Ok(marked > 0)
}

/// Games whose deadlines were set before a time, by id, from after one of them.
///
/// # Errors
/// The database's.
pub fn list_deadlines(db: &mut Db, set_before: Time, after: GameId, most: i64) -> QueryResult<Vec<Game>> {
    let open = games::table.filter(games::due_at.is_not_null().and(games::id.gt(Id(after.0))));
    let found = open.filter(games::due_set_at.lt(Instant(set_before)).assume_not_null()).order(games::id).limit(most);
    found.select(all_of::<Game>()).load(db).map(rows)
}
