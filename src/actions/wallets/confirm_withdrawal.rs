use serde::Serialize;

use super::WithdrawalChanged;
use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::ids::WithdrawalId;
use crate::domain::players::access::{Permission, permit};
use crate::domain::time::Time;
use crate::domain::wallets::withdrawal::{self, WithdrawalState};

/// Says that a withdrawal has arrived. By a client app with `payments:write` or by finance.
#[derive(Debug, Clone, Serialize)]
pub struct ConfirmWithdrawal {
    /// Who asks.
    pub by: Actor,
    /// Which withdrawal.
    pub withdrawal: WithdrawalId,
}

impl Act for ConfirmWithdrawal {
    type Answer = WithdrawalChanged;
    const NAME: &'static str = "confirm_withdrawal";

    fn by(&self) -> Actor {
        self.by
    }

    fn needs(&self, world: &World, needs: &mut Needs) {
        withdrawal::need(world, needs, self.withdrawal);
    }

    fn decide(&self, world: &mut World, _: Time) -> Result<WithdrawalChanged, Refused> {
        permit(world, self.by, Permission::WithdrawalsWrite, None)?;
        let row = withdrawal::get_in(world, self.withdrawal, WithdrawalState::Sent)?;
        withdrawal::mark(world, row.id, WithdrawalState::Confirmed, self, None)?;
        Ok(WithdrawalChanged::of(world, &row, WithdrawalState::Confirmed, None))
    }
}
