use serde::Serialize;

use super::WithdrawalChanged;
use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::ids::{PlayerId, WithdrawalId};
use crate::domain::ledger::account::AccountKey;
use crate::domain::ledger::post::{self, NewTransfer};
use crate::domain::ledger::transfer::TransferKind;
use crate::domain::money::{Currency, Minor};
use crate::domain::players::access::{Permission, permit_own};
use crate::domain::players::standing::{Doing, may};
use crate::domain::slug::Slug;
use crate::domain::switches::board;
use crate::domain::time::Time;
use crate::domain::wallets::obligation::{Obligation, ObligationState};
use crate::domain::wallets::withdrawal::{self, Withdrawal, WithdrawalState};

/// Asks for money out of a wallet: it is set aside at once, and owed. By the player, or for them by a client app with
/// `payments:write` or by finance.
#[derive(Debug, Clone, Serialize)]
pub struct RequestWithdrawal {
    /// Who asks.
    pub by: Actor,
    /// The withdrawal's identity, drawn at the edge.
    pub withdrawal: WithdrawalId,
    /// Whose wallet.
    pub player: PlayerId,
    /// How much.
    pub amount: Minor,
    /// Of which currency.
    pub currency: Currency,
    /// Through whom it is to go.
    pub provider: Slug,
}

impl RequestWithdrawal {
    fn accounts(&self) -> [AccountKey; 2] {
        [AccountKey::cash(self.player, self.currency), AccountKey::payable(self.player, self.currency)]
    }

    fn insert_rows(&self, world: &mut World, now: Time) -> Withdrawal {
        let (kind, subject) = Withdrawal::obligation(self.withdrawal);
        world.obligations.insert(Obligation {
            kind,
            subject,
            player: self.player,
            amount: self.amount,
            currency: self.currency,
            state: ObligationState::Owed,
            transfer: None,
            owed_at: now,
            closed_at: None,
        });
        let row = Withdrawal {
            id: self.withdrawal,
            player: self.player,
            amount: self.amount,
            currency: self.currency,
            provider: self.provider,
            state: WithdrawalState::Requested,
            reference: None,
            requested_at: now,
            changed_at: now,
        };
        world.withdrawals.insert(row.clone());
        row
    }
}

impl Act for RequestWithdrawal {
    type Answer = WithdrawalChanged;
    const NAME: &'static str = "request_withdrawal";

    fn by(&self) -> Actor {
        self.by
    }

    fn needs(&self, _: &World, needs: &mut Needs) {
        board::need(needs);
        needs.withdrawals.lock(self.withdrawal);
        needs.obligations.lock(Withdrawal::obligation(self.withdrawal));
        needs.players.lock(self.player);
        self.accounts().into_iter().for_each(|account| post::need(needs, account));
    }

    fn decide(&self, world: &mut World, now: Time) -> Result<WithdrawalChanged, Refused> {
        permit_own(world, self.by, self.player, Permission::WithdrawalsWrite)?;
        if !self.amount.is_positive() {
            return Err(Code::AmountNotPositive.into());
        }
        let player = world.players.get(&self.player).ok_or(Code::UnknownPlayer)?;
        may(player, Doing::Withdraw, now)?;
        board::check_withdrawal(world)?;
        let [cash, payable] = self.accounts();
        let new = NewTransfer { kind: TransferKind::WithdrawalRequested, subject: self.withdrawal.0, reverses: None };
        let transfer = post::post(world, new, &[(cash, self.amount.negated()?), (payable, self.amount)])?;
        let row = self.insert_rows(world, now);
        withdrawal::mark(world, self.withdrawal, WithdrawalState::Requested, self, None)?;
        Ok(WithdrawalChanged::of(world, &row, WithdrawalState::Requested, transfer))
    }
}
