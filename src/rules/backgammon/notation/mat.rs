//! `.mat`, Jellyfish's text of matches, as GNU Backgammon writes it: white in the left column, black in the right, places
//! from each player's own side.
//!
//! Lines at the top that begin with `;` may carry what the columns cannot: `; [Jacoby "On"]`. Other programs pass over them.

mod read;
mod write;

pub use read::{lines, read};
pub use write::write;

/// The width of the left column, with the number of the line before it.
const LEFT: usize = 33;

#[cfg(test)]
mod tests;
