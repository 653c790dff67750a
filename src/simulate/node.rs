//! One node: a writer over any keeper, to which the steps of a history are submitted.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use super::mutation::{Mutation, Tampered};
use super::step::{Answered, Listening, Order, Step};
use crate::domain::time::Time;
use crate::store::committer::{Books, Clock, Fault, Patience, Waiting, Writer};

/// When histories begin: 2027-01-15.
const BEGINNING: i64 = 1_800_000_000_000_000;
/// How far apart rounds are. No deadline is a whole number of rounds long: so it cannot matter by which of the few
/// microseconds between the batches of a round something is judged.
const ROUND_MICROS: i64 = 97_310_000;

/// The time of a round.
#[must_use]
pub fn time_of(round: u32) -> Time {
    Time::from_micros(BEGINNING + i64::from(round) * ROUND_MICROS)
}

/// A clock that stands until it is moved.
#[derive(Debug, Clone, Default)]
pub struct Hand(Arc<AtomicI64>);

impl Hand {
    /// Moves it to a round.
    pub fn move_to(&self, round: u32) {
        self.0.store(time_of(round).micros(), Ordering::Relaxed);
    }

    /// As a writer's clock.
    #[must_use]
    pub fn clock(&self) -> Clock {
        let hand = Arc::clone(&self.0);
        Clock(Arc::new(move || Time::from_micros(hand.load(Ordering::Relaxed))))
    }
}

/// Acts that wait, where their answers will be, and the orders behind them.
#[derive(Default)]
pub struct Submitted {
    /// To be processed.
    pub waiting: Vec<Box<dyn Waiting>>,
    /// One for each.
    pub listening: Vec<Box<dyn Listening>>,
    /// One for each.
    pub orders: Vec<Arc<dyn Order>>,
}

/// A writer, its clock, and its shard.
#[derive(Debug)]
pub struct Node<B: Books> {
    writer: Writer<B>,
    hand: Hand,
    shard: i64,
    mutation: Option<Mutation>,
}

impl<B: Books> Node<B> {
    /// A node that keeps its books there, in that shard.
    #[must_use]
    pub fn new(books: B, shard: i64, patience: Patience) -> Self {
        let hand = Hand::default();
        Self { writer: Writer::new(books, shard, Some(hand.clock()), patience), hand, shard, mutation: None }
    }

    /// The same with a fault in its acts.
    #[must_use]
    pub fn tampered(mut self, mutation: Option<Mutation>) -> Self {
        self.mutation = mutation;
        self
    }

    /// Its clock.
    #[must_use]
    pub fn hand(&self) -> &Hand {
        &self.hand
    }

    /// Its books.
    pub fn books(&mut self) -> &mut B {
        self.writer.books()
    }

    /// Makes ready to ask for the steps.
    ///
    /// # Errors
    /// The keeper's, where a step names a transfer that must be looked up.
    pub fn submit<'a>(&mut self, steps: impl IntoIterator<Item = &'a Step>) -> Result<Submitted, Fault> {
        let mut submitted = Submitted::default();
        for step in steps {
            let order = step.asked.resolve(self.writer.books(), self.shard)?;
            let (waiting, listening) = order.ask(Mutation::key(self.mutation, step));
            submitted.waiting.push(match self.mutation {
                Some(mutation) => Box::new(Tampered::new(waiting, mutation)),
                None => waiting,
            });
            submitted.listening.push(listening);
            submitted.orders.push(order);
        }
        Ok(submitted)
    }

    /// Runs what was submitted as one batch.
    pub fn process(&mut self, batch: Vec<Box<dyn Waiting>>) {
        self.writer.process(batch);
    }

    /// Plays a history: batches of so many steps at most, each within one round.
    ///
    /// # Errors
    /// The keeper's.
    pub fn play(&mut self, history: &[Step], batch: usize) -> Result<Vec<Answered>, Fault> {
        let mut answers = Vec::with_capacity(history.len());
        for steps in batches(history, batch) {
            self.hand.move_to(steps[0].round);
            let Submitted { waiting, mut listening, .. } = self.submit(steps)?;
            self.process(waiting);
            answers.extend(listening.iter_mut().map(|answer| answer.hear(true)));
        }
        Ok(answers)
    }
}

/// A history cut into batches of at most so many steps of one round each.
pub fn batches(history: &[Step], batch: usize) -> impl Iterator<Item = &[Step]> {
    history.chunk_by(|a, b| a.round == b.round).flat_map(move |round| round.chunks(batch.max(1)))
}
