//! The server is killed under load: every settlement that was answered must be there once, none may be half there, and a
//! repeat of every request must end in the same single outcome.

use std::collections::BTreeSet;

use diesel::prelude::*;
use serde_json::json;
use uuid::Uuid;

use super::fill::{self, Ready};
use super::load::{self, Ending};
use super::scratch::{Scratch, Server};
use super::settle::{BenchError, check_books, report, token};
use crate::domain::ids::GameId;
use crate::store::columns::Id;
use crate::store::committer::Patience;
use crate::store::dialect::Address;
use crate::store::schema::settlements;
use crate::store::{Settings, Store, migrate};

/// `kupa bench kill`
#[derive(Debug, Clone, clap::Args)]
pub struct Options {
    /// A server of PostgreSQL on which the benchmark may make a database; without it SQLite is used
    #[arg(long, env = "KUPA_BENCH_DATABASE_URL", value_name = "URL")]
    database_url: Option<String>,
    /// How often the server is killed
    #[arg(long, env = "KUPA_BENCH_KILLS", default_value_t = 10)]
    kills: usize,
    /// Requests in flight
    #[arg(long, env = "KUPA_BENCH_IN_FLIGHT", default_value_t = 256)]
    in_flight: usize,
    /// Settlements that are sent before each kill, or would have been
    #[arg(long, env = "KUPA_BENCH_SETTLEMENTS", default_value_t = 6_000)]
    settlements: usize,
    /// Writers of the server (PostgreSQL)
    #[arg(long, env = "KUPA_BENCH_WRITERS", default_value_t = 2)]
    writers: usize,
}

/// Runs it.
///
/// # Errors
/// Anything that keeps it from its end; an answered settlement that is not there; books that do not balance.
pub fn run(options: &Options) -> Result<(), BenchError> {
    let scratch = Scratch::make(options.database_url.as_deref())?;
    let address: Address = scratch.url.parse().map_err(BenchError::other)?;
    migrate::up(&address)?;
    let store = Store::open(&scratch.url, Settings::default())?;
    let (room, mut ready) = {
        let mut writers = store.writers(1, None, Patience::default())?;
        let writer = writers.first_mut().ok_or_else(|| BenchError::Other("no writer".into()))?;
        let room = fill::open(writer, 5_000)?;
        let ready = fill::games(writer, &room, options.kills * options.settlements)?;
        (room, ready)
    };
    let (seed, token) = token(room.client)?;
    let writers = if scratch.is_sqlite() { 1 } else { options.writers };
    let settings = [("KUPA_WRITERS", writers.to_string()), ("KUPA_LOG", "warn".to_owned())];
    let (mut answered, mut repeated) = (0, 0);
    for kill in 1..=options.kills {
        let games = ready.split_off(ready.len().saturating_sub(options.settlements));
        let requests: Vec<_> = games.iter().map(|game| report(game, &token, Uuid::new_v4())).collect();
        let server = Server::start(&scratch.url, &seed, &settings)?;
        // A different moment each time, from the first answers to nearly the last.
        let after = (games.len() * kill / (options.kills + 1)).max(1);
        let pid = server.pid().to_string();
        let kill_it = move || {
            // Should it fail, nothing is cut, and the run says so below.
            let _killed = std::process::Command::new("kill").args(["-KILL", &pid]).status();
        };
        let ending = Ending::Kill { after, kill: Box::new(kill_it) };
        let cut = load::run(server.address, requests.clone(), options.in_flight, ending)?;
        drop(server);
        if cut.answered.len() < after || cut.answered.len() == games.len() {
            let answered = cut.answered.len();
            return Err(BenchError::Other(format!("not killed in the middle: {answered} of {} answered", games.len())));
        }
        let there = settled(&store, &games)?;
        let lost = cut.answered.iter().filter_map(|place| games.get(*place)).find(|game| !there.contains(&game.game));
        if let Some(lost) = lost {
            return Err(BenchError::Other(format!("{} was answered and is not there", lost.game)));
        }
        println!("kill {kill}: {} answered, {} there, of {}", cut.answered.len(), there.len(), games.len());
        answered += cut.answered.len();

        let server = Server::start(&scratch.url, &seed, &settings)?;
        let again = load::run(server.address, requests, options.in_flight, Ending::LastAnswer)?;
        server.stop()?;
        if let Some(status) = again.first_failure() {
            return Err(BenchError::Other(format!("a repeat was answered {status}: {:?}", again.statuses)));
        }
        repeated += again.answered.len();
        if settled(&store, &games)?.len() != games.len() {
            return Err(BenchError::Other("a repeated settlement is not there".into()));
        }
        check_books(&scratch)?;
    }
    println!(
        "{}",
        json!({ "bench": "kill", "kills": options.kills, "answered": answered, "repeated": repeated, "lost": 0 })
    );
    Ok(())
}

/// Which of the games are settled.
fn settled(store: &Store, games: &[Ready]) -> Result<BTreeSet<GameId>, BenchError> {
    let mut reader = store.reader()?;
    let mut there = BTreeSet::new();
    for games in games.chunks(1_000) {
        let ids: Vec<Id> = games.iter().map(|game| Id(game.game.0)).collect();
        let found = settlements::table.filter(settlements::game.eq_any(ids)).select(settlements::game);
        let found: Vec<Id> = found.load(&mut *reader).map_err(BenchError::other)?;
        there.extend(found.into_iter().map(|id| GameId(id.0)));
    }
    Ok(there)
}
