use serde::Serialize;

use super::WithdrawalChanged;
use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::ids::WithdrawalId;
use crate::domain::players::access::{Permission, permit};
use crate::domain::staff::check_reason;
use crate::domain::time::Time;
use crate::domain::wallets::obligation::cancel_obligation;
use crate::domain::wallets::withdrawal::{self, Withdrawal, WithdrawalState};

/// Refuses a withdrawal that was asked for: the money is back in the wallet. By a client app with `payments:write` or
/// by finance.
#[derive(Debug, Clone, Serialize)]
pub struct RefuseWithdrawal {
    /// Who asks.
    pub by: Actor,
    /// Which withdrawal.
    pub withdrawal: WithdrawalId,
    /// Why.
    pub reason: String,
}

impl Act for RefuseWithdrawal {
    type Answer = WithdrawalChanged;
    const NAME: &'static str = "refuse_withdrawal";

    fn by(&self) -> Actor {
        self.by
    }

    fn needs(&self, world: &World, needs: &mut Needs) {
        withdrawal::need(world, needs, self.withdrawal);
    }

    fn decide(&self, world: &mut World, _: Time) -> Result<WithdrawalChanged, Refused> {
        permit(world, self.by, Permission::WithdrawalsWrite, None)?;
        check_reason(&self.reason)?;
        let row = withdrawal::get_in(world, self.withdrawal, WithdrawalState::Requested)?;
        cancel_obligation(world, Withdrawal::obligation(row.id))?;
        let transfer = withdrawal::give_back(world, &row, row.payable())?;
        withdrawal::mark(world, row.id, WithdrawalState::Refused, self, Some(&self.reason))?;
        Ok(WithdrawalChanged::of(world, &row, WithdrawalState::Refused, Some(transfer)))
    }
}
