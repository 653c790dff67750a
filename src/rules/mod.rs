//! The embedded rules engine: knows games; knows no money, people or tournaments.

pub mod backgammon;
pub mod dice;
pub mod rating;
pub mod secret;
