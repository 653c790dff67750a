//! A store in memory that several writers share, each with its own transaction.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::domain::act::row::Row;
use crate::domain::act::{Hold, Keeper};
use crate::domain::time::Time;
use crate::store::committer::{Books, Fault, ShardState};
use crate::store::memory::Memory;

/// A handle on a store in memory.
#[derive(Debug, Clone, Default)]
pub struct Shared(Arc<Mutex<Memory>>);

impl Shared {
    /// The store, to be read.
    pub fn read(&self) -> MutexGuard<'_, Memory> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets others write while a transaction is open: what it has changed is set aside and comes back after.
    pub fn meanwhile(&mut self, work: impl FnOnce(&Self)) {
        let open = self.read().set_aside();
        work(self);
        self.read().take_up(open);
    }
}

impl Keeper for Shared {
    type Error = Fault;

    fn load<R: Row>(&mut self, keys: &[R::Key], hold: Hold) -> Result<Vec<R>, Fault> {
        self.read().load(keys, hold)
    }

    fn load_groups<R: Row>(&mut self, groups: &[R::Group]) -> Result<Vec<R>, Fault> {
        self.read().load_groups(groups)
    }

    fn insert<R: Row>(&mut self, rows: &[&R]) -> Result<usize, Fault> {
        self.read().insert(rows)
    }

    fn update<R: Row>(&mut self, rows: &[&R]) -> Result<(), Fault> {
        self.read().update(rows)
    }

    fn append<R: Row>(&mut self, rows: &[R]) -> Result<(), Fault> {
        self.read().append(rows)
    }
}

impl Books for Shared {
    fn begin(&mut self, shard: i64) -> Result<ShardState, Fault> {
        self.read().begin(shard)
    }

    fn commit(&mut self, shard: i64, next_seq: i64, last_at: Time) -> Result<(), Fault> {
        self.read().commit(shard, next_seq, last_at)
    }

    fn rollback(&mut self) {
        self.read().rollback();
    }

    fn revive(&mut self) -> Result<(), Fault> {
        self.read().revive()
    }
}
