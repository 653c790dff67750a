//! The keeper of whichever database it is.

use diesel::prelude::*;
use uuid::Uuid;

use super::address::{Address, Session, connect_pg};
use super::postgres::{PgKeeper, lease_shards};
use super::sqlite::LiteKeeper;
use crate::domain::act::row::Row;
use crate::domain::act::{Hold, Keeper};
use crate::domain::time::Time;
use crate::store::committer::{Books, Fault, ShardState};

/// Keeps rows on PostgreSQL or SQLite.
#[derive(Debug)]
pub enum AnyKeeper {
    /// PostgreSQL.
    Pg(Box<PgKeeper>),
    /// SQLite.
    Lite(Box<LiteKeeper>),
}

impl AnyKeeper {
    /// Keepers for so many shards, and the shards that are theirs. On SQLite one: only one can write.
    ///
    /// # Errors
    /// What the database says.
    pub fn open(address: &Address, count: usize) -> ConnectionResult<Vec<(Self, i64)>> {
        match address {
            Address::Sqlite(path) => Ok(vec![(Self::Lite(Box::new(LiteKeeper::open(path)?)), 1)]),
            Address::Postgres(url) => {
                let holder = Uuid::new_v4();
                let shards = lease_shards(&mut connect_pg(url, Session::Owner)?, holder, count.max(1));
                let shards = shards.map_err(ConnectionError::CouldntSetupConfiguration)?;
                let open = |shard| Ok((Self::Pg(Box::new(PgKeeper::open(url, holder)?)), shard));
                shards.into_iter().map(open).collect()
            }
        }
    }
}

macro_rules! either {
    ($self:ident, $keeper:ident => $do:expr) => {
        match $self {
            Self::Pg($keeper) => $do,
            Self::Lite($keeper) => $do,
        }
    };
}

impl Keeper for AnyKeeper {
    type Error = Fault;

    fn load<R: Row>(&mut self, keys: &[R::Key], hold: Hold) -> Result<Vec<R>, Fault> {
        either!(self, keeper => keeper.load(keys, hold))
    }
    fn load_groups<R: Row>(&mut self, groups: &[R::Group]) -> Result<Vec<R>, Fault> {
        either!(self, keeper => keeper.load_groups(groups))
    }
    fn insert<R: Row>(&mut self, rows: &[&R]) -> Result<usize, Fault> {
        either!(self, keeper => keeper.insert(rows))
    }
    fn update<R: Row>(&mut self, rows: &[&R]) -> Result<(), Fault> {
        either!(self, keeper => keeper.update(rows))
    }
    fn append<R: Row>(&mut self, rows: &[R]) -> Result<(), Fault> {
        either!(self, keeper => keeper.append(rows))
    }
}

impl Books for AnyKeeper {
    fn begin(&mut self, shard: i64) -> Result<ShardState, Fault> {
        either!(self, keeper => keeper.begin(shard))
    }
    fn commit(&mut self, shard: i64, next_seq: i64, last_at: Time) -> Result<(), Fault> {
        either!(self, keeper => keeper.commit(shard, next_seq, last_at))
    }
    fn statements(&self) -> u64 {
        either!(self, keeper => keeper.statements())
    }
    fn rollback(&mut self) {
        either!(self, keeper => keeper.rollback());
    }
    fn revive(&mut self) -> Result<(), Fault> {
        either!(self, keeper => keeper.revive())
    }
}
