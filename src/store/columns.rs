//! Columns: the SQL types that both databases share, and rows of the domain as diesel reads them.
//!
//! diesel's enum over two connections knows neither UUIDs nor times with a zone, so these two are types of our own.

use std::marker::PhantomData;

use diesel::backend::Backend;
use diesel::deserialize::{self, FromSql, FromSqlRow, QueryableByName};
use diesel::expression::{AppearsOnTable, AsExpression, Expression, SelectableExpression, ValidGrouping, is_aggregate};
use diesel::pg::{Pg, PgValue};
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::result::QueryResult;
use diesel::row::{Field as _, NamedRow, Row as DieselRow};
use diesel::serialize::{self, IsNull, Output, ToSql};
use diesel::sql_types::{BigInt, Binary, Bool, HasSqlType, Text, Untyped};
use diesel::sqlite::Sqlite;
use uuid::Uuid;

use super::dialect::{MultiBackend, MultiRawValue};
use crate::domain::act::row::{Row, Source, Unreadable};
use crate::domain::time::Time;

/// SQL types of our own.
pub mod st {
    /// A time: TIMESTAMPTZ, or microseconds since 1970 in an INTEGER of SQLite.
    #[derive(Debug, Clone, Copy, Default, diesel::sql_types::SqlType, diesel::query_builder::QueryId)]
    #[diesel(postgres_type(oid = 1184, array_oid = 1185), sqlite_type(name = "Long"))]
    pub struct Instant;

    /// A UUID, or its 16 bytes in a BLOB of SQLite.
    #[derive(Debug, Clone, Copy, Default, diesel::sql_types::SqlType, diesel::query_builder::QueryId)]
    #[diesel(postgres_type(oid = 2950, array_oid = 2951), sqlite_type(name = "Binary"))]
    pub struct Id;
}

/// Microseconds from 1970 to 2000, from where PostgreSQL counts.
const PG_EPOCH: i64 = 946_684_800_000_000;

/// As PostgreSQL counts. What it cannot hold becomes what it refuses as out of range, and not its infinity.
pub(super) fn pg_micros(micros: i64) -> i64 {
    micros.checked_sub(PG_EPOCH).filter(|since| *since != i64::MIN && *since != i64::MAX).unwrap_or(i64::MIN + 1)
}

/// A value of a [`st::Instant`] column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, AsExpression, FromSqlRow)]
#[diesel(sql_type = st::Instant)]
pub struct Instant(pub Time);

/// A value of a [`st::Id`] column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, AsExpression, FromSqlRow)]
#[diesel(sql_type = st::Id)]
pub struct Id(pub Uuid);

impl ToSql<st::Instant, Pg> for Instant {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        use std::io::Write;
        out.write_all(&pg_micros(self.0.micros()).to_be_bytes())?;
        Ok(IsNull::No)
    }
}

impl FromSql<st::Instant, Pg> for Instant {
    fn from_sql(value: PgValue<'_>) -> deserialize::Result<Self> {
        let since = i64::from_be_bytes(value.as_bytes().try_into()?);
        let micros = since.checked_add(PG_EPOCH).filter(|_| since != i64::MIN);
        Ok(Self(Time::from_micros(micros.ok_or("a time beyond all times")?)))
    }
}

impl ToSql<st::Instant, Sqlite> for Instant {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Sqlite>) -> serialize::Result {
        out.set_value(self.0.micros());
        Ok(IsNull::No)
    }
}

impl FromSql<st::Instant, Sqlite> for Instant {
    fn from_sql(value: <Sqlite as Backend>::RawValue<'_>) -> deserialize::Result<Self> {
        <i64 as FromSql<BigInt, Sqlite>>::from_sql(value).map(Time::from_micros).map(Self)
    }
}

impl ToSql<st::Id, Pg> for Id {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        use std::io::Write;
        out.write_all(self.0.as_bytes())?;
        Ok(IsNull::No)
    }
}

impl FromSql<st::Id, Pg> for Id {
    fn from_sql(value: PgValue<'_>) -> deserialize::Result<Self> {
        Ok(Self(Uuid::from_slice(value.as_bytes())?))
    }
}

impl ToSql<st::Id, Sqlite> for Id {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Sqlite>) -> serialize::Result {
        out.set_value(self.0.as_bytes().as_slice());
        Ok(IsNull::No)
    }
}

impl FromSql<st::Id, Sqlite> for Id {
    fn from_sql(value: <Sqlite as Backend>::RawValue<'_>) -> deserialize::Result<Self> {
        Ok(Self(Uuid::from_slice(&<Vec<u8> as FromSql<Binary, Sqlite>>::from_sql(value)?)?))
    }
}

