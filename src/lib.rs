//! Kupa: the tournament and ledger backend for backgammon and rummy rooms.

pub mod domain;
pub mod rules;
