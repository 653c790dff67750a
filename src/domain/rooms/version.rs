//! Versions of a room: published once, in force from a date, never changed.

use super::Room;
use crate::domain::act::Json;
use crate::domain::ids::StaffId;
use crate::domain::rake::version::InForce;
use crate::domain::slug::Slug;
use crate::domain::time::Time;

crate::row! {
    /// A room: which versions there are.
    pub struct RoomBook in "rooms" key (
        /// Its name.
        slug: Slug
    ) {
        /// In the order of their dates.
        versions: Json<Vec<InForce>>,
        /// Events told of this room.
        stream_seq: i64,
    }
}

crate::row! {
    /// A version of a room.
    pub struct RoomVersion in "room_versions" key (
        /// Of which room.
        room: Slug,
        /// 1, 2, ..
        version: i64
    ) , immutable {
        /// From when it is in force.
        effective_from: Time,
        /// The document.
        document: Json<Room>,
        /// Who published it; none: shipped.
        published_by: Option<StaffId>,
        /// When.
        published_at: Time,
    }
}
