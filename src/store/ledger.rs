//! The ledger as edges read it: balances, statements, transfers, and all of it as of a cut.
//!
//! A cut names a number in each shard. Nothing at or below it ever changes, so that pages and reports over it agree
//! however long they take.

use std::collections::BTreeMap;

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};
use uuid::Uuid;

use super::books::{Books, find, heads, page, sums};
use super::dialect::Db;
use super::select::Statement;
use crate::domain::ids::TransferId;
use crate::domain::ledger::account::{Account, AccountKey, AccountKind, Side};
use crate::domain::ledger::reading::last_before;
use crate::domain::ledger::transfer::{Posting, Transfer, TransferKind};
use crate::domain::money::{Currency, Minor, MoneyError};
use crate::domain::time::Time;

/// A number in each shard.
pub type Cut = BTreeMap<i64, i64>;

/// The present cut.
///
/// # Errors
/// The database's.
pub fn present(db: &mut Db) -> QueryResult<Cut> {
    Ok(heads(db)?.iter().map(|head| (head.shard, head.last)).collect())
}

/// The cut before an instant: all that was written earlier.
///
/// # Errors
/// The database's.
pub fn cut_before(db: &mut Db, end: Time) -> QueryResult<Cut> {
    let heads = heads(db)?;
    let mut books = Books(db);
    heads.iter().map(|head| Ok((head.shard, last_before(&mut books, head, end)?))).collect()
}

/// An account; none where nothing was ever posted to it.
///
/// # Errors
/// The database's.
pub fn find_account(db: &mut Db, account: AccountKey) -> QueryResult<Option<Account>> {
    Ok(find::<Account>(db, &[account.row_key()])?.pop())
}

/// The next accounts in the order of kind, owner and currency; of one kind where one is given.
///
/// # Errors
/// The database's.
pub fn list_accounts(
    db: &mut Db,
    kind: Option<AccountKind>,
    after: Option<AccountKey>,
    most: usize,
) -> QueryResult<Vec<Account>> {
    let Some(kind) = kind else {
        return page::<Account>(db, after.map(AccountKey::row_key).as_ref(), most);
    };
    let mut statement = Statement::select::<Account>().sql(" WHERE t.kind = ").bind(&kind)?;
    if let Some(after) = after {
        statement = statement.sql(" AND (t.kind, t.owner, t.currency) > ").key(&after.row_key())?;
    }
    statement.sql(&format!(" ORDER BY t.kind, t.owner, t.currency LIMIT {most}")).load_rows(db)
}

/// A line of a statement.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// The posting, with the balance after it where the account has a floor.
    pub posting: Posting,
    /// Its transfer.
    pub transfer: Transfer,
}

/// What was posted to an account, the latest first: postings with an `account_seq` below `before`, where it is given.
///
/// # Errors
/// The database's.
pub fn statement(db: &mut Db, account: AccountKey, before: Option<i64>, most: usize) -> QueryResult<Vec<Line>> {
    let mut statement = of_account(Statement::select::<Posting>().sql(" WHERE "), account)?;
    if let Some(before) = before {
        statement = statement.sql(" AND t.account_seq < ").bind(&before)?;
    }
    let postings: Vec<Posting> = statement.sql(&format!(" ORDER BY t.account_seq DESC LIMIT {most}")).load_rows(db)?;
    let places: Vec<_> = postings.iter().map(|posting| (posting.shard, posting.seq)).collect();
    let transfers = find::<Transfer>(db, &places)?;
    let transfers: BTreeMap<_, _> = transfers.into_iter().map(|row| ((row.shard, row.seq), row)).collect();
    let line = |posting: Posting| {
        let transfer = transfers.get(&(posting.shard, posting.seq))?.clone();
        Some(Line { posting, transfer })
    };
    Ok(postings.into_iter().filter_map(line).collect())
}

/// The condition that a posting `t` is on an account, in the words that its index has.
fn of_account(statement: Statement, account: AccountKey) -> QueryResult<Statement> {
    let statement = statement.sql("t.owner = ").bind(&account.owner)?.sql(" AND t.kind = ").bind(&account.kind)?;
    let statement = statement.sql(" AND t.currency = ").bind(&account.currency)?;
    Ok(match account.kind {
        kind if kind.has_floor() => statement.sql(" AND t.balance_after IS NOT NULL"),
        AccountKind::Receivable => statement.sql(" AND t.kind = 'receivable'"),
        // The house's accounts are those of one shard.
        _ => statement.sql(" AND t.shard = ").bind(&i64::try_from(account.owner.as_u128()).unwrap_or(0))?,
    })
}

