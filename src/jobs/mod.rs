//! What the clock does. A job reads what is due, without locks, and submits an act for each by key: any number of
//! nodes may do so at once, and any may die.

pub mod alive;
pub mod due;
pub mod forget;
pub mod mail;
pub mod sessions;

use std::fmt::Display;
use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval};

/// Does a round again and again, for ever; who holds the task ends it. A round says how long to rest after it, if longer
/// than usual; one that fails is logged, and tried again in its turn.
async fn repeat<E: Display>(
    every: Duration,
    failed: &'static str,
    mut round: impl AsyncFnMut() -> Result<Option<Duration>, E>,
) {
    let mut ticks = interval(every);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        match round().await {
            Ok(None) => {}
            Ok(Some(rest)) => ticks.reset_after(rest),
            Err(error) => tracing::warn!(%error, "{failed}"),
        }
    }
}
