//! What is the same however a history was run: every table, without places, times, and the shard of what the house
//! keeps once a shard.

use std::collections::BTreeMap;

use sha2::Digest;
use uuid::Uuid;

use crate::domain::act::row::{Column, Row, Sink};
use crate::domain::conduct::Jurisdictions;
use crate::domain::ids::TransferId;
use crate::domain::ledger::account::Account;
use crate::domain::ledger::event::Event;
use crate::domain::ledger::reading::Ledger;
use crate::domain::ledger::transfer::{Posting, Transfer};
use crate::domain::switches::Switchboard;
use crate::store::memory::Memory;

/// Runs a macro for every table but accounts, transfers, postings, the switchboard and the jurisdictions.
macro_rules! for_each_table {
    ($run:ident) => {
        $run! {
            crate::domain::act::remembered::Remembered, crate::domain::act::remembered::Claim,
            crate::domain::sessions::refresh_token::RefreshToken, crate::domain::sessions::session::Session,
            crate::domain::sessions::sign_outs::SignOuts, crate::domain::outages::ServiceAlive,
            crate::domain::staff::member::Member, crate::domain::staff::client::Client,
            crate::domain::finance::approval::Approval, crate::domain::finance::day_total::DayTotal,
            crate::domain::wallets::deposit::Deposit,
            crate::domain::wallets::withdrawal::Withdrawal, crate::domain::wallets::obligation::Obligation,
            crate::domain::games::game::Game, crate::domain::games::settlement::Settlement,
            crate::domain::rooms::version::RoomBook, crate::domain::rooms::version::RoomVersion,
            crate::domain::rake::version::RakeSchedule, crate::domain::rake::version::ScheduleVersion,
            crate::domain::players::player::Player, crate::domain::players::person::Person,
            crate::domain::mails::Mail, crate::domain::players::rating::Rating,
            crate::domain::ledger::event::Event
        }
    };
}

/// So many rows are read in one statement.
const PAGE: usize = 1_000;

/// Everything that books elsewhere hold, in memory: so that one checker and one projection serve all keepers. Nobody
/// may write to them meanwhile.
///
/// # Errors
/// That of a read.
pub fn copy_of<L: Ledger>(books: &mut L) -> Result<Memory, L::Error> {
    let mut store = Memory::default();
    macro_rules! tables { ($($row:ty),+) => { $(copy_rows::<L, $row>(books, &mut store)?;)+ } }
    for_each_table!(tables);
    copy_rows::<L, Switchboard>(books, &mut store)?;
    copy_rows::<L, Jurisdictions>(books, &mut store)?;
    copy_rows::<L, Account>(books, &mut store)?;
    copy_rows::<L, Transfer>(books, &mut store)?;
    copy_rows::<L, Posting>(books, &mut store)?;
    for head in books.heads()? {
        let moved = store.rows::<Transfer>().filter(|row| row.shard == head.shard).map(|row| row.at);
        let told = store.rows::<Event>().filter(|row| row.shard == head.shard).map(|row| row.at);
        let last_at = moved.chain(told).max().unwrap_or_default();
        store.fill(&[] as &[Account], Some((head.shard, head.last + 1, last_at)));
    }
    Ok(store)
}

fn copy_rows<L: Ledger, R: Row>(books: &mut L, store: &mut Memory) -> Result<(), L::Error> {
    let mut after: Option<R::Key> = None;
    loop {
        let (_, rows) = books.page::<R>(after.as_ref(), PAGE)?;
        store.fill(&rows, None);
        match rows.last() {
            Some(last) => after = Some(last.key()),
            None => return Ok(()),
        }
    }
}

/// One line for each row, sorted: equal for equal histories.
#[must_use]
pub fn lines(store: &Memory) -> Vec<String> {
    let mut lines = Vec::new();
    macro_rules! tables { ($($row:ty),+) => { $(lines.extend(store.rows::<$row>().map(|row| line(row, &[])));)+ } }
    for_each_table!(tables);
    // A database has the rows of these two from the beginning.
    let board = store.rows::<Switchboard>().filter(|row| row.stream_seq > 0);
    lines.extend(board.map(|row| line(row, &[])));
    let places = store.rows::<Jurisdictions>().filter(|row| row.stream_seq > 0);
    lines.extend(places.map(|row| line(row, &[])));
    accounts(store, &mut lines);
    transfers(store, &mut lines);
    lines.sort_unstable();
    lines
}

