//! The one way by which money moves: a balanced transfer over locked accounts.

use uuid::Uuid;

use super::account::{Account, AccountKey};
use super::transfer::{Posting, Transfer, TransferKind};
use crate::domain::act::{Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::ids::TransferId;
use crate::domain::money::Minor;

/// A transfer to be posted.
#[derive(Debug, Clone, Copy)]
pub struct NewTransfer {
    /// Why money moves.
    pub kind: TransferKind,
    /// What it is about.
    pub subject: Uuid,
    /// The transfer that it undoes.
    pub reverses: Option<TransferId>,
}

/// Asks for the lock of an account.
pub fn need(needs: &mut Needs, account: AccountKey) {
    needs.accounts.lock(account.row_key());
}

/// The balance of an account that the act has named; 0 where nothing was ever posted.
#[must_use]
pub fn balance(world: &World, account: AccountKey) -> Minor {
    world.accounts.get(&account.row_key()).map_or(Minor::ZERO, |row| row.balance)
}

/// Posts a transfer. Lines on one account are added up first, lines of zero are left out; what is left must sum to
/// zero in each currency, and no account with a floor may end below zero. With nothing left nothing is posted.
///
/// # Errors
/// `insufficient_funds` with the shortfall, `amount_out_of_range`; `unbalanced_transfer` for a fault of ours.
pub fn post(
    world: &mut World,
    transfer: NewTransfer,
    lines: &[(AccountKey, Minor)],
) -> Result<Option<TransferId>, Refused> {
    let lines = net(lines)?;
    if lines.is_empty() {
        return Ok(None);
    }
    check_balance(&lines)?;
    let (shard, at, seq) = (world.shard(), world.now(), world.next_seq());
    let mut postings = Vec::with_capacity(lines.len());
    for (n, &(account, amount)) in (1_i64..).zip(&lines) {
        let row = world.accounts.edit_or_insert(&account.row_key(), || Account {
            kind: account.kind,
            owner: account.owner,
            currency: account.currency,
            balance: Minor::ZERO,
            postings: 0,
        });
        let after = row.balance.plus(amount)?;
        if after.is_negative() && account.kind.has_floor() {
            return Err(shortfall(account, after));
        }
        row.balance = after;
        row.postings += 1;
        postings.push(Posting {
            shard,
            seq,
            n,
            kind: account.kind,
            owner: account.owner,
            currency: account.currency,
            amount,
            account_seq: row.postings,
            balance_after: account.kind.has_floor().then_some(after),
        });
    }
    let NewTransfer { kind, subject, reverses } = transfer;
    let seq = world.take_seq();
    let legs = i64::try_from(postings.len()).unwrap_or(i64::MAX);
    world.log_transfer(Transfer { shard, seq, kind, subject, reverses, legs, at }, postings);
    Ok(Some(TransferId::at(shard, seq)))
}

fn shortfall(account: AccountKey, after: Minor) -> Refused {
    let missing = Minor(after.0.saturating_neg()).to_decimal(account.currency);
    Refused::new(Code::InsufficientFunds).with("shortfall", missing).with("currency", account.currency)
}

/// Adds up the lines of each account, in the order of first mention, and drops what comes to nothing.
fn net(lines: &[(AccountKey, Minor)]) -> Result<Vec<(AccountKey, Minor)>, Refused> {
    let mut sums: Vec<(AccountKey, Minor)> = Vec::with_capacity(lines.len());
    for &(account, amount) in lines {
        match sums.iter_mut().find(|(known, _)| *known == account) {
            Some((_, sum)) => *sum = sum.plus(amount)?,
            None => sums.push((account, amount)),
        }
    }
    sums.retain(|(_, sum)| !sum.is_zero());
    Ok(sums)
}

fn check_balance(lines: &[(AccountKey, Minor)]) -> Result<(), Refused> {
    let balanced = lines.iter().all(|(account, _)| {
        let same = lines.iter().filter(|(other, _)| other.currency == account.currency);
        same.map(|(_, amount)| i128::from(amount.0)).sum::<i128>() == 0
    });
    if balanced { Ok(()) } else { Err(Code::Unbalanced.into()) }
}
