//! What exists and what is allowed: pure. No IO, clock, randomness, SQL or HTTP below this point.

pub mod ids;
pub mod money;
pub mod rake;
pub mod rooms;
pub mod time;
