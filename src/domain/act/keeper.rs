//! What keeps rows: the two databases, or memory.

use super::row::Row;

/// How rows are held once they are loaded, until the transaction's end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hold {
    /// Not at all: they are as they were when read.
    None,
    /// Nobody changes them; any number may hold them so.
    Shared,
    /// By this transaction alone.
    Locked,
}

/// Loads and writes rows inside one transaction. Decides nothing.
pub trait Keeper {
    /// What can go wrong.
    type Error;

    /// The rows that exist among `keys` (sorted, unique).
    #[allow(clippy::missing_errors_doc)]
    fn load<R: Row>(&mut self, keys: &[R::Key], hold: Hold) -> Result<Vec<R>, Self::Error>;

    /// All rows of the groups (sorted, unique).
    #[allow(clippy::missing_errors_doc)]
    fn load_groups<R: Row>(&mut self, groups: &[R::Group]) -> Result<Vec<R>, Self::Error>;

    /// Adds rows whose keys must be new; says how many were. Fewer than sent: somebody else was first.
    #[allow(clippy::missing_errors_doc)]
    fn insert<R: Row>(&mut self, rows: &[&R]) -> Result<usize, Self::Error>;

    /// Writes rows that exist.
    #[allow(clippy::missing_errors_doc)]
    fn update<R: Row>(&mut self, rows: &[&R]) -> Result<(), Self::Error>;

    /// Adds rows to a table that only grows.
    #[allow(clippy::missing_errors_doc)]
    fn append<R: Row>(&mut self, rows: &[R]) -> Result<(), Self::Error>;
}
