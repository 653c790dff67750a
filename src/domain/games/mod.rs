//! Money games: what was agreed before the start, and what hangs on it.

pub mod cover;
pub mod cube;
pub mod deadline;
pub mod game;
pub mod play;
pub mod say;
pub mod settle;
pub mod settlement;
pub mod terms;

pub use terms::{GameKind, GameOptions, Terms, Variant, escrow_at_start, most_that_can_be_lost};
