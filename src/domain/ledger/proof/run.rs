//! The course of a proof: shards side by side from the last checkpoint to the present, then the rows that say what
//! the postings come to.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use super::books::{Books, Counts, State, Turn, put_up};
use super::fault::{Fault, What};
use super::lane::{Entry, Lane, Range};
use super::rows::{Checkpoint, ProvenAccount, ProvenShard, ProvenStream};
use crate::domain::act::row::Row;
use crate::domain::ledger::account::{AccountKey, AccountKind, Side};
use crate::domain::ledger::reading::{AtCut, Head, Ledger};
use crate::domain::money::{Currency, Minor};
use crate::domain::time::Time;

/// How many numbers of a shard are read at once, and how many rows of other tables.
const CHUNK: i64 = 1_000;
pub(super) const PAGE: usize = 1_000;

/// Why there is no proof.
#[derive(Debug)]
pub enum Unproven<E> {
    /// The books are wrong.
    Fault(Box<Fault>),
    /// They could not be read.
    Away(E),
}

impl<E> From<Fault> for Unproven<E> {
    fn from(fault: Fault) -> Self {
        Self::Fault(Box::new(fault))
    }
}

/// The time of an entry that waits for another shard, and the fault if none can go on.
type Waits = (Time, Fault);

/// Where a proof begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Since {
    /// From nothing.
    Nothing,
    /// From what was proved last time.
    Checkpoint,
}

/// One currency's books.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Total {
    /// Which.
    pub currency: Currency,
    /// The sums of the lines; those of assets below zero.
    pub lines: BTreeMap<Side, Minor>,
}

/// What was proved.
#[derive(Debug, Clone, PartialEq)]
pub struct Proved {
    /// In numbers; what an earlier proof covers is not counted again.
    pub counts: Counts,
    /// Where it began: shard and number.
    pub since: Vec<(i64, i64)>,
    /// Up to where.
    pub cut: Vec<(i64, i64)>,
    /// The books of each currency at the cut.
    pub totals: Vec<Total>,
    /// To go on from next time.
    pub checkpoint: Checkpoint,
}

/// Proves the books, from postings alone; `progress` hears of it from time to time. The service may be running.
///
/// # Errors
/// The first fault; or that the books could not be read.
pub fn prove<L: Ledger>(
    ledger: &mut L,
    since: Since,
    progress: &mut dyn FnMut(&Counts),
) -> Result<Proved, Unproven<L::Error>> {
    let mut run = Run { ledger, books: Books::default(), lanes: BTreeMap::new(), from_nothing: true, progress };
    let since = run.begin(since)?;
    let in_use = run.ledger.shards_in_use().map_err(Unproven::Away)?;
    let heads = run.ledger.heads().map_err(Unproven::Away)?;
    if let Some(stray) = in_use.iter().find(|shard| heads.iter().all(|head| head.shard != **shard)) {
        let known: Vec<i64> = heads.iter().map(|head| head.shard).collect();
        return Err(
            Fault::new(What::NoShard, format!("shard {stray}"), format!("one of {known:?}"), "rows in it").into()
        );
    }
    run.advance(&heads)?;
    run.compare_accounts()?;
    run.compare_games()?;
    let totals = run.compare_totals()?;
    Ok(run.end(since, totals))
}

pub(super) struct Run<'a, L: Ledger> {
    pub(super) ledger: &'a mut L,
    pub(super) books: Books,
    pub(super) lanes: BTreeMap<i64, Lane>,
    pub(super) from_nothing: bool,
    pub(super) progress: &'a mut dyn FnMut(&Counts),
}

