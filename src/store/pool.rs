//! Connections for reads. Nothing is written through them.

use std::time::Duration;

use diesel::connection::SimpleConnection;
use diesel::r2d2::{ManageConnection, Pool, PooledConnection};
use diesel::result::{ConnectionError, Error};

use super::dialect::{Address, Db, Session};

/// Opens connections for the pool, by the address's own scheme.
#[derive(Debug)]
pub struct Readers(Address);

/// A connection of the pool.
pub type Reader = PooledConnection<Readers>;

/// Why there is no connection.
#[derive(Debug, thiserror::Error)]
pub enum NoReader {
    /// It could not be opened.
    #[error(transparent)]
    Connect(#[from] ConnectionError),
    /// It no longer answers.
    #[error(transparent)]
    Ping(#[from] Error),
}

impl ManageConnection for Readers {
    type Connection = Db;
    type Error = NoReader;

    fn connect(&self) -> Result<Db, NoReader> {
        Ok(self.0.connect(Session::Reader)?)
    }

    fn is_valid(&self, db: &mut Db) -> Result<(), NoReader> {
        Ok(db.batch_execute("SELECT 1")?)
    }

    fn has_broken(&self, _: &mut Db) -> bool {
        std::thread::panicking()
    }
}

/// A pool of so many connections, opened as they are needed; who waits longer than that gets none.
#[must_use]
pub fn pool(address: &Address, most: u32, wait: Duration) -> Pool<Readers> {
    Pool::builder()
        .max_size(most.max(1))
        .min_idle(Some(0))
        .test_on_check_out(true)
        .connection_timeout(wait)
        .build_unchecked(Readers(address.clone()))
}
