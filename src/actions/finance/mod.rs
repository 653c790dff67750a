//! Acts on the ledger by those who keep it: reversals, adjustments, and what needs two people.

mod adjust_balance;
mod approve_request;
mod propose_request;
mod reject_request;
mod reverse_transfer;
mod withdraw_request;

pub use adjust_balance::{AdjustBalance, BalanceAdjusted};
pub use approve_request::ApproveRequest;
pub use propose_request::ProposeRequest;
pub use reject_request::RejectRequest;
pub use reverse_transfer::{ReverseTransfer, TransferReversed};
use serde::{Deserialize, Serialize};
pub use withdraw_request::WithdrawRequest;

use crate::domain::act::{Actor, Refused, World};
use crate::domain::codes::Code;
use crate::domain::finance::approval::ApprovalState;
use crate::domain::ids::{ApprovalId, StaffId, TransferId};
use crate::domain::players::access::{Permission, permit};

/// A request for approval was made, or moved on.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct RequestChanged {
    /// The request.
    pub request: ApprovalId,
    /// How far it is now.
    pub state: ApprovalState,
    /// What was posted, once it was approved.
    pub transfer: Option<TransferId>,
}

/// The person who acts: two people are two members of staff, never a program or the clock.
fn permit_person(world: &World, by: Actor, permission: Permission) -> Result<StaffId, Refused> {
    permit(world, by, permission, None)?;
    match by {
        Actor::Staff(id) => Ok(id),
        _ => Err(Refused::new(Code::Forbidden).with("permission", permission)),
    }
}
