//! The enum over both connections. What diesel derives for it has no documentation.
#![allow(missing_docs)]

use std::fmt;

use diesel::prelude::*;

/// A connection to either database, for reads. Opened by [`Address::connect`](super::Address::connect): diesel's own way of opening it tries
/// one after the other and would make an SQLite file named like an address of PostgreSQL.
#[derive(diesel::MultiConnection)]
pub enum Db {
    /// PostgreSQL.
    Pg(PgConnection),
    /// SQLite.
    Lite(SqliteConnection),
}

impl fmt::Debug for Db {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Pg(_) => "Db::Pg",
            Self::Lite(_) => "Db::Lite",
        })
    }
}
