use serde::Serialize;

use super::WithdrawalChanged;
use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::ids::WithdrawalId;
use crate::domain::players::access::{Permission, permit_own};
use crate::domain::time::Time;
use crate::domain::wallets::obligation::cancel_obligation;
use crate::domain::wallets::withdrawal::{self, Withdrawal, WithdrawalState};

/// Takes a withdrawal back before it is sent: the money is back in the wallet. By the player, or for them by a client
/// app with `payments:write` or by finance.
#[derive(Debug, Clone, Serialize)]
pub struct CancelWithdrawal {
    /// Who asks.
    pub by: Actor,
    /// Which withdrawal.
    pub withdrawal: WithdrawalId,
}

impl Act for CancelWithdrawal {
    type Answer = WithdrawalChanged;
    const NAME: &'static str = "cancel_withdrawal";

    fn by(&self) -> Actor {
        self.by
    }

    fn needs(&self, world: &World, needs: &mut Needs) {
        withdrawal::need(world, needs, self.withdrawal);
    }

    fn decide(&self, world: &mut World, _: Time) -> Result<WithdrawalChanged, Refused> {
        let owner = world.withdrawals.get(&self.withdrawal).ok_or(Code::UnknownWithdrawal)?.player;
        permit_own(world, self.by, owner, Permission::WithdrawalsWrite)?;
        let row = withdrawal::get_in(world, self.withdrawal, WithdrawalState::Requested)?;
        cancel_obligation(world, Withdrawal::obligation(row.id))?;
        let transfer = withdrawal::give_back(world, &row, row.payable())?;
        withdrawal::mark(world, row.id, WithdrawalState::Cancelled, self, None)?;
        Ok(WithdrawalChanged::of(world, &row, WithdrawalState::Cancelled, Some(transfer)))
    }
}
