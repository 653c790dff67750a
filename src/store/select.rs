//! Statements over rows of the domain, in SQL that both databases understand: text and values, piece by piece.

use diesel::backend::Backend;
use diesel::connection::Connection;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::query_dsl::RunQueryDsl;
use diesel::result::{Error, QueryResult};
use diesel::serialize::ToSql;
use diesel::sql_types::{BigInt, Bool, HasSqlType, Nullable, Text, Untyped};
use uuid::Uuid;

use super::columns::{Id, Instant, Whole, st};
use super::dialect::Db;
use crate::domain::act::row::{Field, Key, Row, Sink, Unreadable};
use crate::domain::time::Time;

/// A piece of a statement.
#[derive(Debug)]
enum Piece {
    Sql(String),
    Int(Option<i64>),
    Bool(Option<bool>),
    Text(Option<String>),
    Id(Option<Id>),
    At(Option<Instant>),
}

/// A statement.
#[derive(Debug, Default)]
pub(super) struct Statement {
    pieces: Vec<Piece>,
    /// Written before each value but the first, while the values of a key or row are put.
    between: Option<&'static str>,
    put: usize,
}

/// Values become pieces, with commas between them.
impl Sink for Statement {
    fn int(&mut self, value: Option<i64>) {
        self.value(Piece::Int(value));
    }
    fn bool(&mut self, value: Option<bool>) {
        self.value(Piece::Bool(value));
    }
    fn text(&mut self, value: Option<&str>) {
        self.value(Piece::Text(value.map(str::to_owned)));
    }
    fn uuid(&mut self, value: Option<Uuid>) {
        self.value(Piece::Id(value.map(Id)));
    }
    fn time(&mut self, value: Option<i64>) {
        self.value(Piece::At(value.map(Time::from_micros).map(Instant)));
    }
}

impl Statement {
    fn value(&mut self, piece: Piece) {
        if let Some(between) = self.between.filter(|_| self.put > 0) {
            self.pieces.push(Piece::Sql(between.to_owned()));
        }
        self.put += 1;
        self.pieces.push(piece);
    }

    /// `SELECT` all columns of a row from its table, called `t`.
    pub fn select<R: Row>() -> Self {
        let columns: Vec<String> = R::COLUMNS.iter().map(|column| format!("t.\"{}\"", column.name)).collect();
        Self::default().sql(&format!("SELECT {} FROM \"{}\" t", columns.join(", "), R::TABLE))
    }

    /// Text.
    pub fn sql(mut self, text: &str) -> Self {
        self.pieces.push(Piece::Sql(text.to_owned()));
        self
    }

    /// A value.
    pub fn bind<F: Field>(mut self, value: &F) -> QueryResult<Self> {
        value.put(&mut self).map_err(unwritable)?;
        Ok(self)
    }

    /// `(value, value, ..)` of a key.
    pub fn key<K: Key>(mut self, key: &K) -> QueryResult<Self> {
        self.pieces.push(Piece::Sql("(".to_owned()));
        (self.between, self.put) = (Some(", "), 0);
        key.put(&mut self).map_err(unwritable)?;
        self.between = None;
        Ok(self.sql(")"))
    }

    /// `(value, value, ..)` of a row.
    pub fn row<R: Row>(mut self, row: &R) -> QueryResult<Self> {
        self.pieces.push(Piece::Sql("(".to_owned()));
        (self.between, self.put) = (Some(", "), 0);
        row.put(&mut self).map_err(unwritable)?;
        self.between = None;
        Ok(self.sql(")"))
    }

    /// Loads rows that were selected whole.
    pub fn load_rows<R: Row>(self, db: &mut Db) -> QueryResult<Vec<R>> {
        let rows = RunQueryDsl::load::<Whole<R>>(self, db)?;
        Ok(rows.into_iter().map(|row| row.0).collect())
    }
}

/// The names of a row's key, as columns of `t`.
pub(super) fn key_of<R: Row>() -> String {
    let names: Vec<String> =
        R::COLUMNS.iter().take(R::KEY_COLUMNS).map(|column| format!("t.\"{}\"", column.name)).collect();
    names.join(", ")
}

fn unwritable(error: Unreadable) -> Error {
    Error::SerializationError(Box::new(error))
}

impl<DB> QueryFragment<DB> for Statement
where
    DB: Backend + HasSqlType<st::Id> + HasSqlType<st::Instant> + HasSqlType<Bool>,
    Option<i64>: ToSql<Nullable<BigInt>, DB>,
    Option<bool>: ToSql<Nullable<Bool>, DB>,
    Option<String>: ToSql<Nullable<Text>, DB>,
    Option<Id>: ToSql<Nullable<st::Id>, DB>,
    Option<Instant>: ToSql<Nullable<st::Instant>, DB>,
{
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        out.unsafe_to_cache_prepared();
        for piece in &self.pieces {
            match piece {
                Piece::Sql(text) => out.push_sql(text),
                Piece::Int(value) => out.push_bind_param::<Nullable<BigInt>, _>(value)?,
                Piece::Bool(value) => out.push_bind_param::<Nullable<Bool>, _>(value)?,
                Piece::Text(value) => out.push_bind_param::<Nullable<Text>, _>(value)?,
                Piece::Id(value) => out.push_bind_param::<Nullable<st::Id>, _>(value)?,
                Piece::At(value) => out.push_bind_param::<Nullable<st::Instant>, _>(value)?,
            }
        }
        Ok(())
    }
}

impl QueryId for Statement {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl Query for Statement {
    type SqlType = Untyped;
}

impl<C: Connection> RunQueryDsl<C> for Statement {}
