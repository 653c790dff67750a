//! The books as proofs and exports read them: from the two databases, or from the store in memory.

use uuid::Uuid;

use crate::domain::act::row::Row;
use crate::domain::ledger::account::{AccountKey, AccountKind};
use crate::domain::ledger::transfer::{Posting, Transfer};
use crate::domain::money::{Currency, Minor};
use crate::domain::time::Time;

/// How far a shard has come, read in one statement with all others: a cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Head {
    /// Which shard.
    pub shard: i64,
    /// The last number that its row has given out.
    pub last: i64,
    /// The highest number among its transfers, postings and events; never above `last` in sound books.
    pub highest: Option<i64>,
}

/// An event, as far as a proof looks at it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EventPlace {
    /// The shard that it was written in.
    pub shard: i64,
    /// Its number in the shard.
    pub seq: i64,
    /// What it tells of.
    pub stream: Uuid,
    /// Its number in the stream.
    pub stream_seq: i64,
    /// When.
    pub at: Time,
}

/// Rows, and how far the shards had come when they were read.
pub type AtCut<R> = (Vec<Head>, Vec<R>);

/// Reads of the books, without locks and without a long transaction: nothing at or below a cut ever changes.
#[allow(clippy::missing_errors_doc)]
pub trait Ledger {
    /// What can go wrong.
    type Error;

    /// What an error says of a row that cannot be read; none for errors of another kind.
    fn unreadable(error: &Self::Error) -> Option<String>;

    /// The shards that transfers, postings or events lie in.
    fn shards_in_use(&mut self) -> Result<Vec<i64>, Self::Error>;

    /// How far the shards have come, in one statement.
    fn heads(&mut self) -> Result<Vec<Head>, Self::Error>;

    /// The transfers of one shard with numbers above `after`, up to `to`, in order.
    fn transfers(&mut self, shard: i64, after: i64, to: i64) -> Result<Vec<Transfer>, Self::Error>;

    /// The postings of one shard with numbers above `after`, up to `to`, in order.
    fn postings(&mut self, shard: i64, after: i64, to: i64) -> Result<Vec<Posting>, Self::Error>;

    /// The events of one shard with numbers above `after`, up to `to`, in order.
    fn events(&mut self, shard: i64, after: i64, to: i64) -> Result<Vec<EventPlace>, Self::Error>;

    /// The rows that exist among `keys`.
    fn find<R: Row>(&mut self, keys: &[R::Key]) -> Result<Vec<R>, Self::Error>;

    /// The same and the heads, as of one instant.
    fn find_at_cut<R: Row>(&mut self, keys: &[R::Key]) -> Result<AtCut<R>, Self::Error>;

    /// The next rows of a table in the order of its keys, and the heads, as of one instant.
    fn page<R: Row>(&mut self, after: Option<&R::Key>, most: usize) -> Result<AtCut<R>, Self::Error>;

    /// The balances of the accounts' rows, summed by kind and currency, and the heads, as of one instant.
    fn trial(&mut self) -> Result<AtCut<(AccountKind, Currency, Minor)>, Self::Error>;

    /// All postings of the transfers that touch an account, up to its posting number `postings`.
    fn history(&mut self, account: AccountKey, postings: i64) -> Result<Vec<Posting>, Self::Error>;
}

/// The last number of a shard that was written before an instant. A shard's time never runs backwards, so halving
/// finds it without an index.
///
/// # Errors
/// The ledger's.
pub fn last_before<L: Ledger>(ledger: &mut L, head: &Head, end: Time) -> Result<i64, L::Error> {
    let (mut before, mut from) = (0, head.last + 1);
    while from - before > 1 {
        let middle = before + (from - before) / 2;
        let told = ledger.events(head.shard, middle - 1, middle)?.first().map(|event| event.at);
        let at = match told {
            Some(at) => Some(at),
            None => ledger.transfers(head.shard, middle - 1, middle)?.first().map(|transfer| transfer.at),
        };
        if at.is_some_and(|at| at < end) { before = middle } else { from = middle }
    }
    Ok(before)
}
