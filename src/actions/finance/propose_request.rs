use serde::Serialize;

use super::{RequestChanged, permit_person};
use crate::domain::act::{Act, Actor, Json, Needs, Refused, World};
use crate::domain::finance::Proposal;
use crate::domain::finance::approval::{Approval, ApprovalState};
use crate::domain::ids::ApprovalId;
use crate::domain::ledger::event::Stream;
use crate::domain::staff::check_reason;
use crate::domain::time::Time;

/// Asks a second person to agree to something. By finance; for the owner's own money by an owner.
#[derive(Debug, Clone, Serialize)]
pub struct ProposeRequest {
    /// Who asks.
    pub by: Actor,
    /// The request's identity, drawn at the edge.
    pub request: ApprovalId,
    /// What is asked for.
    pub proposal: Proposal,
    /// Why.
    pub reason: String,
}

impl Act for ProposeRequest {
    type Answer = RequestChanged;
    const NAME: &'static str = "propose_request";

    fn by(&self) -> Actor {
        self.by
    }

    fn needs(&self, _: &World, needs: &mut Needs) {
        needs.approvals.lock(self.request);
        self.proposal.need_check(needs);
    }

    fn decide(&self, world: &mut World, now: Time) -> Result<RequestChanged, Refused> {
        let asked_by = permit_person(world, self.by, self.proposal.permission())?;
        check_reason(&self.reason)?;
        self.proposal.check(world)?;
        world.approvals.insert(Approval {
            id: self.request,
            request: Json(self.proposal.clone()),
            reason: self.reason.clone(),
            asked_by,
            asked_at: now,
            state: ApprovalState::Waiting,
            decided_by: None,
            decided_at: None,
            transfer: None,
            stream_seq: 0,
        });
        world.tell_why(Stream::Approval(self.request), "request.proposed", self, Some(&self.reason))?;
        Ok(RequestChanged { request: self.request, state: ApprovalState::Waiting, transfer: None })
    }
}
