//! Deposits: booked only by a client app with `payments:write` or by finance, unique by provider and reference.

use crate::domain::act::{Refused, World};
use crate::domain::codes::Code;
use crate::domain::ids::{DepositId, PlayerId, TransferId};
use crate::domain::money::{Currency, Minor};
use crate::domain::slug::Slug;
use crate::domain::time::Time;

crate::words! {
    /// What became of a deposit.
    pub enum DepositState {
        /// In the player's wallet.
        Booked = "booked",
        /// Taken back by the provider.
        ChargedBack = "charged_back",
        /// Reversed by staff.
        Reversed = "reversed",
    }
}

crate::row! {
    /// A deposit.
    pub struct Deposit in "deposits" key (
        /// Identity.
        id: DepositId
    ) {
        /// Whose.
        player: PlayerId,
        /// Through whom.
        provider: Slug,
        /// The provider's own reference; a claim `deposit` on `provider:reference` makes it unique.
        reference: String,
        /// How much.
        amount: Minor,
        /// Of which currency.
        currency: Currency,
        /// What became of it.
        state: DepositState,
        /// The transfer that booked it.
        transfer: TransferId,
        /// When it was booked.
        booked_at: Time,
    }
}

/// A deposit that is still in the books as it came in.
///
/// # Errors
/// `unknown_deposit`; `deposit_state` where it was charged back or reversed before.
pub fn get_booked(world: &World, id: DepositId) -> Result<Deposit, Refused> {
    let row = world.deposits.get(&id).ok_or(Code::UnknownDeposit)?;
    match row.state {
        DepositState::Booked => Ok(row.clone()),
        state => Err(Refused::new(Code::DepositState).with("state", state)),
    }
}
