//! One stream: server-sent events, a chunk at a time. A chunk is read only once the one before is taken.

use std::convert::Infallible;
use std::future::Future;
use std::time::{Duration, Instant};

use actix_web::web::Bytes;
use futures_util::stream::{Stream, unfold};
use serde::Serialize;

use super::hub::{BEARER, CLOSED, NEWS, Ticket};
use crate::domain::act::Refused;
use crate::domain::codes::{Class, Code};
use crate::web::looker::Looker;
use crate::web::problem::Problem;

/// Events in one chunk at most.
pub const CHUNK: i64 = 50;
/// How long until a read that failed is tried again.
const AGAIN: Duration = Duration::from_secs(1);

/// An event as it goes over the wire.
#[derive(Debug)]
pub struct Frame {
    /// Its number in the stream.
    pub seq: i64,
    text: String,
}

impl Frame {
    /// An event's frame: its number, its kind, and the same JSON as in the list.
    ///
    /// # Errors
    /// `internal`: it cannot be written as JSON.
    pub fn of(seq: i64, kind: &str, event: &impl Serialize) -> Result<Self, Refused> {
        match serde_json::to_string(event) {
            Ok(json) => Ok(Self { seq, text: format!("id: {seq}\nevent: {kind}\ndata: {json}\n\n") }),
            Err(error) => {
                tracing::error!(%error, "an event cannot be written");
                Err(Code::Internal.into())
            }
        }
    }
}

/// A stream that was opened: for whom, from where on, and its place.
#[derive(Debug)]
pub struct Opened {
    /// Who listens.
    pub looker: Looker,
    /// The last event that they have.
    pub after: i64,
    /// Its place among the open streams.
    pub ticket: Ticket,
}

/// What comes next of a stream.
enum Next {
    /// The first chunk: how to come back, and from where.
    Greeting,
    /// Events, or silence.
    Events,
    /// Nothing.
    Nothing,
}

struct Running<R> {
    opened: Opened,
    read: R,
    next: Next,
    /// There may be rows to read.
    news: bool,
    /// Who listens has to be looked at.
    bearer: bool,
    spoke: Instant,
}

/// A stream's chunks, until its reader goes, their token ends, they may look no more or the node stops. `read` gives the next
/// events after a number, [`CHUNK`] at most; whether who listens has to be looked at more closely is its second argument.
pub fn chunks<R, F>(opened: Opened, read: R) -> impl Stream<Item = Result<Bytes, Infallible>>
where
    R: Fn(Looker, i64, bool) -> F,
    F: Future<Output = Result<Vec<Frame>, Problem>>,
{
    let running = Running { opened, read, next: Next::Greeting, news: true, bearer: true, spoke: Instant::now() };
    unfold(running, |mut running| async move {
        let text = running.chunk().await?;
        running.spoke = Instant::now();
        Some((Ok(Bytes::from(text)), running))
    })
}

impl<R, F> Running<R>
where
    R: Fn(Looker, i64, bool) -> F,
    F: Future<Output = Result<Vec<Frame>, Problem>>,
{
    /// The next chunk; none: that was the last.
    async fn chunk(&mut self) -> Option<String> {
        match self.next {
            Next::Nothing => None,
            Next::Greeting => {
                self.next = Next::Events;
                // Whoever is cut off before the first event comes back to where they began.
                Some(format!("{}id: {}\n\n", self.retry(), self.opened.after))
            }
            Next::Events => Some(self.events().await),
        }
    }

    /// Waits for events; after a long silence, or at the end, says so.
    async fn events(&mut self) -> String {
        loop {
            let signs = self.opened.ticket.signs();
            if signs & CLOSED != 0 {
                return self.end(Code::Draining);
            }
            let left = self.left();
            if left.is_some_and(|left| left.is_zero()) {
                return self.end(Code::TokenExpired);
            }
            self.news |= signs & NEWS != 0;
            self.bearer |= signs & BEARER != 0;
            let mut pause = self.opened.ticket.heartbeat().saturating_sub(self.spoke.elapsed());
            if self.news || self.bearer {
                match self.take().await {
                    Ok(Some(text)) => return text,
                    Ok(None) => {}
                    Err(problem) if matches!(problem.code().class(), Class::Unavailable | Class::Internal) => {
                        pause = pause.min(AGAIN);
                    }
                    Err(problem) => return self.end(problem.code()),
                }
            }
            let woken = self.opened.ticket.woken();
            if tokio::time::timeout(left.map_or(pause, |left| left.min(pause)), woken).await.is_err()
                && self.spoke.elapsed() >= self.opened.ticket.heartbeat()
            {
                return ":\n\n".to_owned();
            }
        }
    }

    /// Reads what is new, if anything is.
    async fn take(&mut self) -> Result<Option<String>, Problem> {
        let turn = self.opened.ticket.turn().await;
        let frames = (self.read)(self.opened.looker.clone(), self.opened.after, self.bearer).await?;
        drop(turn);
        // A full chunk may not be all.
        self.news = i64::try_from(frames.len()).is_ok_and(|count| count >= CHUNK);
        self.bearer = false;
        let Some(last) = frames.last() else { return Ok(None) };
        self.opened.after = last.seq;
        Ok(Some(frames.into_iter().map(|frame| frame.text).collect()))
    }

    /// How long the token is still good.
    fn left(&self) -> Option<Duration> {
        let until = self.opened.looker.until?.micros();
        let left = until.saturating_sub(self.opened.looker.app.now().micros());
        Some(Duration::from_micros(u64::try_from(left).unwrap_or(0)))
    }

    /// The last chunk: why it ends.
    fn end(&mut self, why: Code) -> String {
        self.next = Next::Nothing;
        format!("{}event: end\ndata: {{\"reason\":\"{why}\"}}\n\n", self.retry())
    }

    /// After how many milliseconds to come back: not all at once.
    fn retry(&self) -> String {
        format!("retry: {}\n", 1_000 + self.opened.ticket.number % 16 * 125)
    }
}
