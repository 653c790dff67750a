//! Acts on players' money on its way in and out.

mod book_deposit;
mod cancel_withdrawal;
mod charge_back_deposit;
mod confirm_withdrawal;
mod fail_withdrawal;
mod refuse_withdrawal;
mod request_withdrawal;
mod send_withdrawal;

pub use book_deposit::{BookDeposit, DepositBooked};
pub use cancel_withdrawal::CancelWithdrawal;
pub use charge_back_deposit::{ChargeBackDeposit, DepositChargedBack};
pub use confirm_withdrawal::ConfirmWithdrawal;
pub use fail_withdrawal::FailWithdrawal;
pub use refuse_withdrawal::RefuseWithdrawal;
pub use request_withdrawal::RequestWithdrawal;
pub use send_withdrawal::SendWithdrawal;
use serde::{Deserialize, Serialize};

use crate::domain::act::World;
use crate::domain::ids::{TransferId, WithdrawalId};
use crate::domain::ledger::account::AccountKey;
use crate::domain::ledger::post::balance;
use crate::domain::money::{Currency, Minor};
use crate::domain::wallets::withdrawal::{Withdrawal, WithdrawalState};

/// A withdrawal was asked for, or moved on.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct WithdrawalChanged {
    /// The withdrawal.
    pub withdrawal: WithdrawalId,
    /// How far it is now.
    pub state: WithdrawalState,
    /// What moved the money; none where nothing moved.
    pub transfer: Option<TransferId>,
    /// The player's cash after it.
    pub balance: Minor,
    /// Of which currency.
    pub currency: Currency,
}

impl WithdrawalChanged {
    fn of(world: &World, row: &Withdrawal, state: WithdrawalState, transfer: Option<TransferId>) -> Self {
        let balance = balance(world, AccountKey::cash(row.player, row.currency));
        Self { withdrawal: row.id, state, transfer, balance, currency: row.currency }
    }
}
