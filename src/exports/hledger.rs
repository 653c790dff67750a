//! A journal that hledger accepts strictly and that judges the books: every transfer, and at its end each balance that
//! the live books say, asserted.
//!
//! Here what the house owes is a positive balance; hledger writes credits as negative amounts, so signs turn round.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

use chrono::NaiveDate;
use rustc_hash::FxHashSet;
use uuid::Uuid;

use super::later::Later;
use super::movements::Movements;
use super::{Days, ExportError, Period, account_name};
use crate::domain::act::row::Row;
use crate::domain::games::game::Game;
use crate::domain::ids::GameId;
use crate::domain::ledger::account::{Account, AccountKey, AccountKind};
use crate::domain::ledger::reading::Ledger;
use crate::domain::ledger::transfer::{Posting, Transfer, TransferKind};
use crate::domain::money::{Currency, Minor};

/// How many rows are read at once.
const PAGE: usize = 1_000;

/// Writes the journal of the days.
///
/// # Errors
/// The books cannot be read or the journal not be written.
pub fn write<L: Ledger>(ledger: &mut L, days: Days, out: &mut dyn Write) -> Result<(), ExportError<L::Error>> {
    let (heads, trial) = ledger.trial().map_err(ExportError::Away)?;
    let period = Period::of(ledger, days, &heads).map_err(ExportError::Away)?;
    let currencies: BTreeSet<Currency> = trial.iter().map(|(_, currency, _)| *currency).collect();
    let mut journal = Journal { out, names: BTreeSet::new(), last: None };
    journal.head(&period, &currencies)?;
    if let Some(first) = days.from {
        opening(ledger, &mut journal, &period, first)?;
    }
    let mut active = FxHashSet::default();
    let mut movements = Movements::new(&period);
    while let Some((transfer, legs)) = movements.next(ledger).map_err(ExportError::Away)? {
        journal.transfer(&transfer, &legs)?;
        active.extend(legs.iter().map(Posting::account));
    }
    closing(ledger, &mut journal, &period, active)?;
    journal.accounts()?;
    Ok(journal.out.flush()?)
}

/// The balances before the first day, in one transaction.
fn opening<L: Ledger>(
    ledger: &mut L,
    journal: &mut Journal<'_>,
    period: &Period,
    first: NaiveDate,
) -> Result<(), ExportError<L::Error>> {
    let mut later = Later::new(&period.after);
    let mut after = None;
    let mut begun = false;
    loop {
        let (heads, rows) = ledger.page::<Account>(after.as_ref(), PAGE).map_err(ExportError::Away)?;
        later.extend(ledger, &heads)?;
        let Some(last) = rows.last() else { break };
        after = Some(last.key());
        for row in &rows {
            let balance = later.at_cut(row)?;
            if !balance.is_zero() {
                if !begun {
                    journal.begin(first, "opening", "opening balances", "kind:opening")?;
                    begun = true;
                }
                journal.leg(row.account(), balance)?;
            }
        }
    }
    if begun {
        journal.end()?;
    }
    Ok(())
}

/// Asserts the balances that the live books say of all accounts that the period touched, and that the escrow of each
/// game that has ended is empty.
fn closing<L: Ledger>(
    ledger: &mut L,
    journal: &mut Journal<'_>,
    period: &Period,
    active: FxHashSet<AccountKey>,
) -> Result<(), ExportError<L::Error>> {
    let Some(date) = journal.last.filter(|_| !active.is_empty()) else { return Ok(()) };
    let mut later = Later::new(&period.to);
    let mut active: Vec<AccountKey> = active.into_iter().collect();
    active.sort_unstable();
    let (sharded, own): (Vec<_>, Vec<_>) = active.into_iter().partition(|account| account.kind.is_sharded());
    journal.begin(date, "close", "balances of the live books", "kind:assert")?;
    for accounts in own.chunks(PAGE) {
        let keys: Vec<_> = accounts.iter().map(|account| account.row_key()).collect();
        let (heads, rows) = ledger.find_at_cut::<Account>(&keys).map_err(ExportError::Away)?;
        later.extend(ledger, &heads)?;
        let rows: BTreeMap<_, _> = rows.iter().map(|row| (row.key(), row)).collect();
        for account in accounts {
            let balance = rows.get(&account.row_key()).map_or(Ok(Minor::ZERO), |row| later.at_cut(row))?;
            journal.assert(*account, balance)?;
        }
    }
    let kinds: BTreeSet<(AccountKind, Currency)> = sharded.iter().map(|key| (key.kind, key.currency)).collect();
    for (kind, currency) in kinds {
        let keys = period.to.keys().map(|shard| AccountKey::of_shard(kind, currency, *shard).row_key());
        let keys: Vec<_> = keys.collect();
        let (heads, rows) = ledger.find_at_cut::<Account>(&keys).map_err(ExportError::Away)?;
        later.extend(ledger, &heads)?;
        let account = AccountKey { kind, owner: Uuid::nil(), currency };
        let mut sum = Minor::ZERO;
        for row in &rows {
            sum = sum.plus(later.at_cut(row)?).map_err(|_| ExportError::Range(account))?;
        }
        journal.assert(account, sum)?;
    }
    journal.end()?;
    emptied(ledger, journal, &mut later, &own, date)
}

