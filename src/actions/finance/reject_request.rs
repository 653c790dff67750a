use serde::Serialize;

use super::{RequestChanged, permit_person};
use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::finance::approval::{self, ApprovalState};
use crate::domain::ids::ApprovalId;
use crate::domain::players::access::Permission;
use crate::domain::staff::check_reason;
use crate::domain::time::Time;

/// Says no to what another member of staff asked for. By a second person who may approve.
#[derive(Debug, Clone, Serialize)]
pub struct RejectRequest {
    /// Who asks.
    pub by: Actor,
    /// Which request.
    pub request: ApprovalId,
    /// Why.
    pub reason: String,
}

impl Act for RejectRequest {
    type Answer = RequestChanged;
    const NAME: &'static str = "reject_request";

    fn by(&self) -> Actor {
        self.by
    }

    fn needs(&self, _: &World, needs: &mut Needs) {
        needs.approvals.lock(self.request);
    }

    fn decide(&self, world: &mut World, _: Time) -> Result<RequestChanged, Refused> {
        let by = permit_person(world, self.by, Permission::Approve)?;
        check_reason(&self.reason)?;
        let request = approval::get_waiting(world, self.request)?;
        if by == request.asked_by {
            return Err(Code::SecondPerson.into());
        }
        approval::close(world, &request, ApprovalState::Rejected, by, None, Some(&self.reason))?;
        Ok(RequestChanged { request: self.request, state: ApprovalState::Rejected, transfer: None })
    }
}
