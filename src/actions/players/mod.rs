//! Acts on players' accounts.

mod open_player;

pub use open_player::{OpenPlayer, PlayerOpened};
