//! Lists: a page of JSON at a time, or all that is left of one as lines (`Accept: application/x-ndjson`).
//!
//! Lines are read in small steps, each by itself: no transaction is held open, whoever reads slowly holds up nobody, and no
//! more than one step is ever in memory. Whether they may still look is asked anew with each. The last line is
//! `{"end": true, "count": N}`: a list without it is not whole, and is cut off where something failed.

use actix_web::HttpResponse;
use actix_web::http::header;
use actix_web::web::Bytes;
use diesel::QueryResult;
use futures_util::stream::unfold;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;

use super::caller::{Answer, Looks};
use super::looker::Looker;
use super::operation::Operation;
use super::page;
use super::problem::Problem;
use super::sight::Sight;
use crate::domain::act::Refused;
use crate::domain::codes::Code;
use crate::store::dialect::Db;

/// The type of lines of JSON.
pub const NDJSON: &str = "application/x-ndjson";

/// Some entries of a list, and where the rest of it begins; none: there is no more.
#[derive(Debug)]
pub struct Page<T, C> {
    /// The entries.
    pub entries: Vec<T>,
    /// The place after them.
    pub next: Option<C>,
}

impl<T, C> Page<T, C> {
    /// The page of some rows: full ones have a next.
    pub fn of<R>(rows: Vec<R>, limit: i64, place: impl FnOnce(&R) -> C, told: impl FnMut(R) -> T) -> Self {
        let full = i64::try_from(rows.len()).is_ok_and(|count| count >= limit);
        let next = rows.last().filter(|_| full).map(place);
        Self { entries: rows.into_iter().map(told).collect(), next }
    }
}

/// Answers with a list. `read` reads so many entries from a place on, or from the beginning; `whole` is the JSON of a page.
///
/// # Errors
/// `invalid_query`; the refusal of the first read.
pub async fn answer<O, Q, T, C, W>(
    looks: &Looks<O, Q>,
    (limit, cursor): (Option<i64>, Option<&str>),
    read: impl Fn(&mut Db, &Sight, Option<C>, i64) -> QueryResult<Result<Page<T, C>, Refused>> + Clone + Send + 'static,
    whole: impl FnOnce(Vec<T>, Option<String>) -> W,
) -> Answer
where
    O: Operation,
    T: Serialize + Send + 'static,
    C: Serialize + DeserializeOwned + Send + 'static,
    W: Serialize,
{
    from(looks, limit, page::start::<C>(cursor)?, read, whole).await
}

/// As [`answer`], from a place on that is no cursor.
///
/// # Errors
/// `invalid_query`; the refusal of the first read.
pub async fn from<O, Q, T, C, W>(
    looks: &Looks<O, Q>,
    limit: Option<i64>,
    start: Option<C>,
    read: impl Fn(&mut Db, &Sight, Option<C>, i64) -> QueryResult<Result<Page<T, C>, Refused>> + Clone + Send + 'static,
    whole: impl FnOnce(Vec<T>, Option<String>) -> W,
) -> Answer
where
    O: Operation,
    T: Serialize + Send + 'static,
    C: Serialize + Send + 'static,
    W: Serialize,
{
    let limit = page::limit(limit)?;
    let lines = wants_lines(looks);
    let (step, first) = (if lines { page::MAX_LIMIT } else { limit }, read.clone());
    let first = looks.read(move |db, sight| first(db, sight, start, step)).await?;
    let mut answer = HttpResponse::Ok();
    answer.insert_header((header::VARY, "accept"));
    if !lines {
        let next = first.next.as_ref().and_then(page::cursor);
        return Ok(answer.json(whole(first.entries, next)));
    }
    answer.content_type(NDJSON);
    if looks.is_bodiless() {
        return Ok(answer.finish());
    }
    let state = Lines { looker: looks.looker(), read, at: At::Read(first), count: 0 };
    Ok(answer.streaming(unfold(Some(state), |state| async move {
        let state = state?;
        let count = state.count;
        match state.chunk().await {
            Ok((bytes, rest)) => Some((Ok(bytes), rest)),
            Err(problem) => {
                tracing::warn!(%problem, lines = count, "a list of lines is cut off");
                Some((Err(problem), None))
            }
        }
    })))
}

/// Whether lines are asked for, by name.
fn wants_lines<O: Operation, Q>(looks: &Looks<O, Q>) -> bool {
    let accepted = looks.headers().get_all(header::ACCEPT).filter_map(|value| value.to_str().ok());
    let mut kinds = accepted.flat_map(|value| value.split(','));
    kinds.any(|kind| kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case(NDJSON)))
}

/// How far a list has come.
enum At<T, C> {
    /// This is read and not yet sent.
    Read(Page<T, C>),
    /// This comes next.
    Before(C),
}

/// A list under way.
struct Lines<T, C, R> {
    looker: Looker,
    read: R,
    at: At<T, C>,
    count: u64,
}

impl<T, C, R> Lines<T, C, R>
where
    T: Serialize + Send + 'static,
    C: Send + 'static,
    R: Fn(&mut Db, &Sight, Option<C>, i64) -> QueryResult<Result<Page<T, C>, Refused>> + Clone + Send + 'static,
{
    /// The next lines, and what comes after them; nothing where they are the last.
    async fn chunk(self) -> Result<(Bytes, Option<Self>), Problem> {
        let Self { looker, read, at, mut count } = self;
        let Page { entries, next } = match at {
            At::Read(page) => page,
            At::Before(place) => {
                let read = read.clone();
                looker.read(move |db, sight| read(db, sight, Some(place), page::MAX_LIMIT)).await?
            }
        };
        let mut text = Vec::new();
        for entry in &entries {
            write_line(&mut text, entry)?;
            count += 1;
        }
        let rest = next.map(|place| Self { looker, read, at: At::Before(place), count });
        if rest.is_none() {
            write_line(&mut text, &json!({"end": true, "count": count}))?;
        }
        Ok((text.into(), rest))
    }
}

fn write_line(text: &mut Vec<u8>, entry: &impl Serialize) -> Result<(), Problem> {
    serde_json::to_writer(&mut *text, entry).map_err(|error| {
        tracing::error!(%error, "an entry of a list cannot be written");
        Problem::from(Code::Internal)
    })?;
    text.push(b'\n');
    Ok(())
}
