//! Live streams by the ten thousand: what an idle one costs, and how soon an event is heard.

use std::collections::HashMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::Semaphore;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use uuid::Uuid;

use super::cpu;
use super::fill::{self, Ready};
use super::load;
use super::scratch::{Scratch, Server};
use super::settle::{BenchError, check_books, report, token};
use crate::cli::serve::raise_open_files;
use crate::domain::ids::GameId;
use crate::store::committer::Patience;
use crate::store::dialect::Address;
use crate::store::{Settings, Store, migrate};

/// `kupa bench streams`
#[derive(Debug, Clone, clap::Args)]
pub struct Options {
    /// A server of PostgreSQL on which the benchmark may make a database; without it SQLite is used
    #[arg(long, env = "KUPA_BENCH_DATABASE_URL", value_name = "URL")]
    database_url: Option<String>,
    /// Streams that are open at once, each of a game of its own
    #[arg(long, env = "KUPA_BENCH_STREAMS", default_value_t = 10_000)]
    streams: usize,
    /// Games that are settled while all listen: an event each
    #[arg(long, env = "KUPA_BENCH_EVENTS", default_value_t = 2_000)]
    events: usize,
    /// Settlements under way at once
    #[arg(long, env = "KUPA_BENCH_EVENTS_IN_FLIGHT", default_value_t = 8)]
    in_flight: usize,
}

/// Streams that are opened at once.
const OPENING: usize = 64;
/// Streams from one loopback address: its ports are fewer than streams may be.
pub const OF_ADDRESS: usize = 20_000;
/// How long the idle streams are watched.
const IDLE: Duration = Duration::from_secs(20);
/// Longer than anything takes.
const PATIENCE: Duration = Duration::from_secs(120);

/// What a stream says to the bench.
enum Said {
    /// All that there was has been read.
    Listens,
    /// The game's settlement was heard.
    Heard(GameId, Instant),
    /// The node sent it away.
    Ended,
    /// It was refused, or cut.
    Failed(String),
}

/// Runs it.
///
/// # Errors
/// Anything that keeps it from its end; a stream that is refused, cut, or does not hear what it should; books that do
/// not balance.
pub fn run(options: &Options) -> Result<(), BenchError> {
    raise_open_files();
    let events = options.events.min(options.streams);
    let scratch = Scratch::make(options.database_url.as_deref())?;
    let address: Address = scratch.url.parse().map_err(BenchError::other)?;
    migrate::up(&address)?;
    let store = Store::open(&scratch.url, Settings::default())?;
    let (room, ready) = {
        let mut writers = store.writers(1, None, Patience::default())?;
        let writer = writers.first_mut().ok_or_else(|| BenchError::Other("no writer".into()))?;
        let room = fill::open(writer, 5_000)?;
        let ready = fill::games(writer, &room, options.streams)?;
        (room, ready)
    };
    let (seed, token) = token(room.client)?;
    let most = (options.streams + 100).to_string();
    let limits = ["KUPA_STREAMS", "KUPA_STREAMS_OF_CLIENT", "KUPA_STREAMS_OF_ADDRESS"];
    let mut settings: Vec<(&str, String)> = limits.iter().map(|name| (*name, most.clone())).collect();
    settings.extend([("KUPA_LOG", "info".to_owned()), ("KUPA_DRAIN_S", "0".to_owned())]);
    let server = Server::start(&scratch.url, &seed, &settings)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let figures = runtime.block_on(measure(&server, &ready, &token, events, options.in_flight))?;
    drop(runtime);
    check_books(&scratch)?;
    let database = if scratch.is_sqlite() { "sqlite" } else { "postgres" };
    let mut line = json!({"bench": "streams", "database": database, "streams": options.streams, "events": events});
    if let (Some(line), Some(figures)) = (line.as_object_mut(), figures.as_object()) {
        line.extend(figures.clone());
    }
    println!("{line}");
    Ok(())
}

