//! The house's own money: what needs two people, reversals, adjustments.

pub mod approval;
pub mod reversal;

use serde::{Deserialize, Serialize};

use crate::domain::ids::{DepositId, PlayerId, TransferId};
use crate::domain::money::{Currency, Minor};
use crate::domain::slug::Slug;

/// What may be asked of a second person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Proposal {
    /// Move money between a player's cash and `house:equity`.
    Adjustment {
        /// Whose cash.
        player: PlayerId,
        /// Added to it (negative: taken from it).
        amount: Minor,
        /// Of which currency.
        currency: Currency,
    },
    /// Reverse a transfer although a player no longer has the money: the shortfall becomes a receivable.
    ReversalWithReceivable {
        /// The transfer to reverse.
        transfer: TransferId,
    },
    /// Give up what a player owes: to `house:bad_debt`.
    WriteOff {
        /// Who owes it.
        player: PlayerId,
        /// How much.
        amount: Minor,
        /// Of which currency.
        currency: Currency,
    },
    /// The owner moves earnings out, through the bank.
    Payout {
        /// How much.
        amount: Minor,
        /// Of which currency.
        currency: Currency,
    },
    /// The owner moves capital in, through the bank.
    Equity {
        /// How much.
        amount: Minor,
        /// Of which currency.
        currency: Currency,
    },
    /// Take a deposit back although it was booked by a provider that knows nothing of it.
    DepositReversal {
        /// Which.
        deposit: DepositId,
        /// Through whom.
        provider: Slug,
    },
}
