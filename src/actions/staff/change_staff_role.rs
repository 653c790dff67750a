use serde::{Deserialize, Serialize};

use super::{check_not_self, need_both};
use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::ids::StaffId;
use crate::domain::ledger::event::Stream;
use crate::domain::players::access::{Permission, Role, permit};
use crate::domain::staff::{Changed, check_reason};
use crate::domain::time::Time;

/// Gives a member another role, in force at once. By another member, an owner.
#[derive(Debug, Clone, Serialize)]
pub struct ChangeStaffRole {
    /// Who asks.
    pub by: Actor,
    /// Whose role.
    pub staff: StaffId,
    /// What they become.
    pub role: Role,
    /// Why.
    pub reason: String,
}

/// A member's role was changed.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct StaffRoleChanged {
    /// The member.
    pub staff: StaffId,
    /// What they are now.
    pub role: Role,
}

impl Act for ChangeStaffRole {
    type Answer = StaffRoleChanged;
    const NAME: &'static str = "change_staff_role";

    fn by(&self) -> Actor {
        self.by
    }

    fn needs(&self, _: &World, needs: &mut Needs) {
        need_both(self.by, self.staff, needs);
    }

    fn decide(&self, world: &mut World, _: Time) -> Result<StaffRoleChanged, Refused> {
        permit(world, self.by, Permission::StaffWrite, None)?;
        check_reason(&self.reason)?;
        check_not_self(self.by, self.staff)?;
        let before = world.staff.get(&self.staff).ok_or(Code::UnknownStaff)?.role;
        if before == self.role {
            return Err(Code::AlreadySo.into());
        }
        world.staff.edit(&self.staff).role = self.role;
        let facts = Changed { act: self, before, after: self.role };
        world.tell_why(Stream::Staff(self.staff), "staff.role_changed", &facts, Some(&self.reason))?;
        Ok(StaffRoleChanged { staff: self.staff, role: self.role })
    }
}
