//! Rake: the house's commission on a game (`rake.md`; pages 000 and 002, the sections on commission).
//!
//! A [`Schedule`] is a document that its owner edits; [`reckon`](fn@reckon) applies it to one game and tells each step.

mod error;
mod explanation;
mod faults;
mod faults_bands;
mod figures;
mod quote;
mod reckon;
mod schedule;
pub mod shipped;
pub mod version;

pub use error::RakeError;
pub use explanation::{ChosenTier, Explanation, Played, Reckoning, Shown, Step, Unit};
pub use quote::{Question, Quote, QuoteLine, quote};
pub use reckon::reckon;
pub use schedule::{
    Band, Discount, Figures, GapSurcharge, LowRating, MatchTier, Rounding, Schedule, SingleTier, Surcharges, TierBasis,
};

#[cfg(test)]
mod tests;
