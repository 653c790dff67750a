use serde::Serialize;

use super::{RequestChanged, permit_person};
use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::finance::approval::{self, ApprovalState};
use crate::domain::finance::proposal::Shards;
use crate::domain::ids::ApprovalId;
use crate::domain::players::access::{Permission, permit};
use crate::domain::time::Time;

/// Agrees to what another member of staff asked for, and does it in the same commit. By a second person who may approve.
#[derive(Debug, Clone, Serialize)]
pub struct ApproveRequest {
    /// Who asks.
    pub by: Actor,
    /// Which request.
    pub request: ApprovalId,
    /// The shards that there are, read at the edge: a payout is bounded by the sum over them.
    pub shards: Shards,
}

impl Act for ApproveRequest {
    type Answer = RequestChanged;
    const NAME: &'static str = "approve_request";

    fn by(&self) -> Actor {
        self.by
    }

    fn needs(&self, world: &World, needs: &mut Needs) {
        needs.approvals.lock(self.request);
        if let Some(request) = world.approvals.peek(&self.request) {
            needs.staff.read(request.asked_by);
            request.request.need(world, needs, &self.shards);
        }
    }

    fn decide(&self, world: &mut World, _: Time) -> Result<RequestChanged, Refused> {
        let by = permit_person(world, self.by, Permission::Approve)?;
        let request = approval::get_waiting(world, self.request)?;
        if by == request.asked_by {
            return Err(Code::SecondPerson.into());
        }
        // Whoever asked may have been dismissed since.
        permit(world, Actor::Staff(request.asked_by), request.request.permission(), None)
            .map_err(|_| Refused::new(Code::AskerNotPermitted))?;
        let transfer = Some(request.request.carry_out(world, &request, &self.shards)?);
        approval::close(world, &request, ApprovalState::Approved, by, transfer, None)?;
        Ok(RequestChanged { request: self.request, state: ApprovalState::Approved, transfer })
    }
}
