use serde::Serialize;

use super::WithdrawalChanged;
use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::ids::WithdrawalId;
use crate::domain::ledger::transfer::TransferKind;
use crate::domain::players::access::{Permission, permit};
use crate::domain::players::standing::{Doing, may};
use crate::domain::switches::board;
use crate::domain::time::Time;
use crate::domain::wallets::obligation::pay_obligation;
use crate::domain::wallets::withdrawal::{self, Withdrawal, WithdrawalState};

/// Hands a withdrawal to its provider: payable to clearing. By a client app with `payments:write` or by finance.
#[derive(Debug, Clone, Serialize)]
pub struct SendWithdrawal {
    /// Who asks.
    pub by: Actor,
    /// Which withdrawal.
    pub withdrawal: WithdrawalId,
    /// The provider's own reference.
    pub reference: String,
}

impl Act for SendWithdrawal {
    type Answer = WithdrawalChanged;
    const NAME: &'static str = "send_withdrawal";

    fn by(&self) -> Actor {
        self.by
    }

    fn needs(&self, world: &World, needs: &mut Needs) {
        board::need(needs);
        withdrawal::need(world, needs, self.withdrawal);
    }

    fn decide(&self, world: &mut World, now: Time) -> Result<WithdrawalChanged, Refused> {
        permit(world, self.by, Permission::WithdrawalsWrite, None)?;
        let row = withdrawal::get_in(world, self.withdrawal, WithdrawalState::Requested)?;
        // Asked again: the account may have been closed, or owe money, since the player asked.
        let player = world.players.get(&row.player).ok_or(Code::UnknownPlayer)?;
        may(player, Doing::Withdraw, now)?;
        board::check_withdrawal(world)?;
        let (owed, clearing) = (Withdrawal::obligation(row.id), row.clearing(world));
        let transfer = pay_obligation(world, owed, TransferKind::WithdrawalSent, row.payable(), clearing)?;
        world.withdrawals.edit(&row.id).reference = Some(self.reference.clone());
        withdrawal::mark(world, row.id, WithdrawalState::Sent, self, None)?;
        Ok(WithdrawalChanged::of(world, &row, WithdrawalState::Sent, Some(transfer)))
    }
}
