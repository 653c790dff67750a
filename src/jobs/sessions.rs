//! Sessions that have long been over are cleared away, with their refresh tokens, a few at a time. Any number of nodes
//! may do it at once.

use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;

use crate::app::App;
use crate::store::StoreError;
use crate::store::rooms::last_commit;
use crate::store::sessions::clear;

/// How often it is looked.
pub const EVERY: Duration = Duration::from_secs(60);
/// So many rows of a kind are deleted by one statement.
const CHUNK: i64 = 500;
/// Such rounds at once.
const CHUNKS: usize = 20;
/// Clocks differ: so long a session that is over is kept.
const GRACE: TimeDelta = TimeDelta::hours(1);

/// Clears away what is over; says how many rows that were, sessions and tokens together.
///
/// # Errors
/// The database's.
pub async fn work(app: &App) -> Result<usize, StoreError> {
    // By the sessions' own clock, and not ahead of ours: neither of the two may have been set forward alone.
    let now = app.store.read(last_commit).await?.min(app.now());
    let mut cleared = 0;
    for _ in 0..CHUNKS {
        match app.store.write_beside(move |db| clear(db, now.after(-GRACE), CHUNK)).await? {
            0 => break,
            some => cleared += some,
        }
    }
    Ok(cleared)
}

/// Goes on for ever; who holds the task ends it.
pub async fn run(app: Arc<App>) {
    let failed = "sessions that are over cannot be cleared away";
    super::repeat(EVERY, failed, async || work(&app).await.map(|_| None)).await;
}
