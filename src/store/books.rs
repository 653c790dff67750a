//! The books of a database, as proofs and exports read them; and what the last proof proved.

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::result::Error;
use diesel::sql_types::{BigInt, Nullable, Text};

use super::columns::{Id, Instant, st};
use super::dialect::Db;
use super::select::{Statement, key_of};
use crate::domain::act::row::Row;
use crate::domain::ledger::account::{AccountKey, AccountKind};
use crate::domain::ledger::proof::{Checkpoint, ProvenAccount, ProvenShard, ProvenStream};
use crate::domain::ledger::reading::{AtCut, EventPlace, Head, Ledger};
use crate::domain::ledger::transfer::{Posting, Transfer};
use crate::domain::money::{Currency, Minor};

/// How many rows are named in one statement.
const KEYS: usize = 250;
const ROWS: usize = 250;

/// The books of a database, read over one connection.
#[derive(Debug)]
pub struct Books<'a>(pub &'a mut Db);

#[derive(QueryableByName)]
struct HeadRow {
    #[diesel(sql_type = BigInt)]
    shard: i64,
    #[diesel(sql_type = BigInt)]
    last: i64,
    #[diesel(sql_type = Nullable<BigInt>)]
    moved: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    posted: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    told: Option<i64>,
}

#[derive(QueryableByName)]
struct NumberRow {
    #[diesel(sql_type = Nullable<BigInt>)]
    number: Option<i64>,
}

#[derive(QueryableByName)]
struct EventRow {
    #[diesel(sql_type = BigInt)]
    shard: i64,
    #[diesel(sql_type = BigInt)]
    seq: i64,
    #[diesel(sql_type = st::Id)]
    stream: Id,
    #[diesel(sql_type = BigInt)]
    stream_seq: i64,
    #[diesel(sql_type = st::Instant)]
    at: Instant,
}

#[derive(QueryableByName)]
struct SumRow {
    #[diesel(sql_type = Text)]
    kind: String,
    #[diesel(sql_type = Text)]
    currency: String,
    #[diesel(sql_type = BigInt)]
    balance: i64,
}

/// What a column should hold and does not.
fn unreadable(error: impl std::error::Error + Send + Sync + 'static) -> Error {
    Error::DeserializationError(Box::new(error))
}

/// How far the shards have come.
///
/// # Errors
/// The database's.
pub fn heads(db: &mut Db) -> QueryResult<Vec<Head>> {
    let highest = |table: &str| format!("(SELECT MAX(t.seq) FROM {table} t WHERE t.shard = s.shard)");
    let (moved, posted, told) = (highest("transfers"), highest("postings"), highest("events"));
    let text = format!(
        "SELECT s.shard, s.next_seq - 1 AS last, {moved} AS moved, {posted} AS posted, {told} AS told \
         FROM shards s ORDER BY s.shard"
    );
    let rows = RunQueryDsl::load::<HeadRow>(Statement::default().sql(&text), db)?;
    let head =
        |row: HeadRow| Head { shard: row.shard, last: row.last, highest: row.moved.max(row.posted).max(row.told) };
    Ok(rows.into_iter().map(head).collect())
}

/// The accounts' balances, summed by kind and currency.
///
/// # Errors
/// The database's; a sum beyond the range.
pub fn sums(db: &mut Db) -> QueryResult<Vec<(AccountKind, Currency, Minor)>> {
    let text = "SELECT kind, currency, CAST(SUM(balance) AS BIGINT) AS balance FROM accounts \
                GROUP BY kind, currency ORDER BY kind, currency";
    let rows = RunQueryDsl::load::<SumRow>(Statement::default().sql(text), db)?;
    let sum = |row: SumRow| {
        let kind = row.kind.parse().map_err(unreadable)?;
        Ok((kind, row.currency.parse().map_err(unreadable)?, Minor(row.balance)))
    };
    rows.into_iter().map(sum).collect()
}

/// The rows that exist among keys.
///
/// # Errors
/// The database's.
pub fn find<R: Row>(db: &mut Db, keys: &[R::Key]) -> QueryResult<Vec<R>> {
    let mut rows = Vec::with_capacity(keys.len());
    for keys in keys.chunks(KEYS) {
        let mut statement = Statement::select::<R>().sql(" WHERE ");
        for (n, key) in keys.iter().enumerate() {
            statement =
                statement.sql(if n > 0 { " OR " } else { "" }).sql(&format!("({}) = ", key_of::<R>())).key(key)?;
        }
        rows.extend(statement.load_rows(db)?);
    }
    Ok(rows)
}

/// The next rows in the order of their keys.
///
/// # Errors
/// The database's.
pub fn page<R: Row>(db: &mut Db, after: Option<&R::Key>, most: usize) -> QueryResult<Vec<R>> {
    let mut statement = Statement::select::<R>();
    if let Some(after) = after {
        statement = statement.sql(&format!(" WHERE ({}) > ", key_of::<R>())).key(after)?;
    }
    statement.sql(&format!(" ORDER BY {} LIMIT {most}", key_of::<R>())).load_rows(db)
}

/// The rows of one shard with numbers above `after`, up to `to`.
fn range<R: Row>(db: &mut Db, shard: i64, after: i64, to: i64) -> QueryResult<Vec<R>> {
    let statement = Statement::select::<R>().sql(" WHERE t.shard = ").bind(&shard)?;
    let statement = statement.sql(" AND t.seq > ").bind(&after)?.sql(" AND t.seq <= ").bind(&to)?;
    statement.sql(&format!(" ORDER BY {}", key_of::<R>())).load_rows(db)
}

