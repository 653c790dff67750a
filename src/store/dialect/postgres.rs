//! Rows on PostgreSQL: a column of an array for each column of the rows, one statement for all of them.

use std::io::Write as _;

use diesel::connection::SimpleConnection;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::result::{DatabaseErrorKind, Error};
use diesel::serialize::{self, IsNull, Output, ToSql};
use diesel::sql_types::{Array, BigInt, Bool, Text, Untyped};
use uuid::Uuid;

use super::address::{Session, connect_pg};
use super::statement::{Statement, Verb, all, each, keys, rest};
use crate::domain::act::row::{Key, Kind, Row, Sink, Unreadable};
use crate::domain::act::{Hold, Keeper};
use crate::domain::time::Time;
use crate::store::columns::{Id, Instant, Whole, pg_micros, st};
use crate::store::committer::{Books, Fault, ShardState};

/// One column of many rows, in the form in which PostgreSQL receives an array.
#[derive(Debug)]
struct Column {
    kind: Kind,
    bytes: Vec<u8>,
    length: i32,
    has_null: i32,
}

/// Dimensions, whether a NULL is there, the elements' type, the length, and the number of the first element.
const HEADER: usize = 20;

impl Column {
    fn new(kind: Kind) -> Self {
        Self { kind, bytes: vec![0; HEADER], length: 0, has_null: 0 }
    }

    fn push(&mut self, value: Option<&[u8]>) {
        self.length += 1;
        match value.map(|value| (value, i32::try_from(value.len()).unwrap_or(i32::MAX))) {
            Some((value, length)) => {
                self.bytes.extend_from_slice(&length.to_be_bytes());
                self.bytes.extend_from_slice(value);
            }
            None => {
                self.has_null = 1;
                self.bytes.extend_from_slice(&(-1_i32).to_be_bytes());
            }
        }
    }

    fn oid(&self) -> i32 {
        match self.kind {
            Kind::Int => 20,
            Kind::Bool => 16,
            Kind::Text => 25,
            Kind::Uuid => 2950,
            Kind::Time => 1184,
        }
    }

    fn finish(&mut self) {
        let header = [1, self.has_null, self.oid(), self.length, 1];
        for (to, part) in self.bytes.chunks_exact_mut(4).zip(header) {
            to.copy_from_slice(&part.to_be_bytes());
        }
    }
}

impl<ST> ToSql<Array<ST>, Pg> for Column {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        out.write_all(&self.bytes)?;
        Ok(IsNull::No)
    }
}

/// Rows, or keys, turned into columns.
struct Columns {
    columns: Vec<Column>,
    at: usize,
}

impl Columns {
    fn of<T>(
        kinds: impl Iterator<Item = Kind>,
        items: impl IntoIterator<Item = T>,
        put: impl Fn(T, &mut Self) -> Result<(), Unreadable>,
    ) -> Result<Self, Fault> {
        let mut columns = Self { columns: kinds.map(Column::new).collect(), at: 0 };
        for item in items {
            columns.at = 0;
            put(item, &mut columns).map_err(|error| Fault::Broken(error.to_string()))?;
        }
        columns.columns.iter_mut().for_each(Column::finish);
        Ok(columns)
    }

    fn push(&mut self, value: Option<&[u8]>) {
        if let Some(column) = self.columns.get_mut(self.at) {
            column.push(value);
        }
        self.at += 1;
    }
}

impl Sink for Columns {
    fn int(&mut self, value: Option<i64>) {
        self.push(value.map(i64::to_be_bytes).as_ref().map(<[u8; 8]>::as_slice));
    }
    fn bool(&mut self, value: Option<bool>) {
        self.push(value.map(|value| [u8::from(value)]).as_ref().map(<[u8; 1]>::as_slice));
    }
    fn text(&mut self, value: Option<&str>) {
        self.push(value.map(str::as_bytes));
    }
    fn uuid(&mut self, value: Option<Uuid>) {
        self.push(value.as_ref().map(|value| value.as_bytes().as_slice()));
    }
    fn time(&mut self, value: Option<i64>) {
        self.int(value.map(pg_micros));
    }
}

/// `UNNEST($1, $2, ..)`
fn unnest<'b>(out: &mut AstPass<'_, 'b, Pg>, columns: &'b [Column]) -> QueryResult<()> {
    out.push_sql("UNNEST(");
    for (place, column) in columns.iter().enumerate() {
        if place > 0 {
            out.push_sql(", ");
        }
        match column.kind {
            Kind::Int => out.push_bind_param::<Array<BigInt>, _>(column)?,
            Kind::Bool => out.push_bind_param::<Array<Bool>, _>(column)?,
            Kind::Text => out.push_bind_param::<Array<Text>, _>(column)?,
            Kind::Uuid => out.push_bind_param::<Array<st::Id>, _>(column)?,
            Kind::Time => out.push_bind_param::<Array<st::Instant>, _>(column)?,
        }
    }
    out.push_sql(")");
    Ok(())
}

