//! The house's switches: what staff stop at once, and for a while.

pub mod board;
pub mod switch;

pub use board::{Switchboard, Thrown};
pub use switch::Switch;
