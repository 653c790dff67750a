//! Rows on SQLite: one prepared statement a row; there is no network to save.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::result::{DatabaseErrorKind, Error};
use diesel::sql_types::{BigInt, Binary, Nullable, Text, Untyped};
use diesel::sqlite::Sqlite;
use uuid::Uuid;

use super::address::{Session, connect_lite};
use super::checkpoint::{Checkpoints, PAGES};
use super::statement::{Statement, Verb, all, each, keys, rest};
use crate::domain::act::row::{Key, Row, Sink, Unreadable};
use crate::domain::act::{Hold, Keeper};
use crate::domain::time::Time;
use crate::store::columns::{Instant, Whole, st};
use crate::store::committer::{Books, Fault, ShardState};

/// One value; texts lie together in one buffer.
#[derive(Debug)]
enum Cell {
    Null,
    Int(i64),
    Text(Range<usize>),
    Uuid([u8; 16]),
}

/// The values of one row, or key.
#[derive(Debug, Default)]
struct Cells {
    cells: Vec<Cell>,
    text: String,
}

static NULL: Option<i64> = None;

impl Cells {
    fn clear(&mut self) {
        self.cells.clear();
        self.text.clear();
    }

    fn bind<'b>(&'b self, place: usize, out: &mut AstPass<'_, 'b, Sqlite>) -> QueryResult<()> {
        match self.cells.get(place) {
            Some(Cell::Int(value)) => out.push_bind_param::<BigInt, i64>(value),
            Some(Cell::Text(range)) => {
                out.push_bind_param::<Text, str>(self.text.get(range.clone()).unwrap_or_default())
            }
            Some(Cell::Uuid(bytes)) => out.push_bind_param::<Binary, [u8]>(bytes.as_slice()),
            Some(Cell::Null) | None => out.push_bind_param::<Nullable<BigInt>, Option<i64>>(&NULL),
        }
    }
}

impl Sink for Cells {
    fn int(&mut self, value: Option<i64>) {
        self.cells.push(value.map_or(Cell::Null, Cell::Int));
    }
    fn bool(&mut self, value: Option<bool>) {
        self.int(value.map(i64::from));
    }
    fn text(&mut self, value: Option<&str>) {
        let start = self.text.len();
        self.text.push_str(value.unwrap_or_default());
        self.cells.push(value.map_or(Cell::Null, |_| Cell::Text(start..self.text.len())));
    }
    fn uuid(&mut self, value: Option<Uuid>) {
        self.cells.push(value.map_or(Cell::Null, |value| Cell::Uuid(value.into_bytes())));
    }
    fn time(&mut self, value: Option<i64>) {
        self.int(value);
    }
}

fn name(out: &mut AstPass<'_, '_, Sqlite>, name: &str) -> QueryResult<()> {
    out.push_identifier(name)
}

/// `a = ? AND b = ?`, with the values from a place on.
fn equal<'b>(
    out: &mut AstPass<'_, 'b, Sqlite>,
    between: &str,
    names: impl Iterator<Item = &'static str>,
    cells: &'b Cells,
    from: usize,
) -> QueryResult<()> {
    for (place, column) in names.enumerate() {
        if place > 0 {
            out.push_sql(between);
        }
        name(out, column)?;
        out.push_sql(" = ");
        cells.bind(from + place, out)?;
    }
    Ok(())
}

fn select<'b, R: Row>(
    mut out: AstPass<'_, 'b, Sqlite>,
    by: impl Iterator<Item = &'static str>,
    cells: &'b Cells,
) -> QueryResult<()> {
    out.push_sql("SELECT ");
    each(&mut out, ", ", all::<R>(), name)?;
    out.push_sql(" FROM ");
    out.push_identifier(R::TABLE)?;
    out.push_sql(" WHERE ");
    equal(&mut out, " AND ", by, cells, 0)
}

struct ByKey;
struct ByGroup;
struct Append;
struct Insert;
struct Update;

impl Verb<Sqlite, Cells> for ByKey {
    fn walk<'b, R: Row>(cells: &'b Cells, out: AstPass<'_, 'b, Sqlite>) -> QueryResult<()> {
        select::<R>(out, keys::<R>(), cells)
    }
}

