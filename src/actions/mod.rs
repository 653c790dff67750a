//! What a person or the clock can do: one file for each act. An act decides over rows in memory; it cannot touch a
//! database, because this layer cannot name one.

pub mod conduct;
pub mod finance;
pub mod games;
pub mod mails;
pub mod outages;
pub mod players;
pub mod rake;
pub mod rooms;
pub mod sessions;
pub mod staff;
pub mod switches;
pub mod wallets;
