//! Transactions on a connection for reads and for keeping proofs.

use diesel::connection::SimpleConnection;
use diesel::result::QueryResult;

use super::Db;

/// Only one at a time keeps a proof.
const PG_ALONE: &str = "BEGIN; SELECT pg_advisory_xact_lock(7311961);";

impl Db {
    /// Reads that all see one instant. For a few statements: nothing long.
    ///
    /// # Errors
    /// The reads'.
    pub fn snapshot<T>(&mut self, read: impl FnOnce(&mut Self) -> QueryResult<T>) -> QueryResult<T> {
        let begin = match self {
            Self::Pg(_) => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
            Self::Lite(_) => "BEGIN",
        };
        self.between(begin, read)
    }

    /// Writes in one transaction, and nobody else who comes this way meanwhile.
    ///
    /// # Errors
    /// Those of the writes: nothing is written.
    pub fn alone<T>(&mut self, write: impl FnOnce(&mut Self) -> QueryResult<T>) -> QueryResult<T> {
        let begin = match self {
            Self::Pg(_) => PG_ALONE,
            Self::Lite(_) => "BEGIN IMMEDIATE",
        };
        self.between(begin, write)
    }

    fn between<T>(&mut self, begin: &str, run: impl FnOnce(&mut Self) -> QueryResult<T>) -> QueryResult<T> {
        self.batch_execute(begin)?;
        let done = run(self).and_then(|value| self.batch_execute("COMMIT").map(|()| value));
        if done.is_err() {
            // Where the connection is lost there is nothing to roll back; the first fault is the one to tell.
            drop(self.batch_execute("ROLLBACK"));
        }
        done
    }
}
