//! Sessions, as the edges read them, and how those that are over are cleared away.

use diesel::prelude::*;

use super::columns::{Id, Instant, Whole, all_of};
use super::dialect::Db;
use super::players::rows;
use super::schema::{refresh_tokens, sessions, sign_outs};
use super::select::Statement;
use crate::domain::ids::SessionId;
use crate::domain::sessions::session::Session;
use crate::domain::time::Time;

/// The session to which a refresh token belongs, also one that was used up, by its digest.
///
/// # Errors
/// The database's.
pub fn find_session_by_token(db: &mut Db, digest: &str) -> QueryResult<Option<Session>> {
    let session = refresh_tokens::table.filter(refresh_tokens::digest.eq(digest)).select(refresh_tokens::session);
    match session.first::<Id>(db).optional()? {
        Some(id) => {
            let found = sessions::table.filter(sessions::id.eq(id)).select(all_of::<Session>());
            found.load::<Whole<Session>>(db).map(|found| rows(found).pop())
        }
        None => Ok(None),
    }
}

/// An account's sessions that are not over, in the order in which they began, from after one of them.
///
/// # Errors
/// The database's.
pub fn list_sessions(
    db: &mut Db,
    account: uuid::Uuid,
    now: Time,
    after: Option<SessionId>,
    most: i64,
) -> QueryResult<Vec<Session>> {
    let times = sign_outs::table.filter(sign_outs::account.eq(Id(account))).select(sign_outs::times);
    let times = times.first::<i64>(db).optional()?.unwrap_or(0);
    let after = Id(after.map_or(uuid::Uuid::nil(), |id| id.0));
    let own = sessions::table.filter(sessions::account.eq(Id(account)).and(sessions::id.gt(after)));
    let live = own.filter(sessions::ended_at.is_null().and(sessions::sign_outs.eq(times)));
    let live = live.filter(sessions::idle_until.gt(Instant(now))).order(sessions::id).limit(most);
    live.select(all_of::<Session>()).load(db).map(rows)
}

/// Whether a session was ended: by itself, with all others of its account, or so long ago that it is gone.
///
/// # Errors
/// The database's.
pub fn is_over(db: &mut Db, id: SessionId) -> QueryResult<bool> {
    let found = sessions::table.filter(sessions::id.eq(Id(id.0))).select(all_of::<Session>());
    let Some(session) = found.load::<Whole<Session>>(db).map(|found| rows(found).pop())? else { return Ok(true) };
    let times = sign_outs::table.filter(sign_outs::account.eq(Id(session.account))).select(sign_outs::times);
    let times = times.first::<i64>(db).optional()?.unwrap_or(0);
    Ok(session.ended_at.is_some() || session.sign_outs != times)
}

/// Deletes some of the sessions that were over before a time: their refresh tokens first, then those that have none
/// left. Says how many rows that were. Short statements; on PostgreSQL rows that are in use are passed over.
///
/// # Errors
/// The database's.
pub fn clear(db: &mut Db, before: Time, most: i64) -> QueryResult<usize> {
    let tokens = "SELECT {row} FROM refresh_tokens t JOIN sessions s ON s.id = t.session WHERE s.idle_until < ";
    let sessions = "SELECT {row} FROM sessions t WHERE NOT EXISTS \
                    (SELECT 1 FROM refresh_tokens r WHERE r.session = t.id) AND t.idle_until < ";
    Ok(delete(db, "refresh_tokens", "digest", tokens, before, most)?
        + delete(db, "sessions", "id", sessions, before, most)?)
}

fn delete(db: &mut Db, table: &str, key: &str, some: &str, before: Time, most: i64) -> QueryResult<usize> {
    match db {
        Db::Pg(_) => {
            let head = format!("DELETE FROM {table} WHERE ctid = ANY(ARRAY({}", some.replace("{row}", "t.ctid"));
            let found = Statement::default().sql(&head).bind(&before)?.sql(" LIMIT ").bind(&most)?;
            RunQueryDsl::execute(found.sql(" FOR UPDATE OF t SKIP LOCKED))"), db)
        }
        Db::Lite(_) => {
            let head = format!("DELETE FROM {table} WHERE {key} IN ({}", some.replace("{row}", &format!("t.{key}")));
            let found = Statement::default().sql(&head).bind(&before)?.sql(" LIMIT ").bind(&most)?.sql(")");
            db.alone(|db| RunQueryDsl::execute(found, db))
        }
    }
}
