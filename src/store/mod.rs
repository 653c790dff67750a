//! Where rows are kept: the committer, which runs acts, and the reads of the edges. Decides nothing.

pub mod approvals;
pub mod backup;
pub mod books;
pub mod checkup;
pub mod columns;
pub mod committer;
pub mod dialect;
pub mod games;
pub mod ledger;
pub mod mails;
pub mod memory;
pub mod migrate;
pub mod news;
pub mod outages;
pub mod players;
pub mod pool;
pub mod proof;
pub mod remembered;
pub mod rooms;
pub mod schema;
mod select;
pub mod sessions;
pub mod staff;
pub mod switches;
pub mod wallets;

use std::time::Duration;

use diesel::r2d2::Pool;
use diesel::result::{ConnectionError, QueryResult};

use committer::{Clock, Patience, Writer};
use dialect::{Address, AnyKeeper, BadAddress, Db, Session};
use pool::{Reader, Readers};

/// What can go wrong with a store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The address names no database.
    #[error(transparent)]
    Address(#[from] BadAddress),
    /// Nobody answers there, or not us.
    #[error("cannot open {address}: {reason}")]
    Unreachable {
        /// Where, without the password.
        address: Address,
        /// What was said.
        reason: String,
    },
    /// There is no such file.
    #[error("cannot open {address}: there is no file; `kupa migrate up` makes it")]
    Missing {
        /// Where.
        address: Address,
    },
    /// The schema lacks steps.
    #[error("the schema of {address} lacks {steps}: run `kupa migrate`")]
    Unmigrated {
        /// Where.
        address: Address,
        /// What is missing.
        steps: String,
    },
    /// The schema has steps that this program does not know.
    #[error("the schema of {address} was made by a newer program: it has {steps}")]
    Newer {
        /// Where.
        address: Address,
        /// What is not known.
        steps: String,
    },
    /// A step of the schema was refused.
    #[error("migration: {0}")]
    Migration(String),
    /// No connection for a read was free in time, or the database is away.
    #[error("no connection to read by: {0}")]
    NoReader(String),
    /// A read failed.
    #[error("a read failed: {0}")]
    Read(#[from] diesel::result::Error),
    /// A read ended by a fault of its own.
    #[error("a read ended by a fault of its own: {0}")]
    Fault(String),
}

impl StoreError {
    fn unreachable(address: &Address, error: &ConnectionError) -> Self {
        Self::Unreachable { address: address.clone(), reason: address.discreet(error.to_string().trim()) }
    }
}

/// How a store is set up.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// The most connections for reads.
    pub readers: u32,
    /// How long a read waits for one of them.
    pub wait: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        Self { readers: 8, wait: Duration::from_secs(5) }
    }
}

/// A database with this program's schema: read through its pool, written to through its writers alone.
#[derive(Debug, Clone)]
pub struct Store {
    address: Address,
    readers: Pool<Readers>,
}

impl Store {
    /// Opens the database at a URL: `postgres://..`, `postgresql://..` or `sqlite:path`.
    ///
    /// # Errors
    /// The URL names no database, nobody answers, or the schema is not this program's.
    pub fn open(url: &str, settings: Settings) -> Result<Self, StoreError> {
        let address: Address = url.parse()?;
        if matches!(&address, Address::Sqlite(path) if !path.exists()) {
            return Err(StoreError::Missing { address });
        }
        let mut db = address.connect(Session::Reader).map_err(|error| StoreError::unreachable(&address, &error))?;
        let steps = migrate::status_of(&mut db)?;
        let named = |some: fn(&migrate::Step) -> bool| {
            let names = steps.iter().filter(|step| some(step)).map(|step| step.name.as_str());
            names.collect::<Vec<_>>().join(", ")
        };
        if steps.iter().any(|step| !step.known) {
            return Err(StoreError::Newer { address, steps: named(|step| !step.known) });
        }
        if steps.iter().any(|step| !step.applied) {
            return Err(StoreError::Unmigrated { address, steps: named(|step| !step.applied) });
        }
        let readers = pool::pool(&address, settings.readers, settings.wait);
        Ok(Self { address, readers })
    }

    /// Where it is.
    #[must_use]
    pub fn address(&self) -> &Address {
        &self.address
    }

    /// Writers for the committer, each on a shard of its own; on SQLite one, whatever is asked for.
    ///
    /// # Errors
    /// The database is away.
    pub fn writers(
        &self,
        count: usize,
        clock: Option<&Clock>,
        patience: Patience,
    ) -> Result<Vec<Writer<AnyKeeper>>, StoreError> {
        let keepers = AnyKeeper::open(&self.address, count);
        let keepers = keepers.map_err(|error| StoreError::unreachable(&self.address, &error))?;
        let writer = |(keeper, shard)| Writer::new(keeper, shard, clock.cloned(), patience);
        Ok(keepers.into_iter().map(writer).collect())
    }

    /// A connection of its own, outside the pool.
    ///
    /// # Errors
    /// The database is away.
    pub fn session(&self, session: Session) -> Result<Db, StoreError> {
        self.address.connect(session).map_err(|error| StoreError::unreachable(&self.address, &error))
    }

    /// How many connections for reads there are, and how many of them are idle.
    #[must_use]
    pub fn readers(&self) -> (u32, u32) {
        let state = self.readers.state();
        (state.connections, state.idle_connections)
    }

    /// A connection for reads, for threads that may block.
    ///
    /// # Errors
    /// None is free in time, or the database is away.
    pub fn reader(&self) -> Result<Reader, StoreError> {
        self.readers.get().map_err(|error| StoreError::NoReader(error.to_string()))
    }

    /// Reads, on a thread that may block.
    ///
    /// # Errors
    /// No connection, or the read's own.
    pub async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&mut Db) -> QueryResult<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let store = self.clone();
        let read = move || Ok(read(&mut *store.reader()?)?);
        tokio::task::spawn_blocking(read).await.map_err(|error| StoreError::Fault(error.to_string()))?
    }

    /// Writes beside the committer, on a connection of its own and a thread that may block: for what belongs to no
    /// act. One short transaction.
    ///
    /// # Errors
    /// No connection, or the write's own.
    pub async fn write_beside<T: Send + 'static>(
        &self,
        write: impl FnOnce(&mut Db) -> QueryResult<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let store = self.clone();
        let write = move || Ok(write(&mut store.session(Session::Writer)?)?);
        tokio::task::spawn_blocking(write).await.map_err(|error| StoreError::Fault(error.to_string()))?
    }
}