/// The digest of all lines.
#[must_use]
pub fn fingerprint(store: &Memory) -> String {
    let mut sha = sha2::Sha256::new();
    lines(store).iter().for_each(|line| sha.update(format!("{line}\n")));
    sha.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The first lines in which two stores differ, those that only the left has marked `<`, the right's `>`.
#[must_use]
pub fn difference(left: &Memory, right: &Memory) -> Vec<String> {
    let mut count: BTreeMap<String, i64> = BTreeMap::new();
    lines(left).into_iter().for_each(|line| *count.entry(line).or_default() -= 1);
    lines(right).into_iter().for_each(|line| *count.entry(line).or_default() += 1);
    let differing = count.into_iter().filter(|(_, count)| *count != 0);
    differing.map(|(line, count)| format!("{} {line}", if count < 0 { '<' } else { '>' })).take(20).collect()
}

fn accounts(store: &Memory, lines: &mut Vec<String>) {
    let mut house: BTreeMap<(String, String), (i64, i64)> = BTreeMap::new();
    for row in store.rows::<Account>() {
        if row.kind.is_sharded() {
            let sum = house.entry((row.kind.as_str().into_owned(), row.currency.to_string())).or_default();
            *sum = (sum.0 + row.balance.0, sum.1 + row.postings);
        } else {
            lines.push(line(row, &[]));
        }
    }
    lines.extend(house.into_iter().map(|(account, sum)| format!("house {account:?} {sum:?}")));
}

fn transfers(store: &Memory, lines: &mut Vec<String>) {
    let mut postings = store.rows::<Posting>().peekable();
    for transfer in store.rows::<Transfer>() {
        let mut text = line(transfer, &[]);
        while let Some(posting) = postings.next_if(|row| (row.shard, row.seq) == (transfer.shard, transfer.seq)) {
            let hidden: &[&str] = if posting.kind.is_sharded() { &["owner", "account_seq"] } else { &[] };
            text.push_str(&line(posting, hidden));
        }
        lines.push(text);
    }
    lines.extend(postings.map(|posting| line(posting, &[])));
}

/// A row as text, without places, times, and the columns named.
fn line<R: Row>(row: &R, hidden: &[&str]) -> String {
    let mut to = Line { columns: R::COLUMNS, at: 0, hidden, text: format!("{}:", R::TABLE) };
    match row.put(&mut to) {
        Ok(()) => to.text,
        Err(unreadable) => format!("{}: {unreadable}", R::TABLE),
    }
}

/// Columns that tell the place of a row.
const PLACES: &[&str] = &["shard", "seq"];

struct Line<'a> {
    columns: &'static [Column],
    at: usize,
    hidden: &'a [&'a str],
    text: String,
}

impl Line<'_> {
    fn add(&mut self, value: Option<String>) {
        if let Some(column) = self.columns.get(self.at) {
            let hidden = PLACES.contains(&column.name) || self.hidden.contains(&column.name);
            if !hidden {
                let value = value.unwrap_or_else(|| "-".into());
                self.text.push_str(&format!(" {}={value}", column.name));
            }
        }
        self.at += 1;
    }
}

impl Sink for Line<'_> {
    fn int(&mut self, value: Option<i64>) {
        self.add(value.map(|value| value.to_string()));
    }
    fn bool(&mut self, value: Option<bool>) {
        self.add(value.map(|value| value.to_string()));
    }
    fn text(&mut self, value: Option<&str>) {
        self.add(value.map(without_places));
    }
    fn uuid(&mut self, value: Option<Uuid>) {
        let is_place = |value: Uuid| {
            let (shard, seq) = TransferId(value).place();
            value.get_version_num() == 8 && shard < 1_000 && TransferId::at(shard, seq).0 == value
        };
        self.add(value.map(|value| if is_place(value) { "a transfer".into() } else { value.to_string() }));
    }
    fn time(&mut self, value: Option<i64>) {
        self.add(value.map(|_| "a time".into()));
    }
}

/// A text in which the identity of a transfer and an instant are replaced by `trf_` and `@`.
fn without_places(text: &str) -> String {
    if text.starts_with(TransferId::PREFIX) {
        return TransferId::PREFIX.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['"']) {
        let (before, inside) = rest.split_at(at + 1);
        out.push_str(before);
        let end = inside.find('"').unwrap_or(inside.len());
        let (word, after) = inside.split_at(end);
        out.push_str(if word.starts_with(TransferId::PREFIX) {
            TransferId::PREFIX
        } else if is_instant(word) {
            "@"
        } else {
            word
        });
        rest = after;
        if let Some(after) = rest.strip_prefix('"') {
            out.push('"');
            rest = after;
        }
    }
    out.push_str(rest);
    out
}

/// `2027-01-15T08:00:00.000000Z`
fn is_instant(word: &str) -> bool {
    let bytes = word.as_bytes();
    bytes.len() == 27 && bytes[4] == b'-' && bytes[10] == b'T' && bytes[26] == b'Z'
}
