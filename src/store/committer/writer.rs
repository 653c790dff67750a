//! One writer: runs batches on one shard, and copes with whatever a database can do to it.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::figures::WriterFigures;
use super::waiting::Waiting;
use crate::domain::act::world::Asks;
use crate::domain::act::{Keeper, Needs, World};
use crate::domain::codes::Code;
use crate::domain::time::Time;

/// How often a batch is run again for a lost race before it is split.
const RACES: u32 = 8;

/// How often a batch is run again because an act met a fault of ours in it. The tables are read one after the other:
/// a rival with the same key, done in between, may be seen in half, which no act can make sense of. What was read in
/// half is whole next time, and shows the rival's outcome.
const DOUBTS: u32 = 2;

/// What can go wrong while rows are loaded or written.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Fault {
    /// It may well work next time: a lost connection, a deadlock, a time-out.
    #[error("passing: {0}")]
    Passing(String),
    /// It will not: a broken constraint, an unreadable row.
    #[error("broken: {0}")]
    Broken(String),
}

/// Where a shard stands, and the database's clock.
#[derive(Debug, Clone, Copy)]
pub struct ShardState {
    /// Its next free number.
    pub next_seq: i64,
    /// The time of its last batch.
    pub last_at: Time,
    /// The database's clock now.
    pub clock: Time,
}

/// A keeper with transactions.
pub trait Books: Keeper<Error = Fault> {
    /// Begins a transaction, locks the shard's row and reads the clock.
    #[allow(clippy::missing_errors_doc)]
    fn begin(&mut self, shard: i64) -> Result<ShardState, Fault>;
    /// Writes the shard's row and commits. An error leaves it unknown whether the commit happened.
    #[allow(clippy::missing_errors_doc)]
    fn commit(&mut self, shard: i64, next_seq: i64, last_at: Time) -> Result<(), Fault>;
    /// How many statements it has sent to a database so far; 0 where there is none.
    fn statements(&self) -> u64 {
        0
    }
    /// Ends the transaction without a trace.
    fn rollback(&mut self);
    /// Makes the connection good again after a fault.
    #[allow(clippy::missing_errors_doc)]
    fn revive(&mut self) -> Result<(), Fault>;
}

/// A clock in place of the database's.
#[derive(Clone)]
pub struct Clock(pub Arc<dyn Fn() -> Time + Send + Sync>);

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Clock")
    }
}

/// How long a writer goes on trying while the database is away, and how it waits between.
#[derive(Debug, Clone, Copy)]
pub struct Patience {
    /// After this the callers are told `database_away`.
    pub limit: Duration,
    /// Waits.
    pub pause: fn(Duration),
}

impl Default for Patience {
    fn default() -> Self {
        Self { limit: Duration::from_secs(10), pause: std::thread::park_timeout }
    }
}

/// A writer on one shard.
#[derive(Debug)]
pub struct Writer<B: Books> {
    books: B,
    world: World,
    needs: Vec<Needs>,
    clock: Option<Clock>,
    patience: Patience,
    figures: Arc<WriterFigures>,
}

impl<B: Books> Writer<B> {
    /// A writer that keeps its books there, in that shard.
    #[must_use]
    pub fn new(books: B, shard: i64, clock: Option<Clock>, patience: Patience) -> Self {
        Self { books, world: World::new(shard), needs: Vec::new(), clock, patience, figures: Arc::default() }
    }

    /// What it has done so far; shared.
    #[must_use]
    pub fn figures(&self) -> Arc<WriterFigures> {
        Arc::clone(&self.figures)
    }

    /// Logs what it has done.
    pub fn tell_figures(&self) {
        let of = |count: &AtomicU64| count.load(Ordering::Relaxed);
        let WriterFigures { batches, acts, races, faults, .. } = &*self.figures;
        let (batches, acts, races, faults) = (of(batches), of(acts), of(races), of(faults));
        let statements = self.books.statements();
        tracing::info!(shard = self.world.shard(), batches, acts, statements, races, faults, "a writer ends");
    }

    /// Its books.
    pub fn books(&mut self) -> &mut B {
        &mut self.books
    }