/// Opens all streams, lets them be, sends events, and stops the server.
async fn measure(
    server: &Server,
    ready: &[Ready],
    token: &str,
    events: usize,
    in_flight: usize,
) -> Result<serde_json::Value, BenchError> {
    let (say, mut said) = unbounded_channel();
    // One stream first: what all share is there before it is measured.
    open(server.address, ready.get(..1).unwrap_or_default(), 0, token, &say);
    wait_for(&mut said, 1, "open").await?;
    let before = resident(server.pid())?;
    let began = Instant::now();
    open(server.address, ready.get(1..).unwrap_or_default(), 1, token, &say);
    wait_for(&mut said, ready.len().saturating_sub(1), "open").await?;
    let opened_in = began.elapsed();
    let with_all = resident(server.pid())?;
    let each = with_all.saturating_sub(before) / u64::try_from(ready.len()).unwrap_or(1).max(1);
    println!("{} streams in {opened_in:.1?}: {} MB, {each} bytes a stream", ready.len(), with_all >> 20);

    let used = cpu::of_process(server.pid());
    tokio::time::timeout(IDLE, said.recv()).await.err().ok_or_else(|| BenchError::other("an idle stream spoke"))?;
    let idle_percent = (cpu::of_process(server.pid()) - used).as_secs_f64() / IDLE.as_secs_f64() * 100.0;
    println!("idle: {idle_percent:.2} % of a processor");

    let sent = settle(server.address, ready.get(..events).unwrap_or_default(), token, in_flight).await?;
    let mut latencies = Vec::with_capacity(events);
    for heard in wait_for(&mut said, events, "heard").await? {
        let Said::Heard(game, at) = heard else { continue };
        let began = sent.get(&game).ok_or_else(|| BenchError::other("a game that nobody settled was heard of"))?;
        latencies.push(at.saturating_duration_since(*began));
    }
    latencies.sort_unstable();
    let ms = |share: usize| {
        let at = latencies.len().saturating_sub(1) * share / 100;
        latencies.get(at).copied().unwrap_or_default().as_secs_f64() * 1e3
    };
    println!("{events} events: p50 {:.1} ms, p99 {:.1} ms from the request to the stream", ms(50), ms(99));
    let after = resident(server.pid())?;
    let stopping = Instant::now();
    std::process::Command::new("kill").args(["-TERM", &server.pid().to_string()]).status()?;
    wait_for(&mut said, ready.len(), "sent away").await?;
    let drained = stopping.elapsed();
    println!("sent away in {drained:.1?}");
    Ok(json!({
        "bytes_a_stream": each, "resident_mb": with_all >> 20, "resident_after_mb": after >> 20,
        "open_s": opened_in.as_secs_f64(), "idle_cpu_percent": idle_percent,
        "p50_ms": ms(50), "p99_ms": ms(99), "sent_away_ms": drained.as_secs_f64() * 1e3,
    }))
}

/// Settles the games, some at a time, on a thread of its own; says when each request was sent.
async fn settle(
    server: SocketAddr,
    games: &[Ready],
    token: &str,
    in_flight: usize,
) -> Result<HashMap<GameId, Instant>, BenchError> {
    let (games, token) = (games.to_vec(), token.to_owned());
    let sender = tokio::task::spawn_blocking(move || {
        let mut sent = HashMap::new();
        for games in games.chunks(in_flight.max(1)) {
            let requests = games.iter().map(|game| report(game, &token, Uuid::now_v7())).collect();
            let now = Instant::now();
            sent.extend(games.iter().map(|game| (game.game, now)));
            let measured = load::run(server, requests, games.len(), load::Ending::LastAnswer)?;
            if let Some(status) = measured.first_failure() {
                return Err(BenchError::Other(format!("a settlement was answered {status}")));
            }
        }
        Ok(sent)
    });
    sender.await.map_err(BenchError::other)?
}