fn name(out: &mut AstPass<'_, '_, Pg>, name: &str) -> QueryResult<()> {
    out.push_identifier(name)
}

/// Rows by some of their columns. `LATERAL .. OFFSET 0` leaves the planner nothing but a look-up for each key, in the
/// order of the keys: two writers that lock the same rows never wait for each other crosswise. A lock is the
/// weakest that keeps others from changing the row: foreign keys of others may go on looking at it.
fn select<'b, R: Row>(
    mut out: AstPass<'_, 'b, Pg>,
    by: impl Iterator<Item = &'static str> + Clone,
    values: &'b [Column],
    hold: Hold,
) -> QueryResult<()> {
    out.push_sql("SELECT ");
    each(&mut out, ", ", all::<R>(), |out, column| {
        out.push_sql("t.");
        name(out, column)
    })?;
    out.push_sql(" FROM ");
    unnest(&mut out, values)?;
    out.push_sql(" AS v(");
    each(&mut out, ", ", by.clone(), name)?;
    out.push_sql(") CROSS JOIN LATERAL (SELECT * FROM ");
    out.push_identifier(R::TABLE)?;
    out.push_sql(" AS r WHERE ");
    each(&mut out, " AND ", by, |out, column| {
        out.push_sql("r.");
        name(out, column)?;
        out.push_sql(" = v.");
        name(out, column)
    })?;
    out.push_sql(match hold {
        _ if R::IMMUTABLE => " OFFSET 0) AS t",
        Hold::None => " OFFSET 0) AS t",
        Hold::Shared => " OFFSET 0 FOR SHARE) AS t",
        Hold::Locked => " OFFSET 0 FOR NO KEY UPDATE) AS t",
    });
    Ok(())
}

struct Locked;
struct Shared;
struct Read;
struct Group;
struct Insert;
struct Upsert;
struct Append;

impl Verb<Pg, [Column]> for Locked {
    fn walk<'b, R: Row>(values: &'b [Column], out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        select::<R>(out, keys::<R>().collect::<Vec<_>>().into_iter(), values, Hold::Locked)
    }
}

impl Verb<Pg, [Column]> for Shared {
    fn walk<'b, R: Row>(values: &'b [Column], out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        select::<R>(out, keys::<R>().collect::<Vec<_>>().into_iter(), values, Hold::Shared)
    }
}

impl Verb<Pg, [Column]> for Read {
    fn walk<'b, R: Row>(values: &'b [Column], out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        select::<R>(out, keys::<R>().collect::<Vec<_>>().into_iter(), values, Hold::None)
    }
}

impl Verb<Pg, [Column]> for Group {
    fn walk<'b, R: Row>(values: &'b [Column], out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        select::<R>(out, R::GROUP_COLUMNS.iter().copied(), values, Hold::None)
    }
}

impl Verb<Pg, [Column]> for Append {
    fn walk<'b, R: Row>(values: &'b [Column], mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("INSERT INTO ");
        out.push_identifier(R::TABLE)?;
        out.push_sql(" (");
        each(&mut out, ", ", all::<R>(), name)?;
        out.push_sql(") SELECT * FROM ");
        unnest(&mut out, values)
    }
}

impl Verb<Pg, [Column]> for Insert {
    fn walk<'b, R: Row>(values: &'b [Column], mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        Append::walk::<R>(values, out.reborrow())?;
        out.push_sql(" ON CONFLICT DO NOTHING");
        Ok(())
    }
}

impl Verb<Pg, [Column]> for Upsert {
    fn walk<'b, R: Row>(values: &'b [Column], mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        Append::walk::<R>(values, out.reborrow())?;
        out.push_sql(" ON CONFLICT (");
        each(&mut out, ", ", keys::<R>(), name)?;
        out.push_sql(") DO UPDATE SET ");
        each(&mut out, ", ", rest::<R>(), |out, column| {
            name(out, column)?;
            out.push_sql(" = excluded.");
            name(out, column)
        })
    }
}

/// Locks the shard's row, then reads the clock: the inner query is done first.
#[derive(QueryId)]
struct BeginShard(i64);

impl QueryFragment<Pg> for BeginShard {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(
            "SELECT s.next_seq, s.last_at, clock_timestamp() AS clock FROM (SELECT next_seq, last_at FROM shards",
        );
        out.push_sql(" WHERE shard = ");
        out.push_bind_param::<BigInt, _>(&self.0)?;
        out.push_sql(" OFFSET 0 FOR NO KEY UPDATE) AS s");
        Ok(())
    }
}