    /// The world as the last batch left it.
    #[must_use]
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Runs a batch to its end: every caller is answered, by an outcome or by a failure.
    pub fn process(&mut self, batch: Vec<Box<dyn Waiting>>) {
        let began = Instant::now();
        let mut parts = vec![batch];
        while let Some(mut part) = parts.pop() {
            match self.run(&mut part, began) {
                Ok((decided, took)) => {
                    let put_off = part.split_off(decided);
                    self.figures.committed(&part, took);
                    part.into_iter().for_each(Waiting::answer);
                    if !put_off.is_empty() {
                        parts.push(put_off);
                    }
                }
                Err(Fault::Broken(reason)) if part.len() == 1 => {
                    tracing::error!(%reason, act = ?part, "an act cannot be written");
                    self.figures.failed(&part);
                    part.into_iter().for_each(|waiting| waiting.fail(Code::Internal));
                }
                Err(Fault::Broken(reason)) => {
                    // One poisoned act must not fail its neighbours.
                    tracing::warn!(%reason, acts = part.len(), "a batch cannot be written: trying its halves");
                    let rest = part.split_off(part.len() / 2);
                    parts.push(rest);
                    parts.push(part);
                }
                Err(Fault::Passing(reason)) => {
                    tracing::error!(%reason, acts = part.len(), "giving up on a batch");
                    self.figures.failed(&part);
                    part.into_iter().for_each(|waiting| waiting.fail(Code::DatabaseAway));
                }
            }
        }
    }

    /// Runs a batch until it is written or hopeless. A commit whose answer was lost is simply run again: what it
    /// did is remembered under the acts' keys. Says how many acts, from the first, were decided, and how long the
    /// transaction took that wrote them.
    fn run(&mut self, batch: &mut [Box<dyn Waiting>], began: Instant) -> Result<(usize, Duration), Fault> {
        let mut races = 0;
        let mut pause = Duration::from_millis(5);
        loop {
            let begun = Instant::now();
            match self.attempt(batch, races < DOUBTS) {
                Ok(Some(decided)) => return Ok((decided, begun.elapsed())),
                Ok(None) if races < RACES => {
                    races += 1;
                    self.figures.races.fetch_add(1, Ordering::Relaxed);
                }
                Ok(None) => return Err(Fault::Broken("a key is taken by what the batch cannot see".into())),
                Err(Fault::Passing(reason)) if began.elapsed() < self.patience.limit => {
                    tracing::warn!(%reason, "the database did not take a batch: trying again");
                    self.figures.faults.fetch_add(1, Ordering::Relaxed);
                    if let Err(away) = self.books.revive() {
                        tracing::warn!(reason = %away, "the database is away");
                        (self.patience.pause)(pause);
                        pause = (pause * 2).min(Duration::from_millis(500));
                    }
                }
                Err(fault) => {
                    self.books.rollback();
                    return Err(fault);
                }
            }
        }
    }

    /// One transaction: how many acts, from the first, were decided; none: somebody else was first with a key, or may
    /// have been seen in half.
    fn attempt(&mut self, batch: &mut [Box<dyn Waiting>], doubt: bool) -> Result<Option<usize>, Fault> {
        self.world.clear();
        let shard = self.books.begin(self.world.shard())?;
        let clock = self.clock.as_ref().map_or(shard.clock, |clock| (clock.0)());
        let now = clock.max(Time::from_micros(shard.last_at.micros() + 1));
        self.world.begin(shard.next_seq, now);
        let asks: Vec<&dyn Asks> = batch.iter().map(|waiting| &**waiting as &dyn Asks).collect();
        self.world.load(&mut self.books, &asks, &mut self.needs)?;
        // An act that has to be put off takes those behind it along: acts are done in the order in which they came.
        let mut decided = 0;
        for (waiting, needs) in batch.iter_mut().zip(&self.needs) {
            if !waiting.decide(&mut self.world, needs, now, decided == 0) {
                break;
            }
            decided += 1;
        }
        let doubtful = doubt && batch.iter().take(decided).any(|waiting| waiting.is_fault());
        if doubtful || !self.world.save(&mut self.books)? {
            self.books.rollback();
            return Ok(None);
        }
        self.books.commit(self.world.shard(), self.world.next_seq(), now)?;
        Ok(Some(decided))
    }
}
