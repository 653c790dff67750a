//! That this node lives, and what follows where none did: outages are recorded, and open deadlines moved by them.
//!
//! Nothing depends on this being quick: until a deadline is moved, acts reckon the outage in.

use std::sync::Arc;
use std::time::Duration;

use uuid::Uuid;

use crate::actions::games::MoveDeadline;
use crate::actions::outages::{EndOutage, RecordOutage};
use crate::app::App;
use crate::domain::act::{Act, Refused, RequestKey};
use crate::domain::codes::Code;
use crate::domain::ids::GameId;
use crate::domain::outages::SILENCE;
use crate::domain::time::Time;
use crate::store::StoreError;
use crate::store::checkup::clock;
use crate::store::outages::{find_service_alive, list_deadlines, mark_alive};

/// How often a node says that it lives.
pub const EVERY: Duration = Duration::from_secs(2);
/// So many games at once.
const CHUNK: i64 = 200;

/// What came of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Round {
    /// The service was found to have been away.
    pub outage: bool,
    /// So many deadlines were moved.
    pub moved: usize,
}

/// Says that this node lives, and sees to outages.
///
/// # Errors
/// The database's.
pub async fn work(app: &App) -> Result<Round, StoreError> {
    let (own, fixed) = (app.now(), app.clock.is_some());
    let marked = app.store.write_beside(move |db| {
        let now = if fixed { None } else { clock(db)? }.unwrap_or(own);
        Ok((mark_alive(db, now)?, now))
    });
    let (alive, now) = marked.await?;
    let mut round = Round::default();
    if !alive {
        let key = RequestKey::new(format!("alive:{}", Uuid::now_v7()), &[RecordOutage::NAME.as_bytes()], None);
        let recorded = decided(app.committer.submit(RecordOutage, key).await.and_then(|done| done.into_result()));
        round.outage = recorded.and_then(|recorded| recorded.outage).is_some();
    }
    let row = app.store.read(find_service_alive).await?;
    let Some(until) = row.and_then(|row| row.outages.iter().map(|outage| outage.until).max()) else {
        return Ok(round);
    };
    round.moved = move_deadlines(app, until).await?;
    // What was set at the very end of the outage, by a batch whose commit took its time, has been seen by then.
    if round.moved == 0 && now.since(until) > SILENCE {
        let _ended = submit(app, format!("outage:{}", until.micros()), EndOutage { until }).await;
    }
    Ok(round)
}

/// Moves the deadlines that outages concern; says how many that were.
async fn move_deadlines(app: &App, until: Time) -> Result<usize, StoreError> {
    let (mut after, mut moved) = (GameId(Uuid::nil()), 0);
    loop {
        let games = app.store.read(move |db| list_deadlines(db, until, after, CHUNK)).await?;
        let Some(last) = games.last() else { return Ok(moved) };
        after = last.id;
        for game in &games {
            let key = format!("outage:{}:{}", game.id, until.micros());
            moved += usize::from(submit(app, key, MoveDeadline { game: game.id }).await.is_some());
        }
    }
}

/// Under a key that every node derives alike: it is done once.
async fn submit<A: Act>(app: &App, key: String, act: A) -> Option<A::Answer> {
    let key = RequestKey::new(key, &[A::NAME.as_bytes()], None);
    decided(app.committer.submit(act, key).await.and_then(|done| done.into_result()))
}

fn decided<T>(outcome: Result<T, Refused>) -> Option<T> {
    match outcome {
        Ok(done) => Some(done),
        // Another node was quicker.
        Err(refused) if refused.code == Code::NotDue => None,
        Err(refused) => {
            tracing::warn!(%refused, "an outage is not seen to yet");
            None
        }
    }
}

/// Goes on for ever; who holds the task ends it.
pub async fn run(app: Arc<App>) {
    let failed = "nobody can be told that this node lives";
    super::repeat(EVERY, failed, async || work(&app).await.map(|_| None)).await;
}
