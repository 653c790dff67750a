//! Withdrawals: requested (cash to payable at once), sent (payable to clearing), confirmed; or back to cash.

use crate::domain::ids::{PlayerId, WithdrawalId};
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
