//! What exists and what is allowed: pure. No IO, clock, randomness, SQL or HTTP below this point.

pub mod act;
pub mod codes;
pub mod conduct;
pub mod exact;
pub mod fault;
pub mod finance;
pub mod games;
pub mod ids;
pub mod ledger;
pub mod mails;
pub mod money;
pub mod names;
pub mod outages;
pub mod players;
pub mod rake;
pub mod rooms;
pub mod sessions;
pub mod slug;
pub mod staff;
pub mod switches;
pub mod text;
pub mod time;
pub mod tournaments;
pub mod wallets;
