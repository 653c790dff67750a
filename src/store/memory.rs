//! A store in memory, for simulations and tests: the third keeper, beside the two databases.

mod ledger;

use std::any::{Any, TypeId};
use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::committer::{Books, Fault, ShardState};
use crate::domain::act::row::Row;
use crate::domain::act::{Hold, Keeper};
use crate::domain::time::Time;

/// A table: rows by key, and keys by group.
#[derive(Debug)]
struct Rows<R: Row> {
    rows: BTreeMap<R::Key, R>,
    groups: BTreeMap<R::Group, Vec<R::Key>>,
}

impl<R: Row> Default for Rows<R> {
    fn default() -> Self {
        Self { rows: BTreeMap::new(), groups: BTreeMap::new() }
    }
}

impl<R: Row> Rows<R> {
    fn put(&mut self, row: R) {
        let key = row.key();
        if !R::GROUP_COLUMNS.is_empty() && !self.rows.contains_key(&key) {
            self.groups.entry(row.group()).or_default().push(key.clone());
        }
        self.rows.insert(key, row);
    }
}

/// A change that waits for the commit.
type Change = Box<dyn FnOnce(&mut Memory) + Send>;

/// What an open transaction has changed so far.
pub struct Unwritten(Vec<Change>);

impl std::fmt::Debug for Unwritten {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} changes", self.0.len())
    }
}

/// Tables in memory, with transactions: changes are seen by others only after the commit.
#[derive(Default)]
pub struct Memory {
    tables: FxHashMap<TypeId, Box<dyn Any + Send>>,
    shards: BTreeMap<i64, (i64, Time)>,
    changes: Vec<Change>,
}

impl std::fmt::Debug for Memory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Memory of {} tables", self.tables.len())
    }
}

impl Memory {
    fn table<R: Row>(&self) -> Option<&Rows<R>> {
        self.tables.get(&TypeId::of::<R>()).and_then(|table| table.downcast_ref())
    }

    fn table_mut<R: Row>(&mut self) -> &mut Rows<R> {
        let table = self.tables.entry(TypeId::of::<R>()).or_insert_with(|| Box::new(Rows::<R>::default()));
        // The entry of a type's id holds that type.
        table.downcast_mut().unwrap_or_else(|| unreachable!("a table of another type"))
    }

    /// All rows of a table, in the order of their keys.
    pub fn rows<R: Row>(&self) -> impl Iterator<Item = &R> {
        self.table::<R>().into_iter().flat_map(|table| table.rows.values())
    }

    /// The rows of a table from a key on, in the order of their keys.
    pub fn rows_from<R: Row>(&self, key: R::Key) -> impl Iterator<Item = &R> {
        self.table::<R>().into_iter().flat_map(move |table| table.rows.range(key.clone()..)).map(|(_, row)| row)
    }

    /// The shards that were written to: each with its next number and the time of its last batch.
    pub fn shards(&self) -> impl Iterator<Item = (i64, i64, Time)> {
        self.shards.iter().map(|(&shard, &(next_seq, last_at))| (shard, next_seq, last_at))
    }

    /// Writes rows at the commit.
    fn keep<R: Row>(&mut self, rows: Vec<R>) {
        self.changes.push(Box::new(move |memory| {
            let table = memory.table_mut::<R>();
            rows.into_iter().for_each(|row| table.put(row));
        }));
    }

    /// Puts rows in, outside of any transaction, and says where a shard stands: for a copy of what is kept elsewhere.
    pub fn fill<R: Row>(&mut self, rows: &[R], shard: Option<(i64, i64, Time)>) {
        rows.iter().for_each(|row| self.table_mut::<R>().put(row.clone()));
        if let Some((shard, next_seq, last_at)) = shard {
            self.shards.insert(shard, (next_seq, last_at));
        }
    }

    /// Sets the open transaction aside, so that another can be run.
    pub fn set_aside(&mut self) -> Unwritten {
        Unwritten(std::mem::take(&mut self.changes))
    }

    /// Takes up a transaction that was set aside.
    pub fn take_up(&mut self, open: Unwritten) {
        self.changes = open.0;
    }

    /// A row.
    #[must_use]
    pub fn row<R: Row>(&self, key: &R::Key) -> Option<&R> {
        self.table::<R>().and_then(|table| table.rows.get(key))
    }
}

impl Keeper for Memory {
    type Error = Fault;

    fn load<R: Row>(&mut self, keys: &[R::Key], _: Hold) -> Result<Vec<R>, Fault> {
        Ok(keys.iter().filter_map(|key| self.row::<R>(key)).cloned().collect())
    }

    fn load_groups<R: Row>(&mut self, groups: &[R::Group]) -> Result<Vec<R>, Fault> {
        let Some(table) = self.table::<R>() else { return Ok(Vec::new()) };
        let keys = groups.iter().filter_map(|group| table.groups.get(group)).flatten();
        Ok(keys.filter_map(|key| table.rows.get(key)).cloned().collect())
    }

    fn insert<R: Row>(&mut self, rows: &[&R]) -> Result<usize, Fault> {
        let fresh: Vec<R> =
            rows.iter().filter(|row| self.row::<R>(&row.key()).is_none()).map(|&row| row.clone()).collect();
        let count = fresh.len();
        self.keep(fresh);
        Ok(count)
    }

    fn update<R: Row>(&mut self, rows: &[&R]) -> Result<(), Fault> {
        self.keep(rows.iter().map(|row| (*row).clone()).collect::<Vec<R>>());
        Ok(())
    }

    fn append<R: Row>(&mut self, rows: &[R]) -> Result<(), Fault> {
        self.keep(rows.to_vec());
        Ok(())
    }
}

impl Books for Memory {
    fn begin(&mut self, shard: i64) -> Result<ShardState, Fault> {
        self.changes.clear();
        let (next_seq, last_at) = self.shards.get(&shard).copied().unwrap_or((1, Time::default()));
        Ok(ShardState { next_seq, last_at, clock: last_at })
    }

    fn commit(&mut self, shard: i64, next_seq: i64, last_at: Time) -> Result<(), Fault> {
        for change in std::mem::take(&mut self.changes) {
            change(self);
        }
        self.shards.insert(shard, (next_seq, last_at));
        Ok(())
    }

    fn rollback(&mut self) {
        self.changes.clear();
    }

    fn revive(&mut self) -> Result<(), Fault> {
        self.rollback();
        Ok(())
    }
}