/// Games that have ended, and whose escrow was not touched after the cut: it must be empty, whatever the books say.
fn emptied<L: Ledger>(
    ledger: &mut L,
    journal: &mut Journal<'_>,
    later: &mut Later,
    own: &[AccountKey],
    date: NaiveDate,
) -> Result<(), ExportError<L::Error>> {
    let escrows: Vec<AccountKey> = own.iter().copied().filter(|key| key.kind == AccountKind::Escrow).collect();
    let mut begun = false;
    for escrows in escrows.chunks(PAGE) {
        let ids: Vec<GameId> = escrows.iter().map(|key| GameId(key.owner)).collect();
        let (heads, games) = ledger.find_at_cut::<Game>(&ids).map_err(ExportError::Away)?;
        later.extend(ledger, &heads)?;
        for game in games.iter().filter(|game| !game.state.is_under_way()) {
            let escrow = AccountKey::escrow(game.id, game.currency);
            if !later.touches(escrow) {
                if !begun {
                    journal.begin(date, "escrows", "escrows of ended games are empty", "kind:assert")?;
                    begun = true;
                }
                journal.assert(escrow, Minor::ZERO)?;
            }
        }
    }
    if begun {
        journal.end()?;
    }
    Ok(())
}

/// The journal as far as it is written.
struct Journal<'a> {
    out: &'a mut dyn Write,
    /// The accounts named so far.
    names: BTreeSet<String>,
    /// The date of the last transaction.
    last: Option<NaiveDate>,
}

impl Journal<'_> {
    fn head(&mut self, period: &Period, currencies: &BTreeSet<Currency>) -> std::io::Result<()> {
        writeln!(self.out, "; The books of this house, by kupa. Dates are days in UTC.")?;
        for (shard, to) in &period.to {
            let after = period.after.get(shard).copied().unwrap_or(0);
            writeln!(self.out, "; shard {shard}: numbers {} to {to}", after + 1)?;
        }
        writeln!(self.out)?;
        for currency in currencies {
            // The point must be there even where no decimals follow it.
            let places = usize::try_from(currency.exponent()).unwrap_or(0);
            writeln!(self.out, "commodity 1000.{} {currency}", "0".repeat(places))?;
        }
        writeln!(self.out)
    }

    fn begin(&mut self, date: NaiveDate, code: &str, what: &str, tags: &str) -> std::io::Result<()> {
        self.last = Some(self.last.map_or(date, |last| last.max(date)));
        writeln!(self.out, "{date} * ({code}) {what}  ; {tags}")
    }

    fn end(&mut self) -> std::io::Result<()> {
        writeln!(self.out)
    }

    fn name(&mut self, account: AccountKey) -> String {
        let name = account_name(account);
        if !self.names.contains(&name) {
            self.names.insert(name.clone());
        }
        name
    }

    fn leg(&mut self, account: AccountKey, amount: Minor) -> std::io::Result<()> {
        let name = self.name(account);
        writeln!(self.out, "    {name}  {}", amount_text(amount, account.currency))
    }

    fn assert(&mut self, account: AccountKey, balance: Minor) -> std::io::Result<()> {
        let (name, currency) = (self.name(account), account.currency);
        let nothing = amount_text(Minor::ZERO, currency);
        writeln!(self.out, "    {name}  {nothing} = {}", amount_text(balance, currency))
    }

    fn transfer(&mut self, transfer: &Transfer, legs: &[Posting]) -> std::io::Result<()> {
        let code = format!("{}-{}", transfer.shard, transfer.seq);
        self.begin(transfer.at.to_utc().date_naive(), &code, &what(transfer.kind), &tags(transfer))?;
        for leg in legs {
            self.leg(leg.account(), leg.amount)?;
        }
        self.end()
    }

    /// Declares all accounts that were named. hledger does not mind that it comes last, and so nothing is read twice.
    fn accounts(&mut self) -> std::io::Result<()> {
        for name in &self.names {
            let kind = match name.split(':').next() {
                Some("assets") => "A",
                Some("liabilities") => "L",
                Some("revenues") => "R",
                Some("expenses") => "X",
                _ => "E",
            };
            writeln!(self.out, "account {name}  ; type: {kind}")?;
        }
        Ok(())
    }
}

/// An amount with its sign turned round.
fn amount_text(amount: Minor, currency: Currency) -> String {
    let mut decimal = amount.to_decimal(currency);
    if !decimal.is_zero() {
        decimal.set_sign_negative(decimal.is_sign_positive());
    }
    format!("{decimal} {currency}")
}

fn what(kind: TransferKind) -> String {
    kind.as_str().replace('_', " ")
}

fn tags(transfer: &Transfer) -> String {
    let reverses = transfer.reverses.map(|id| format!(", reverses:{id}")).unwrap_or_default();
    let (id, kind, subject) = (transfer.id(), transfer.kind, transfer.subject.as_simple());
    format!("id:{id}, kind:{kind}, subject:{subject}, at:{}{reverses}", transfer.at)
}
