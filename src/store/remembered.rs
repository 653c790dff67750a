//! Idempotency records, walked by their key: there is no index on their time, so that no request pays for one.

use diesel::prelude::*;
use diesel::sql_types::Text;
use uuid::Uuid;

use super::columns::{Id, Instant, st};
use super::dialect::Db;
use super::select::Statement;
use crate::domain::time::Time;

/// The place of an idempotency record: its key and whose it is. The default comes before all.
pub type Place = (String, Uuid);

#[derive(QueryableByName)]
struct PlaceRow {
    #[diesel(sql_type = Text)]
    key: String,
    #[diesel(sql_type = st::Id)]
    owner: Id,
    #[diesel(sql_type = st::Instant)]
    at: Instant,
}

/// The next records after a place, and when each was written.
///
/// # Errors
/// The database's.
pub fn list_after(db: &mut Db, after: &Place, most: i64) -> QueryResult<Vec<(Place, Time)>> {
    let found = Statement::default().sql("SELECT t.key, t.owner, t.at FROM idempotency t WHERE (t.key, t.owner) > ");
    let found = found.key(after)?.sql(" ORDER BY t.key, t.owner LIMIT ").bind(&most)?;
    let rows = RunQueryDsl::load::<PlaceRow>(found, db)?;
    Ok(rows.into_iter().map(|row| ((row.key, row.owner.0), row.at.0)).collect())
}

/// Deletes the records after one place and up to another that were written before a time; says how many. One short
/// statement. A record that a request is being answered from is passed over: nobody waits for the other.
///
/// # Errors
/// The database's.
pub fn forget(db: &mut Db, after: &Place, up_to: &Place, before: Time) -> QueryResult<usize> {
    let old = |statement: Statement| {
        let statement = statement.sql("(t.key, t.owner) > ").key(after)?;
        statement.sql(" AND (t.key, t.owner) <= ").key(up_to)?.sql(" AND t.at < ").bind(&before)
    };
    match db {
        Db::Pg(_) => {
            let rows = "DELETE FROM idempotency WHERE ctid = ANY(ARRAY(SELECT t.ctid FROM idempotency t WHERE ";
            let delete = old(Statement::default().sql(rows))?.sql(" FOR UPDATE SKIP LOCKED))");
            RunQueryDsl::execute(delete, db)
        }
        Db::Lite(_) => {
            let delete = old(Statement::default().sql("DELETE FROM idempotency AS t WHERE "))?;
            db.alone(|db| RunQueryDsl::execute(delete, db))
        }
    }
}