macro_rules! on_the_enum { ($($value:ty: $sql:ty),+) => { $(
    impl HasSqlType<$sql> for MultiBackend {
        fn metadata(lookup: &mut Self::MetadataLookup) -> Self::TypeMetadata { Self::lookup_sql_type::<$sql>(lookup) }
    }
    impl ToSql<$sql, MultiBackend> for $value {
        fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, MultiBackend>) -> serialize::Result {
            out.set_value((<$sql>::default(), self));
            Ok(IsNull::No)
        }
    }
    impl FromSql<$sql, MultiBackend> for $value {
        fn from_sql(value: MultiRawValue<'_>) -> deserialize::Result<Self> { value.from_sql::<Self, $sql>() }
    }
)+ } }
on_the_enum!(Instant: st::Instant, Id: st::Id);

/// The columns of a row of any database, by their places.
struct Cells<'a, 'r, R, DB> {
    row: &'r R,
    at: usize,
    of: PhantomData<(&'a (), DB)>,
}

impl<'a, DB: Backend, R: DieselRow<'a, DB>> Cells<'a, '_, R, DB> {
    fn next<ST, T: FromSql<ST, DB>>(&mut self) -> Result<Option<T>, Unreadable> {
        let field = self.row.get(self.at).ok_or_else(|| Unreadable(format!("no column {}", self.at)))?;
        self.at += 1;
        let value = field.value().map(T::from_sql).transpose();
        value.map_err(|error| Unreadable(format!("{}: {error}", field.field_name().unwrap_or("?"))))
    }
}

impl<'a, DB: Backend, R: DieselRow<'a, DB>> Source for Cells<'a, '_, R, DB>
where
    i64: FromSql<BigInt, DB>,
    bool: FromSql<Bool, DB>,
    String: FromSql<Text, DB>,
    Id: FromSql<st::Id, DB>,
    Instant: FromSql<st::Instant, DB>,
{
    fn int(&mut self) -> Result<Option<i64>, Unreadable> {
        self.next::<BigInt, _>()
    }
    fn bool(&mut self) -> Result<Option<bool>, Unreadable> {
        self.next::<Bool, _>()
    }
    fn text(&mut self) -> Result<Option<String>, Unreadable> {
        self.next::<Text, _>()
    }
    fn uuid(&mut self) -> Result<Option<Uuid>, Unreadable> {
        Ok(self.next::<st::Id, Id>()?.map(|id| id.0))
    }
    fn time(&mut self) -> Result<Option<i64>, Unreadable> {
        Ok(self.next::<st::Instant, Instant>()?.map(|at| at.0.micros()))
    }
}

/// A whole row of the domain: select it by [`all_of`], load it as this.
#[derive(Debug)]
pub struct Whole<R>(pub R);

impl<R: Row, DB: Backend> QueryableByName<DB> for Whole<R>
where
    i64: FromSql<BigInt, DB>,
    bool: FromSql<Bool, DB>,
    String: FromSql<Text, DB>,
    Id: FromSql<st::Id, DB>,
    Instant: FromSql<st::Instant, DB>,
{
    fn build<'a>(row: &impl NamedRow<'a, DB>) -> deserialize::Result<Self> {
        Ok(Self(R::take(&mut Cells { row, at: 0, of: PhantomData })?))
    }
}

/// All columns of a row, in their order: what a query selects to load a [`Whole`] row.
#[derive(Debug, Clone, Copy)]
pub struct AllOf<R>(PhantomData<R>);

/// All columns of a row: `games::table.filter(..).select(all_of::<Game>()).load::<Whole<Game>>(db)`.
#[must_use]
pub fn all_of<R: Row>() -> AllOf<R> {
    AllOf(PhantomData)
}

impl<R> Expression for AllOf<R> {
    type SqlType = Untyped;
}

impl<R: Row> QueryId for AllOf<R> {
    type QueryId = Self;
    const HAS_STATIC_QUERY_ID: bool = true;
}

impl<R, From> SelectableExpression<From> for AllOf<R> {}
impl<R, From> AppearsOnTable<From> for AllOf<R> {}

impl<R> ValidGrouping<()> for AllOf<R> {
    type IsAggregate = is_aggregate::No;
}

impl<R: Row, DB: Backend> QueryFragment<DB> for AllOf<R> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        for (place, column) in R::COLUMNS.iter().enumerate() {
            out.push_sql(if place == 0 { "" } else { ", " });
            out.push_identifier(R::TABLE)?;
            out.push_sql(".");
            out.push_identifier(column.name)?;
        }
        Ok(())
    }
}
