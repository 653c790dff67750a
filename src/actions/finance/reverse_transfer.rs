use serde::{Deserialize, Serialize};

use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::finance::reversal;
use crate::domain::ids::TransferId;
use crate::domain::players::access::{Permission, permit};
use crate::domain::staff::check_reason;
use crate::domain::time::Time;
use crate::domain::wallets::credit::Shortfall;

/// Undoes a deposit or a settlement that was a mistake, while the players still have the money. What they no longer
/// have, and what took two people to post, is reversed by two people through a request for approval. By finance.
#[derive(Debug, Clone, Serialize)]
pub struct ReverseTransfer {
    /// Who asks.
    pub by: Actor,
    /// Which transfer.
    pub transfer: TransferId,
    /// Why.
    pub reason: String,
}

/// A transfer was undone.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct TransferReversed {
    /// The transfer that was undone.
    pub transfer: TransferId,
    /// The transfer that undid it.
    pub reversal: TransferId,
}

impl Act for ReverseTransfer {
    type Answer = TransferReversed;
    const NAME: &'static str = "reverse_transfer";

    fn by(&self) -> Actor {
        self.by
    }

    fn needs(&self, world: &World, needs: &mut Needs) {
        reversal::need(world, needs, self.transfer);
    }

    fn decide(&self, world: &mut World, _: Time) -> Result<TransferReversed, Refused> {
        permit(world, self.by, Permission::LedgerWrite, None)?;
        check_reason(&self.reason)?;
        let reversal = reversal::reverse(world, self.transfer, Shortfall::Refused, &self.reason)?;
        Ok(TransferReversed { transfer: self.transfer, reversal })
    }
}