/// Waits until so many streams have said what is waited for.
async fn wait_for(
    said: &mut tokio::sync::mpsc::UnboundedReceiver<Said>,
    count: usize,
    what: &str,
) -> Result<Vec<Said>, BenchError> {
    let mut heard = Vec::with_capacity(count);
    while heard.len() < count {
        match tokio::time::timeout(PATIENCE, said.recv()).await {
            Ok(Some(Said::Failed(why))) => return Err(BenchError::Other(why)),
            Ok(Some(one)) => heard.push(one),
            Ok(None) | Err(_) => return Err(BenchError::Other(format!("{} of {count} were {what}", heard.len()))),
        }
    }
    Ok(heard)
}

/// Opens streams, some at a time.
fn open(server: SocketAddr, games: &[Ready], from: usize, token: &str, say: &UnboundedSender<Said>) {
    let turns = Arc::new(Semaphore::new(OPENING));
    for (number, game) in games.iter().enumerate() {
        let (turns, say, token, game) = (Arc::clone(&turns), say.clone(), token.to_owned(), game.game);
        let source = (from + number) / OF_ADDRESS;
        tokio::spawn(async move {
            if let Err(error) = listen(server, source, game, &token, &turns, &say).await {
                // Whoever measured may have gone.
                drop(say.send(Said::Failed(format!("a stream: {error}"))));
            }
        });
    }
}

/// One stream, to its end.
async fn listen(
    server: SocketAddr,
    source: usize,
    game: GameId,
    token: &str,
    turns: &Semaphore,
    say: &UnboundedSender<Said>,
) -> std::io::Result<()> {
    let turn = turns.acquire().await.map_err(std::io::Error::other)?;
    let mut stream = connect(server, source).await?;
    let head = format!(
        "GET /v1/games/{game}/events HTTP/1.1\r\nHost: bench\r\nAccept: text/event-stream\r\n\
         Authorization: Bearer {token}\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await?;
    let told = |what| drop(say.send(what));
    let mut heard = Heard { stream, seen: Vec::new() };
    heard.read_to(&["event: game.joined\n"]).await?;
    drop(turn);
    told(Said::Listens);
    if heard.read_to(&["event: game.settled\n", "draining"]).await? == 0 {
        told(Said::Heard(game, Instant::now()));
        heard.read_to(&["draining"]).await?;
    }
    told(Said::Ended);
    Ok(())
}

/// What has been read of a stream.
struct Heard {
    stream: TcpStream,
    seen: Vec<u8>,
}

impl Heard {
    /// Reads up to one of some texts, and says which.
    async fn read_to(&mut self, texts: &[&str]) -> std::io::Result<usize> {
        loop {
            for (which, text) in texts.iter().enumerate() {
                if let Some(at) = self.seen.windows(text.len()).position(|part| part == text.as_bytes()) {
                    self.seen.drain(..at + text.len());
                    return Ok(which);
                }
            }
            self.seen.reserve(512);
            if self.stream.read_buf(&mut self.seen).await? == 0 {
                return Err(std::io::Error::other(format!("cut before {texts:?}")));
            }
        }
    }
}

/// A connection from one of the loopback addresses, by its number.
///
/// # Errors
/// The operating system's.
pub async fn connect(server: SocketAddr, source: usize) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    let own = u8::try_from(1 + source).map_err(std::io::Error::other)?;
    socket.bind(SocketAddr::from((Ipv4Addr::new(127, 0, 0, own), 0)))?;
    socket.connect(server).await
}

/// The memory of a process that is in use, in bytes, from `/proc`.
///
/// # Errors
/// This is no Linux, or the process is gone.
pub fn resident(pid: u32) -> Result<u64, BenchError> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse::<u64>().ok());
    kilobytes.map(|kilobytes| kilobytes << 10).ok_or_else(|| BenchError::other("this system does not say"))
}
