//! Kupa: the tournament and ledger backend for backgammon and rummy rooms.

pub mod actions;
pub mod domain;
pub mod rules;
pub mod store;
