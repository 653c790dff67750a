//! Rooms: what is played where, for what, by whom (`rake.md`, Rooms).

mod admits;
mod faults;
pub mod in_force;
mod room;
pub mod shipped;
pub mod version;

pub use admits::RoomRefusal;
pub use room::{Cover, Kinds, Matches, Options, Room, Stakes};

pub use crate::domain::games::terms::Variant;

#[cfg(test)]
mod tests;
