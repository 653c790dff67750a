use serde::Serialize;

use super::{RequestChanged, permit_person};
use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::finance::approval::{self, ApprovalState};
use crate::domain::ids::ApprovalId;
use crate::domain::time::Time;

/// Takes back what one has asked for. By the member of staff who asked.
#[derive(Debug, Clone, Serialize)]
pub struct WithdrawRequest {
    /// Who asks.
    pub by: Actor,
    /// Which request.
    pub request: ApprovalId,
}

impl Act for WithdrawRequest {
    type Answer = RequestChanged;
    const NAME: &'static str = "withdraw_request";

    fn by(&self) -> Actor {
        self.by
    }

    fn needs(&self, _: &World, needs: &mut Needs) {
        needs.approvals.lock(self.request);
    }

    fn decide(&self, world: &mut World, _: Time) -> Result<RequestChanged, Refused> {
        let row = world.approvals.get(&self.request).ok_or(Code::UnknownApproval)?;
        let by = permit_person(world, self.by, row.request.permission())?;
        if self.by != Actor::Staff(row.asked_by) {
            return Err(Code::NotTheAsker.into());
        }
        let request = approval::get_waiting(world, self.request)?;
        approval::close(world, &request, ApprovalState::Withdrawn, by, None, None)?;
        Ok(RequestChanged { request: self.request, state: ApprovalState::Withdrawn, transfer: None })
    }
}
