//! Events: one row for each thing that happened. It is the audit entry, the live event and the webhook's body.

use uuid::Uuid;

use crate::domain::act::{ActorKind, World};
use crate::domain::conduct::jurisdictions::ROW;
use crate::domain::ids::{ApprovalId, ClientId, GameId, PlayerId, StaffId};
use crate::domain::outages::SERVICE;
use crate::domain::slug::Slug;
use crate::domain::switches::board::BOARD;
use crate::domain::time::Time;

/// What an event is told of. Each stream counts its events densely, in its own row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stream {
    /// A money game.
    Game(GameId),
    /// A player: account, wallet, sanctions.
    Player(PlayerId),
    /// A room's document.
    Room(Slug),
    /// A rake schedule's document.
    Schedule(Slug),
    /// A request that waits for a second person, and what came of it.
    Approval(ApprovalId),
    /// A member of staff.
    Staff(StaffId),
    /// A client app.
    Client(ClientId),
    /// The house's switches.
    Switches,
    /// Where nobody may play.
    Jurisdictions,
    /// The service itself: its outages.
    Service,
}

/// Namespaces of the streams that have no identity of their own.
const ROOMS: u8 = 1;
const SCHEDULES: u8 = 2;
const SWITCHES: u8 = 3;
const JURISDICTIONS: u8 = 4;
const SERVICE_ITSELF: u8 = 5;

impl Stream {
    /// The stream's identity in the events' column: that of what it tells of; for documents their slug, packed
    /// into a UUID of version 8 by hashing, and likewise for the switches.
    #[must_use]
    pub fn uuid(self) -> Uuid {
        match self {
            Self::Game(id) => id.0,
            Self::Player(id) => id.0,
            Self::Room(slug) => named(ROOMS, slug.as_str()),
            Self::Schedule(slug) => named(SCHEDULES, slug.as_str()),
            Self::Approval(id) => id.0,
            Self::Staff(id) => id.0,
            Self::Client(id) => id.0,
            Self::Switches => named(SWITCHES, ""),
            Self::Jurisdictions => named(JURISDICTIONS, ""),
            Self::Service => named(SERVICE_ITSELF, ""),
        }
    }

    /// Counts one more event in the stream's row, which the act has locked.
    pub(in crate::domain) fn count(self, world: &mut World) -> i64 {
        let count = match self {
            Self::Game(id) => &mut world.games.edit(&id).stream_seq,
            Self::Player(id) => &mut world.players.edit(&id).stream_seq,
            Self::Room(slug) => &mut world.rooms.edit(&slug).stream_seq,
            Self::Schedule(slug) => &mut world.schedules.edit(&slug).stream_seq,
            Self::Approval(id) => &mut world.approvals.edit(&id).stream_seq,
            Self::Staff(id) => &mut world.staff.edit(&id).stream_seq,
            Self::Client(id) => &mut world.clients.edit(&id).stream_seq,
            Self::Switches => &mut world.switchboard.edit(&BOARD).stream_seq,
            Self::Jurisdictions => &mut world.jurisdictions.edit(&ROW).stream_seq,
            Self::Service => &mut world.service_alive.edit(&SERVICE).stream_seq,
        };
        *count += 1;
        *count
    }
}

fn named(space: u8, name: &str) -> Uuid {
    use sha2::Digest;
    let digest = sha2::Sha256::new().chain_update([space]).chain_update(name).finalize();
    let mut bytes = [0_u8; 16];
    bytes.copy_from_slice(&digest[..16]);
    uuid::Builder::from_custom_bytes(bytes).into_uuid()
}

crate::row! {
    /// Something that happened.
    pub struct Event in "events" key (
        /// The shard that it was written in.
        shard: i64,
        /// Its number in the shard; transfers and events share one dense count.
        seq: i64
    ) , immutable {
        /// What it tells of.
        stream: Uuid,
        /// Its number in the stream, from 1, without gaps.
        stream_seq: i64,
        /// What happened: `game.settled`.
        kind: String,
        /// What kind of actor did it.
        actor_kind: ActorKind,
        /// Who did it; nil for the system.
        actor: Uuid,
        /// Why, where a person had to say so.
        reason: Option<String>,
        /// The request in the logs.
        request: Option<Uuid>,
        /// The facts, as JSON; before and after where staff acted.
        facts: String,
        /// When.
        at: Time,
    }
}
