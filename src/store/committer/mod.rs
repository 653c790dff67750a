//! The committer: acts wait in a bounded queue; a writer takes what is there, decides all of it in memory and writes it
//! in one transaction. A caller is answered only after the commit is durable.

mod bell;
mod figures;
mod queue;
mod waiting;
mod writer;

use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

pub use bell::{Bell, Ear};
pub use figures::{Came, MICROS, Spread, WriterFigures};
pub use queue::Queue;
pub use waiting::{Answering, Decided, Outcome, Waiter, Waiting};
pub use writer::{Books, Clock, Fault, Patience, ShardState, Writer};

use crate::domain::act::{Act, Refused, RequestKey};
use crate::domain::codes::Code;

/// How the committer is set up.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// The most acts in one transaction: it bounds how long the last of them waits.
    pub batch: usize,
    /// The most acts waiting for one writer; more are refused as `busy`.
    pub queue: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self { batch: 500, queue: 4_000 }
    }
}

/// The way to write: submit an act, get its outcome once it is durable.
#[derive(Debug)]
pub struct Committer {
    queues: Vec<Arc<Queue>>,
    bell: Arc<Bell>,
    figures: Vec<Arc<WriterFigures>>,
    writers: Mutex<Vec<JoinHandle<()>>>,
}

impl Committer {
    /// Starts a thread for each writer.
    ///
    /// # Errors
    /// The operating system gives no thread.
    pub fn start<B: Books + Send + 'static>(writers: Vec<Writer<B>>, settings: Settings) -> std::io::Result<Self> {
        let mut committer =
            Self { queues: Vec::new(), figures: Vec::new(), bell: Arc::default(), writers: Mutex::default() };
        let mut threads = Vec::with_capacity(writers.len());
        for (number, mut writer) in writers.into_iter().enumerate() {
            let queue = Arc::new(Queue::new(settings.queue));
            committer.queues.push(Arc::clone(&queue));
            let bell = Arc::clone(&committer.bell);
            committer.figures.push(writer.figures());
            let thread = std::thread::Builder::new().name(format!("writer-{number}"));
            threads.push(thread.spawn(move || {
                while let Some(batch) = queue.take(settings.batch) {
                    writer.process(batch);
                    bell.ring();
                }
                writer.tell_figures();
            })?);
        }
        committer.writers = Mutex::new(threads);
        Ok(committer)
    }

    /// Submits an act and waits for its outcome.
    ///
    /// # Errors
    /// `busy` at once where the queue is full or the service is stopping; `database_away`, `internal`. A refusal by
    /// the act itself is an outcome, inside [`Decided`].
    pub async fn submit<A: Act>(&self, act: A, key: RequestKey) -> Result<Decided<A::Answer>, Refused> {
        let answer = self.enqueue(act, key)?;
        answer.await.map_err(|_| Refused::new(Code::Internal))?
    }

    /// As [`Committer::submit`], for threads that may block.
    ///
    /// # Errors
    /// As [`Committer::submit`].
    pub fn submit_and_wait<A: Act>(&self, act: A, key: RequestKey) -> Result<Decided<A::Answer>, Refused> {
        let answer = self.enqueue(act, key)?;
        answer.blocking_recv().map_err(|_| Refused::new(Code::Internal))?
    }

    /// What an act under way will be answered.
    fn enqueue<A: Act>(&self, act: A, key: RequestKey) -> Result<Answering<A::Answer>, Refused> {
        let count = u64::try_from(self.queues.len()).unwrap_or(1).max(1);
        let at = usize::try_from(act.route() % count).unwrap_or(0);
        let (waiter, answer) = Waiter::new(act, key);
        let queue = self.queues.get(at).ok_or(Code::Busy)?;
        if queue.push(Box::new(waiter)) { Ok(answer) } else { Err(Code::Busy.into()) }
    }

    /// What is rung after each batch.
    #[must_use]
    pub fn bell(&self) -> Arc<Bell> {
        Arc::clone(&self.bell)
    }

    /// How many acts wait.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.queues.iter().map(|queue| queue.depth()).sum()
    }

    /// How many acts wait for each writer, and what it has done so far.
    pub fn writers(&self) -> impl Iterator<Item = (usize, &WriterFigures)> {
        self.queues.iter().map(|queue| queue.depth()).zip(self.figures.iter().map(|figures| &**figures))
    }

    /// Takes no more acts, finishes what waits, and ends the writers. Blocks until they have ended; once is enough.
    pub fn stop(&self) {
        self.queues.iter().for_each(|queue| queue.close());
        let writers = std::mem::take(&mut *self.writers.lock().unwrap_or_else(PoisonError::into_inner));
        for writer in writers {
            if writer.join().is_err() {
                tracing::error!("a writer ended by a panic");
            }
        }
    }
}

impl Drop for Committer {
    fn drop(&mut self) {
        self.stop();
    }
}
