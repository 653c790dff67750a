//! How processes on one database of PostgreSQL tell each other how far the shards have come: NOTIFY, on a connection of
//! its own. On SQLite there is nothing like it: who wants to know looks.

use diesel::connection::SimpleConnection;
use diesel::prelude::*;

use super::Db;

/// A notification that is lost is made up for by the next look, so that nothing waits for a disk. No more shards are named
/// than fit into one: their numbers are a hint, and who hears of others looks all the same.
const PG_TELL: &str =
    "SET synchronous_commit = off; SELECT pg_notify('kupa_commits', string_agg(h.shard || ':' || h.last, ','))
FROM (SELECT shard, next_seq - 1 AS last FROM shards ORDER BY shard LIMIT 150) AS h";

const PG_LISTEN: &str = "SET application_name = 'kupa live'; LISTEN kupa_commits";

impl Db {
    /// Tells all who listen how far the shards have come. Does nothing on SQLite.
    ///
    /// # Errors
    /// The database's.
    pub fn tell_heads(&mut self) -> QueryResult<()> {
        match self {
            Self::Pg(db) => db.batch_execute(PG_TELL),
            Self::Lite(_) => Ok(()),
        }
    }

    /// Listens from now on. Does nothing on SQLite.
    ///
    /// # Errors
    /// The database's.
    pub fn listen(&mut self) -> QueryResult<()> {
        match self {
            Self::Pg(db) => db.batch_execute(PG_LISTEN),
            Self::Lite(_) => Ok(()),
        }
    }

    /// Which heads were told since it was last asked: shards and numbers. Does not wait, and asks the server nothing.
    ///
    /// # Errors
    /// The connection is gone.
    pub fn heard(&mut self) -> QueryResult<Vec<(i64, i64)>> {
        let Self::Pg(db) = self else { return Ok(Vec::new()) };
        let mut heads = Vec::new();
        for told in db.notifications_iter() {
            let pair = |head: &str| {
                let (shard, last) = head.split_once(':')?;
                Some((shard.parse().ok()?, last.parse().ok()?))
            };
            heads.extend(told?.payload.split(',').filter_map(pair));
        }
        Ok(heads)
    }

    /// Whether this is a database whose processes can tell each other.
    #[must_use]
    pub fn can_tell(&self) -> bool {
        matches!(self, Self::Pg(_))
    }
}

impl super::Address {
    /// Whether its processes can tell each other.
    #[must_use]
    pub fn can_tell(&self) -> bool {
        matches!(self, Self::Postgres(_))
    }
}
