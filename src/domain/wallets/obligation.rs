//! Obligations: what is owed and not paid in the same commit. Each has one identity and is paid once.

use uuid::Uuid;

use crate::domain::ids::{PlayerId, TransferId};
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
