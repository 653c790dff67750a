//! What each money event of a tournament posts (`edge-cases` 1, 2, 4; `money`): amounts between named accounts, which
//! sum to zero. An act only has to find the accounts and post.
//!
//! Buy-in and fee stay in the tournament's pool account until the start; then the fees are the house's. A re-entry's
//! price has no fee part. A test tournament asks for none of these.

use serde::{Deserialize, Serialize};

use super::prizes::{Award, Pool, Prize};
use super::refund::Paid;
use super::settings::Prices;
use crate::domain::money::{Minor, MoneyError};

/// An account, as a tournament names it. Entrants are named by their number in the order of registration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Account {
    /// An entrant's cash.
    Cash(u32),
    /// The tournament's pool account.
    Pool,
    /// The house's fees.
    Fees,
    /// What the house adds to guaranteed pools.
    Guarantees,
    /// Coupons given out.
    Coupons,
}

crate::words! {
    /// Which money event it is.
    pub enum PaymentKind {
        /// Somebody entered.
        Entry = "tournament_entry",
        /// The tournament started: the fees are earned.
        Fees = "tournament_fees",
        /// Somebody entered again.
        ReEntry = "tournament_re_entry",
        /// The house raised the pool to the guarantee.
        Guarantee = "tournament_guarantee",
        /// Prizes.
        Prize = "tournament_prize",
        /// What was paid went back.
        Refund = "tournament_refund",
    }
}

/// What pays an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PaidBy {
    /// The wallet.
    Cash,
    /// One coupon.
    Coupon,
}

/// One transfer to be posted: lines that sum to zero, none of them zero, no account twice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payment {
    /// Which money event.
    pub kind: PaymentKind,
    /// What is added to each account; below 0: taken from it. Empty: nothing is posted.
    pub lines: Vec<(Account, Minor)>,
}

impl Payment {
    /// Moves amounts, each from one account to another, and leaves out what comes to nothing.
    fn moving(kind: PaymentKind, moves: &[(Account, Account, Minor)]) -> Result<Self, MoneyError> {
        let mut lines: Vec<(Account, Minor)> = Vec::new();
        let mut add = |account: Account, amount: Minor| {
            match lines.iter_mut().find(|(known, _)| *known == account) {
                Some((_, sum)) => *sum = sum.plus(amount)?,
                None => lines.push((account, amount)),
            }
            Ok::<(), MoneyError>(())
        };
        for (from, to, amount) in moves {
            add(*from, amount.negated()?)?;
            add(*to, *amount)?;
        }
        lines.retain(|(_, amount)| !amount.is_zero());
        Ok(Self { kind, lines })
    }

    /// The opposite: what undoes it.
    fn reversed(&self) -> Result<Self, MoneyError> {
        let lines = self.lines.iter().map(|(account, amount)| Ok((*account, amount.negated()?)));
        Ok(Self { kind: PaymentKind::Refund, lines: lines.collect::<Result<_, MoneyError>>()? })
    }
}

/// An entry before the start: buy-in and fee to the pool account.
///
/// # Errors
/// [`MoneyError::OutOfRange`].
pub fn entry(registration: u32, by: PaidBy, prices: &Prices) -> Result<Payment, MoneyError> {
    let payer = payer(registration, by);
    Payment::moving(PaymentKind::Entry, &[(payer, Account::Pool, prices.entry()?)])
}

/// An entry after the start: its fee is earned at once.
///
/// # Errors
/// [`MoneyError::OutOfRange`].
pub fn late_entry(registration: u32, by: PaidBy, prices: &Prices) -> Result<Payment, MoneyError> {
    let payer = payer(registration, by);
    let moves = [(payer, Account::Pool, prices.buy_in), (payer, Account::Fees, prices.fee)];
    Payment::moving(PaymentKind::Entry, &moves)
}

fn payer(registration: u32, by: PaidBy) -> Account {
    match by {
        PaidBy::Cash => Account::Cash(registration),
        PaidBy::Coupon => Account::Coupons,
    }
}

/// The start: the fees of all who entered are the house's from now on.
///
/// # Errors
/// [`MoneyError::OutOfRange`].
pub fn start(entrants: u32, prices: &Prices) -> Result<Payment, MoneyError> {
    let fees = prices.fee.times(entrants.into())?;
    Payment::moving(PaymentKind::Fees, &[(Account::Pool, Account::Fees, fees)])
}

/// A re-entry: from the wallet, all of it to the pool.
///
/// # Errors
/// [`MoneyError::OutOfRange`].
pub fn re_entry(registration: u32, prices: &Prices) -> Result<Payment, MoneyError> {
    Payment::moving(PaymentKind::ReEntry, &[(Account::Cash(registration), Account::Pool, prices.re_entry)])
}

/// The house raises the pool to the guarantee, when the prizes are fixed.
///
/// # Errors
/// [`MoneyError::OutOfRange`].
pub fn guarantee(pool: Pool) -> Result<Payment, MoneyError> {
    Payment::moving(PaymentKind::Guarantee, &[(Account::Guarantees, Account::Pool, pool.overlay()?)])
}

/// The prizes, one payment for each that is won: the money to the winner, a coupon's face value to the house's coupons.
/// Together they empty the pool.
///
/// # Errors
/// [`MoneyError::OutOfRange`].
pub fn prizes(award: &Award) -> Result<Vec<(u32, Payment)>, MoneyError> {
    let payment = |prize: &Prize| {
        let coupon = prize.coupon.map_or(Minor::ZERO, |coupon| coupon.face_value);
        let moves = [
            (Account::Pool, Account::Cash(prize.registration), prize.money),
            (Account::Pool, Account::Coupons, coupon),
        ];
        Ok((prize.registration, Payment::moving(PaymentKind::Prize, &moves)?))
    };
    award.prizes.iter().map(payment).collect()
}

/// The fees that were earned at the start go back to the pool account, before anybody is refunded.
///
/// # Errors
/// [`MoneyError::OutOfRange`].
pub fn fees_back(entrants: u32, prices: &Prices) -> Result<Payment, MoneyError> {
    start(entrants, prices)?.reversed()
}

/// What one entrant gets back, in kind: the opposite of each payment that they made, to be linked to it.
///
/// # Errors
/// [`MoneyError::OutOfRange`].
pub fn refund(paid: &Paid, prices: &Prices) -> Result<Vec<Payment>, MoneyError> {
    let entered = if paid.late { late_entry } else { entry };
    let mut payments = vec![entered(paid.registration, paid.by, prices)?.reversed()?];
    let again = re_entry(paid.registration, prices)?.reversed()?;
    payments.extend((0..paid.re_entries).map(|_| again.clone()));
    Ok(payments)
}

#[cfg(test)]
mod tests;
