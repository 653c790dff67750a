//! The books for outside tools, as `kupa export` writes them.

use std::io::{self, BufWriter, Write};

use actix_web::web::Bytes;
use actix_web::{HttpResponse, get};
use chrono::NaiveDate;
use futures_util::stream::unfold;
use tokio::sync::mpsc::{Sender, channel};
use tokio::sync::{Semaphore, SemaphorePermit};

use super::routes;
use crate::asked;
use crate::domain::codes::Code;
use crate::exports::{Days, csv, hledger};
use crate::store::Store;
use crate::store::books::Books;
use crate::store::dialect::{Db, Session};
use crate::web::caller::{Answer, Looks};
use crate::web::page;
use crate::web::problem::Problem;
use crate::web::sight::away;

/// So many are written at once: each has a connection and a thread of its own for as long as its reader takes.
static TURNS: Semaphore = Semaphore::const_new(4);
/// Bytes that are sent at once.
const CHUNK: usize = 64 * 1024;
/// Chunks that wait for their reader.
const CHUNKS: usize = 2;

asked! {
    /// Which days are exported.
    pub struct ExportQuery {
        /// The first day (UTC), as 2026-05-31; from the beginning if it is not said.
        pub from: Option<String>,
        /// The last day (UTC), included; up to the present if it is not said.
        pub to: Option<String>
    }
}

/// What an export is written as.
#[derive(Debug, Clone, Copy)]
enum Format {
    Hledger,
    Csv,
}

fn day(name: &str, text: Option<&str>) -> Result<Option<NaiveDate>, Problem> {
    let day = text.map(|text| NaiveDate::parse_from_str(text, "%Y-%m-%d")).transpose();
    day.map_err(|_| page::refused(&format!("/{name}"), "not_a_day", "a day is written as 2026-05-31"))
}

/// The books of some days, for other tools: `hledger` (a journal) or `csv` (a row a posting)
///
/// An export that fails on its way is cut off: the connection ends before the answer does.
#[utoipa::path(
    params(ExportQuery),
    responses((status = 200, description = "The journal, or the rows", content_type = "text/csv", body = String)),
)]
#[get("/v1/finance/exports/{format}")]
pub async fn read(looks: Looks<routes::ReadExport, ExportQuery>) -> Answer {
    let (format, media) = match looks.path::<String>("format")?.as_str() {
        "hledger" => (Format::Hledger, "text/plain; charset=utf-8"),
        "csv" => (Format::Csv, "text/csv; charset=utf-8"),
        _ => return Err(Code::NotFound.into()),
    };
    let days = Days { from: day("from", looks.query.from.as_deref())?, to: day("to", looks.query.to.as_deref())? };
    if days.from.zip(days.to).is_some_and(|(from, to)| from > to) {
        return Err(page::refused("/from", "out_of_range", "the first day is after the last"));
    }
    // Whoever may no longer look is told so before anything is written.
    looks.read(|_, _| Ok(Ok(()))).await?;
    let mut answer = HttpResponse::Ok();
    answer.content_type(media);
    if looks.is_bodiless() {
        return Ok(answer.finish());
    }
    let turn = TURNS.try_acquire().map_err(|_| Problem::from(Code::Busy))?;
    let store = looks.app.store.clone();
    let opened = tokio::task::spawn_blocking(move || Store::session(&store, Session::Reader)).await;
    let db = opened.map_err(|_| Problem::from(Code::Internal))?.map_err(|error| Problem::from(away(&error)))?;
    let (chunks, written) = channel(CHUNKS);
    tokio::task::spawn_blocking(move || write(format, days, db, &chunks, turn));
    Ok(answer.streaming(unfold(written, |mut written| async move { Some((written.recv().await?, written)) })))
}

/// Writes an export for its reader, and says at the end if it is not whole.
fn write(format: Format, days: Days, mut db: Db, chunks: &Sender<io::Result<Bytes>>, turn: SemaphorePermit<'static>) {
    let mut books = Books(&mut db);
    let mut out = BufWriter::with_capacity(CHUNK, Chunks(chunks));
    let done = match format {
        Format::Hledger => hledger::write(&mut books, days, &mut out).map_err(|error| error.to_string()),
        Format::Csv => csv::write(&mut books, days, &mut out).map_err(|error| error.to_string()),
    };
    if let Err(reason) = done.and_then(|()| out.flush().map_err(|error| error.to_string())) {
        tracing::warn!(reason, "an export is cut off");
        // What waits in the buffer is not sent: the reader may have gone, and an error follows in any case.
        drop(out.into_parts());
        drop(chunks.blocking_send(Err(io::ErrorKind::UnexpectedEof.into())));
    }
    drop(turn);
}

/// Sends what is written to it; waits for a reader who is slow.
struct Chunks<'a>(&'a Sender<io::Result<Bytes>>);

impl Write for Chunks<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let sent = self.0.blocking_send(Ok(Bytes::copy_from_slice(bytes)));
        sent.map(|()| bytes.len()).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