impl Ledger for Books<'_> {
    type Error = Error;

    fn unreadable(error: &Error) -> Option<String> {
        match error {
            Error::DeserializationError(why) => Some(why.to_string()),
            _ => None,
        }
    }

    fn shards_in_use(&mut self) -> QueryResult<Vec<i64>> {
        let mut shards = Vec::new();
        for table in ["transfers", "postings", "events"] {
            let mut last = i64::MIN;
            loop {
                let next = format!("SELECT MIN(shard) AS number FROM {table} WHERE shard > ");
                let rows = RunQueryDsl::load::<NumberRow>(Statement::default().sql(&next).bind(&last)?, self.0)?;
                let Some(shard) = rows.first().and_then(|row| row.number) else { break };
                shards.push(shard);
                last = shard;
            }
        }
        shards.sort_unstable();
        shards.dedup();
        Ok(shards)
    }

    fn heads(&mut self) -> QueryResult<Vec<Head>> {
        heads(self.0)
    }

    fn transfers(&mut self, shard: i64, after: i64, to: i64) -> QueryResult<Vec<Transfer>> {
        range(self.0, shard, after, to)
    }

    fn postings(&mut self, shard: i64, after: i64, to: i64) -> QueryResult<Vec<Posting>> {
        range(self.0, shard, after, to)
    }

    fn events(&mut self, shard: i64, after: i64, to: i64) -> QueryResult<Vec<EventPlace>> {
        let statement =
            Statement::default().sql("SELECT shard, seq, stream, stream_seq, at FROM events WHERE shard = ");
        let statement = statement.bind(&shard)?.sql(" AND seq > ").bind(&after)?.sql(" AND seq <= ").bind(&to)?;
        let rows = RunQueryDsl::load::<EventRow>(statement.sql(" ORDER BY shard, seq"), self.0)?;
        let place = |row: EventRow| EventPlace {
            shard: row.shard,
            seq: row.seq,
            stream: row.stream.0,
            stream_seq: row.stream_seq,
            at: row.at.0,
        };
        Ok(rows.into_iter().map(place).collect())
    }

    fn find<R: Row>(&mut self, keys: &[R::Key]) -> QueryResult<Vec<R>> {
        find(self.0, keys)
    }

    fn find_at_cut<R: Row>(&mut self, keys: &[R::Key]) -> QueryResult<AtCut<R>> {
        self.0.snapshot(|db| Ok((heads(db)?, find(db, keys)?)))
    }

    fn page<R: Row>(&mut self, after: Option<&R::Key>, most: usize) -> QueryResult<AtCut<R>> {
        self.0.snapshot(|db| Ok((heads(db)?, page(db, after, most)?)))
    }

    fn trial(&mut self) -> QueryResult<AtCut<(AccountKind, Currency, Minor)>> {
        self.0.snapshot(|db| Ok((heads(db)?, sums(db)?)))
    }

    fn history(&mut self, account: AccountKey, postings: i64) -> QueryResult<Vec<Posting>> {
        let own =
            " WHERE (t.shard, t.seq) IN (SELECT shard, seq FROM postings WHERE balance_after IS NOT NULL AND owner = ";
        let statement = Statement::select::<Posting>().sql(own).bind(&account.owner)?;
        let statement =
            statement.sql(" AND kind = ").bind(&account.kind)?.sql(" AND currency = ").bind(&account.currency)?;
        let statement = statement.sql(" AND account_seq <= ").bind(&postings)?.sql(")");
        statement.sql(&format!(" ORDER BY {}", key_of::<Posting>())).load_rows(self.0)
    }
}

/// Keeps what a proof proved. `false`: another proof was first, and its is kept.
///
/// # Errors
/// The database's; nothing is kept then.
pub fn keep(db: &mut Db, began: &[(i64, i64)], checkpoint: &Checkpoint) -> QueryResult<bool> {
    db.alone(|db| {
        if checkpoint.from_nothing {
            db.batch_execute("DELETE FROM proven_streams; DELETE FROM proven_accounts; DELETE FROM proven_shards;")?;
        } else if kept(db)? != began {
            return Ok(false);
        }
        put::<ProvenShard>(db, &checkpoint.shards)?;
        put::<ProvenAccount>(db, &checkpoint.accounts)?;
        put::<ProvenStream>(db, &checkpoint.streams)?;
        Ok(true)
    })
}

/// Up to where the last proof that was kept came: shards and numbers.
///
/// # Errors
/// The database's.
pub fn kept(db: &mut Db) -> QueryResult<Vec<(i64, i64)>> {
    let rows = page::<ProvenShard>(db, None, usize::from(u16::MAX))?;
    Ok(rows.iter().map(|row| (row.shard, row.seq)).collect())
}

/// Adds rows, or writes them anew.
fn put<R: Row>(db: &mut Db, rows: &[R]) -> QueryResult<()> {
    let columns: Vec<&str> = R::COLUMNS.iter().map(|column| column.name).collect();
    let (key, rest) = columns.split_at(R::KEY_COLUMNS);
    let rest: Vec<String> = rest.iter().map(|name| format!("{name} = excluded.{name}")).collect();
    for rows in rows.chunks(ROWS) {
        let into = format!("INSERT INTO {} ({}) VALUES ", R::TABLE, columns.join(", "));
        let mut statement = Statement::default().sql(&into);
        for (n, row) in rows.iter().enumerate() {
            statement = statement.sql(if n > 0 { ", " } else { "" }).row(row)?;
        }
        let conflict = format!(" ON CONFLICT ({}) DO UPDATE SET {}", key.join(", "), rest.join(", "));
        statement.sql(&conflict).execute(db)?;
    }
    Ok(())
}
