//! The house's own money: what needs two people, reversals, adjustments.

pub mod adjustment;
pub mod approval;
pub mod capital;
pub mod day_total;
pub mod proposal;
pub mod reversal;
pub mod write_off;

pub use proposal::Proposal;
