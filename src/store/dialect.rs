//! All that differs between the two databases: addresses, sessions, faults, and how rows are loaded and written.

mod address;
mod checkpoint;
mod db;
mod hearing;
mod keeper;
mod postgres;
mod snapshot;
mod sqlite;
mod statement;

pub use address::{Address, BadAddress, Session};
pub use db::{Db, MultiBackend, MultiRawValue};
pub use keeper::AnyKeeper;
pub use postgres::PgKeeper;
pub use sqlite::LiteKeeper;