impl Verb<Sqlite, Cells> for ByGroup {
    fn walk<'b, R: Row>(cells: &'b Cells, out: AstPass<'_, 'b, Sqlite>) -> QueryResult<()> {
        select::<R>(out, R::GROUP_COLUMNS.iter().copied(), cells)
    }
}

impl Verb<Sqlite, Cells> for Append {
    fn walk<'b, R: Row>(cells: &'b Cells, mut out: AstPass<'_, 'b, Sqlite>) -> QueryResult<()> {
        out.push_sql("INSERT INTO ");
        out.push_identifier(R::TABLE)?;
        out.push_sql(" (");
        each(&mut out, ", ", all::<R>(), name)?;
        out.push_sql(") VALUES (");
        for place in 0..R::COLUMNS.len() {
            if place > 0 {
                out.push_sql(", ");
            }
            cells.bind(place, &mut out)?;
        }
        out.push_sql(")");
        Ok(())
    }
}

impl Verb<Sqlite, Cells> for Insert {
    fn walk<'b, R: Row>(cells: &'b Cells, mut out: AstPass<'_, 'b, Sqlite>) -> QueryResult<()> {
        Append::walk::<R>(cells, out.reborrow())?;
        out.push_sql(" ON CONFLICT DO NOTHING");
        Ok(())
    }
}

impl Verb<Sqlite, Cells> for Update {
    fn walk<'b, R: Row>(cells: &'b Cells, mut out: AstPass<'_, 'b, Sqlite>) -> QueryResult<()> {
        out.push_sql("UPDATE ");
        out.push_identifier(R::TABLE)?;
        out.push_sql(" SET ");
        equal(&mut out, ", ", rest::<R>(), cells, R::KEY_COLUMNS)?;
        out.push_sql(" WHERE ");
        equal(&mut out, " AND ", keys::<R>(), cells, 0)
    }
}

#[derive(QueryId)]
struct BeginShard(i64);

impl QueryFragment<Sqlite> for BeginShard {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Sqlite>) -> QueryResult<()> {
        out.push_sql("SELECT next_seq, last_at FROM shards WHERE shard = ");
        out.push_bind_param::<BigInt, _>(&self.0)
    }
}

impl Query for BeginShard {
    type SqlType = Untyped;
}

impl RunQueryDsl<SqliteConnection> for BeginShard {}

#[derive(QueryableByName)]
struct Stand {
    #[diesel(sql_type = BigInt)]
    next_seq: i64,
    #[diesel(sql_type = st::Instant)]
    last_at: Instant,
}

#[derive(QueryId)]
struct EndShard {
    shard: i64,
    next_seq: i64,
    last_at: Instant,
}

impl QueryFragment<Sqlite> for EndShard {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Sqlite>) -> QueryResult<()> {
        out.push_sql("UPDATE shards SET next_seq = ");
        out.push_bind_param::<BigInt, _>(&self.next_seq)?;
        out.push_sql(", last_at = ");
        out.push_bind_param::<st::Instant, _>(&self.last_at)?;
        out.push_sql(" WHERE shard = ");
        out.push_bind_param::<BigInt, _>(&self.shard)
    }
}

impl RunQueryDsl<SqliteConnection> for EndShard {}

/// Keeps rows on SQLite.
pub struct LiteKeeper {
    path: PathBuf,
    connection: SqliteConnection,
    checkpoints: Checkpoints,
    cells: Cells,
    /// Statements run.
    statements: u64,
}

impl std::fmt::Debug for LiteKeeper {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("LiteKeeper")
    }
}

/// What another process that holds the file, or a full disk, makes of a statement: it may well work next time.
const PASSING: [&str; 5] = [
    "database is locked",
    "database table is locked",
    "database or disk is full",
    "disk I/O error",
    "unable to open database file",
];

fn fault(error: &Error) -> Fault {
    match error {
        Error::DatabaseError(DatabaseErrorKind::Unknown, info)
            if PASSING.iter().any(|known| info.message().contains(known)) =>
        {
            Fault::Passing(info.message().to_owned())
        }
        other => Fault::Broken(other.to_string()),
    }
}

fn unwritable(error: Unreadable) -> Fault {
    Fault::Broken(error.to_string())
}

