//! What needs a second person.

use serde::Serialize;

use super::Proposal;
use crate::domain::act::{Json, Refused, World};
use crate::domain::codes::Code;
use crate::domain::ids::{ApprovalId, StaffId, TransferId};
use crate::domain::ledger::event::Stream;
use crate::domain::time::Time;

crate::words! {
    /// How far a request for approval is.
    pub enum ApprovalState {
        /// Waits.
        Waiting = "waiting",
        /// A second person agreed, and it was done.
        Approved = "approved",
        /// A second person said no.
        Rejected = "rejected",
        /// Who asked took it back.
        Withdrawn = "withdrawn",
    }
}

crate::row! {
    /// A request that waits for a second person.
    pub struct Approval in "approvals" key (
        /// Identity.
        id: ApprovalId
    ) {
        /// What is asked for.
        request: Json<Proposal>,
        /// Why.
        reason: String,
        /// Who asked.
        asked_by: StaffId,
        /// When.
        asked_at: Time,
        /// How far it is.
        state: ApprovalState,
        /// The second person.
        decided_by: Option<StaffId>,
        /// When they decided.
        decided_at: Option<Time>,
        /// What was posted.
        transfer: Option<TransferId>,
        /// Events told of this request.
        stream_seq: i64,
    }
}

/// A request that still waits.
///
/// # Errors
/// `unknown_approval`, `approval_state`.
pub fn get_waiting(world: &World, id: ApprovalId) -> Result<Approval, Refused> {
    let row = world.approvals.get(&id).ok_or(Code::UnknownApproval)?;
    match row.state {
        ApprovalState::Waiting => Ok(row.clone()),
        state => Err(Refused::new(Code::ApprovalState).with("state", state)),
    }
}

/// What came of a request.
#[derive(Debug, Serialize)]
struct Facts<'a> {
    request: &'a Proposal,
    asked_by: StaffId,
    transfer: Option<TransferId>,
}

/// Ends a request that waits, and tells of it.
///
/// # Errors
/// `internal` where the facts cannot be written.
pub fn close(
    world: &mut World,
    request: &Approval,
    state: ApprovalState,
    by: StaffId,
    transfer: Option<TransferId>,
    reason: Option<&str>,
) -> Result<(), Refused> {
    let now = world.now();
    let row = world.approvals.edit(&request.id);
    (row.state, row.decided_by, row.decided_at, row.transfer) = (state, Some(by), Some(now), transfer);
    let kind = match state {
        ApprovalState::Waiting => "request.proposed",
        ApprovalState::Approved => "request.approved",
        ApprovalState::Rejected => "request.rejected",
        ApprovalState::Withdrawn => "request.withdrawn",
    };
    let facts = Facts { request: &request.request, asked_by: request.asked_by, transfer };
    world.tell_why(Stream::Approval(request.id), kind, &facts, reason)
}
