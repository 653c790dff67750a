//! What goes back, and to whom: at a withdrawal, a cancellation, a crash (page 003 §4, §13; `edge-cases` 18).
//!
//! The lines of a dry run are the lines that are posted.

use serde::{Deserialize, Serialize};

use super::payments::PaidBy;
use super::settings::Prices;
use crate::domain::money::{Minor, MoneyError};

/// What an entrant has paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Paid {
    /// Who: the number in the order of registration.
    pub registration: u32,
    /// What paid the entry.
    pub by: PaidBy,
    /// They entered after the start.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub late: bool,
    /// How often they entered again.
    pub re_entries: u32,
}

/// What one entrant gets back: all that they paid, in kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refund {
    /// What they had paid.
    #[serde(flatten)]
    pub paid: Paid,
    /// Of the entry, for the prize pool.
    #[serde(rename = "buy_in_minor")]
    pub buy_in: Minor,
    /// Of the entry, for the house.
    #[serde(rename = "fee_minor")]
    pub fee: Minor,
    /// All prices of re-entries.
    #[serde(rename = "re_entries_minor")]
    pub re_entries: Minor,
}

impl Refund {
    /// What comes back in all, a coupon at its face value.
    ///
    /// # Errors
    /// [`MoneyError::OutOfRange`].
    pub fn total(&self) -> Result<Minor, MoneyError> {
        self.buy_in.plus(self.fee)?.plus(self.re_entries)
    }

    /// What comes back as money.
    ///
    /// # Errors
    /// [`MoneyError::OutOfRange`].
    pub fn cash(&self) -> Result<Minor, MoneyError> {
        match self.paid.by {
            PaidBy::Cash => self.total(),
            PaidBy::Coupon => Ok(self.re_entries),
        }
    }
}

/// What a tournament's books hold before anything goes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Held {
    /// The balance of its pool account.
    #[serde(rename = "pool_minor")]
    pub pool: Minor,
    /// The fees that the house has earned by it.
    #[serde(rename = "fees_minor")]
    pub fees: Minor,
}

/// All that goes back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Refunds {
    /// One line for each entrant, in the order of registration, also for who is out or was disqualified.
    pub lines: Vec<Refund>,
    /// What comes from the pool account: all that it holds.
    #[serde(rename = "from_pool_minor")]
    pub from_pool: Minor,
    /// What comes from the house's fees: all that it earned by this tournament.
    #[serde(rename = "from_fees_minor")]
    pub from_fees: Minor,
    /// Of both, what goes to wallets.
    #[serde(rename = "cash_minor")]
    pub cash: Minor,
    /// Of both, what goes back to the house's coupons, as so many coupons.
    #[serde(rename = "coupons_minor")]
    pub coupons: Minor,
    /// How many coupons come back.
    pub coupons_returned: u32,
}

/// Why nothing can go back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RefundError {
    /// What was paid is not what the books hold: a fault of ours, and nothing is posted.
    #[error("the books hold {held:?}, and {paid:?} was paid")]
    BooksDiffer {
        /// What the books hold.
        held: Held,
        /// What was paid.
        paid: Held,
    },
    /// An amount beyond what can be held.
    #[error("the amount is out of range")]
    OutOfRange,
}

impl From<MoneyError> for RefundError {
    fn from(_: MoneyError) -> Self {
        Self::OutOfRange
    }
}

/// What one entrant gets back. Who withdraws before the start (§4) has not entered again, and gets buy-in and fee.
///
/// # Errors
/// [`MoneyError::OutOfRange`].
pub fn one(paid: Paid, prices: &Prices) -> Result<Refund, MoneyError> {
    let re_entries = prices.re_entry.times(paid.re_entries.into())?;
    Ok(Refund { paid, buy_in: prices.buy_in, fee: prices.fee, re_entries })
}

/// What goes back when the house cancels a tournament or cannot go on with it: all that each player paid, fee and
/// re-entries too, also to those already out. Prizes that are not fixed lapse, and so does the guarantee: nothing of it
/// was posted.
///
/// # Errors
/// [`RefundError::BooksDiffer`] unless the lines take exactly what the books hold.
pub fn all(paid: &[Paid], prices: &Prices, started: bool, held: Held) -> Result<Refunds, RefundError> {
    let mut refunds = Refunds {
        lines: Vec::with_capacity(paid.len()),
        from_pool: Minor::ZERO,
        from_fees: Minor::ZERO,
        cash: Minor::ZERO,
        coupons: Minor::ZERO,
        coupons_returned: 0,
    };
    for paid in paid {
        let line = one(*paid, prices)?;
        let from_fees = if started { line.fee } else { Minor::ZERO };
        refunds.from_fees = refunds.from_fees.plus(from_fees)?;
        refunds.from_pool = refunds.from_pool.plus(line.total()?.minus(from_fees)?)?;
        refunds.cash = refunds.cash.plus(line.cash()?)?;
        refunds.coupons = refunds.coupons.plus(line.total()?.minus(line.cash()?)?)?;
        refunds.coupons_returned += u32::from(paid.by == PaidBy::Coupon);
        refunds.lines.push(line);
    }
    refunds.lines.sort_by_key(|line| line.paid.registration);
    let paid = Held { pool: refunds.from_pool, fees: refunds.from_fees };
    if paid == held { Ok(refunds) } else { Err(RefundError::BooksDiffer { held, paid }) }
}

#[cfg(test)]
mod tests;
