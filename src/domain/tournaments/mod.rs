//! Tournaments: what they are and what is allowed in them. Pure: no clock, no draw of its own, no database.

pub mod chips;
pub mod draw;
pub mod levels;
pub mod prizes;
pub mod seats;
pub mod seed;
