//! Whole settlements over HTTP, and the obvious way on the same database in the same run.

use std::collections::BTreeMap;
use std::process::Command;
use std::time::Duration;

use base64::Engine;
use serde::Serialize;
use serde_json::json;
use uuid::Uuid;

use super::fill::{self, Ready};
use super::load::{self, Measured};
use super::obvious::{self, House, Obvious, Setting};
use super::scratch::{Scratch, Server};
use super::{cpu, plain::PlainError};
use crate::config::TokenConfig;
use crate::domain::act::Refused;
use crate::domain::ids::ClientId;
use crate::domain::players::access::Scope;
use crate::domain::rake::shipped;
use crate::domain::time::Time;
use crate::store::committer::Patience;
use crate::store::dialect::Address;
use crate::store::{Settings, Store, StoreError, migrate};
use crate::web::token::{Bearer, Tokens};

/// The client counts that the obvious way is swept over.
const SWEEP: [usize; 7] = [1, 2, 4, 8, 16, 32, 64];

/// `kupa bench settle`
#[derive(Debug, Clone, clap::Args)]
pub struct Options {
    /// A server of PostgreSQL on which the benchmark may make a database; without it SQLite is measured
    #[arg(long, env = "KUPA_BENCH_DATABASE_URL", value_name = "URL")]
    database_url: Option<String>,
    /// Requests in flight: each on a connection of its own
    #[arg(long, env = "KUPA_BENCH_IN_FLIGHT", default_value_t = 256)]
    in_flight: usize,
    /// Rounds; each measures the house and the whole sweep, in turn before and after each other; medians count
    #[arg(long, env = "KUPA_BENCH_ROUNDS", default_value_t = 5)]
    rounds: usize,
    /// Settlements that the house is measured over, each round
    #[arg(long, env = "KUPA_BENCH_SETTLEMENTS", default_value_t = 20_000)]
    settlements: usize,
    /// Settlements that each of the obvious way's 14 settings is measured over, each round
    #[arg(long, env = "KUPA_BENCH_OBVIOUS", default_value_t = 1_500)]
    obvious: usize,
    /// Players; each settlement takes two of them
    #[arg(long, env = "KUPA_BENCH_PLAYERS", default_value_t = 20_000)]
    players: usize,
    /// Writers of the server (PostgreSQL)
    #[arg(long, env = "KUPA_BENCH_WRITERS", default_value_t = 2)]
    writers: usize,
    /// The most acts in one transaction
    #[arg(long, env = "KUPA_BENCH_BATCH", default_value_t = 500)]
    batch: usize,
    /// Threads that serve HTTP
    #[arg(long, env = "KUPA_BENCH_WORKERS", default_value_t = 1)]
    workers: usize,
}

