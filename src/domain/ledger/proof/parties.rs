//! What a transfer moved, party by party: for the house and the outside world by kind of account, for a player by wallet
//! (cash and receivable are one: what comes in pays what is owed, and what was paid off may be owed again).

use std::collections::BTreeMap;

use uuid::Uuid;

use crate::domain::ledger::account::AccountKind;
use crate::domain::ledger::transfer::Posting;
use crate::domain::money::Currency;

/// Whose money it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Party {
    /// The house's or the outside world's, in whichever shard.
    Kind(AccountKind),
    /// A player's.
    Wallet(Uuid),
    /// Set aside for something.
    Aside(AccountKind, Uuid),
}

/// What each party got, in minor units; below zero: gave.
pub(super) type Sums = BTreeMap<(Party, Currency), i128>;

pub(super) fn add(sums: &mut Sums, side: Party, currency: Currency, amount: i128) {
    *sums.entry((side, currency)).or_default() += amount;
}

/// What some postings moved.
pub(super) fn sums(postings: &[Posting]) -> Sums {
    let mut sums = Sums::new();
    for posting in postings {
        let side = match posting.kind {
            AccountKind::Cash | AccountKind::Receivable => Party::Wallet(posting.owner),
            kind if kind.is_sharded() => Party::Kind(kind),
            kind => Party::Aside(kind, posting.owner),
        };
        add(&mut sums, side, posting.currency, i128::from(posting.amount.0));
    }
    sums
}

/// The first party with something left, in words, and how much.
pub(super) fn first_left(left: &Sums) -> Option<(String, String)> {
    let ((side, currency), amount) = left.iter().find(|(_, amount)| **amount != 0)?;
    let of = match side {
        Party::Kind(kind) => format!("{} of {currency}", kind.as_str()),
        Party::Wallet(owner) => format!("player {} in {currency}", owner.as_simple()),
        Party::Aside(kind, owner) => format!("{} {} in {currency}", kind.as_str(), owner.as_simple()),
    };
    Some((of, format!("{amount} left over (minor units)")))
}
