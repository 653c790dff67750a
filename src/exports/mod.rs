//! The books for outside tools: a journal that hledger judges, and rows for spreadsheets. Both are read at a cut, in
//! chunks, while the service runs; memory grows with the accounts touched in the period, not with its transfers.

pub mod csv;
pub mod hledger;
mod later;
mod movements;
mod period;

pub use period::{Days, Period};

use crate::domain::ledger::account::{AccountKey, AccountKind};

/// Why there is no export.
#[derive(Debug, thiserror::Error)]
pub enum ExportError<E> {
    /// The books could not be read.
    #[error("the books could not be read")]
    Away(E),
    /// The export could not be written.
    #[error("the export could not be written: {0}")]
    Write(#[from] std::io::Error),
    /// A balance leaves the range of whole minor units.
    #[error("the balance of {0} is out of range")]
    Range(AccountKey),
}

/// An account's name in a chart for outsiders. Players and games by identity alone: no personal data leaves here. The
/// shards of the house's accounts are one.
fn account_name(account: AccountKey) -> String {
    let owner = account.owner.as_simple();
    match account.kind {
        AccountKind::Cash | AccountKind::Payable => format!("liabilities:players:{owner}:{}", account.kind.as_str()),
        AccountKind::Receivable => format!("assets:receivable:{owner}"),
        AccountKind::Escrow => format!("liabilities:escrow:{owner}"),
        AccountKind::Pool => format!("liabilities:pools:{owner}"),
        AccountKind::Rake => "revenues:rake".to_owned(),
        AccountKind::Fees => "revenues:fees".to_owned(),
        AccountKind::Guarantees => "expenses:guarantees".to_owned(),
        AccountKind::Coupons => "expenses:coupons".to_owned(),
        AccountKind::BadDebt => "expenses:bad_debt".to_owned(),
        AccountKind::Equity => "equity:owner".to_owned(),
        AccountKind::Bank => "assets:bank".to_owned(),
        AccountKind::Clearing(provider) => format!("assets:clearing:{provider}"),
    }
}
