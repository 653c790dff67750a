//! Acts on the house's own people and programs. All need `staff_write`, which owners alone have; the system may too
//! (the command line, on the house's own machine).

mod add_client;
mod add_staff;
mod change_staff_role;
mod disable_client;
mod disable_staff;
mod rotate_client_secret;

pub use add_client::{AddClient, ClientAdded};
pub use add_staff::{AddStaff, StaffAdded};
pub use change_staff_role::{ChangeStaffRole, StaffRoleChanged};
pub use disable_client::{ClientDisabled, DisableClient};
pub use disable_staff::{DisableStaff, StaffDisabled};
pub use rotate_client_secret::{ClientSecretRotated, RotateClientSecret};

use crate::domain::act::{Actor, Needs, Refused};
use crate::domain::codes::Code;
use crate::domain::ids::StaffId;

/// Locks a member and whoever acts on them. An owner who acts keeps their own role and may not act on themselves:
/// so two owners cannot take the house's last owner away by acting on each other at once.
fn need_both(by: Actor, member: StaffId, needs: &mut Needs) {
    needs.staff.lock(member);
    if let Actor::Staff(actor) = by {
        needs.staff.lock(actor);
    }
}

/// Refuses those who act on their own account.
fn check_not_self(by: Actor, member: StaffId) -> Result<(), Refused> {
    if by == Actor::Staff(member) { Err(Code::OwnAccount.into()) } else { Ok(()) }
}
