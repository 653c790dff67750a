//! What needs a second person.

use crate::domain::act::Json;
use crate::domain::ids::{ApprovalId, StaffId, TransferId};
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
        request: Json<super::Proposal>,
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
