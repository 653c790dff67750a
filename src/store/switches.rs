//! The house's switches, as the edges read them.

use diesel::prelude::*;

use super::columns::{Whole, all_of};
use super::dialect::Db;
use super::players::rows;
use super::schema::switchboard;
use crate::domain::switches::Switchboard;

/// The switchboard.
///
/// # Errors
/// The database's.
pub fn find_switchboard(db: &mut Db) -> QueryResult<Option<Switchboard>> {
    let found = switchboard::table.select(all_of::<Switchboard>());
    found.load::<Whole<Switchboard>>(db).map(|found| rows(found).pop())
}
