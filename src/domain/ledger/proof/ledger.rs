//! What a proof reads: the two databases, or the store in memory.

use super::lane::Range;
use super::rows::Head;
use crate::domain::act::row::Row;
use crate::domain::ledger::account::{AccountKey, AccountKind};
use crate::domain::ledger::transfer::Posting;
use crate::domain::money::{Currency, Minor};

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

    /// The rows of one shard with numbers above `after`, up to `to`, in order. With `after` 0 also those below 1.
    fn range(&mut self, shard: i64, after: i64, to: i64) -> Result<Range, Self::Error>;

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
