//! A keeper that fails as databases do: before a commit, after it, in doubt; and lets a rival be first with a key.

use std::collections::VecDeque;

use super::shared::Shared;
use crate::domain::act::remembered::Remembered;
use crate::domain::act::row::Row;
use crate::domain::act::{Hold, Keeper};
use crate::domain::time::Time;
use crate::store::committer::{Books, Fault, ShardState};

/// What goes wrong in one attempt to write a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wrong {
    /// The connection is gone before anything was asked.
    Begin,
    /// The connection is gone while rows are loaded.
    Load,
    /// The connection is gone while rows are written.
    Write,
    /// The commit never arrives.
    CommitLost,
    /// The commit is done, and its answer is lost.
    CommitInDoubt,
    /// A constraint is broken by what more than one act wrote: the batch must be halved.
    Broken,
    /// A rival does the first acts of the batch, after they were loaded and before they are written.
    Race,
}

/// Somebody else who writes to the same store.
pub type Rival = Box<dyn FnOnce(&Shared) + Send>;

/// A keeper over a store in memory, with a plan of faults: one for each attempt, none once they are used up.
#[derive(Default)]
pub struct Faulty {
    inner: Shared,
    plan: VecDeque<Wrong>,
    present: Option<Wrong>,
    rival: Option<Rival>,
}

impl std::fmt::Debug for Faulty {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Faulty with {:?}", self.plan)
    }
}

impl Faulty {
    /// A keeper over that store, without faults as yet.
    #[must_use]
    pub fn new(inner: Shared) -> Self {
        Self { inner, ..Self::default() }
    }

    /// What will go wrong in the next attempts.
    pub fn plan(&mut self, plan: impl IntoIterator<Item = Wrong>, rival: Option<Rival>) {
        self.plan = plan.into_iter().collect();
        self.rival = rival;
    }

    fn fail_at(&mut self, point: Wrong) -> Result<(), Fault> {
        if self.present != Some(point) {
            return Ok(());
        }
        self.present = None;
        self.inner.rollback();
        Err(Fault::Passing(format!("simulated: {point:?}")))
    }
}

impl Keeper for Faulty {
    type Error = Fault;

    fn load<R: Row>(&mut self, keys: &[R::Key], hold: Hold) -> Result<Vec<R>, Fault> {
        self.fail_at(Wrong::Load)?;
        self.inner.load(keys, hold)
    }

    fn load_groups<R: Row>(&mut self, groups: &[R::Group]) -> Result<Vec<R>, Fault> {
        self.inner.load_groups(groups)
    }

    fn insert<R: Row>(&mut self, rows: &[&R]) -> Result<usize, Fault> {
        if R::TABLE == Remembered::TABLE {
            if self.present == Some(Wrong::Race)
                && let Some(rival) = self.rival.take()
            {
                self.present = None;
                self.inner.meanwhile(rival);
            }
            if self.present == Some(Wrong::Broken) && rows.len() > 1 {
                self.present = None;
                return Err(Fault::Broken("simulated".into()));
            }
        }
        self.inner.insert(rows)
    }

    fn update<R: Row>(&mut self, rows: &[&R]) -> Result<(), Fault> {
        self.fail_at(Wrong::Write)?;
        self.inner.update(rows)
    }

    fn append<R: Row>(&mut self, rows: &[R]) -> Result<(), Fault> {
        self.inner.append(rows)
    }
}

impl Books for Faulty {
    fn begin(&mut self, shard: i64) -> Result<ShardState, Fault> {
        self.present = self.plan.pop_front();
        self.fail_at(Wrong::Begin)?;
        self.inner.begin(shard)
    }

    fn commit(&mut self, shard: i64, next_seq: i64, last_at: Time) -> Result<(), Fault> {
        self.fail_at(Wrong::CommitLost)?;
        self.inner.commit(shard, next_seq, last_at)?;
        self.fail_at(Wrong::CommitInDoubt)
    }

    fn rollback(&mut self) {
        self.inner.rollback();
    }

    fn revive(&mut self) -> Result<(), Fault> {
        self.inner.revive()
    }
}
