//! Plain prepared statements, one after the other, as an ordinary program would send them: what the committer is
//! measured against.

use std::marker::PhantomData;

use diesel::connection::SimpleConnection;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::sql_types::{BigInt, Bool, Nullable, Text, Untyped};
use diesel::sqlite::Sqlite;
use uuid::Uuid;

use crate::domain::act::row::{Column, Key, Row, Sink, Unreadable};
use crate::domain::time::Time;
use crate::store::columns::{Id, Instant, Whole, st};
use crate::store::dialect::Db;

/// A value to bind.
#[derive(Debug)]
enum Cell {
    Int(Option<i64>),
    Bool(Option<bool>),
    Text(Option<String>),
    Uuid(Option<Id>),
    Time(Option<Instant>),
}

#[derive(Debug, Default)]
struct Cells(Vec<Cell>);

impl Sink for Cells {
    fn int(&mut self, value: Option<i64>) {
        self.0.push(Cell::Int(value));
    }
    fn bool(&mut self, value: Option<bool>) {
        self.0.push(Cell::Bool(value));
    }
    fn text(&mut self, value: Option<&str>) {
        self.0.push(Cell::Text(value.map(str::to_owned)));
    }
    fn uuid(&mut self, value: Option<Uuid>) {
        self.0.push(Cell::Uuid(value.map(Id)));
    }
    fn time(&mut self, value: Option<i64>) {
        self.0.push(Cell::Time(value.map(Time::from_micros).map(Instant)));
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verb {
    /// Rows by their keys, in the order of the keys.
    Select { lock: bool },
    /// Rows added.
    Insert,
    /// One row changed.
    Update,
}

/// A statement over rows of one table; its text depends on how many there are.
struct Plain<R> {
    verb: Verb,
    cells: Vec<Cell>,
    of: PhantomData<fn() -> R>,
}

impl<R> QueryId for Plain<R> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<R> Query for Plain<R> {
    type SqlType = Untyped;
}

impl<R, C: Connection> RunQueryDsl<C> for Plain<R> {}

fn names(columns: &[Column]) -> String {
    columns.iter().map(|column| format!("\"{}\"", column.name)).collect::<Vec<_>>().join(", ")
}

macro_rules! on {
    ($db:ident, $for_update:literal, $values:literal) => {
        impl<R: Row> QueryFragment<$db> for Plain<R> {
            fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, $db>) -> QueryResult<()> {
                let (keys, rest) = R::COLUMNS.split_at(R::KEY_COLUMNS);
                match self.verb {
                    Verb::Select { lock } => {
                        out.push_sql(&format!(
                            "SELECT {} FROM {} WHERE ({}) IN (",
                            names(R::COLUMNS),
                            R::TABLE,
                            names(keys)
                        ));
                        if keys.len() > 1 {
                            out.push_sql($values);
                        }
                        tuples(&self.cells, keys.len(), &mut out)?;
                        out.push_sql(&format!(") ORDER BY {}", names(keys)));
                        if lock {
                            out.push_sql($for_update);
                        }
                    }
                    Verb::Insert => {
                        out.push_sql(&format!("INSERT INTO {} ({}) VALUES ", R::TABLE, names(R::COLUMNS)));
                        tuples(&self.cells, R::COLUMNS.len(), &mut out)?;
                    }
                    Verb::Update => {
                        let (key_cells, cells) = self.cells.split_at(keys.len());
                        for (n, (column, cell)) in rest.iter().zip(cells).enumerate() {
                            out.push_sql(if n == 0 { "UPDATE " } else { ", " });
                            if n == 0 {
                                out.push_sql(&format!("{} SET ", R::TABLE));
                            }
                            out.push_sql(&format!("\"{}\" = ", column.name));
                            bind(cell, &mut out)?;
                        }
                        for (n, (column, cell)) in keys.iter().zip(key_cells).enumerate() {
                            out.push_sql(if n == 0 { " WHERE " } else { " AND " });
                            out.push_sql(&format!("\"{}\" = ", column.name));
                            bind(cell, &mut out)?;
                        }
                    }
                }
                return Ok(());

                fn bind<'b>(cell: &'b Cell, out: &mut AstPass<'_, 'b, $db>) -> QueryResult<()> {
                    match cell {
                        Cell::Int(value) => out.push_bind_param::<Nullable<BigInt>, _>(value),
                        Cell::Bool(value) => out.push_bind_param::<Nullable<Bool>, _>(value),
                        Cell::Text(value) => out.push_bind_param::<Nullable<Text>, _>(value),
                        Cell::Uuid(value) => out.push_bind_param::<Nullable<st::Id>, _>(value),
                        Cell::Time(value) => out.push_bind_param::<Nullable<st::Instant>, _>(value),
                    }
                }

                /// `($1, $2), ($3, $4)`; a single column without its parentheses: `$1, $2`.
                fn tuples<'b>(cells: &'b [Cell], width: usize, out: &mut AstPass<'_, 'b, $db>) -> QueryResult<()> {
                    for (n, cell) in cells.iter().enumerate() {
                        if n > 0 {
                            out.push_sql(", ");
                        }
                        if width > 1 && n % width == 0 {
                            out.push_sql("(");
                        }
                        bind(cell, out)?;
                        if width > 1 && n % width == width - 1 {
                            out.push_sql(")");
                        }
                    }
                    Ok(())
                }
            }
        }
    };
}
on!(Pg, " FOR UPDATE", "");
on!(Sqlite, "", "VALUES ");

