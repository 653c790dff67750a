//! Whether what undoes a transfer is its exact opposite: for the house and the outside world by kind of account, for a
//! player by wallet (cash and receivable are one: what was paid off may have been owed again since).

use std::collections::BTreeMap;

use uuid::Uuid;

use super::fault::{Fault, What};
use super::lane::Movement;
use crate::domain::games::settlement::Settlement;
use crate::domain::ledger::account::AccountKind;
use crate::domain::ledger::transfer::Posting;
use crate::domain::money::Currency;

/// A transfer that was undone.
#[derive(Debug, Clone, PartialEq)]
pub struct Undone {
    /// Its postings.
    pub postings: Vec<Posting>,
    /// How it settled a game, where it did.
    pub settlement: Option<Settlement>,
}

/// Whose money it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    /// The house's or the outside world's, in whichever shard.
    Kind(AccountKind),
    /// A player's.
    Wallet(Uuid),
    /// Set aside for something.
    Aside(AccountKind, Uuid),
}

type Sums = BTreeMap<(Side, Currency), i128>;

fn add(sums: &mut Sums, side: Side, currency: Currency, amount: i64) {
    *sums.entry((side, currency)).or_default() += i128::from(amount);
}

fn sums(postings: &[Posting]) -> Sums {
    let mut sums = Sums::new();
    for posting in postings {
        let side = match posting.kind {
            AccountKind::Cash | AccountKind::Receivable => Side::Wallet(posting.owner),
            kind if kind.is_sharded() => Side::Kind(kind),
            kind => Side::Aside(kind, posting.owner),
        };
        add(&mut sums, side, posting.currency, posting.amount.0);
    }
    sums
}

impl Undone {
    /// What the transfer did. A settlement emptied the game's escrow, which stays empty: what the players won and lost
    /// by the game is what counts.
    fn did(&self) -> Sums {
        let mut did = sums(&self.postings);
        if let Some(row) = &self.settlement {
            did.retain(|(side, _), _| matches!(side, Side::Kind(_)));
            let house: i128 = did.values().sum();
            add(&mut did, Side::Wallet(row.winner.0), row.currency, row.amount.0);
            *did.entry((Side::Wallet(row.winner.0), row.currency)).or_default() -= house;
            add(&mut did, Side::Wallet(row.loser.0), row.currency, row.amount.0.saturating_neg());
        }
        did
    }
}

/// Compares a reversal with what it undoes.
pub(super) fn check(movement: &Movement, undone: &Undone) -> Result<(), Fault> {
    let mut left = undone.did();
    for (side, amount) in sums(&movement.legs) {
        *left.entry(side).or_default() += amount;
    }
    match left.into_iter().find(|(_, amount)| *amount != 0) {
        None => Ok(()),
        Some(((side, currency), amount)) => {
            let of = match side {
                Side::Kind(kind) => format!("{} of {currency}", kind.as_str()),
                Side::Wallet(owner) => format!("player {} in {currency}", owner.as_simple()),
                Side::Aside(kind, owner) => format!("{} {} in {currency}", kind.as_str(), owner.as_simple()),
            };
            let found = format!("{amount} left over (minor units)");
            let (shard, seq) = (movement.transfer.shard, movement.transfer.seq);
            Err(Fault::new(What::NotOpposite, of, "the opposite of what is undone", found).at_transfer(shard, seq))
        }
    }
}
