//! Rooms: documents with versions.

use actix_web::{get, post};
use diesel::QueryResult;
use serde_json::json;

use super::routes;
use crate::actions::rooms as acts;
use crate::domain::codes::Code;
use crate::domain::fault::Fault;
use crate::domain::rake::version::{InForce, in_force_at};
use crate::domain::rooms::Room;
use crate::domain::rooms::version::RoomBook;
use crate::domain::slug::Slug;
use crate::domain::time::Time;
use crate::store::dialect::Db;
use crate::store::rooms::{find_room, find_room_version, last_commit, list_rooms};
use crate::web::caller::{Answer, Asks, Looks, Nothing};
use crate::web::operation::Operation;
use crate::web::wire::{Document, Shape};
use crate::{asked, told};

asked! {
    /// A version of a room to be published.
    pub struct RoomAsked {
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
    request_body(content = RoomAsked, example = json!({"document": room_example()})),
    responses((status = 201, body = RoomTold)),
)]
#[post("/v1/rooms/{room}/versions")]
pub async fn publish(asks: Asks<routes::PublishRoom, RoomAsked>) -> Answer {
    let RoomAsked { effective_from, document } = asks.body.clone();
    let replaces = asks.replaced()?;
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

told! {
    /// A version of a document and the instant from which it is in force.
    pub struct VersionTold {
        /// 1, 2, ..
        pub version: i64,
        /// From when.
        pub effective_from: Time
    }
}

told! {
    /// A version of a room.
    pub struct RoomVersionTold {
        /// The room.
        pub room: Slug,
        /// Its version.
        pub version: i64,
        /// From when it is in force.
        pub effective_from: Time,
        /// The room.
        pub document: Document<Room>,
        /// All versions, in the order of their dates.
        pub versions: Vec<VersionTold>
    }
}

told! {
    /// The rooms, each as it is in force now.
    pub struct RoomsTold {
        /// The rooms.
        pub rooms: Vec<RoomVersionTold>
    }
}

impl VersionTold {
    pub(super) fn all(versions: &[InForce]) -> Vec<Self> {
        versions.iter().map(|it| Self { version: it.version, effective_from: it.from }).collect()
    }
}

/// A version of a room: that asked for, or the one in force.
pub(super) fn version_of(
    db: &mut Db,
    book: &RoomBook,
    version: Option<i64>,
    now: Time,
) -> QueryResult<Option<RoomVersionTold>> {
    let Some(version) = version.or_else(|| in_force_at(&book.versions, now)) else { return Ok(None) };
    let versions = VersionTold::all(&book.versions);
    Ok(find_room_version(db, book.slug, version)?.map(|row| RoomVersionTold {
        room: row.room,
        version: row.version,
        effective_from: row.effective_from,
        document: Document(row.document.0),
        versions,
    }))
}

/// The rooms, each as it is in force now
#[utoipa::path(responses((status = 200, body = RoomsTold), (status = 304, description = "As in If-None-Match")))]
#[get("/v1/rooms")]
pub async fn list(looks: Looks<routes::ListRooms, Nothing>) -> Answer {
    let now = looks.app.now();
    let rooms = looks.read(move |db, sight| {
        let now = now.max(last_commit(db)?);
        let mut told = Vec::new();
        for book in list_rooms(db)?.iter().filter(|book| sight.includes(book.slug)) {
            told.extend(version_of(db, book, None, now)?);
        }
        Ok(Ok(told))
    });
    looks.document(None, &RoomsTold { rooms: rooms.await? })
}

async fn read<O: Operation>(looks: &Looks<O, Nothing>, version: Option<i64>) -> Answer {
    let (room, now) = (looks.path::<Slug>("room")?, looks.app.now());
    let told = looks.read(move |db, sight| {
        let Some(book) = find_room(db, room)?.filter(|_| sight.includes(room)) else {
            return Ok(Err(Code::UnknownRoom.into()));
        };
        let now = now.max(last_commit(db)?);
        // Players see what is or was in force: by that their games are played.
        let told = version_of(db, &book, version, now)?;
        let told = told.filter(|told| sight.player.is_none() || told.effective_from <= now);
        Ok(told.ok_or_else(|| Code::RoomNotInForce.into()))
    });
    let told = told.await?;
    let last = told.versions.iter().map(|version| version.version).max();
    looks.document(last, &told)
}

/// A room as it is in force now
#[utoipa::path(responses((status = 200, body = RoomVersionTold), (status = 304, description = "As in If-None-Match")))]
#[get("/v1/rooms/{room}")]
pub async fn one(looks: Looks<routes::ReadRoom, Nothing>) -> Answer {
    read(&looks, None).await
}

/// A version of a room
///
/// Players see those that are or were in force.
#[utoipa::path(responses((status = 200, body = RoomVersionTold), (status = 304, description = "As in If-None-Match")))]
#[get("/v1/rooms/{room}/versions/{version}")]
pub async fn one_version(looks: Looks<routes::ReadRoomVersion, Nothing>) -> Answer {
    let version = looks.path::<i64>("version")?;
    read(&looks, Some(version)).await
}