/// What can go wrong.
#[derive(Debug, thiserror::Error)]
pub enum PlainError {
    /// What the database says.
    #[error(transparent)]
    Database(#[from] diesel::result::Error),
    /// A row that cannot be written or read.
    #[error(transparent)]
    Row(#[from] Unreadable),
    /// The settlement itself cannot be.
    #[error("{0}")]
    Settlement(String),
}

/// A connection of its own.
#[derive(Debug)]
pub struct Direct(pub Db);

macro_rules! either {
    ($self:ident, $inner:ident => $do:expr) => {
        match &mut $self.0 {
            Db::Pg($inner) => $do,
            Db::Lite($inner) => $do,
        }
    };
}

impl Direct {
    /// Begins a transaction.
    ///
    /// # Errors
    /// What the database says.
    pub fn begin(&mut self) -> Result<(), PlainError> {
        let begin = if matches!(self.0, Db::Pg(_)) { "BEGIN" } else { "BEGIN IMMEDIATE" };
        Ok(self.run(begin)?)
    }

    /// Commits it.
    ///
    /// # Errors
    /// What the database says.
    pub fn commit(&mut self) -> Result<(), PlainError> {
        Ok(self.run("COMMIT")?)
    }

    /// Sends a statement without values.
    ///
    /// # Errors
    /// What the database says.
    pub fn run(&mut self, sql: &str) -> QueryResult<()> {
        either!(self, inner => inner.batch_execute(sql))
    }

    /// Rows by their keys.
    ///
    /// # Errors
    /// What the database says.
    pub fn select<R: Row>(&mut self, keys: &[R::Key], lock: bool) -> Result<Vec<R>, PlainError> {
        let mut cells = Cells::default();
        for key in keys {
            key.put(&mut cells)?;
        }
        let statement = Plain::<R> { verb: Verb::Select { lock }, cells: cells.0, of: PhantomData };
        let rows: Vec<Whole<R>> = either!(self, inner => statement.load(inner))?;
        Ok(rows.into_iter().map(|whole| whole.0).collect())
    }

    /// Adds rows in one statement.
    ///
    /// # Errors
    /// What the database says.
    pub fn insert<R: Row>(&mut self, rows: &[R]) -> Result<(), PlainError> {
        let mut cells = Cells::default();
        for row in rows {
            row.put(&mut cells)?;
        }
        let statement = Plain::<R> { verb: Verb::Insert, cells: cells.0, of: PhantomData };
        either!(self, inner => statement.execute(inner))?;
        Ok(())
    }

    /// Changes a row.
    ///
    /// # Errors
    /// What the database says.
    pub fn update<R: Row>(&mut self, row: &R) -> Result<(), PlainError> {
        let mut cells = Cells::default();
        row.put(&mut cells)?;
        let statement = Plain::<R> { verb: Verb::Update, cells: cells.0, of: PhantomData };
        either!(self, inner => statement.execute(inner))?;
        Ok(())
    }
}