/// Why a benchmark could not be run to its end.
#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    /// Files, processes, connections.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The obvious way.
    #[error("the obvious way: {0}")]
    Plain(#[from] PlainError),
    /// An act.
    #[error("an act was refused: {0}")]
    Refused(#[from] Refused),
    /// Anything else.
    #[error("{0}")]
    Other(String),
}

impl BenchError {
    /// Any other error.
    pub fn other(error: impl std::fmt::Display) -> Self {
        Self::Other(error.to_string())
    }
}

/// One measurement of the house.
#[derive(Debug, Clone, Serialize)]
struct HouseFigures {
    per_second: f64,
    p50_ms: f64,
    p99_ms: f64,
    bytes_out: usize,
    bytes_in: usize,
    cpu_us: BTreeMap<&'static str, u64>,
}

/// What is there once all is prepared.
struct Prepared {
    scratch: Scratch,
    server: Server,
    client: ClientId,
    token: String,
    ready: Vec<Ready>,
}

/// Runs it.
///
/// # Errors
/// Anything that keeps it from its end; books that do not balance.
pub fn run(options: &Options) -> Result<(), BenchError> {
    let obvious_settings = SWEEP.len() * 2;
    let idle = 300;
    let each_round = options.settlements * 2 + idle + options.obvious * obvious_settings;
    let mut prepared = prepare(options, options.rounds.max(1) * each_round + options.settlements)?;
    let address: Address = prepared.scratch.url.parse().map_err(BenchError::other)?;
    let schedule = shipped::schedules().into_iter().find(|(name, _)| *name == "sheshbesh");
    let (_, schedule) = schedule.ok_or_else(|| BenchError::Other("no schedule".into()))?;
    let setting = Setting { address: &address, client: prepared.client, schedule: &schedule };
    obvious::prepare(&address)?;

    let warm = take(&mut prepared.ready, options.settlements);
    house(&prepared, warm, options.in_flight, Keys::Random)?;
    let (mut random, mut ordered, mut alone, mut best) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for round in 0..options.rounds.max(1) {
        println!("round {} of {}", round + 1, options.rounds);
        for turn in 0..2 {
            if (turn + round) % 2 == 0 {
                let games = take(&mut prepared.ready, options.settlements);
                random.push(house(&prepared, games, options.in_flight, Keys::Random)?);
                let games = take(&mut prepared.ready, options.settlements);
                ordered.push(house(&prepared, games, options.in_flight, Keys::Ordered)?);
                let games = take(&mut prepared.ready, idle);
                alone.push(house(&prepared, games, 1, Keys::Random)?);
            } else {
                best.push(sweep(&setting, &mut prepared.ready, options.obvious, round)?);
            }
        }
    }
    let Prepared { scratch, server, .. } = prepared;
    let written = server.stop()?;
    println!("server: {} acts in {} transactions and {} statements", written.acts, written.batches, written.statements);
    let mut figures = summary(options, &random, &ordered, &alone, &best);
    let each = |count: u64| count as f64 / written.acts.max(1) as f64;
    figures["acts_a_transaction"] = json!(1.0 / each(written.batches).max(1e-9));
    figures["statements_a_settlement"] = json!(each(written.statements));
    pgbench(options, &scratch);
    check_books(&scratch)?;
    println!("{figures}");
    Ok(())
}

/// Rows that a settlement writes: those of the act.
fn rows_of_a_settlement() -> serde_json::Value {
    json!({
        "idempotency": 1, "settlements": 1, "games": 1, "ratings": 2, "accounts": 4, "transfers": 1, "postings": 4,
        "events": 1, "all": 15
    })
}

/// Statements that the obvious way sends for one, its BEGIN and COMMIT included.
const OBVIOUS_STATEMENTS: usize = 21;

fn take(ready: &mut Vec<Ready>, count: usize) -> Vec<Ready> {
    let rest = ready.split_off(count.min(ready.len()));
    std::mem::replace(ready, rest)
}

fn prepare(options: &Options, games: usize) -> Result<Prepared, BenchError> {
    let scratch = Scratch::make(options.database_url.as_deref())?;
    let address: Address = scratch.url.parse().map_err(BenchError::other)?;
    migrate::up(&address)?;
    println!("preparing {games} games of {} players", options.players);
    let store = Store::open(&scratch.url, Settings::default())?;
    let mut writers = store.writers(1, None, Patience::default())?;
    let writer = writers.first_mut().ok_or_else(|| BenchError::Other("no writer".into()))?;
    let room = fill::open(writer, options.players)?;
    let ready = fill::games(writer, &room, games)?;
    drop((writers, store));
    analyze(&address)?;

    let (seed, token) = token(room.client)?;
    let writers = if scratch.is_sqlite() { 1 } else { options.writers };
    let settings = [
        ("KUPA_WRITERS", writers.to_string()),
        ("KUPA_BATCH", options.batch.to_string()),
        ("KUPA_WORKERS", options.workers.to_string()),
        ("KUPA_LOG", "info".to_owned()),
    ];
    let server = Server::start(&scratch.url, &seed, &settings)?;
    Ok(Prepared { scratch, server, client: room.client, token, ready })
}

/// A seed for the server's `KUPA_TOKEN_KEY`, and a client app's token that it will believe.
///
/// # Errors
/// The token cannot be signed.
pub fn token(client: ClientId) -> Result<(String, String), BenchError> {
    let seed: [u8; 32] = std::array::from_fn(|at| Uuid::new_v4().as_bytes()[at % 16]);
    let lifetime = Duration::from_secs(24 * 3_600);
    let config = TokenConfig { seeds: vec![seed], lifetime, issuer: "kupa".into(), audience: "kupa".into() };
    let tokens = Tokens::new(&config).map_err(BenchError::other)?;
    let bearer = Bearer::Client(client, vec![Scope::GamesReport]);
    let token = tokens.issue(&bearer, Time::from_utc(chrono::Utc::now()))?.token;
    Ok((base64::engine::general_purpose::STANDARD.encode(seed), token))
}

/// The request that settles a game.
#[must_use]
pub fn report(ready: &Ready, token: &str, key: Uuid) -> load::Prepared {
    let body = format!(r#"{{"winner":"{}","result":2,"cube":1}}"#, ready.winner);
    load::post(&format!("/v1/games/{}/report", ready.game), token, &key.to_string(), &body)
}

/// Lets the database know its tables: both ways are measured on one that has run for a while.
fn analyze(address: &Address) -> Result<(), BenchError> {
    let session = crate::store::dialect::Session::Owner;
    let mut direct = address.connect(session).map(plain_direct).map_err(BenchError::other)?;
    direct.run("ANALYZE").map_err(BenchError::other)
}

fn plain_direct(db: crate::store::dialect::Db) -> super::plain::Direct {
    super::plain::Direct(db)
}

/// Which keys the callers choose.
#[derive(Debug, Clone, Copy)]
enum Keys {
    /// UUIDs of version 4.
    Random,
    /// UUIDs of version 7.
    Ordered,
}

fn house(prepared: &Prepared, games: Vec<Ready>, in_flight: usize, keys: Keys) -> Result<HouseFigures, BenchError> {
    let requests = games.iter().map(|ready| {
        let key = match keys {
            Keys::Random => Uuid::new_v4(),
            Keys::Ordered => Uuid::now_v7(),
        };
        report(ready, &prepared.token, key)
    });
    let requests: Vec<_> = requests.collect();
    let count = u64::try_from(requests.len()).unwrap_or(1).max(1);
    let used =
        || [cpu::of_name("postgres"), cpu::of_process(prepared.server.pid()), cpu::of_process(std::process::id())];
    let before = used();
    let measured: Measured = load::run(prepared.server.address, requests, in_flight, load::Ending::LastAnswer)?;
    let after = used();
    if let Some(status) = measured.first_failure() {
        return Err(BenchError::Other(format!("an answer was {status}: {:?}", measured.statuses)));
    }
    let spent = |at: usize| {
        let spent = after.get(at).zip(before.get(at)).map(|(after, before)| after.saturating_sub(*before));
        u64::try_from(spent.unwrap_or_default().as_micros()).unwrap_or(0) / count
    };
    let figures = HouseFigures {
        per_second: measured.rate(),
        p50_ms: measured.per_mille(500).as_secs_f64() * 1e3,
        p99_ms: measured.per_mille(990).as_secs_f64() * 1e3,
        bytes_out: measured.bytes_out / requests_len(count),
        bytes_in: measured.bytes_in / requests_len(count),
        cpu_us: BTreeMap::from([("database", spent(0)), ("server", spent(1)), ("generator", spent(2))]),
    };
    println!(
        "  house, {in_flight:>4} in flight, {keys:?} keys: {:>8.0} a second, p50 {:.2} ms, p99 {:.2} ms, {} bytes out, \
         {} in, cpu us {:?}",
        figures.per_second, figures.p50_ms, figures.p99_ms, figures.bytes_out, figures.bytes_in, figures.cpu_us
    );
    Ok(figures)
}

fn requests_len(count: u64) -> usize {
    usize::try_from(count).unwrap_or(1).max(1)
}

/// All 14 settings of the obvious way; gives the best.
fn sweep(setting: &Setting<'_>, ready: &mut Vec<Ready>, each: usize, round: usize) -> Result<Obvious, BenchError> {
    let mut best: Option<Obvious> = None;
    for (number, (house, clients)) in
        [House::First, House::Last].into_iter().flat_map(|house| SWEEP.map(|clients| (house, clients))).enumerate()
    {
        let games = take(ready, each);
        let found = obvious::run(setting, &games, clients, house, round * 14 + number)?;
        println!("  obvious, house {house:?}, {clients:>2} clients: {:>8.0} a second", found.rate);
        if best.is_none_or(|best| found.rate > best.rate) {
            best = Some(found);
        }
    }
    best.ok_or_else(|| BenchError::Other("nothing was measured".into()))
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() / 2).copied().unwrap_or_default()
}

fn summary(
    options: &Options,
    random: &[HouseFigures],
    ordered: &[HouseFigures],
    alone: &[HouseFigures],
    best: &[Obvious],
) -> serde_json::Value {
    let of = |figures: &[HouseFigures], pick: fn(&HouseFigures) -> f64| median(figures.iter().map(pick).collect());
    let ratio = median(random.iter().zip(best).map(|(house, best)| house.per_second / best.rate).collect());
    json!({
        "bench": "settle",
        "database": if options.database_url.is_some() { "postgres" } else { "sqlite" },
        "in_flight": options.in_flight,
        "rounds": options.rounds,
        "per_second": of(random, |figures| figures.per_second),
        "p50_ms": of(random, |figures| figures.p50_ms),
        "p99_ms": of(random, |figures| figures.p99_ms),
        "ordered_keys_per_second": of(ordered, |figures| figures.per_second),
        "one_caller_p50_ms": of(alone, |figures| figures.p50_ms),
        "one_caller_p99_ms": of(alone, |figures| figures.p99_ms),
        "obvious_best_per_second": median(best.iter().map(|best| best.rate).collect()),
        "obvious_best_at": best.iter().map(|best| format!("{} clients, house {:?}", best.clients, best.house)).collect::<Vec<_>>(),
        "obvious_statements": OBVIOUS_STATEMENTS,
        "ratio": ratio,
        "bytes_out": of(random, |figures| figures.bytes_out as f64),
        "bytes_in": of(random, |figures| figures.bytes_in as f64),
        "cpu_us": {
            "database": of(random, |figures| figures.cpu_us.get("database").copied().unwrap_or(0) as f64),
            "server": of(random, |figures| figures.cpu_us.get("server").copied().unwrap_or(0) as f64),
            "generator": of(random, |figures| figures.cpu_us.get("generator").copied().unwrap_or(0) as f64),
        },
        "rows": rows_of_a_settlement(),
    })
}

/// TPC-B by pgbench, where it is installed: what this machine's PostgreSQL does for a well-known load.
fn pgbench(options: &Options, scratch: &Scratch) {
    if options.database_url.is_none() {
        return;
    }
    let pgbench = |args: &[&str]| Command::new("pgbench").args(args).arg(&scratch.url).output();
    if pgbench(&["-i", "-q", "-s", "10"]).is_err() {
        println!("pgbench is not installed");
        return;
    }
    match pgbench(&["-n", "-M", "prepared", "-c", "8", "-j", "2", "-T", "5"]) {
        Ok(output) => {
            let text = String::from_utf8_lossy(&output.stdout);
            let line = text.lines().find(|line| line.starts_with("tps")).unwrap_or("no figure");
            println!("pgbench TPC-B, 8 clients: {line}");
        }
        Err(error) => println!("pgbench: {error}"),
    }
}

/// The books must balance after all this.
///
/// # Errors
/// They do not, or cannot be looked at.
pub fn check_books(scratch: &Scratch) -> Result<(), BenchError> {
    let verify =
        Command::new(std::env::current_exe()?).args(["verify", "--full"]).env("DATABASE_URL", &scratch.url).output()?;
    print!("{}", String::from_utf8_lossy(&verify.stdout));
    if verify.status.success() {
        Ok(())
    } else {
        Err(BenchError::Other(format!("the books do not balance: {}", String::from_utf8_lossy(&verify.stderr))))
    }
}
