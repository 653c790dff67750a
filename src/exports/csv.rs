//! One row a posting, for spreadsheets: RFC 4180, and no cell that a spreadsheet would run as a formula.

use std::io::Write;

use super::movements::Movements;
use super::{Days, ExportError, Period};
use crate::domain::ledger::reading::Ledger;
use crate::domain::ledger::transfer::{Posting, Transfer};
use crate::domain::money::Minor;

/// The columns; they are only ever added to, at the end.
pub const COLUMNS: [&str; 16] = [
    "at",
    "transfer",
    "shard",
    "seq",
    "posting",
    "kind",
    "subject",
    "reverses",
    "account",
    "account_kind",
    "owner",
    "currency",
    "amount",
    "amount_minor",
    "account_seq",
    "balance_after",
];

/// Writes the postings of the days, in the order of time.
///
/// # Errors
/// The books cannot be read or the export not be written.
pub fn write<L: Ledger>(ledger: &mut L, days: Days, out: &mut dyn Write) -> Result<(), ExportError<L::Error>> {
    let heads = ledger.heads().map_err(ExportError::Away)?;
    let period = Period::of(ledger, days, &heads).map_err(ExportError::Away)?;
    row(out, &COLUMNS.map(str::to_owned))?;
    let mut movements = Movements::new(&period);
    while let Some((transfer, legs)) = movements.next(ledger).map_err(ExportError::Away)? {
        for leg in &legs {
            row(out, &cells(&transfer, leg))?;
        }
    }
    Ok(out.flush()?)
}

fn cells(transfer: &Transfer, leg: &Posting) -> [String; 16] {
    let account = leg.account();
    let decimal = |amount: Minor| amount.to_decimal(account.currency).to_string();
    [
        transfer.at.to_string(),
        transfer.id().to_string(),
        transfer.shard.to_string(),
        transfer.seq.to_string(),
        leg.n.to_string(),
        transfer.kind.to_string(),
        transfer.subject.to_string(),
        transfer.reverses.map(|id| id.to_string()).unwrap_or_default(),
        account.to_string(),
        account.kind.as_str().into_owned(),
        account.owner.to_string(),
        account.currency.to_string(),
        decimal(leg.amount),
        leg.amount.to_string(),
        leg.account_seq.to_string(),
        leg.balance_after.map(decimal).unwrap_or_default(),
    ]
}

fn row(out: &mut dyn Write, cells: &[String]) -> std::io::Result<()> {
    for (n, cell) in cells.iter().enumerate() {
        if n > 0 {
            out.write_all(b",")?;
        }
        out.write_all(safe(cell).as_bytes())?;
    }
    out.write_all(b"\r\n")
}

/// A cell as it is written. Text that a spreadsheet would take for a formula gets an apostrophe before it; numbers,
/// also those below zero, stay numbers.
fn safe(cell: &str) -> String {
    let is_number = cell.strip_prefix('-').is_some_and(|rest| {
        rest.starts_with(|c: char| c.is_ascii_digit()) && rest.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
    });
    let is_formula = cell.starts_with(['=', '+', '-', '@', '\t', '\r']) && !is_number;
    let cell = if is_formula { format!("'{cell}") } else { cell.to_owned() };
    if cell.contains([',', '"', '\r', '\n']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell }
}

#[cfg(test)]
mod tests {
    use super::safe;

    #[test]
    fn cells_that_a_spreadsheet_would_run_are_made_text() {
        assert_eq!(safe("=1+1"), "'=1+1");
        assert_eq!(safe("-2+3"), "'-2+3");
        assert_eq!(safe("@sum"), "'@sum");
        assert_eq!(safe("-9.02"), "-9.02");
        assert_eq!(safe("-"), "'-");
    }

    #[test]
    fn cells_with_separators_are_quoted() {
        assert_eq!(safe("a,b"), "\"a,b\"");
        assert_eq!(safe("say \"no\""), "\"say \"\"no\"\"\"");
        assert_eq!(safe("two\nlines"), "\"two\nlines\"");
        assert_eq!(safe("=a,b"), "\"'=a,b\"");
    }
}
