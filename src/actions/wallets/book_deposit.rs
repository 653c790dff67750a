use serde::{Deserialize, Serialize};

use crate::domain::act::remembered::Claim;
use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::ids::{DepositId, PlayerId, TransferId};
use crate::domain::ledger::account::{AccountKey, AccountKind};
use crate::domain::ledger::event::Stream;
use crate::domain::ledger::post::{NewTransfer, balance, need};
use crate::domain::ledger::transfer::TransferKind;
use crate::domain::money::{Currency, Minor};
use crate::domain::players::access::{Permission, permit};
use crate::domain::players::standing::{Doing, may};
use crate::domain::slug::Slug;
use crate::domain::time::Time;
use crate::domain::wallets::credit;
use crate::domain::wallets::deposit::{Deposit, DepositState};

/// Books a deposit that a payment provider has taken in. By a client app with `payments:write` or by finance.
#[derive(Debug, Clone, Serialize)]
pub struct BookDeposit {
    /// Who asks.
    pub by: Actor,
    /// The deposit's identity, drawn at the edge.
    pub deposit: DepositId,
    /// Whose wallet.
    pub player: PlayerId,
    /// Through whom.
    pub provider: Slug,
    /// The provider's own reference.
    pub reference: String,
    /// How much.
    pub amount: Minor,
    /// Of which currency.
    pub currency: Currency,
}

/// A deposit was booked.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct DepositBooked {
    /// The deposit.
    pub deposit: DepositId,
    /// The transfer that booked it.
    pub transfer: TransferId,
    /// The player's cash after it.
    pub balance: Minor,
}

impl BookDeposit {
    fn claim(&self) -> (String, String) {
        ("deposit".to_owned(), format!("{}:{}", self.provider, self.reference))
    }

    fn clearing(&self, world: &World) -> AccountKey {
        AccountKey::of_shard(AccountKind::Clearing(self.provider), self.currency, world.shard())
    }
}

impl Act for BookDeposit {
    type Answer = DepositBooked;
    const NAME: &'static str = "book_deposit";

    fn by(&self) -> Actor {
        self.by
    }

    fn needs(&self, world: &World, needs: &mut Needs) {
        needs.claims.lock(self.claim());
        needs.deposits.lock(self.deposit);
        credit::need(world, needs, self.player, self.currency);
        need(needs, self.clearing(world));
    }

    fn decide(&self, world: &mut World, now: Time) -> Result<DepositBooked, Refused> {
        permit(world, self.by, Permission::DepositsWrite, None)?;
        if !self.amount.is_positive() {
            return Err(Code::AmountNotPositive.into());
        }
        let player = world.players.get(&self.player).ok_or(Code::UnknownPlayer)?;
        may(player, Doing::Deposit, now)?;
        if world.claims.get(&self.claim()).is_some() {
            return Err(Refused::new(Code::DepositKnown).with("reference", &self.reference));
        }
        let (kind, word) = self.claim();
        world.claims.insert(Claim { kind, word, owner: self.deposit.0 });

        let new = NewTransfer { kind: TransferKind::Deposit, subject: self.deposit.0, reverses: None };
        let from = [(self.clearing(world), self.amount.negated()?)];
        let to = [(self.player, self.amount)];
        let transfer = credit::post(world, new, &from, &to, self.currency)?.ok_or(Code::Internal)?;
        world.deposits.insert(Deposit {
            id: self.deposit,
            player: self.player,
            provider: self.provider,
            reference: self.reference.clone(),
            amount: self.amount,
            currency: self.currency,
            state: DepositState::Booked,
            transfer,
            booked_at: now,
        });
        world.tell(Stream::Player(self.player), "deposit.booked", self)?;
        let balance = balance(world, AccountKey::cash(self.player, self.currency));
        Ok(DepositBooked { deposit: self.deposit, transfer, balance })
    }
}