/// A transfer with its postings.
///
/// # Errors
/// The database's.
pub fn find_transfer(db: &mut Db, id: TransferId) -> QueryResult<Option<(Transfer, Vec<Posting>)>> {
    let (shard, seq) = id.place();
    // Only the identity that the place itself would have: the bits that it leaves over are not looked away from.
    let found = if TransferId::at(shard, seq) == id { find::<Transfer>(db, &[(shard, seq)])?.pop() } else { None };
    let Some(transfer) = found else { return Ok(None) };
    let legs = Statement::select::<Posting>().sql(" WHERE t.shard = ").bind(&shard)?.sql(" AND t.seq = ").bind(&seq)?;
    Ok(Some((transfer, legs.sql(" ORDER BY t.n").load_rows(db)?)))
}

/// Which transfers are asked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TransferFilter {
    /// Why money moved.
    pub kind: Option<TransferKind>,
    /// What it is about.
    pub subject: Option<Uuid>,
    /// An account that it touches.
    pub account: Option<AccountKey>,
    /// Not before.
    pub from: Option<Time>,
    /// Before.
    pub until: Option<Time>,
}

/// The latest transfers at or below a cut, the latest first, and the cut at which the next ones begin.
///
/// # Errors
/// The database's.
pub fn list_transfers(
    db: &mut Db,
    filter: &TransferFilter,
    below: &Cut,
    most: usize,
) -> QueryResult<(Vec<Transfer>, Cut)> {
    let least = filter.from.map(|from| cut_before(db, from)).transpose()?.unwrap_or_default();
    let until = filter.until.map(|until| cut_before(db, until)).transpose()?;
    let mut rest = below.clone();
    let mut found: Vec<Transfer> = Vec::new();
    for (shard, highest) in &mut rest {
        if let Some(until) = until.as_ref().and_then(|until| until.get(shard)) {
            *highest = (*highest).min(*until);
        }
        let least = least.get(shard).copied().unwrap_or(0);
        let statement = Statement::select::<Transfer>().sql(" WHERE t.shard = ").bind(shard)?;
        let statement = statement.sql(" AND t.seq > ").bind(&least)?.sql(" AND t.seq <= ").bind(highest)?;
        let statement = filtered(statement, filter)?;
        found.extend(statement.sql(&format!(" ORDER BY t.shard, t.seq DESC LIMIT {most}")).load_rows::<Transfer>(db)?);
    }
    found.sort_unstable_by_key(|row| std::cmp::Reverse((row.at, row.shard, row.seq)));
    found.truncate(most);
    for row in &found {
        rest.entry(row.shard).and_modify(|highest| *highest = (*highest).min(row.seq - 1));
    }
    Ok((found, rest))
}

fn filtered(mut statement: Statement, filter: &TransferFilter) -> QueryResult<Statement> {
    if let Some(kind) = filter.kind {
        statement = statement.sql(" AND t.kind = ").bind(&kind)?;
    }
    if let Some(subject) = filter.subject {
        statement = statement.sql(" AND t.subject = ").bind(&subject)?;
    }
    if let Some(account) = filter.account {
        let touched = " AND (t.shard, t.seq) IN (SELECT t.shard, t.seq FROM postings t WHERE ";
        statement = of_account(statement.sql(touched), account)?.sql(")");
    }
    Ok(statement)
}

/// The books on one page, as of a cut: the house's accounts summed over their shards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrialBalance {
    /// As of when.
    pub cut: Cut,
    /// The sum of each kind of account, by currency. What the house owes is above zero, assets are below.
    pub lines: BTreeMap<(Currency, AccountKind), Minor>,
}

impl TrialBalance {
    /// The sums of one currency by side: assets, liabilities to players, escrows, pools, house.
    ///
    /// # Errors
    /// A sum beyond the range.
    pub fn sides(&self, currency: Currency) -> Result<BTreeMap<Side, Minor>, MoneyError> {
        let mut sides: BTreeMap<Side, Minor> = BTreeMap::new();
        for ((_, kind), balance) in self.lines.iter().filter(|((own, _), _)| *own == currency) {
            let sum = sides.entry(kind.side()).or_default();
            *sum = sum.plus(*balance)?;
        }
        Ok(sides)
    }

