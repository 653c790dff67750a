//! Books with somebody who meddles: at each moment a closure may do as it likes, and make up a fault.

use kupa::domain::act::row::Row;
use kupa::domain::act::{Hold, Keeper};
use kupa::domain::time::Time;
use kupa::store::committer::{Books, Fault, ShardState};

/// When somebody may meddle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    /// Before a transaction begins.
    Begin,
    /// Before rows of a table are loaded.
    Load(&'static str),
    /// Before new rows of a table are inserted.
    Insert(&'static str),
    /// Before the commit.
    Commit,
    /// After the commit, before anybody knows of it.
    Committed,
    /// Before the connection is made good again.
    Revive,
}

/// Books, and who meddles with them.
pub struct Meddled<B, M> {
    pub books: B,
    pub meddle: M,
}

impl<B: Books, M: FnMut(Moment, &mut B) -> Result<(), Fault>> Meddled<B, M> {
    fn at(&mut self, moment: Moment) -> Result<(), Fault> {
        (self.meddle)(moment, &mut self.books)
    }
}

impl<B: Books, M: FnMut(Moment, &mut B) -> Result<(), Fault>> Keeper for Meddled<B, M> {
    type Error = Fault;

    fn load<R: Row>(&mut self, keys: &[R::Key], hold: Hold) -> Result<Vec<R>, Fault> {
        self.at(Moment::Load(R::TABLE))?;
        self.books.load(keys, hold)
    }
    fn load_groups<R: Row>(&mut self, groups: &[R::Group]) -> Result<Vec<R>, Fault> {
        self.at(Moment::Load(R::TABLE))?;
        self.books.load_groups(groups)
    }
    fn insert<R: Row>(&mut self, rows: &[&R]) -> Result<usize, Fault> {
        self.at(Moment::Insert(R::TABLE))?;
        self.books.insert(rows)
    }
    fn update<R: Row>(&mut self, rows: &[&R]) -> Result<(), Fault> {
        self.books.update(rows)
    }
    fn append<R: Row>(&mut self, rows: &[R]) -> Result<(), Fault> {
        self.books.append(rows)
    }
}

impl<B: Books, M: FnMut(Moment, &mut B) -> Result<(), Fault>> Books for Meddled<B, M> {
    fn begin(&mut self, shard: i64) -> Result<ShardState, Fault> {
        self.at(Moment::Begin)?;
        self.books.begin(shard)
    }
    fn commit(&mut self, shard: i64, next_seq: i64, last_at: Time) -> Result<(), Fault> {
        self.at(Moment::Commit)?;
        self.books.commit(shard, next_seq, last_at)?;
        self.at(Moment::Committed)
    }
    fn rollback(&mut self) {
        self.books.rollback();
    }
    fn revive(&mut self) -> Result<(), Fault> {
        self.at(Moment::Revive)?;
        self.books.revive()
    }
}
