//! The house's own people and programs.

use super::Club;
use crate::actions::staff::{AddClient, AddStaff, ChangeStaffRole, DisableClient, DisableStaff, RotateClientSecret};
use crate::domain::act::Actor;
use crate::domain::ids::{ClientId, StaffId};
use crate::domain::players::access::{Role, Scope};
use crate::simulate::step::Asked;
use crate::store::memory::Memory;

impl Club {
    /// One of each role, two of finance, and three apps: the cashier's, the rooms', and one that only looks.
    pub(super) fn found_staff(&mut self) {
        for role in Role::ALL.iter().copied().chain([Role::Finance]) {
            let member = self.add_staff(Actor::System, role);
            self.founding.push(member);
        }
        let cashier = vec![Scope::PaymentsWrite, Scope::PlayersWrite];
        for scopes in [cashier, vec![Scope::GamesReport], vec![Scope::PlayersRead]] {
            let client = ClientId(self.uuid());
            self.clients.push(client);
            let name = format!("app {}", self.clients.len());
            let secret = "0".repeat(64);
            let add = AddClient { by: Actor::System, client, name, secret, scopes, rooms: Vec::new() };
            self.founding.push(Asked::act(add));
        }
    }

    fn add_staff(&mut self, by: Actor, role: Role) -> Asked {
        let staff = StaffId(self.uuid());
        self.staff.push((staff, role));
        let email = format!("staff{}@example.com", self.staff.len());
        Asked::act(AddStaff { by, staff, email, password: "$argon2id$".into(), role })
    }
}

/// Disables a member or an app, or adds a member; by somebody who mostly may not.
pub(super) fn change(club: &mut Club, _: &Memory) -> Option<Asked> {
    let by = if club.rng.once_in(2) { Actor::System } else { club.somebody() };
    let reason = club.reason();
    match club.rng.below(8) {
        // Rarely: or soon nobody could decide anything.
        0 if club.rng.once_in(4) => {
            let (staff, _) = club.rng.pick(&club.staff).copied()?;
            Some(Asked::act(DisableStaff { by, staff, reason }))
        }
        1 => {
            // Never the cashier's and the rooms' apps: nobody could do anything.
            let client = club.clients.last().copied()?;
            Some(Asked::act(DisableClient { by, client, reason }))
        }
        2 => {
            let at = club.rng.below(club.staff.len());
            let (staff, role) = club.staff.get_mut(at)?;
            // The directory follows what is asked for: where that is refused the member is asked in vain for a while.
            if by == Actor::System {
                *role = Role::Finance;
            }
            Some(Asked::act(ChangeStaffRole { by, staff: *staff, role: Role::Finance, reason }))
        }
        3 => {
            let client = club.clients.first().copied()?;
            Some(Asked::act(RotateClientSecret { by, client, secret: "1".repeat(64) }))
        }
        at => {
            let role = *Role::ALL.get(at % Role::ALL.len())?;
            (club.staff.len() < 40).then(|| club.add_staff(by, role))
        }
    }
}