impl<L: Ledger> Run<'_, L> {
    fn begin(&mut self, since: Since) -> Result<Vec<(i64, i64)>, Unproven<L::Error>> {
        let proven = match since {
            Since::Nothing => Vec::new(),
            Since::Checkpoint => self.all::<ProvenShard>()?,
        };
        self.from_nothing = proven.is_empty();
        let lane = |row: &ProvenShard| (row.shard, Lane::new(row.shard, row.seq, row.at));
        self.lanes = proven.iter().map(lane).collect();
        Ok(proven.iter().map(|row| (row.shard, row.seq)).collect())
    }

    /// Goes on to where the shards had come. A shard whose next entry follows on another's waits for it.
    pub(super) fn advance(&mut self, heads: &[Head]) -> Result<(), Unproven<L::Error>> {
        for head in heads {
            let lane = self.lanes.entry(head.shard).or_insert_with(|| Lane::new(head.shard, 0, Time::default()));
            let of = format!("shard {}", head.shard);
            if head.last < lane.read {
                return Err(Fault::new(What::Gap, of, format!("a count of {} or more", lane.read), head.last).into());
            }
            if let Some(highest) = head.highest.filter(|highest| *highest > head.last) {
                let fault = Fault::new(What::BeyondHead, of, format!("nothing above {}", head.last), highest);
                return Err(fault.at(head.shard, highest).into());
            }
            lane.to = head.last;
        }
        loop {
            let mut moved = false;
            let mut stuck: Option<Waits> = None;
            let shards: Vec<i64> = self.lanes.keys().copied().collect();
            for shard in shards {
                let (taken, waits) = self.drain(shard)?;
                moved |= taken;
                if let Some(waits) = waits
                    && stuck.as_ref().is_none_or(|(first, _)| waits.0 < *first)
                {
                    stuck = Some(waits);
                }
            }
            match stuck {
                None => return Ok(()),
                Some((_, fault)) if !moved => return Err(fault.into()),
                Some(_) => {}
            }
        }
    }

    /// Takes a shard's entries until its end or until one has to wait.
    fn drain(&mut self, shard: i64) -> Result<(bool, Option<Waits>), Unproven<L::Error>> {
        let mut taken = false;
        loop {
            let Some(lane) = self.lanes.get_mut(&shard) else { return Ok((taken, None)) };
            let Some(entry) = lane.waiting.pop_front() else {
                if lane.read >= lane.to {
                    return Ok((taken, None));
                }
                self.read(shard)?;
                (self.progress)(&self.books.counts);
                continue;
            };
            if let Turn::Waits(fault) = self.books.turn(&entry) {
                let at = match &entry {
                    Entry::Moved(movement) => movement.transfer.at,
                    Entry::Told(event) => event.at,
                    Entry::Broken(_) => Time::default(),
                };
                lane.waiting.push_front(entry);
                return Ok((taken, Some((at, fault))));
            }
            self.books.take(entry)?;
            taken = true;
        }
    }

    /// Reads the next numbers of a shard and all that their entries refer to.
    fn read(&mut self, shard: i64) -> Result<(), Unproven<L::Error>> {
        let Some((after, end)) = self.lanes.get(&shard).map(|lane| (lane.read, lane.to)) else { return Ok(()) };
        let mut to = end.min(after.saturating_add(CHUNK));
        let range = loop {
            match self.range(shard, after, to) {
                Ok(range) => break range,
                Err(error) => match L::unreadable(&error) {
                    // Half as many, until the one row that cannot be read is alone.
                    Some(_) if to - after > 1 => to = after + (to - after) / 2,
                    Some(why) => {
                        let fault = Fault::new(What::Unreadable, "transfer, posting or event", "a readable row", why);
                        return Err(fault.at(shard, to).into());
                    }
                    None => return Err(Unproven::Away(error)),
                },
            }
        };
        self.open(&range)?;
        if let Some(lane) = self.lanes.get_mut(&shard) {
            lane.fill(range, to);
        }
        self.refer(shard)
    }

    fn range(&mut self, shard: i64, after: i64, to: i64) -> Result<Range, L::Error> {
        let after = if after == 0 { i64::MIN } else { after };
        Ok(Range {
            transfers: self.ledger.transfers(shard, after, to)?,
            postings: self.ledger.postings(shard, after, to)?,
            events: self.ledger.events(shard, after, to)?,
        })
    }

    /// Brings in what the last proof knew of the accounts and streams that a range touches.
    fn open(&mut self, range: &Range) -> Result<(), Unproven<L::Error>> {
        if self.from_nothing {
            return Ok(());
        }
        let accounts: FxHashSet<AccountKey> = range.postings.iter().map(|posting| posting.account()).collect();
        let mut keys: Vec<_> = accounts.iter().filter(|key| !self.books.accounts.contains_key(key)).collect();
        keys.sort_unstable();
        let keys: Vec<_> = keys.into_iter().map(|key| key.row_key()).collect();
        for row in self.rows::<ProvenAccount>(&keys)? {
            let account = AccountKey { kind: row.kind, owner: row.owner, currency: row.currency };
            let state = State { postings: row.postings, balance: row.balance, ..State::default() };
            self.books.accounts.insert(account, state);
            if row.kind == AccountKind::Escrow && !row.balance.is_zero() {
                self.recall_stakes(account, row.postings)?;
            }
        }
        let mut streams: Vec<_> = range.events.iter().map(|event| event.stream).collect();
        streams.sort_unstable();
        streams.dedup();
        streams.retain(|stream| !self.books.streams.contains_key(stream));
        let proven = self.rows::<ProvenStream>(&streams)?;
        self.books.streams.extend(proven.into_iter().map(|row| (row.stream, row.events)));
        Ok(())
    }

    /// Who had put up what for a game that was under way at the last proof.
    fn recall_stakes(&mut self, escrow: AccountKey, postings: i64) -> Result<(), Unproven<L::Error>> {
        let legs = self.ledger.history(escrow, postings).map_err(Unproven::Away)?;
        let stakes = self.books.stakes.entry(escrow.owner).or_default();
        for transfer in legs.chunk_by(|a, b| (a.shard, a.seq) == (b.shard, b.seq)) {
            for (_, more) in put_up(transfer).filter(|(game, _)| *game == escrow.owner) {
                for (player, amount) in more {
                    match stakes.iter_mut().find(|(known, _)| *known == player) {
                        Some((_, sum)) => sum.0 = sum.0.saturating_add(amount.0),
                        None => stakes.push((player, amount)),
                    }
                }
            }
        }
        Ok(())
    }

    fn end(self, since: Vec<(i64, i64)>, totals: Vec<Total>) -> Proved {
        let shards =
            self.lanes.values().map(|lane| ProvenShard { shard: lane.shard, seq: lane.read, at: lane.last_at() });
        let shards: Vec<ProvenShard> = shards.collect();
        let accounts = self.books.accounts.iter().map(|(key, state)| ProvenAccount {
            kind: key.kind,
            owner: key.owner,
            currency: key.currency,
            postings: state.postings,
            balance: state.balance,
        });
        let streams =
            self.books.streams.iter().map(|(stream, events)| ProvenStream { stream: *stream, events: *events });
        let mut checkpoint = Checkpoint {
            from_nothing: self.from_nothing,
            accounts: accounts.collect(),
            streams: streams.collect(),
            shards: shards.clone(),
        };
        checkpoint.accounts.sort_unstable_by_key(Row::key);
        checkpoint.streams.sort_unstable_by_key(Row::key);
        let cut = shards.iter().map(|row| (row.shard, row.seq)).collect();
        Proved { counts: self.books.counts, since, cut, totals, checkpoint }
    }

    /// Rows by key; one that cannot be read is named.
    pub(super) fn rows<R: Row>(&mut self, keys: &[R::Key]) -> Result<Vec<R>, Unproven<L::Error>> {
        if keys.is_empty() {
            return Ok(Vec::new());
        }
        match (self.ledger.find::<R>(keys), keys) {
            (Ok(rows), _) => Ok(rows),
            (Err(error), keys) => match (L::unreadable(&error), keys) {
                (None, _) => Err(Unproven::Away(error)),
                (Some(why), [key]) => {
                    let of = format!("{} {key:?}", R::TABLE);
                    Err(Fault::new(What::Unreadable, of, "a readable row", why).into())
                }
                (Some(_), keys) => {
                    let mut all = Vec::with_capacity(keys.len());
                    for key in keys {
                        all.extend(self.rows::<R>(std::slice::from_ref(key))?);
                    }
                    Ok(all)
                }
            },
        }
    }

    /// The next page of a table; a row that cannot be read is named by the one before it.
    pub(super) fn page<R: Row>(&mut self, after: Option<&R::Key>) -> Result<AtCut<R>, Unproven<L::Error>> {
        let mut most = PAGE;
        loop {
            match self.ledger.page::<R>(after, most) {
                Ok(page) => return Ok(page),
                Err(error) => match L::unreadable(&error) {
                    Some(_) if most > 1 => most /= 2,
                    Some(why) => {
                        let of = format!("the row of {} after {after:?}", R::TABLE);
                        return Err(Fault::new(What::Unreadable, of, "a readable row", why).into());
                    }
                    None => return Err(Unproven::Away(error)),
                },
            }
        }
    }

    fn all<R: Row>(&mut self) -> Result<Vec<R>, Unproven<L::Error>> {
        let mut all: Vec<R> = Vec::new();
        loop {
            let after = all.last().map(Row::key);
            let (_, rows) = self.page::<R>(after.as_ref())?;
            if rows.is_empty() {
                return Ok(all);
            }
            all.extend(rows);
        }
    }
}
