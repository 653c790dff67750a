//! The load generator: so many connections, each with one request in flight, as lean as can be, since it shares the
//! machine with what it measures.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// A request, ready to be written to the wire.
pub type Prepared = Vec<u8>;

/// What a run of the load gave.
#[derive(Debug, Default)]
pub struct Measured {
    /// From the first request to the last answer.
    pub elapsed: Duration,
    /// Each answer's time, sorted.
    pub latencies: Vec<Duration>,
    /// How many answers had which status.
    pub statuses: BTreeMap<u16, usize>,
    /// Which requests were answered 2xx, by their place.
    pub answered: Vec<usize>,
    /// Bytes of requests written.
    pub bytes_out: usize,
    /// Bytes of answers read.
    pub bytes_in: usize,
}

impl Measured {
    /// Answers with a status of 2xx, a second.
    #[must_use]
    pub fn rate(&self) -> f64 {
        let good: usize = self.statuses.range(200..300).map(|(_, count)| count).sum();
        good as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }

    /// The time within which so many per mille of the answers came.
    #[must_use]
    pub fn per_mille(&self, share: usize) -> Duration {
        let at = self.latencies.len().saturating_sub(1) * share / 1_000;
        self.latencies.get(at).copied().unwrap_or_default()
    }

    /// The first status that is not 2xx, if any answer had one.
    #[must_use]
    pub fn first_failure(&self) -> Option<u16> {
        self.statuses.keys().copied().find(|status| !(200..300).contains(status))
    }
}

/// Writes a POST with a body of JSON.
#[must_use]
pub fn post(path: &str, token: &str, key: &str, body: &str) -> Prepared {
    format!(
        "POST {path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer {token}\r\nIdempotency-Key: {key}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .into_bytes()
}

/// How a run ends.
pub enum Ending {
    /// With the last answer; a connection that is cut is a fault.
    LastAnswer,
    /// The server is killed as soon as it has answered so many with 2xx; its connections end there.
    Kill {
        /// How many.
        after: usize,
        /// Kills it.
        kill: Box<dyn Fn() + Send + Sync>,
    },
}

/// Sends all requests over so many connections, each waiting for its answer before it sends the next.
///
/// # Errors
/// A connection that cannot be opened or is cut; an answer that is no HTTP.
pub fn run(
    server: SocketAddr,
    requests: Vec<Prepared>,
    connections: usize,
    ending: Ending,
) -> std::io::Result<Measured> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let measured = Mutex::new(Measured::default());
    let shared = Arc::new(Shared { requests, next: AtomicUsize::new(0), good: AtomicUsize::new(0), measured, ending });
    runtime.block_on(async {
        let mut streams = Vec::with_capacity(connections);
        for _ in 0..connections {
            let stream = TcpStream::connect(server).await?;
            stream.set_nodelay(true)?;
            streams.push(stream);
        }
        let began = Instant::now();
        let callers: Vec<_> =
            streams.into_iter().map(|stream| tokio::spawn(call(stream, Arc::clone(&shared)))).collect();
        for caller in callers {
            let ended = caller.await.map_err(std::io::Error::other)?;
            if matches!(shared.ending, Ending::LastAnswer) {
                ended?;
            }
        }
        let mut measured = std::mem::take(&mut *shared.measured.lock().unwrap_or_else(PoisonError::into_inner));
        measured.elapsed = began.elapsed();
        measured.latencies.sort_unstable();
        Ok(measured)
    })
}

struct Shared {
    requests: Vec<Prepared>,
    /// The place of the request that is sent next.
    next: AtomicUsize,
    /// How many were answered 2xx.
    good: AtomicUsize,
    measured: Mutex<Measured>,
    ending: Ending,
}

async fn call(mut stream: TcpStream, shared: Arc<Shared>) -> std::io::Result<()> {
    let mut mine = Measured::default();
    let ended = call_all(&mut stream, &shared, &mut mine).await;
    let mut all = shared.measured.lock().unwrap_or_else(PoisonError::into_inner);
    all.latencies.append(&mut mine.latencies);
    all.answered.append(&mut mine.answered);
    all.bytes_out += mine.bytes_out;
    all.bytes_in += mine.bytes_in;
    for (status, count) in mine.statuses {
        *all.statuses.entry(status).or_default() += count;
    }
    ended
}

async fn call_all(stream: &mut TcpStream, shared: &Shared, mine: &mut Measured) -> std::io::Result<()> {
    let mut buffer = Vec::with_capacity(4_096);
    loop {
        let place = shared.next.fetch_add(1, Ordering::Relaxed);
        let Some(request) = shared.requests.get(place) else { return Ok(()) };
        let began = Instant::now();
        stream.write_all(request).await?;
        let (status, length) = answer(stream, &mut buffer).await?;
        mine.latencies.push(began.elapsed());
        if (200..300).contains(&status) {
            mine.answered.push(place);
            let good = shared.good.fetch_add(1, Ordering::Relaxed) + 1;
            if let Ending::Kill { after, kill } = &shared.ending
                && good == *after
            {
                kill();
            }
        }
        *mine.statuses.entry(status).or_default() += 1;
        mine.bytes_out += request.len();
        mine.bytes_in += length;
    }
}

/// Reads one answer with a Content-Length; gives its status and size.
async fn answer(stream: &mut TcpStream, buffer: &mut Vec<u8>) -> std::io::Result<(u16, usize)> {
    buffer.clear();
    loop {
        if stream.read_buf(buffer).await? == 0 {
            return Err(std::io::Error::new(std::io::ErrorKind::UnexpectedEof, "the server closed the connection"));
        }
        let Some(head) = buffer.windows(4).position(|four| four == b"\r\n\r\n") else { continue };
        let text = std::str::from_utf8(buffer.get(..head).unwrap_or_default()).map_err(std::io::Error::other)?;
        let (status, body) = parse_head(text).ok_or_else(|| std::io::Error::other("the answer is no HTTP"))?;
        let whole = head + 4 + body;
        while buffer.len() < whole {
            if stream.read_buf(buffer).await? == 0 {
                return Err(std::io::Error::new(std::io::ErrorKind::UnexpectedEof, "the answer was cut"));
            }
        }
        return Ok((status, whole));
    }
}

fn parse_head(head: &str) -> Option<(u16, usize)> {
    let mut lines = head.split("\r\n");
    let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
    let length = lines
        .filter_map(|line| line.split_once(':'))
        .find(|(name, _)| name.eq_ignore_ascii_case("content-length"))
        .and_then(|(_, value)| value.trim().parse().ok());
    Some((status, length.unwrap_or(0)))
}