impl Query for BeginShard {
    type SqlType = Untyped;
}

impl RunQueryDsl<PgConnection> for BeginShard {}

#[derive(QueryableByName)]
struct Stand {
    #[diesel(sql_type = BigInt)]
    next_seq: i64,
    #[diesel(sql_type = st::Instant)]
    last_at: Instant,
    #[diesel(sql_type = st::Instant)]
    clock: Instant,
}

/// Writes where the shard stands, and renews the lease.
#[derive(QueryId)]
struct EndShard {
    shard: i64,
    next_seq: i64,
    last_at: Instant,
    holder: Id,
}

impl QueryFragment<Pg> for EndShard {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("UPDATE shards SET next_seq = ");
        out.push_bind_param::<BigInt, _>(&self.next_seq)?;
        out.push_sql(", last_at = ");
        out.push_bind_param::<st::Instant, _>(&self.last_at)?;
        out.push_sql(", holder = ");
        out.push_bind_param::<st::Id, _>(&self.holder)?;
        out.push_sql(", lease_until = clock_timestamp() + INTERVAL '30 seconds' WHERE shard = ");
        out.push_bind_param::<BigInt, _>(&self.shard)
    }
}

impl RunQueryDsl<PgConnection> for EndShard {}

/// Takes shards that nobody holds, then makes new ones. Two processes that start at once take different ones.
pub(super) fn lease_shards(connection: &mut PgConnection, holder: Uuid, count: usize) -> QueryResult<Vec<i64>> {
    #[derive(QueryableByName)]
    struct Taken {
        #[diesel(sql_type = BigInt)]
        shard: i64,
    }
    let free = "UPDATE shards SET holder = $1, lease_until = clock_timestamp() + INTERVAL '30 seconds' WHERE shard IN
        (SELECT shard FROM shards WHERE lease_until IS NULL OR lease_until < clock_timestamp()
         ORDER BY shard LIMIT $2 FOR UPDATE SKIP LOCKED) RETURNING shard";
    let new = "INSERT INTO shards (shard, next_seq, last_at, holder, lease_until)
        SELECT COALESCE(MAX(shard), 0) + 1, 1, to_timestamp(0), $1, clock_timestamp() + INTERVAL '30 seconds' FROM shards
        ON CONFLICT DO NOTHING RETURNING shard";
    let wanted = i64::try_from(count).unwrap_or(i64::MAX);
    let free = diesel::sql_query(free).bind::<st::Id, _>(Id(holder)).bind::<BigInt, _>(wanted);
    let mut shards: Vec<i64> = free.load::<Taken>(connection)?.into_iter().map(|taken| taken.shard).collect();
    while shards.len() < count {
        let made: Vec<Taken> = diesel::sql_query(new).bind::<st::Id, _>(Id(holder)).load(connection)?;
        shards.extend(made.into_iter().map(|taken| taken.shard));
    }
    shards.sort_unstable();
    Ok(shards)
}

/// Keeps rows on PostgreSQL.
pub struct PgKeeper {
    url: String,
    holder: Uuid,
    connection: PgConnection,
    /// The session can no longer be used.
    lost: bool,
    /// Statements sent.
    statements: u64,
}

impl std::fmt::Debug for PgKeeper {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PgKeeper")
    }
}

impl PgKeeper {
    pub(super) fn open(url: &str, holder: Uuid) -> ConnectionResult<Self> {
        Ok(Self {
            url: url.to_owned(),
            holder,
            connection: connect_pg(url, Session::Writer)?,
            lost: false,
            statements: 0,
        })
    }

    /// The connection, for tests that break it.
    pub fn connection(&mut self) -> &mut PgConnection {
        &mut self.connection
    }

    fn noted<T>(&mut self, result: QueryResult<T>) -> Result<T, Fault> {
        result.map_err(|error| self.fault(&error))
    }

    /// Tells what may pass from what will not. diesel names few kinds; for the others the text has to do, and an
    /// unknown text on a session that is no longer there is the session's fault.
    fn fault(&mut self, error: &Error) -> Fault {
        let Error::DatabaseError(kind, info) = error else { return Fault::Broken(error.to_string()) };
        let text = info.message();
        let (passing, lost) = match kind {
            DatabaseErrorKind::SerializationFailure => (true, false),
            DatabaseErrorKind::ClosedConnection
            | DatabaseErrorKind::UnableToSendCommand
            | DatabaseErrorKind::ReadOnlyTransaction => (true, true),
            DatabaseErrorKind::Unknown if WAITED.iter().any(|known| text.contains(known)) => (true, false),
            DatabaseErrorKind::Unknown if AWAY.iter().any(|known| text.contains(known)) => (true, true),
            DatabaseErrorKind::Unknown => {
                let gone = self.connection.batch_execute("ROLLBACK").is_err();
                (gone, gone)
            }
            _ => (false, false),
        };
        self.lost |= lost;
        let constraint = info.constraint_name().map(|name| format!(" ({name})")).unwrap_or_default();
        if passing { Fault::Passing(text.to_owned()) } else { Fault::Broken(format!("{text}{constraint}")) }
    }

