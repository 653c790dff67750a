//! One statement for each kind of row and thing to do with it: its text is pieced together from the row's columns
//! when the database first meets it, and found by its type ever after.

use std::marker::PhantomData;

use diesel::backend::Backend;
use diesel::connection::Connection;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::query_dsl::RunQueryDsl;
use diesel::result::QueryResult;
use diesel::sql_types::Untyped;

use crate::domain::act::row::Row;

/// What a statement does, in the words of one database.
pub(super) trait Verb<DB: Backend, B: ?Sized>: 'static {
    /// Writes the statement for a row, with its values.
    fn walk<'b, R: Row>(binds: &'b B, out: AstPass<'_, 'b, DB>) -> QueryResult<()>;
}

/// A verb, a kind of row, and values.
pub(super) struct Statement<'a, B: ?Sized, R, V> {
    binds: &'a B,
    of: PhantomData<fn() -> (R, V)>,
}

impl<'a, B: ?Sized, R, V> Statement<'a, B, R, V> {
    pub(super) fn new(binds: &'a B) -> Self {
        Self { binds, of: PhantomData }
    }
}

impl<B: ?Sized + 'static, R: Row, V: 'static> QueryId for Statement<'_, B, R, V> {
    type QueryId = Statement<'static, B, R, V>;
    const HAS_STATIC_QUERY_ID: bool = true;
}

impl<DB: Backend, B: ?Sized, R: Row, V: Verb<DB, B>> QueryFragment<DB> for Statement<'_, B, R, V> {
    fn walk_ast<'b>(&'b self, out: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        V::walk::<R>(self.binds, out)
    }
}

impl<B: ?Sized, R, V> Query for Statement<'_, B, R, V> {
    type SqlType = Untyped;
}

impl<B: ?Sized, R, V, C: Connection> RunQueryDsl<C> for Statement<'_, B, R, V> {}

/// Writes something for each name, with something between.
pub(super) fn each<DB: Backend>(
    out: &mut AstPass<'_, '_, DB>,
    between: &str,
    names: impl IntoIterator<Item = &'static str>,
    write: impl Fn(&mut AstPass<'_, '_, DB>, &str) -> QueryResult<()>,
) -> QueryResult<()> {
    for (place, name) in names.into_iter().enumerate() {
        if place > 0 {
            out.push_sql(between);
        }
        write(out, name)?;
    }
    Ok(())
}

/// The names of the key's columns.
pub(super) fn keys<R: Row>() -> impl Iterator<Item = &'static str> {
    R::COLUMNS.iter().take(R::KEY_COLUMNS).map(|column| column.name)
}

/// The names of all columns.
pub(super) fn all<R: Row>() -> impl Iterator<Item = &'static str> {
    R::COLUMNS.iter().map(|column| column.name)
}

/// The names of the columns that are not the key's.
pub(super) fn rest<R: Row>() -> impl Iterator<Item = &'static str> {
    R::COLUMNS.iter().skip(R::KEY_COLUMNS).map(|column| column.name)
}
