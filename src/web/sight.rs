//! Who may look, by their row as it is now: a token may be older than a sanction, or than the end of its session.

use diesel::QueryResult;
use diesel::result::{DatabaseErrorKind as Kind, Error};

use super::operation::{Access, Grant};
use crate::domain::act::{Actor, Refused};
use crate::domain::codes::Code;
use crate::domain::ids::PlayerId;
use crate::domain::slug::Slug;
use crate::store::dialect::Db;
use crate::store::sessions::is_over;
use crate::store::{StoreError, players, staff};

/// What somebody may see.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sight {
    /// A player: themselves.
    pub player: Option<PlayerId>,
    /// A client app bound to rooms: these. Empty: everywhere.
    pub rooms: Vec<Slug>,
}

impl Sight {
    /// Whether a room is in sight.
    #[must_use]
    pub fn includes(&self, room: Slug) -> bool {
        self.rooms.is_empty() || self.rooms.contains(&room)
    }
}

/// What the bearer of a token may see, if they may still look at all.
///
/// # Errors
/// The database's; inside, the refusal.
pub(super) fn of(db: &mut Db, grant: Option<Grant>, access: Access) -> QueryResult<Result<Sight, Refused>> {
    let (Some(grant), Access::Signed { others, .. }) = (grant, access) else { return Ok(Ok(Sight::default())) };
    let refused = |code: Code| Ok(Err(Refused::new(code)));
    let forbidden = || Refused::new(Code::Forbidden).with("permission", others.map_or("play", |it| it.as_str()));
    if is_session_over(db, grant)? {
        return refused(Code::SessionOver);
    }
    match grant.actor {
        // A suspended or closed player may still look at what is theirs.
        Actor::Player(id) => match players::find_player(db, id)? {
            Some(_) => Ok(Ok(Sight { player: Some(id), rooms: Vec::new() })),
            None => refused(Code::UnknownPlayer),
        },
        Actor::Staff(id) => match staff::find_member(db, id)? {
            None => refused(Code::UnknownStaff),
            Some(member) if member.disabled => refused(Code::StaffDisabled),
            Some(member) if others.is_some_and(|it| member.role.may(it)) => Ok(Ok(Sight::default())),
            Some(_) => Ok(Err(forbidden())),
        },
        Actor::Client(id) => match staff::find_client(db, id)? {
            None => refused(Code::UnknownClient),
            Some(client) if client.disabled => refused(Code::ClientDisabled),
            Some(client) if others.is_some_and(|it| client.scopes.iter().any(|scope| scope.may(it))) => {
                Ok(Ok(Sight { player: None, rooms: client.rooms.0 }))
            }
            Some(_) => Ok(Err(forbidden())),
        },
        Actor::System => Ok(Err(forbidden())),
    }
}

/// Whether the session for which a token was issued is over, though the token is not. Client apps have none to ask for.
///
/// # Errors
/// The database's.
pub(super) fn is_session_over(db: &mut Db, grant: Grant) -> QueryResult<bool> {
    grant.session.map_or(Ok(false), |session| is_over(db, session))
}

/// A read that failed, in our words.
#[must_use]
pub fn away(error: &StoreError) -> Refused {
    match error {
        StoreError::NoReader(_) | StoreError::Unreachable { .. } => {
            tracing::warn!(%error, "a read found no database");
            Code::DatabaseAway.into()
        }
        StoreError::Read(Error::DatabaseError(Kind::ClosedConnection | Kind::UnableToSendCommand, _)) => {
            tracing::warn!(%error, "the database went away");
            Code::DatabaseAway.into()
        }
        _ => {
            tracing::error!(%error, "a read failed");
            Code::Internal.into()
        }
    }
}
