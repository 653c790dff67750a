//! A copy of a database of SQLite, made while others write to it.

use std::path::Path;

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::sql_types::Text;

use super::books::Books;
use super::checkup::{damage, ruin};
use super::dialect::{Address, Session};
use super::{StoreError, migrate};
use crate::domain::ledger::proof::{Counts, Fault, Proved, Since, Unproven, prove};

/// What was found of a copy.
#[derive(Debug)]
pub enum Judged {
    /// Whole, and the books in it are sound.
    Sound(Box<Proved>),
    /// Whole; its schema is not this program's, which therefore cannot prove the books. The first step that differs.
    Unproven(String),
    /// The file itself is damaged.
    Damaged(String),
    /// The books in it are wrong; the first fault.
    Faulty(Box<Fault>),
}

/// Copies the database as it is at one moment into an empty file, which must have an absolute path. Nobody waits for it.
///
/// # Errors
/// The database's, also where the copy cannot be written.
pub fn copy(database: &Address, to: &Path) -> Result<(), StoreError> {
    let mut db = database.connect(Session::Writer).map_err(|error| StoreError::unreachable(database, &error))?;
    let name = to.to_string_lossy().into_owned();
    diesel::sql_query("VACUUM INTO ?").bind::<Text, _>(name).execute(&mut db)?;
    Ok(())
}

/// Looks at every page of a copy, and proves its books from nothing. Nothing in it is changed; it ends as one file,
/// without a log beside it.
///
/// # Errors
/// It cannot be read.
pub fn judge(copy: &Path, progress: &mut dyn FnMut(&Counts)) -> Result<Judged, StoreError> {
    let address = Address::Sqlite(copy.to_owned());
    // One connection for everything: only the last one can do without the log.
    let mut db = address.connect(Session::Owner).map_err(|error| StoreError::unreachable(&address, &error))?;
    let mut found = ruin(&mut db)?;
    found.extend(damage(&mut db)?);
    if let Some(first) = found.into_iter().next() {
        return Ok(Judged::Damaged(first));
    }
    let other = migrate::status_of(&mut db)?.into_iter().find(|step| !(step.applied && step.known));
    let judged = match other {
        Some(step) => Judged::Unproven(step.name),
        None => match prove(&mut Books(&mut db), Since::Nothing, progress) {
            Ok(proved) => Judged::Sound(Box::new(proved)),
            Err(Unproven::Fault(fault)) => Judged::Faulty(fault),
            Err(Unproven::Away(error)) => return Err(error.into()),
        },
    };
    db.batch_execute("PRAGMA journal_mode = DELETE")?;
    Ok(judged)
}
