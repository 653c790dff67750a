//! Obligations: what is owed and not paid in the same commit. Each has one identity and is paid once.

use uuid::Uuid;

use crate::domain::act::{Refused, World};
use crate::domain::codes::Code;
use crate::domain::ids::{PlayerId, TransferId};
use crate::domain::ledger::account::AccountKey;
use crate::domain::ledger::post::{self, NewTransfer};
use crate::domain::ledger::transfer::TransferKind;
use crate::domain::money::{Currency, Minor};
use crate::domain::time::Time;

crate::words! {
    /// What an obligation is for.
    pub enum ObligationKind {
        /// A withdrawal that was asked for.
        Withdrawal = "withdrawal",
    }
}

crate::words! {
    /// Whether it still stands.
    pub enum ObligationState {
        /// Owed.
        Owed = "owed",
        /// Paid, by the transfer that it names.
        Paid = "paid",
        /// No longer owed.
        Cancelled = "cancelled",
    }
}

crate::row! {
    /// Something owed.
    pub struct Obligation in "obligations" key (
        /// What for.
        kind: ObligationKind,
        /// The thing that it is owed for: a withdrawal.
        subject: Uuid
    ) {
        /// To whom.
        player: PlayerId,
        /// How much.
        amount: Minor,
        /// Of which currency.
        currency: Currency,
        /// Whether it still stands.
        state: ObligationState,
        /// What paid it.
        transfer: Option<TransferId>,
        /// Since when it is owed.
        owed_at: Time,
        /// Since when it is not.
        closed_at: Option<Time>,
    }
}

/// Pays what is owed, once: the only way to pay an obligation. `from` is where it is set aside, `to` who gets it.
/// The obligation and both accounts are locked by the act.
///
/// # Errors
/// `obligation_closed` where it was paid or cancelled before; as [`post::post`].
pub fn pay_obligation(
    world: &mut World,
    key: (ObligationKind, Uuid),
    kind: TransferKind,
    from: AccountKey,
    to: AccountKey,
) -> Result<TransferId, Refused> {
    let amount = get_owed(world, key)?;
    let new = NewTransfer { kind, subject: key.1, reverses: None };
    let transfer = post::post(world, new, &[(from, amount.negated()?), (to, amount)])?.ok_or(Code::Internal)?;
    let now = world.now();
    let row = world.obligations.edit(&key);
    (row.state, row.transfer, row.closed_at) = (ObligationState::Paid, Some(transfer), Some(now));
    Ok(transfer)
}

/// Closes an obligation that is no longer owed, without paying it.
///
/// # Errors
/// `obligation_closed` where it was paid or cancelled before.
pub fn cancel_obligation(world: &mut World, key: (ObligationKind, Uuid)) -> Result<(), Refused> {
    get_owed(world, key)?;
    let now = world.now();
    let row = world.obligations.edit(&key);
    (row.state, row.closed_at) = (ObligationState::Cancelled, Some(now));
    Ok(())
}

/// How much is owed.
fn get_owed(world: &World, key: (ObligationKind, Uuid)) -> Result<Minor, Refused> {
    let row = world.obligations.get(&key).ok_or(Code::Internal)?;
    match row.state {
        ObligationState::Owed => Ok(row.amount),
        state => Err(Refused::new(Code::ObligationClosed).with("state", state)),
    }
}