impl LiteKeeper {
    pub(super) fn open(path: &Path) -> ConnectionResult<Self> {
        let connection = connect_lite(path, Session::Writer)?;
        let checkpoints = Checkpoints::start(path.to_owned(), PAGES)
            .map_err(|error| ConnectionError::BadConnection(format!("no thread for checkpoints: {error}")))?;
        Ok(Self { path: path.to_owned(), connection, checkpoints, cells: Cells::default(), statements: 0 })
    }

    /// The connection, for tests that break it.
    pub fn connection(&mut self) -> &mut SqliteConnection {
        &mut self.connection
    }

    fn select<R: Row, K: Key, V: Verb<Sqlite, Cells>>(&mut self, keys: &[K]) -> Result<Vec<R>, Fault> {
        let mut rows = Vec::with_capacity(keys.len());
        for key in keys {
            self.statements += 1;
            self.cells.clear();
            key.put(&mut self.cells).map_err(unwritable)?;
            let found = Statement::<_, R, V>::new(&self.cells).load_iter::<Whole<R>, _>(&mut self.connection);
            for row in found.map_err(|error| fault(&error))? {
                rows.push(row.map_err(|error| fault(&error))?.0);
            }
        }
        Ok(rows)
    }

    fn write<R: Row, V: Verb<Sqlite, Cells>>(&mut self, row: &R) -> Result<usize, Fault> {
        self.statements += 1;
        self.cells.clear();
        row.put(&mut self.cells).map_err(unwritable)?;
        Statement::<_, R, V>::new(&self.cells).execute(&mut self.connection).map_err(|error| fault(&error))
    }
}

impl Keeper for LiteKeeper {
    type Error = Fault;

    /// No row is locked: after `BEGIN IMMEDIATE` nobody else writes.
    fn load<R: Row>(&mut self, keys: &[R::Key], _: Hold) -> Result<Vec<R>, Fault> {
        self.select::<R, _, ByKey>(keys)
    }

    fn load_groups<R: Row>(&mut self, groups: &[R::Group]) -> Result<Vec<R>, Fault> {
        self.select::<R, _, ByGroup>(groups)
    }

    fn insert<R: Row>(&mut self, rows: &[&R]) -> Result<usize, Fault> {
        rows.iter().try_fold(0, |sum, row| Ok(sum + self.write::<R, Insert>(row)?))
    }

    fn update<R: Row>(&mut self, rows: &[&R]) -> Result<(), Fault> {
        rows.iter().try_for_each(|row| match self.write::<R, Update>(row)? {
            1 => Ok(()),
            _ => Err(Fault::Broken(format!("{} {:?} is gone", R::TABLE, row.key()))),
        })
    }

    fn append<R: Row>(&mut self, rows: &[R]) -> Result<(), Fault> {
        rows.iter().try_for_each(|row| self.write::<R, Append>(row).map(drop))
    }
}

impl Books for LiteKeeper {
    fn begin(&mut self, shard: i64) -> Result<ShardState, Fault> {
        self.statements += 2;
        self.connection.batch_execute("BEGIN IMMEDIATE").map_err(|error| fault(&error))?;
        let stand = BeginShard(shard).load::<Stand>(&mut self.connection).map_err(|error| fault(&error))?.pop();
        let stand = stand.ok_or_else(|| Fault::Broken(format!("there is no shard {shard}")))?;
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let clock = Time::from_micros(i64::try_from(since.as_micros()).unwrap_or(i64::MAX));
        Ok(ShardState { next_seq: stand.next_seq, last_at: stand.last_at.0, clock })
    }

    fn commit(&mut self, shard: i64, next_seq: i64, last_at: Time) -> Result<(), Fault> {
        self.statements += 2;
        let end = EndShard { shard, next_seq, last_at: Instant(last_at) };
        let ended = end.execute(&mut self.connection).and_then(|_| self.connection.batch_execute("COMMIT"));
        ended.map_err(|error| fault(&error))?;
        self.checkpoints.committed();
        Ok(())
    }

    fn statements(&self) -> u64 {
        self.statements
    }

    /// Fails where no transaction is open, and then there is nothing to end.
    fn rollback(&mut self) {
        drop(self.connection.batch_execute("ROLLBACK"));
    }

    fn revive(&mut self) -> Result<(), Fault> {
        self.rollback();
        self.connection =
            connect_lite(&self.path, Session::Writer).map_err(|error| Fault::Passing(error.to_string()))?;
        Ok(())
    }
}
