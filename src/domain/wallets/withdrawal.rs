//! Withdrawals: requested (cash to payable at once), sent (payable to clearing), confirmed; or back to cash.

use serde::Serialize;
use uuid::Uuid;

use super::credit;
use super::obligation::ObligationKind;
use crate::domain::act::{Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::ids::{PlayerId, TransferId, WithdrawalId};
use crate::domain::ledger::account::{AccountKey, AccountKind};
use crate::domain::ledger::event::Stream;
use crate::domain::ledger::post::{self, NewTransfer};
use crate::domain::ledger::transfer::TransferKind;
use crate::domain::money::{Currency, Minor};
use crate::domain::slug::Slug;
use crate::domain::time::Time;

crate::words! {
    /// How far a withdrawal is.
    pub enum WithdrawalState {
        /// Asked for; the money is set aside.
        Requested = "requested",
        /// Handed to the provider.
        Sent = "sent",
        /// Arrived.
        Confirmed = "confirmed",
        /// The house said no; the money is back.
        Refused = "refused",
        /// The provider could not; the money is back.
        Failed = "failed",
        /// The player took it back; the money is back.
        Cancelled = "cancelled",
    }
}

crate::row! {
    /// A withdrawal.
    pub struct Withdrawal in "withdrawals" key (
        /// Identity.
        id: WithdrawalId
    ) {
        /// Whose.
        player: PlayerId,
        /// How much.
        amount: Minor,
        /// Of which currency.
        currency: Currency,
        /// Through whom it is to go.
        provider: Slug,
        /// How far it is.
        state: WithdrawalState,
        /// The provider's reference, once sent.
        reference: Option<String>,
        /// When it was asked for.
        requested_at: Time,
        /// When its state last changed.
        changed_at: Time,
    }
}

impl Withdrawal {
    /// The key of what is owed for it.
    #[must_use]
    pub fn obligation(id: WithdrawalId) -> (ObligationKind, Uuid) {
        (ObligationKind::Withdrawal, id.0)
    }

    /// Where its money is set aside until it is sent.
    #[must_use]
    pub fn payable(&self) -> AccountKey {
        AccountKey::payable(self.player, self.currency)
    }

    /// Where its money goes when it is sent: the provider's clearing account in this shard.
    #[must_use]
    pub fn clearing(&self, world: &World) -> AccountKey {
        AccountKey::of_shard(AccountKind::Clearing(self.provider), self.currency, world.shard())
    }
}

/// Asks for all that a change of a withdrawal may touch: itself, what is owed, the player, their accounts.
pub fn need(world: &World, needs: &mut Needs, id: WithdrawalId) {
    needs.withdrawals.lock(id);
    needs.obligations.lock(Withdrawal::obligation(id));
    if let Some(row) = world.withdrawals.peek(&id) {
        credit::need(world, needs, row.player, row.currency);
        post::need(needs, row.payable());
        post::need(needs, row.clearing(world));
    }
}

/// A withdrawal that has to be in a state.
///
/// # Errors
/// `unknown_withdrawal`, `withdrawal_state`.
pub fn get_in(world: &World, id: WithdrawalId, needed: WithdrawalState) -> Result<Withdrawal, Refused> {
    let row = world.withdrawals.get(&id).ok_or(Code::UnknownWithdrawal)?;
    if row.state != needed {
        return Err(Refused::new(Code::WithdrawalState).with("state", row.state).with("needed", needed));
    }
    Ok(row.clone())
}

/// Gives the money back from where it is to the player: what they owe is paid first. No standing forbids it, since
/// it only ends what was begun.
///
/// # Errors
/// As [`credit::post`].
pub fn give_back(world: &mut World, row: &Withdrawal, from: AccountKey) -> Result<TransferId, Refused> {
    let new = NewTransfer { kind: TransferKind::WithdrawalReturned, subject: row.id.0, reverses: None };
    let lines = [(from, row.amount.negated()?)];
    let posted = credit::post(world, new, &lines, &[(row.player, row.amount)], row.currency)?;
    Ok(posted.ok_or(Code::Internal)?)
}

/// Moves a withdrawal, checked before, on to a state, and tells its player.
///
/// # Errors
/// `internal` where the facts cannot be written.
pub fn mark(
    world: &mut World,
    id: WithdrawalId,
    state: WithdrawalState,
    facts: &impl Serialize,
    reason: Option<&str>,
) -> Result<(), Refused> {
    let now = world.now();
    let row = world.withdrawals.edit(&id);
    (row.state, row.changed_at) = (state, now);
    let player = row.player;
    let kind = match state {
        WithdrawalState::Requested => "withdrawal.requested",
        WithdrawalState::Sent => "withdrawal.sent",
        WithdrawalState::Confirmed => "withdrawal.confirmed",
        WithdrawalState::Refused => "withdrawal.refused",
        WithdrawalState::Failed => "withdrawal.failed",
        WithdrawalState::Cancelled => "withdrawal.cancelled",
    };
    world.tell_why(Stream::Player(player), kind, facts, reason)
}
