//! Whether what undoes a transfer is its exact opposite, side by side.

use super::fault::{Fault, What};
use super::lane::Movement;
use super::parties::{Party, Sums, add, first_left, sums};
use crate::domain::games::settlement::Settlement;
use crate::domain::ledger::transfer::Posting;

/// A transfer that was undone.
#[derive(Debug, Clone, PartialEq)]
pub struct Undone {
    /// Its postings.
    pub postings: Vec<Posting>,
    /// How it settled a game, where it did.
    pub settlement: Option<Settlement>,
}

impl Undone {
    /// What the transfer did. A settlement emptied the game's escrow, which stays empty: what the players won and lost
    /// by the game is what counts.
    fn did(&self) -> Sums {
        let mut did = sums(&self.postings);
        if let Some(row) = &self.settlement {
            did.retain(|(side, _), _| matches!(side, Party::Kind(_)));
            let house: i128 = did.values().sum();
            let amount = i128::from(row.amount.0);
            add(&mut did, Party::Wallet(row.winner.0), row.currency, amount - house);
            add(&mut did, Party::Wallet(row.loser.0), row.currency, -amount);
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
    let Some((of, found)) = first_left(&left) else { return Ok(()) };
    let (shard, seq) = (movement.transfer.shard, movement.transfer.seq);
    Err(Fault::new(What::NotOpposite, of, "the opposite of what is undone", found).at_transfer(shard, seq))
}
