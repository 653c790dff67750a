use serde::{Deserialize, Serialize};

use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::finance::reversal;
use crate::domain::ids::{DepositId, TransferId};
use crate::domain::ledger::account::{AccountKey, AccountKind};
use crate::domain::ledger::event::Stream;
use crate::domain::ledger::post::{self, NewTransfer, balance};
use crate::domain::ledger::transfer::TransferKind;
use crate::domain::money::{Currency, Minor};
use crate::domain::players::access::{Permission, permit};
use crate::domain::staff::check_reason;
use crate::domain::time::Time;
use crate::domain::wallets::credit::{self, Change, Shortfall};
use crate::domain::wallets::deposit::{self, DepositState};

/// Books that a provider took a deposit back. What the player no longer has, they owe: the money is gone, whether
/// the house agrees or not. By a client app with `payments:write` or by finance.
#[derive(Debug, Clone, Serialize)]
pub struct ChargeBackDeposit {
    /// Who asks.
    pub by: Actor,
    /// Which deposit.
    pub deposit: DepositId,
    /// Why, as the provider says.
    pub reason: String,
}

/// A deposit was charged back.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct DepositChargedBack {
    /// The deposit.
    pub deposit: DepositId,
    /// The transfer that took the money back.
    pub transfer: TransferId,
    /// The player's cash after it.
    pub balance: Minor,
    /// What the player owes in this currency after it.
    pub owed: Minor,
    /// Of which currency.
    pub currency: Currency,
}

impl Act for ChargeBackDeposit {
    type Answer = DepositChargedBack;
    const NAME: &'static str = "charge_back_deposit";

    fn by(&self) -> Actor {
        self.by
    }

    fn needs(&self, world: &World, needs: &mut Needs) {
        needs.deposits.lock(self.deposit);
        if let Some(row) = world.deposits.peek(&self.deposit) {
            reversal::need_claim(needs, row.transfer);
            credit::need_owing(needs, row.player, row.currency);
            let clearing = AccountKind::Clearing(row.provider);
            post::need(needs, AccountKey::of_shard(clearing, row.currency, world.shard()));
        }
    }

    fn decide(&self, world: &mut World, _: Time) -> Result<DepositChargedBack, Refused> {
        permit(world, self.by, Permission::DepositsWrite, None)?;
        check_reason(&self.reason)?;
        let row = deposit::get_booked(world, self.deposit)?;
        let clearing = AccountKey::of_shard(AccountKind::Clearing(row.provider), row.currency, world.shard());
        let new = NewTransfer { kind: TransferKind::Chargeback, subject: self.deposit.0, reverses: Some(row.transfer) };
        let change = Change { player: row.player, amount: row.amount.negated()?, currency: row.currency };
        let posted = credit::post_changes(world, new, &[(clearing, row.amount)], &[change], Shortfall::Owed)?;
        let transfer = posted.ok_or(Code::Internal)?;
        reversal::claim(world, row.transfer, transfer)?;
        world.deposits.edit(&self.deposit).state = DepositState::ChargedBack;
        world.tell_why(Stream::Player(row.player), "deposit.charged_back", self, Some(&self.reason))?;
        let owed = balance(world, AccountKey::receivable(row.player, row.currency)).negated()?;
        let balance = balance(world, AccountKey::cash(row.player, row.currency));
        Ok(DepositChargedBack { deposit: self.deposit, transfer, balance, owed, currency: row.currency })
    }
}
