use serde::{Deserialize, Serialize};

use super::{check_not_self, need_both};
use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::ids::StaffId;
use crate::domain::ledger::event::Stream;
use crate::domain::players::access::{Permission, permit};
use crate::domain::sessions::sign_outs;
use crate::domain::staff::check_reason;
use crate::domain::time::Time;

/// Takes a member's access away, at once and in every session. By another member, an owner.
#[derive(Debug, Clone, Serialize)]
pub struct DisableStaff {
    /// Who asks.
    pub by: Actor,
    /// Whose access.
    pub staff: StaffId,
    /// Why.
    pub reason: String,
}

/// A member's access was taken away.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct StaffDisabled {
    /// The member.
    pub staff: StaffId,
}

impl Act for DisableStaff {
    type Answer = StaffDisabled;
    const NAME: &'static str = "disable_staff";

    fn by(&self) -> Actor {
        self.by
    }

    fn needs(&self, _: &World, needs: &mut Needs) {
        needs.sign_outs.lock(self.staff.0);
        need_both(self.by, self.staff, needs);
    }

    fn decide(&self, world: &mut World, _: Time) -> Result<StaffDisabled, Refused> {
        permit(world, self.by, Permission::StaffWrite, None)?;
        check_reason(&self.reason)?;
        check_not_self(self.by, self.staff)?;
        let member = world.staff.get(&self.staff).ok_or(Code::UnknownStaff)?;
        if member.disabled {
            return Err(Code::AlreadySo.into());
        }
        world.staff.edit(&self.staff).disabled = true;
        sign_outs::add(world, self.staff.0);
        world.tell_why(Stream::Staff(self.staff), "staff.disabled", self, Some(&self.reason))?;
        Ok(StaffDisabled { staff: self.staff })
    }
}