    /// Whether assets = liabilities + escrows + pools + house in each currency.
    #[must_use]
    pub fn balances(&self) -> bool {
        let mut sums: BTreeMap<Currency, i128> = BTreeMap::new();
        for ((currency, _), balance) in &self.lines {
            *sums.entry(*currency).or_default() += i128::from(balance.0);
        }
        sums.values().all(|sum| *sum == 0)
    }
}

#[derive(QueryableByName)]
struct SumRow {
    #[diesel(sql_type = Text)]
    kind: String,
    #[diesel(sql_type = Text)]
    currency: String,
    #[diesel(sql_type = BigInt)]
    amount: i64,
}

/// The trial balance as of a cut: of the present where none is given. What it costs grows with what was posted since.
///
/// # Errors
/// The database's; a sum beyond the range.
pub fn trial_balance(db: &mut Db, cut: Option<&Cut>) -> QueryResult<TrialBalance> {
    db.snapshot(|db| {
        let present = present(db)?;
        let mut lines: BTreeMap<(Currency, AccountKind), Minor> = BTreeMap::new();
        for (kind, currency, balance) in sums(db)? {
            lines.insert((currency, kind), balance);
        }
        let cut = cut.unwrap_or(&present);
        for (shard, last) in &present {
            let from = cut.get(shard).copied().unwrap_or(0);
            if from >= *last {
                continue;
            }
            let since = "SELECT kind, currency, CAST(SUM(amount) AS BIGINT) AS amount FROM postings WHERE shard = ";
            let since = Statement::default().sql(since).bind(shard)?.sql(" AND seq > ").bind(&from)?;
            for row in RunQueryDsl::load::<SumRow>(since.sql(" GROUP BY kind, currency"), db)? {
                let line = (row.currency.parse().map_err(unreadable)?, row.kind.parse().map_err(unreadable)?);
                let line = lines.entry(line).or_default();
                *line = line.minus(Minor(row.amount)).map_err(unreadable)?;
            }
        }
        let cut = present.keys().map(|shard| (*shard, cut.get(shard).copied().unwrap_or(0))).collect();
        Ok(TrialBalance { cut, lines })
    })
}

#[derive(QueryableByName)]
struct AmountRow {
    #[diesel(sql_type = BigInt)]
    amount: i64,
}

/// An account's balance as of a cut: where it has a floor, what its last posting up to there says; otherwise its
/// present balance less what was posted since.
///
/// # Errors
/// The database's; a sum beyond the range.
pub fn balance_at(db: &mut Db, account: AccountKey, cut: &Cut) -> QueryResult<Minor> {
    if !account.kind.has_floor() {
        return db.snapshot(|db| balance_less_later(db, account, cut));
    }
    let statement = of_account(Statement::select::<Posting>().sql(" WHERE "), account)?;
    let mut statement = statement.sql(" AND (1 = 0");
    for (shard, last) in cut {
        statement = statement.sql(" OR (t.shard = ").bind(shard)?.sql(" AND t.seq <= ").bind(last)?.sql(")");
    }
    let last: Vec<Posting> = statement.sql(") ORDER BY t.account_seq DESC LIMIT 1").load_rows(db)?;
    Ok(last.first().and_then(|posting| posting.balance_after).unwrap_or_default())
}

fn balance_less_later(db: &mut Db, account: AccountKey, cut: &Cut) -> QueryResult<Minor> {
    let Some(row) = find_account(db, account)? else { return Ok(Minor::ZERO) };
    let mut balance = row.balance;
    for shard in present(db)?.keys() {
        let from = cut.get(shard).copied().unwrap_or(0);
        let later = "SELECT CAST(COALESCE(SUM(t.amount), 0) AS BIGINT) AS amount FROM postings t WHERE ";
        let later = of_account(Statement::default().sql(later), account)?;
        let later = later.sql(" AND t.shard = ").bind(shard)?.sql(" AND t.seq > ").bind(&from)?;
        for row in RunQueryDsl::load::<AmountRow>(later, db)? {
            balance = balance.minus(Minor(row.amount)).map_err(unreadable)?;
        }
    }
    Ok(balance)
}

/// What is stored and cannot be: a word that is none, a sum beyond the range.
fn unreadable(error: impl std::error::Error + Send + Sync + 'static) -> diesel::result::Error {
    diesel::result::Error::DeserializationError(Box::new(error))
}
