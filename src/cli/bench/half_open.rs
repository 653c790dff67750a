//! Connections that send half a request and no more: what each costs, and that all are cut in time.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use uuid::Uuid;

use super::scratch::{Scratch, Server};
use super::settle::{BenchError, check_books, token};
use super::streams::{OF_ADDRESS, connect, resident};
use crate::cli::serve::raise_open_files;
use crate::domain::ids::ClientId;
use crate::store::dialect::Address;
use crate::store::migrate;

/// `kupa bench half-open`
#[derive(Debug, Clone, clap::Args)]
pub struct Options {
    /// Connections that are open at once
    #[arg(long, env = "KUPA_BENCH_CONNECTIONS", default_value_t = 10_000)]
    connections: usize,
    /// The server's KUPA_REQUEST_TIMEOUT_S: long enough for all of them to be opened
    #[arg(long, env = "KUPA_BENCH_REQUEST_TIMEOUT_S", default_value_t = 20)]
    request_timeout_s: u64,
}

/// What is sent: how it is called, the head, and so many bytes of the body.
const HALVES: [(&str, &str, usize); 4] = [
    ("nothing", "", 0),
    ("half a head", "POST /v1/auth/sign-in HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\nX-Half:", 0),
    ("half a body", HEAD, 100),
    ("a body but for its end", HEAD, BODY - 1),
];
const HEAD: &str =
    "POST /v1/auth/sign-in HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\nContent-Length: 65536\r\n\r\n";
/// The largest body that is taken in, as the settings have it.
const BODY: usize = 65_536;
/// How long after the time-out the last may be cut: all of them come due at once.
const SLACK: Duration = Duration::from_secs(30);

/// Runs it.
///
/// # Errors
/// Anything that keeps it from its end; a connection that is not cut in time; a whole request that is not answered
/// meanwhile; books that do not balance.
pub fn run(options: &Options) -> Result<(), BenchError> {
    raise_open_files();
    let scratch = Scratch::make(None)?;
    let address: Address = scratch.url.parse().map_err(BenchError::other)?;
    migrate::up(&address)?;
    let (seed, _) = token(ClientId(Uuid::now_v7()))?;
    let settings = [
        ("KUPA_REQUEST_TIMEOUT_S", options.request_timeout_s.to_string()),
        ("KUPA_CONNECTIONS", (options.connections + 100).to_string()),
        // All come from few addresses here.
        ("KUPA_RATE_NETWORKS", "0".to_owned()),
        ("KUPA_DRAIN_S", "0".to_owned()),
    ];
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mut all = Vec::new();
    for (what, head, body) in HALVES {
        let half = format!("{head}{}", "x".repeat(body));
        // A server for each: what one has let go of, the next would use.
        let server = Server::start(&scratch.url, &seed, &settings)?;
        all.push(runtime.block_on(measure(&server, what, &half, options))?);
        server.stop()?;
    }
    check_books(&scratch)?;
    println!("{}", json!({"bench": "half-open", "connections": options.connections, "sent": all}));
    Ok(())
}

/// Opens all connections, looks at the memory, and waits until the last is cut.
async fn measure(server: &Server, what: &str, half: &str, options: &Options) -> Result<Value, BenchError> {
    ask(server).await?;
    let before = resident(server.pid())?;
    let began = Instant::now();
    let mut cut = JoinSet::new();
    for number in 0..options.connections {
        let mut stream = connect(server.address, number / OF_ADDRESS).await?;
        stream.write_all(half.as_bytes()).await?;
        cut.spawn(until_cut(stream));
    }
    // Answered last: by then what was sent before it has been taken in.
    let asked = Instant::now();
    ask(server).await?;
    let (answered, opened) = (asked.elapsed(), began.elapsed());
    let most = resident(server.pid())?;
    if opened.as_secs() >= options.request_timeout_s {
        return Err(BenchError::other("the first were cut before the last were open: allow a longer time-out"));
    }
    let each = most.saturating_sub(before) / u64::try_from(options.connections).unwrap_or(1).max(1);
    let end = Duration::from_secs(options.request_timeout_s) + SLACK;
    let told = tokio::time::timeout(end, async {
        let mut told = 0_usize;
        while let Some(one) = cut.join_next().await {
            told += usize::from(one.map_err(BenchError::other)?);
        }
        Ok::<usize, BenchError>(told)
    });
    let told = told.await.map_err(|_| BenchError::Other(format!("{what}: some were not cut within {end:?}")))??;
    let last = began.elapsed();
    println!(
        "{what}: {} connections in {opened:.1?}, {each} bytes each, a whole request meanwhile in {answered:.1?}; the last was cut \
         after {last:.1?}, {told} were told why",
        options.connections
    );
    Ok(json!({
        "sent": what, "bytes_a_connection": each, "resident_mb": most >> 20, "cut_after_s": last.as_secs_f64(),
        "told_why": told, "whole_request_ms": answered.as_secs_f64() * 1e3,
    }))
}

/// Waits for the end of a connection; whether it was told why.
async fn until_cut(mut stream: TcpStream) -> bool {
    let (mut told, mut part) = (false, [0_u8; 512]);
    while let Ok(read @ 1..) = stream.read(&mut part).await {
        told |= part.get(..read).is_some_and(|part| part.starts_with(b"HTTP/1.1 408"));
    }
    told
}

/// A whole request, which must be answered.
async fn ask(server: &Server) -> Result<(), BenchError> {
    let mut stream = connect(server.address, 200).await?;
    stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: bench\r\nConnection: close\r\n\r\n").await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    if answer.starts_with(b"HTTP/1.1 200") {
        Ok(())
    } else {
        Err(BenchError::other("a whole request was not answered"))
    }
}
