//! Who may do what: the one table of roles, scopes and permissions.

use crate::domain::act::{Actor, Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::ids::PlayerId;
use crate::domain::slug::Slug;

crate::words! {
    /// What a member of staff is.
    pub enum Role {
        /// Everything, and rake, rooms, staff.
        Owner = "owner",
        /// Runs events.
        Director = "director",
        /// Runs tables.
        Floor = "floor",
        /// Money and its books.
        Finance = "finance",
        /// Conduct and sanctions.
        Compliance = "compliance",
        /// Helps players.
        Support = "support",
        /// Looks.
        Viewer = "viewer",
    }
}

crate::words! {
    /// What a client app may do.
    pub enum Scope {
        /// Open and change players.
        PlayersWrite = "players:write",
        /// Read players.
        PlayersRead = "players:read",
        /// Settle games.
        GamesReport = "games:report",
        /// Settle rounds of tournaments.
        TournamentsReport = "tournaments:report",
        /// Book deposits and withdrawals.
        PaymentsWrite = "payments:write",
        /// Play for a signed-in player.
        Play = "play",
        /// Read exports.
        ExportsRead = "exports:read",
    }
}

crate::words! {
    /// What an operation needs.
    pub enum Permission {
        /// Open and change players' accounts.
        PlayersWrite = "players_write",
        /// Read players, their wallets and statements.
        PlayersRead = "players_read",
        /// Read who players are: real name, birth date, where they live.
        PeopleRead = "people_read",
        /// Set where nobody may play, and from what age on.
        JurisdictionsWrite = "jurisdictions_write",
        /// Suspend, close and reinstate players.
        Sanction = "sanction",
        /// Change a rating by hand.
        RatingsCorrect = "ratings_correct",
        /// Read games of others.
        GamesRead = "games_read",
        /// Settle games played elsewhere.
        GamesReport = "games_report",
        /// Decide disputes, void games.
        GamesDecide = "games_decide",
        /// Book deposits.
        DepositsWrite = "deposits_write",
        /// Carry withdrawals out.
        WithdrawalsWrite = "withdrawals_write",
        /// Read the ledger.
        LedgerRead = "ledger_read",
        /// Reverse and adjust.
        LedgerWrite = "ledger_write",
        /// Move the owner's capital and earnings.
        CapitalMove = "capital_move",
        /// Be the second person.
        Approve = "approve",
        /// Read rooms and rake schedules, also those not yet in force.
        RoomsRead = "rooms_read",
        /// Publish rooms and rake schedules.
        RoomsWrite = "rooms_write",
        /// Turn the house's switches: maintenance, stops.
        SwitchesWrite = "switches_write",
        /// Read staff and client apps.
        StaffRead = "staff_read",
        /// Change staff and client apps.
        StaffWrite = "staff_write",
        /// Read the audit log.
        AuditRead = "audit_read",
        /// Read exports.
        ExportsRead = "exports_read",
        /// See and end one's own sessions: everybody who signs in as a person.
        OwnSessions = "own_sessions",
    }
}

impl Role {
    /// Whether this role has a permission.
    #[must_use]
    pub fn may(self, permission: Permission) -> bool {
        use Permission as P;
        match self {
            _ if permission == P::OwnSessions => true,
            Self::Owner => true,
            Self::Director => matches!(
                permission,
                P::PlayersRead
                    | P::Sanction
                    | P::GamesRead
                    | P::GamesReport
                    | P::GamesDecide
                    | P::RoomsRead
                    | P::SwitchesWrite
                    | P::AuditRead
            ),
            Self::Floor => matches!(permission, P::PlayersRead | P::GamesRead | P::GamesReport | P::RoomsRead),
            Self::Finance => matches!(
                permission,
                P::PlayersRead
                    | P::PeopleRead
                    | P::GamesRead
                    | P::DepositsWrite
                    | P::WithdrawalsWrite
                    | P::LedgerRead
                    | P::LedgerWrite
                    | P::Approve
                    | P::RoomsRead
                    | P::SwitchesWrite
                    | P::AuditRead
                    | P::ExportsRead
            ),
            Self::Compliance => matches!(
                permission,
                P::PlayersRead
                    | P::PlayersWrite
                    | P::PeopleRead
                    | P::JurisdictionsWrite
                    | P::Sanction
                    | P::GamesRead
                    | P::GamesDecide
                    | P::RatingsCorrect
                    | P::AuditRead
            ),
            Self::Support => {
                matches!(permission, P::PlayersRead | P::PlayersWrite | P::PeopleRead | P::GamesRead | P::RoomsRead)
            }
            Self::Viewer => matches!(permission, P::PlayersRead | P::GamesRead | P::RoomsRead),
        }
    }
}

impl Scope {
    /// Whether this scope has a permission.
    #[must_use]
    pub fn may(self, permission: Permission) -> bool {
        use Permission as P;
        match self {
            Self::PlayersWrite => matches!(permission, P::PlayersWrite | P::PlayersRead),
            Self::PlayersRead => permission == P::PlayersRead,
            Self::GamesReport => matches!(permission, P::GamesReport | P::GamesRead | P::RoomsRead),
            Self::PaymentsWrite => matches!(permission, P::DepositsWrite | P::WithdrawalsWrite),
            Self::ExportsRead => permission == P::ExportsRead,
            Self::TournamentsReport | Self::Play => false,
        }
    }
}

/// Asks for the row of who acts, so that their standing is judged inside the act: a sanction bites at once.
pub fn need(by: Actor, needs: &mut Needs) {
    match by {
        Actor::Player(id) => needs.players.read(id),
        Actor::Staff(id) => needs.staff.read(id),
        Actor::Client(id) => needs.clients.read(id),
        Actor::System => {}
    }
}

/// Whether who acts has a permission; in a room, where what they do belongs to one.
///
/// # Errors
/// `forbidden`, `staff_disabled`, `client_disabled`, `unknown_staff`, `unknown_client`.
pub fn permit(world: &World, by: Actor, permission: Permission, room: Option<Slug>) -> Result<(), Refused> {
    let may = match by {
        Actor::System => true,
        Actor::Player(_) => false,
        Actor::Staff(id) => {
            let member = world.staff.get(&id).ok_or(Code::UnknownStaff)?;
            if member.disabled {
                return Err(Code::StaffDisabled.into());
            }
            member.role.may(permission)
        }
        Actor::Client(id) => {
            let client = world.clients.get(&id).ok_or(Code::UnknownClient)?;
            if client.disabled {
                return Err(Code::ClientDisabled.into());
            }
            let in_room = room.is_none_or(|room| client.rooms.is_empty() || client.rooms.contains(&room));
            in_room && client.scopes.iter().any(|scope| scope.may(permission))
        }
    };
    if may { Ok(()) } else { Err(Refused::new(Code::Forbidden).with("permission", permission)) }
}

/// Whether who acts is the player themselves, or has a permission to act for players.
///
/// # Errors
/// `not_yours` for another player, else as [`permit`].
pub fn permit_own(world: &World, by: Actor, player: PlayerId, permission: Permission) -> Result<(), Refused> {
    match by {
        Actor::Player(id) if id == player => Ok(()),
        Actor::Player(_) => Err(Code::NotYours.into()),
        _ => permit(world, by, permission, None),
    }
}
