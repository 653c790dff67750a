//! The contract between acts, which decide, and the committer, which loads and writes.
//!
//! An act is plain data. It says which rows it [`needs`](Act::needs), then [`decides`](Act::decide) over them in
//! memory: no IO, no clock, no randomness. The committer runs many acts in one transaction.

pub mod keeper;
pub mod refused;
pub mod remembered;
pub mod row;
pub mod table;
pub mod world;

use std::fmt;

use serde::Serialize;
use serde::de::DeserializeOwned;
use uuid::Uuid;

pub use keeper::{Hold, Keeper};
pub use refused::Refused;
pub use row::Json;
pub use world::{Needs, World};

use crate::domain::ids::{ClientId, PlayerId, StaffId};
use crate::domain::time::Time;

/// Who asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Actor {
    /// A player, for themselves alone.
    Player(PlayerId),
    /// A member of staff.
    Staff(StaffId),
    /// A client app.
    Client(ClientId),
    /// The clock, or the house's own set-up.
    System,
}

crate::words! {
    /// The kind of an [`Actor`].
    pub enum ActorKind {
        /// A player.
        Player = "player",
        /// A member of staff.
        Staff = "staff",
        /// A client app.
        Client = "client",
        /// The clock, or the house's own set-up.
        System = "system",
    }
}

impl Actor {
    /// Its kind.
    #[must_use]
    pub fn kind(self) -> ActorKind {
        match self {
            Self::Player(_) => ActorKind::Player,
            Self::Staff(_) => ActorKind::Staff,
            Self::Client(_) => ActorKind::Client,
            Self::System => ActorKind::System,
        }
    }

    /// Which member of staff, where it is one.
    #[must_use]
    pub fn staff(self) -> Option<StaffId> {
        match self {
            Self::Staff(id) => Some(id),
            Self::Player(_) | Self::Client(_) | Self::System => None,
        }
    }

    /// Its identity; nil for the system.
    #[must_use]
    pub fn uuid(self) -> Uuid {
        match self {
            Self::Player(id) => id.0,
            Self::Staff(id) => id.0,
            Self::Client(id) => id.0,
            Self::System => Uuid::nil(),
        }
    }
}

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Player(id) => id.fmt(f),
            Self::Staff(id) => id.fmt(f),
            Self::Client(id) => id.fmt(f),
            Self::System => f.write_str("system"),
        }
    }
}

/// One thing that a person, a client app or the clock can do.
pub trait Act: Serialize + Send + Sync + 'static {
    /// What is told to the caller, now and at every repeat.
    type Answer: Serialize + DeserializeOwned + Clone + fmt::Debug + Send + 'static;

    /// The act's name: that of its file, route and log field.
    const NAME: &'static str;

    /// Who asks. The committer loads this actor's own row for every act.
    fn by(&self) -> Actor;

    /// For speed only: acts that share rows do well to give the same number.
    fn route(&self) -> u64 {
        0
    }

    /// Names the rows that `decide` reads and edits, as far as the rows loaded by now tell. It is asked again
    /// before each table, in the order of the tables of [`World`].
    fn needs(&self, world: &World, needs: &mut Needs);

    /// Refuses, or edits rows, posts transfers, tells events, and answers.
    ///
    /// # Errors
    /// A refusal: all that this act changed is undone.
    fn decide(&self, world: &mut World, now: Time) -> Result<Self::Answer, Refused>;
}

/// The identity of a request: the caller's key, or one derived for acts of the clock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestKey {
    /// 1 to 255 visible ASCII characters, unique for its actor.
    pub key: String,
    /// What was asked: the first half of a SHA-256 over it. The same key with another digest is refused.
    pub digest: Uuid,
    /// The request in the logs; told with its events.
    pub request: Option<Uuid>,
}

impl RequestKey {
    /// A key with the digest of what is asked: of method, path and body at an edge.
    #[must_use]
    pub fn new(key: String, asked: &[&[u8]], request: Option<Uuid>) -> Self {
        use sha2::Digest;
        let mut sha = sha2::Sha256::new();
        for part in asked {
            sha.update(part.len().to_be_bytes());
            sha.update(part);
        }
        let mut half = [0_u8; 16];
        half.copy_from_slice(&sha.finalize()[..16]);
        Self { key, digest: Uuid::from_bytes(half), request }
    }
}
