//! What an operation is, and who may ask for it. The table itself is in `http/routes.rs`.

use actix_web::http::Method;

use crate::domain::act::{Actor, Refused};
use crate::domain::codes::Code;
use crate::domain::ids::{PlayerId, SessionId};
use crate::domain::players::access::{Permission, Role, Scope};

/// Which players may ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Players {
    /// None.
    No,
    /// The one whom the path names, where it names one: a player acts for themselves alone.
    Themselves,
}

/// Who may ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Anybody, without a token.
    Open,
    /// Who has a token and is one of these.
    Signed {
        /// Players.
        players: Players,
        /// The permission that staff and client apps need; none: they may not ask.
        others: Option<Permission>,
    },
    /// Who has the token of the settings for it: a program that collects figures.
    Figures,
}

/// One operation of the API.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spec {
    /// Its name.
    pub name: &'static str,
    /// Its place in the table.
    pub number: usize,
    /// GET or POST.
    pub method: &'static str,
    /// The path, with `{names}`.
    pub path: &'static str,
    /// Who may ask.
    pub access: Access,
    /// Whether it does something, under an `Idempotency-Key`.
    pub keyed: bool,
    /// Whether it replaces a document, and says which state of it by `If-Match`.
    pub edits: bool,
}

/// An operation as a type, so that a handler cannot forget to say which it is.
pub trait Operation: 'static {
    /// What it is.
    const SPEC: Spec;
}

impl Spec {
    /// The method.
    #[must_use]
    pub fn method(&self) -> Method {
        if self.method == "GET" { Method::GET } else { Method::POST }
    }
}

/// A set of permissions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Permissions(u32);

impl Permissions {
    /// Those that fulfil a condition.
    #[must_use]
    pub fn of(may: impl Fn(Permission) -> bool) -> Self {
        let has = Permission::ALL.iter().filter(|permission| may(**permission));
        Self(has.fold(0, |set, permission| set | Self::bit(*permission)))
    }

    /// Whether one is among them.
    #[must_use]
    pub fn contain(self, permission: Permission) -> bool {
        self.0 & Self::bit(permission) != 0
    }

    fn bit(permission: Permission) -> u32 {
        1 << (permission as u32)
    }
}

/// What a token was issued for. Whether that still holds, the rows say: acts and reads ask them anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grant {
    /// Whom it was given to.
    pub actor: Actor,
    /// What they were permitted then.
    pub permissions: Permissions,
    /// In which session; none for client apps.
    pub session: Option<SessionId>,
}

impl Grant {
    /// A player's.
    #[must_use]
    pub fn player(id: PlayerId) -> Self {
        Self { actor: Actor::Player(id), permissions: Permissions::default(), session: None }
    }

    /// That of a member of staff.
    #[must_use]
    pub fn staff(actor: Actor, role: Role) -> Self {
        Self { actor, permissions: Permissions::of(|permission| role.may(permission)), session: None }
    }

    /// A client app's.
    #[must_use]
    pub fn client(actor: Actor, scopes: &[Scope]) -> Self {
        let permissions = Permissions::of(|permission| scopes.iter().any(|scope| scope.may(permission)));
        Self { actor, permissions, session: None }
    }
}

impl Access {
    /// Whether a token lets its bearer ask; `named` is the player in the path.
    ///
    /// # Errors
    /// `token_missing`, `forbidden`, `not_yours`.
    pub fn admits(self, grant: Option<Grant>, named: Option<PlayerId>) -> Result<(), Refused> {
        let (players, others) = match self {
            Self::Open => return Ok(()),
            Self::Signed { players, others } => (players, others),
            // That token is no grant of anybody's: the edge compares it before it comes to this.
            Self::Figures => return Err(Code::TokenMissing.into()),
        };
        let grant = grant.ok_or(Code::TokenMissing)?;
        let needed = others.map_or("play", Permission::as_str);
        let forbidden = || Refused::new(Code::Forbidden).with("permission", needed);
        match grant.actor {
            Actor::Player(id) => match players {
                Players::No => Err(forbidden()),
                Players::Themselves if named.is_none_or(|named| named == id) => Ok(()),
                Players::Themselves => Err(Code::NotYours.into()),
            },
            Actor::Staff(_) | Actor::Client(_) => match others {
                Some(permission) if grant.permissions.contain(permission) => Ok(()),
                _ => Err(forbidden()),
            },
            Actor::System => Err(forbidden()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::ids::{ClientId, StaffId};
    use uuid::Uuid;

    const READ: Access = Access::Signed { players: Players::Themselves, others: Some(Permission::PlayersRead) };

    fn code(access: Access, grant: Option<Grant>, named: Option<PlayerId>) -> Option<Code> {
        access.admits(grant, named).err().map(|refused| refused.code)
    }

    #[test]
    fn a_player_asks_for_themselves_alone() {
        let (ann, bob) = (PlayerId(Uuid::from_u128(1)), PlayerId(Uuid::from_u128(2)));
        let grant = Some(Grant::player(ann));
        assert_eq!(code(READ, grant, Some(ann)), None);
        assert_eq!(code(READ, grant, Some(bob)), Some(Code::NotYours));
        let staff_only = Access::Signed { players: Players::No, others: Some(Permission::PlayersRead) };
        assert_eq!(code(staff_only, grant, Some(ann)), Some(Code::Forbidden));
        assert_eq!(code(READ, None, Some(ann)), Some(Code::TokenMissing));
    }

    #[test]
    fn staff_and_client_apps_need_the_permission() {
        let staff = |role| Some(Grant::staff(Actor::Staff(StaffId(Uuid::nil())), role));
        let client = |scope| Some(Grant::client(Actor::Client(ClientId(Uuid::nil())), &[scope]));
        assert_eq!(code(READ, staff(Role::Viewer), None), None);
        assert_eq!(code(READ, client(Scope::PlayersRead), None), None);
        assert_eq!(code(READ, client(Scope::ExportsRead), None), Some(Code::Forbidden));
        let players_alone = Access::Signed { players: Players::Themselves, others: None };
        assert_eq!(code(players_alone, staff(Role::Owner), None), Some(Code::Forbidden));
    }
}
