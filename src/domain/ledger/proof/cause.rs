//! Whether the deposit or withdrawal that a transfer is about says what the transfer moved.

use super::fault::{Fault, What};
use super::parties::{Party, Sums, add, first_left, sums};
use crate::domain::ledger::account::AccountKind;
use crate::domain::ledger::transfer::{Posting, TransferKind};
use crate::domain::money::{Currency, Minor};
use crate::domain::wallets::deposit::Deposit;
use crate::domain::wallets::withdrawal::{Withdrawal, WithdrawalState as State};

/// What a transfer is about.
#[derive(Debug, Clone, PartialEq)]
pub enum Cause {
    /// Nothing that has a row of its own, or what is compared elsewhere.
    None,
    /// What it should be about is not there, or names another transfer.
    Missing,
    /// A deposit.
    Deposit(Box<Deposit>),
    /// A withdrawal.
    Withdrawal(Box<Withdrawal>),
}

/// A sum from one side to another.
fn moved(from: Party, to: Party, amount: Minor, currency: Currency) -> Sums {
    let mut sums = Sums::new();
    add(&mut sums, from, currency, -i128::from(amount.0));
    add(&mut sums, to, currency, i128::from(amount.0));
    sums
}

impl Cause {
    /// What it says that a transfer of this kind moved; none where it says nothing.
    fn says(&self, kind: TransferKind) -> Option<Sums> {
        match self {
            Self::None | Self::Missing => None,
            Self::Deposit(row) => {
                let outside = Party::Kind(AccountKind::Clearing(row.provider));
                Some(moved(outside, Party::Wallet(row.player.0), row.amount, row.currency))
            }
            Self::Withdrawal(row) => {
                let outside = Party::Kind(AccountKind::Clearing(row.provider));
                let (aside, wallet) = (Party::Aside(AccountKind::Payable, row.player.0), Party::Wallet(row.player.0));
                let (from, to) = match (kind, row.state) {
                    (TransferKind::WithdrawalRequested, _) => (wallet, aside),
                    (TransferKind::WithdrawalSent, State::Sent | State::Confirmed | State::Failed) => (aside, outside),
                    (TransferKind::WithdrawalReturned, State::Failed) => (outside, wallet),
                    (TransferKind::WithdrawalReturned, State::Refused | State::Cancelled) => (aside, wallet),
                    // In such a state, nothing of this kind has moved.
                    _ => return Some(Sums::new()),
                };
                Some(moved(from, to, row.amount, row.currency))
            }
        }
    }

    /// Compares it with the postings of its transfer.
    ///
    /// # Errors
    /// `transfer_without_cause`, `cause_says_otherwise`.
    pub(super) fn check(&self, kind: TransferKind, legs: &[Posting]) -> Result<(), Fault> {
        let of = legs.first().map_or_else(String::new, |leg| format!("{kind} {}:{}", leg.shard, leg.seq));
        if *self == Self::Missing {
            return Err(Fault::new(What::Undocumented, of, "what it is about", "none"));
        }
        let Some(mut left) = self.says(kind) else { return Ok(()) };
        for (side, amount) in sums(legs) {
            *left.entry(side).or_default() -= amount;
        }
        match first_left(&left) {
            None => Ok(()),
            Some((side, found)) => Err(Fault::new(What::Cause, format!("{of}, {side}"), "what was moved", found)),
        }
    }
}