    fn select<R: Row, K: Key, V: Verb<Pg, [Column]>>(
        &mut self,
        kinds: impl Iterator<Item = Kind>,
        keys: &[K],
    ) -> Result<Vec<R>, Fault> {
        let values = Columns::of(kinds, keys, |key, columns| key.put(columns))?;
        self.statements += 1;
        let rows = Statement::<_, R, V>::new(values.columns.as_slice()).load::<Whole<R>>(&mut self.connection);
        Ok(self.noted(rows)?.into_iter().map(|Whole(row)| row).collect())
    }

    fn write<'r, R: Row, V: Verb<Pg, [Column]>>(
        &mut self,
        rows: impl IntoIterator<Item = &'r R>,
    ) -> Result<usize, Fault> {
        let values = Columns::of(R::COLUMNS.iter().map(|column| column.kind), rows, |row, columns| row.put(columns))?;
        self.statements += 1;
        let written = Statement::<_, R, V>::new(values.columns.as_slice()).execute(&mut self.connection);
        self.noted(written)
    }
}

/// The session is well, but waited too long, or was chosen to give way.
const WAITED: [&str; 4] =
    ["deadlock detected", "canceling statement due to", "could not obtain lock", "could not serialize access"];

/// The server is going, coming, full, or no longer reached.
const AWAY: [&str; 8] = [
    "terminating connection",
    "server closed the connection",
    "no connection to the server",
    "the database system is",
    "SSL",
    "could not receive data",
    "could not send data",
    "No space left on device",
];

impl Keeper for PgKeeper {
    type Error = Fault;

    fn load<R: Row>(&mut self, keys: &[R::Key], hold: Hold) -> Result<Vec<R>, Fault> {
        let kinds = R::COLUMNS.iter().take(R::KEY_COLUMNS).map(|column| column.kind);
        match hold {
            Hold::None => self.select::<R, _, Read>(kinds, keys),
            Hold::Shared => self.select::<R, _, Shared>(kinds, keys),
            Hold::Locked => self.select::<R, _, Locked>(kinds, keys),
        }
    }

    fn load_groups<R: Row>(&mut self, groups: &[R::Group]) -> Result<Vec<R>, Fault> {
        let kind_of = |name: &&str| R::COLUMNS.iter().find(|column| column.name == *name).map(|column| column.kind);
        self.select::<R, _, Group>(R::GROUP_COLUMNS.iter().filter_map(kind_of), groups)
    }

    fn insert<R: Row>(&mut self, rows: &[&R]) -> Result<usize, Fault> {
        self.write::<R, Insert>(rows.iter().copied())
    }

    fn update<R: Row>(&mut self, rows: &[&R]) -> Result<(), Fault> {
        self.write::<R, Upsert>(rows.iter().copied()).map(drop)
    }

    fn append<R: Row>(&mut self, rows: &[R]) -> Result<(), Fault> {
        self.write::<R, Append>(rows).map(drop)
    }
}

impl Books for PgKeeper {
    fn begin(&mut self, shard: i64) -> Result<ShardState, Fault> {
        self.statements += 2;
        let begun = self.connection.batch_execute("BEGIN");
        self.noted(begun)?;
        let stand = BeginShard(shard).load::<Stand>(&mut self.connection);
        let stand = self.noted(stand)?.pop().ok_or_else(|| Fault::Broken(format!("there is no shard {shard}")))?;
        Ok(ShardState { next_seq: stand.next_seq, last_at: stand.last_at.0, clock: stand.clock.0 })
    }

    fn commit(&mut self, shard: i64, next_seq: i64, last_at: Time) -> Result<(), Fault> {
        self.statements += 2;
        let end = EndShard { shard, next_seq, last_at: Instant(last_at), holder: Id(self.holder) };
        let ended = end.execute(&mut self.connection).and_then(|_| self.connection.batch_execute("COMMIT"));
        self.noted(ended)
    }

    fn statements(&self) -> u64 {
        self.statements
    }

    fn rollback(&mut self) {
        self.lost |= self.connection.batch_execute("ROLLBACK").is_err();
    }

    fn revive(&mut self) -> Result<(), Fault> {
        if !self.lost {
            self.rollback();
        }
        if self.lost {
            self.connection =
                connect_pg(&self.url, Session::Writer).map_err(|error| Fault::Passing(error.to_string()))?;
            self.lost = false;
        }
        Ok(())
    }
}
