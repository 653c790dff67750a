//! Tournaments: what they are and what is allowed in them. Pure: no clock, no draw of its own, no database.

pub mod chips;
pub mod draw;
pub mod floor;
pub mod levels;
pub mod moves;
pub mod prizes;
pub mod seats;
pub mod seed;
pub mod void_pot;
pub mod waiting;
