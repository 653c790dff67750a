use serde::{Deserialize, Serialize};

use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::finance::day_total::Counted;
use crate::domain::finance::{adjustment, day_total};
use crate::domain::ids::{PlayerId, TransferId};
use crate::domain::ledger::account::AccountKey;
use crate::domain::ledger::post::balance;
use crate::domain::money::{Currency, Minor};
use crate::domain::players::access::{Permission, permit};
use crate::domain::staff::check_reason;
use crate::domain::time::Time;
use crate::domain::wallets::credit::Change;

/// Corrects a player's cash by a small sum, against `house:equity`. By finance; beyond what one person may adjust in a
/// day it takes two people, through a request for approval.
#[derive(Debug, Clone, Serialize)]
pub struct AdjustBalance {
    /// Who asks.
    pub by: Actor,
    /// Whose cash.
    pub player: PlayerId,
    /// Added to it (negative: taken from it).
    pub amount: Minor,
    /// Of which currency.
    pub currency: Currency,
    /// The most, either way and all in all, that one person may adjust in a day in this currency: from the configuration.
    pub limit: Minor,
    /// Why.
    pub reason: String,
}

/// A player's cash was corrected.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct BalanceAdjusted {
    /// The transfer.
    pub transfer: TransferId,
    /// The player's cash after it.
    pub balance: Minor,
    /// Of which currency.
    pub currency: Currency,
}

impl Act for AdjustBalance {
    type Answer = BalanceAdjusted;
    const NAME: &'static str = "adjust_balance";

    fn by(&self) -> Actor {
        self.by
    }

    fn needs(&self, world: &World, needs: &mut Needs) {
        day_total::need(world, needs, self.by.uuid(), Counted::Adjusted, self.currency);
        adjustment::need(world, needs, self.player, self.currency);
    }

    fn decide(&self, world: &mut World, _: Time) -> Result<BalanceAdjusted, Refused> {
        permit(world, self.by, Permission::LedgerWrite, None)?;
        check_reason(&self.reason)?;
        let adjusted = day_total::add(world, self.by.uuid(), Counted::Adjusted, self.currency, self.amount).ok();
        adjusted.filter(|adjusted| *adjusted <= self.limit).ok_or(Code::NeedsApproval)?;
        let change = Change { player: self.player, amount: self.amount, currency: self.currency };
        let transfer = adjustment::adjust(world, change, &self.reason)?;
        let balance = balance(world, AccountKey::cash(self.player, self.currency));
        Ok(BalanceAdjusted { transfer, balance, currency: self.currency })
    }
}
