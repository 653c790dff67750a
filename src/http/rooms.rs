//! Rooms: documents with versions.

use actix_web::post;
use serde_json::json;

use super::routes;
use crate::actions::rooms as acts;
use crate::domain::fault::Fault;
use crate::domain::rooms::Room;
use crate::domain::slug::Slug;
use crate::domain::time::Time;
use crate::web::caller::{Answer, Asks};
use crate::web::wire::{Document, Shape};
use crate::{asked, told};

asked! {
    /// A version of a room to be published.
    pub struct RoomAsked {
        /// The last version that you have seen; 0 for a new room.
        pub replaces: i64,
        /// From when it is in force; at once if it is not said.
        pub effective_from: Option<Time>,
        /// The room.
        pub document: Document<Room>
    }
}

told! {
    /// A version of a room was published.
    pub struct RoomTold {
        /// The room.
        pub room: Slug,
        /// The version.
        pub version: i64,
        /// From when it is in force.
        pub effective_from: Time,
        /// What its owner should know, though none of it forbids the room.
        pub warnings: Vec<Fault>
    }
}

impl Shape for Fault {
    fn shape() -> serde_json::Value {
        json!({
            "type": "object",
            "required": ["pointer", "code", "message"],
            "properties": {
                "pointer": {"type": "string", "description": "Where: a JSON pointer (RFC 6901)"},
                "code": {"type": "string", "description": "Which: a stable word"},
                "message": {"type": "string", "description": "The same as a sentence"},
            },
        })
    }
}

/// Publishes a version of a room
///
/// Games that have begun keep the version that they began with.
#[utoipa::path(
    request_body(content = RoomAsked, example = json!({"replaces": 0, "document": room_example()})),
    responses((status = 201, body = RoomTold)),
)]
#[post("/v1/rooms/{room}/versions")]
pub async fn publish(asks: Asks<routes::PublishRoom, RoomAsked>) -> Answer {
    let RoomAsked { replaces, effective_from, document } = asks.body.clone();
    let act =
        acts::PublishRoom { by: asks.by, room: asks.path("room")?, replaces, document: document.0, effective_from };
    asks.create(act, |done| RoomTold {
        room: done.room,
        version: done.version,
        effective_from: done.effective_from,
        warnings: done.warnings,
    })
    .await
}

/// The shipped main room, as an example.
fn room_example() -> Option<Room> {
    crate::domain::rooms::shipped::rooms().into_iter().find(|(slug, _)| *slug == "main").map(|(_, room)| room)
}
