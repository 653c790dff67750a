//! Balances as of a cut in the past, from the live books: what the account's row says, less what was posted after.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::ExportError;
use crate::domain::ledger::account::{Account, AccountKey};
use crate::domain::ledger::reading::{Head, Ledger};
use crate::domain::money::Minor;

/// How many numbers of a shard are read at once.
const CHUNK: i64 = 5_000;

/// The sums that were posted after a cut, by account.
#[derive(Debug)]
pub(super) struct Later {
    read: BTreeMap<i64, i64>,
    sums: FxHashMap<AccountKey, i128>,
}

impl Later {
    /// Nothing yet after this cut.
    pub fn new(cut: &BTreeMap<i64, i64>) -> Self {
        Self { read: cut.clone(), sums: FxHashMap::default() }
    }

    /// Adds up what was posted up to the heads.
    pub fn extend<L: Ledger>(&mut self, ledger: &mut L, heads: &[Head]) -> Result<(), ExportError<L::Error>> {
        for head in heads {
            let read = self.read.entry(head.shard).or_insert(0);
            while *read < head.last {
                let to = head.last.min(read.saturating_add(CHUNK));
                for posting in ledger.postings(head.shard, *read, to).map_err(ExportError::Away)? {
                    *self.sums.entry(posting.account()).or_default() += i128::from(posting.amount.0);
                }
                *read = to;
            }
        }
        Ok(())
    }

    /// The balance at the cut of an account whose row was read with the heads extended to.
    pub fn at_cut<E>(&self, row: &Account) -> Result<Minor, ExportError<E>> {
        let later = self.sums.get(&row.account()).copied().unwrap_or(0);
        let balance = i64::try_from(i128::from(row.balance.0) - later);
        balance.map(Minor).map_err(|_| ExportError::Range(row.account()))
    }

    /// Whether anything was posted to the account after the cut.
    pub fn touches(&self, account: AccountKey) -> bool {
        self.sums.contains_key(&account)
    }
}
