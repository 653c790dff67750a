use serde::Serialize;

use super::WithdrawalChanged;
use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::ids::WithdrawalId;
use crate::domain::players::access::{Permission, permit};
use crate::domain::staff::check_reason;
use crate::domain::time::Time;
use crate::domain::wallets::withdrawal::{self, WithdrawalState};

/// Says that a provider could not pay what it was sent: the money is back in the wallet. By a client app with
/// `payments:write` or by finance.
#[derive(Debug, Clone, Serialize)]
pub struct FailWithdrawal {
    /// Who asks.
    pub by: Actor,
    /// Which withdrawal.
    pub withdrawal: WithdrawalId,
    /// Why.
    pub reason: String,
}

impl Act for FailWithdrawal {
    type Answer = WithdrawalChanged;
    const NAME: &'static str = "fail_withdrawal";

    fn by(&self) -> Actor {
        self.by
    }

    fn needs(&self, world: &World, needs: &mut Needs) {
        withdrawal::need(world, needs, self.withdrawal);
    }

    fn decide(&self, world: &mut World, _: Time) -> Result<WithdrawalChanged, Refused> {
        permit(world, self.by, Permission::WithdrawalsWrite, None)?;
        check_reason(&self.reason)?;
        let row = withdrawal::get_in(world, self.withdrawal, WithdrawalState::Sent)?;
        // The obligation stays paid, by the transfer that it names; that the money came back is another transfer.
        let clearing = row.clearing(world);
        let transfer = withdrawal::give_back(world, &row, clearing)?;
        withdrawal::mark(world, row.id, WithdrawalState::Failed, self, Some(&self.reason))?;
        Ok(WithdrawalChanged::of(world, &row, WithdrawalState::Failed, Some(transfer)))
    }
}
