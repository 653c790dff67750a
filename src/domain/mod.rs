//! What exists and what is allowed: pure. No IO, clock, randomness, SQL or HTTP below this point.

pub mod exact;
pub mod fault;
pub mod games;
pub mod ids;
pub mod money;
pub mod names;
pub mod rake;
pub mod rooms;
pub mod time;
