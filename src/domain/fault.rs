//! What is wrong with a document that somebody wants to save: all of it at once, each with its place.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::rules::rating::Rating;

/// The highest rating that a document may name, in points.
const MAX_RATING: i64 = 100_000;

/// One fault of a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// Where: a JSON pointer into the document (RFC 6901).
    pub pointer: String,
    /// Which: a stable word.
    pub code: Cow<'static, str>,
    /// The same as a sentence for whoever edits the document.
    pub message: String,
}

impl Fault {
    /// A fault at a place.
    pub fn new(pointer: impl Into<String>, code: &'static str, message: impl Into<String>) -> Self {
        Self { pointer: pointer.into(), code: Cow::Borrowed(code), message: message.into() }
    }
}

/// The fault of a rating that a document names, if it is not a sane one.
pub(super) fn rating_fault(rating: Rating, pointer: &str) -> Option<Fault> {
    let sane = (0..=MAX_RATING * 1_000_000).contains(&rating.millionths());
    (!sane).then(|| Fault::new(pointer, "rating_out_of_range", format!("a rating from 0 to {MAX_RATING}")))
}
