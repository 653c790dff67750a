use serde::{Deserialize, Serialize};

use crate::domain::act::remembered::Claim;
use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::ids::StaffId;
use crate::domain::ledger::event::Stream;
use crate::domain::players::access::{Permission, Role, permit};
use crate::domain::staff::member::Member;
use crate::domain::time::Time;

/// Adds a member of staff. By an owner, or by the system for the first of them.
#[derive(Debug, Clone, Serialize)]
pub struct AddStaff {
    /// Who asks.
    pub by: Actor,
    /// The new member's identity, drawn at the edge.
    pub staff: StaffId,
    /// By which they sign in, as they write it; unique whatever its case.
    pub email: String,
    /// The password's argon2id hash.
    #[serde(skip)]
    pub password: String,
    /// What they are.
    pub role: Role,
}

/// A member of staff was added.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct StaffAdded {
    /// The new member.
    pub staff: StaffId,
}

impl AddStaff {
    fn claim(&self) -> (String, String) {
        ("staff_email".to_owned(), self.email.to_lowercase())
    }
}

impl Act for AddStaff {
    type Answer = StaffAdded;
    const NAME: &'static str = "add_staff";

    fn by(&self) -> Actor {
        self.by
    }

    fn needs(&self, _: &World, needs: &mut Needs) {
        needs.claims.lock(self.claim());
        needs.staff.lock(self.staff);
    }

    fn decide(&self, world: &mut World, now: Time) -> Result<StaffAdded, Refused> {
        permit(world, self.by, Permission::StaffWrite, None)?;
        if world.claims.get(&self.claim()).is_some() {
            return Err(Code::EmailTaken.into());
        }
        let (kind, word) = self.claim();
        world.claims.insert(Claim { kind, word, owner: self.staff.0 });
        world.staff.insert(Member {
            id: self.staff,
            email: self.email.clone(),
            password: self.password.clone(),
            role: self.role,
            disabled: false,
            added_at: now,
            stream_seq: 0,
        });
        world.tell(Stream::Staff(self.staff), "staff.added", self)?;
        Ok(StaffAdded { staff: self.staff })
    }
}
