//! The embedded rules engine: knows games; knows no money, people or tournaments.

pub mod backgammon;
pub mod cards;
pub mod dice;
pub mod gin;
pub mod rating;
pub mod rummy;
pub mod secret;
