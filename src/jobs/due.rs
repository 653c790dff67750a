//! Games whose time has come: offers that nobody took expire, claims that nobody answered become disputes, doubles that
//! nobody answered lapse.

use std::sync::Arc;
use std::time::Duration;

use crate::actions::games::{EscalateClaim, ExpireGame, LapseDouble};
use crate::app::App;
use crate::domain::act::{Act, Refused, RequestKey};
use crate::domain::codes::Code;
use crate::domain::games::game::{Game, GameState};
use crate::store::StoreError;
use crate::store::games::list_due;

/// How often it is looked.
pub const EVERY: Duration = Duration::from_secs(1);
/// So many games at once: the rest is due a second later.
const MOST: i64 = 200;

/// Does what is due now; says how many games that were.
///
/// # Errors
/// The database cannot be read.
pub async fn work(app: &App) -> Result<usize, StoreError> {
    let now = app.now();
    let games = app.store.read(move |db| list_due(db, now, MOST)).await?;
    let mut done = 0;
    for game in &games {
        let decided = match game.state {
            GameState::Open => submit(app, game, ExpireGame { game: game.id }).await,
            GameState::Reported => submit(app, game, EscalateClaim { game: game.id }).await,
            GameState::Playing => submit(app, game, LapseDouble { game: game.id }).await,
            _ => continue,
        };
        match decided {
            Ok(()) => done += 1,
            // Somebody was quicker, or the database's clock is behind ours.
            Err(refused) if refused.code == Code::NotDue => {}
            Err(refused) => tracing::warn!(game = %game.id, %refused, "what is due was not done"),
        }
    }
    Ok(done)
}

/// Under a key that every node derives alike: it is done once.
async fn submit<A: Act>(app: &App, game: &Game, act: A) -> Result<(), Refused> {
    let due = game.due_at.map_or(0, |due| due.micros());
    let key = RequestKey::new(format!("due:{}:{due}", game.id), &[A::NAME.as_bytes()], None);
    app.committer.submit(act, key).await?.into_result().map(drop)
}

/// Goes on for ever; who holds the task ends it.
pub async fn run(app: Arc<App>) {
    super::repeat(EVERY, "what is due cannot be found", async || work(&app).await.map(|_| None)).await;
}
