//! Transactions beside the committer's: reads that see one instant, and the keeping of proofs.

use std::time::{Duration, Instant};

use diesel::connection::SimpleConnection;
use diesel::result::{Error, QueryResult};

use super::Db;

/// How long a proof that is to be kept waits for a gap between a writer's batches.
const PATIENCE: Duration = Duration::from_secs(30);

/// Only one at a time keeps a proof.
const PG_ALONE: &str = "SELECT pg_advisory_xact_lock(7311962)";

impl Db {
    /// Reads that all see one instant. For a few statements: nothing long.
    ///
    /// # Errors
    /// The reads'.
    pub fn snapshot<T>(&mut self, read: impl FnOnce(&mut Self) -> QueryResult<T>) -> QueryResult<T> {
        self.batch_execute(match self {
            Self::Pg(_) => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
            Self::Lite(_) => "BEGIN",
        })?;
        self.end_with(read)
    }

    /// Writes in one transaction, and nobody else who comes this way meanwhile.
    ///
    /// # Errors
    /// Those of the writes: nothing is written.
    pub fn alone<T>(&mut self, write: impl FnOnce(&mut Self) -> QueryResult<T>) -> QueryResult<T> {
        match self {
            Self::Pg(_) => {
                self.batch_execute("BEGIN")?;
                self.end_with(|db| {
                    db.batch_execute(PG_ALONE)?;
                    write(db)
                })
            }
            Self::Lite(_) => {
                self.begin_in_a_gap()?;
                self.end_with(write)
            }
        }
    }

    /// SQLite lets whoever asks at the right moment write; its own way of waiting asks so seldom that a busy writer
    /// starves all others.
    fn begin_in_a_gap(&mut self) -> QueryResult<()> {
        self.batch_execute("PRAGMA busy_timeout = 1")?;
        let began = Instant::now();
        let begun = loop {
            match self.batch_execute("BEGIN IMMEDIATE") {
                // It has waited a millisecond.
                Err(Error::DatabaseError(_, why)) if why.message().contains("locked") && began.elapsed() < PATIENCE => {
                }
                begun => break begun,
            }
        };
        self.batch_execute("PRAGMA busy_timeout = 5000")?;
        begun
    }

    fn end_with<T>(&mut self, run: impl FnOnce(&mut Self) -> QueryResult<T>) -> QueryResult<T> {
        let done = run(self).and_then(|value| self.batch_execute("COMMIT").map(|()| value));
        if done.is_err() {
            // Where the connection is lost there is nothing to roll back; the first fault is the one to tell.
            drop(self.batch_execute("ROLLBACK"));
        }
        done
    }
}
