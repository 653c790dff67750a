//! Idempotency records whose time is over are forgotten: a walk over all of them by key, a few at a time, again and
//! again. It needs no index on their time, holds no lock for longer than one short statement, and may be run by any
//! number of nodes at once.

use std::sync::Arc;
use std::time::Duration;

use chrono::TimeDelta;

use crate::app::App;
use crate::domain::act::remembered::KEPT_HOURS;
use crate::store::StoreError;
use crate::store::remembered::{Place, forget, list_after};
use crate::store::rooms::last_commit;

/// How often a round is made while a walk is under way.
pub const EVERY: Duration = Duration::from_secs(1);
/// How long it rests between one walk and the next.
pub const REST: Duration = Duration::from_secs(900);
/// Records that are looked at by one statement.
const CHUNK: i64 = 500;
/// Such statements in one round: 5,000 records a second are looked at, at most.
const CHUNKS: usize = 10;
/// A record's time is that at which its batch began; whoever counts from the answer counts from later.
const GRACE: TimeDelta = TimeDelta::hours(1);

/// How far the walk has come.
#[derive(Debug, Default)]
pub struct Walk {
    after: Place,
}

/// What came of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Round {
    /// So many records were forgotten.
    pub forgotten: usize,
    /// The last record was reached: the next round begins at the first.
    pub ended: bool,
}

/// Goes on with a walk for one round.
///
/// # Errors
/// The database's. The walk stands where it stood before the statement that failed.
pub async fn work(app: &App, walk: &mut Walk) -> Result<Round, StoreError> {
    // By the records' own clock, and not ahead of ours: neither of the two may have been set forward alone.
    let now = app.store.read(last_commit).await?.min(app.now());
    let before = now.after(-(TimeDelta::hours(KEPT_HOURS) + GRACE));
    let mut forgotten = 0;
    for _ in 0..CHUNKS {
        let after = walk.after.clone();
        let seen = app.store.read(move |db| list_after(db, &after, CHUNK)).await?;
        let old = seen.iter().any(|(_, at)| *at < before);
        let Some((last, _)) = seen.into_iter().last() else {
            walk.after = Place::default();
            return Ok(Round { forgotten, ended: true });
        };
        if old {
            let (after, up_to) = (walk.after.clone(), last.clone());
            forgotten += app.store.write_beside(move |db| forget(db, &after, &up_to, before)).await?;
        }
        walk.after = last;
    }
    Ok(Round { forgotten, ended: false })
}

/// Goes on for ever; who holds the task ends it.
pub async fn run(app: Arc<App>) {
    let mut walk = Walk::default();
    let failed = "old idempotency records cannot be forgotten";
    super::repeat(EVERY, failed, async || work(&app, &mut walk).await.map(|round| round.ended.then_some(REST))).await;
}
