//! Lists in pages: `limit`, `cursor`, `next`.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::problem::Problem;
use crate::domain::codes::Code;
use crate::domain::fault::Fault;

/// The most entries of a page.
pub const MAX_LIMIT: i64 = 200;
/// The entries of a page where nothing else is asked for.
pub const DEFAULT_LIMIT: i64 = 50;

/// How many entries are asked for.
///
/// # Errors
/// `invalid_query`.
pub fn limit(asked: Option<i64>) -> Result<i64, Problem> {
    match asked.unwrap_or(DEFAULT_LIMIT) {
        limit @ 1..=MAX_LIMIT => Ok(limit),
        _ => Err(refused("/limit", "out_of_range", &format!("from 1 to {MAX_LIMIT}"))),
    }
}

/// Where a page begins; none: at the start.
///
/// # Errors
/// `invalid_query`.
pub fn start<T: DeserializeOwned>(cursor: Option<&str>) -> Result<Option<T>, Problem> {
    let Some(cursor) = cursor else { return Ok(None) };
    place(cursor).map(Some).ok_or_else(|| refused("/cursor", "cursor_malformed", "this cursor is not one of ours"))
}

/// A query that will not do.
#[must_use]
pub fn refused(pointer: &str, code: &'static str, message: &str) -> Problem {
    Problem::faults(Code::InvalidQuery, vec![Fault::new(pointer, code, message)])
}

/// Where the next page begins, if this one is full.
#[must_use]
pub fn next<R, T: Serialize>(rows: &[R], limit: i64, place: impl FnOnce(&R) -> T) -> Option<String> {
    let full = i64::try_from(rows.len()).is_ok_and(|count| count >= limit);
    rows.last().filter(|_| full).and_then(|last| cursor(&place(last)))
}

/// A place in a list as text: opaque to callers, and none of their business.
#[must_use]
pub fn cursor<T: Serialize>(place: &T) -> Option<String> {
    serde_json::to_vec(place).ok().map(|json| URL_SAFE_NO_PAD.encode(json))
}

/// The place that a cursor stands for.
#[must_use]
pub fn place<T: DeserializeOwned>(cursor: &str) -> Option<T> {
    let json = URL_SAFE_NO_PAD.decode(cursor).ok()?;
    serde_json::from_slice(&json).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_comes_back_as_the_place_it_stands_for() {
        let text = cursor(&(7_i64, "x")).expect("a cursor");
        assert_eq!(place::<(i64, String)>(&text), Some((7, "x".to_owned())));
        assert_eq!(place::<(i64, String)>("!"), None);
        assert_eq!(place::<(i64, String)>("e30"), None);
    }
}
