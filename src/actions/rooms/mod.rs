//! Acts on rooms.

mod publish_room;
mod shipped;

pub use publish_room::{PublishRoom, RoomPublished};
pub use shipped::{ShippedActs, shipped_acts};
