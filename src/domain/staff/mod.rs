//! The house's own people and programs: staff and client apps.

pub mod client;
pub mod member;

use serde::Serialize;

use crate::domain::act::Refused;
use crate::domain::codes::Code;

/// The facts of an event that tells of a change by staff: what was asked, and how it was before and after.
#[derive(Debug, Serialize)]
pub struct Changed<'a, A, T> {
    /// The act.
    #[serde(flatten)]
    pub act: &'a A,
    /// Before it.
    pub before: T,
    /// After it.
    pub after: T,
}

/// Whether a reason was given, where a person has to say why.
///
/// # Errors
/// `reason_missing`.
pub fn check_reason(reason: &str) -> Result<(), Refused> {
    if reason.trim().is_empty() { Err(Code::ReasonMissing.into()) } else { Ok(()) }
}
