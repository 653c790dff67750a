//! One shard's transfers and events, put together from their rows and checked for what can be seen without the
//! accounts: a dense count, and each transfer whole and balanced.

use std::collections::VecDeque;
use std::iter::Peekable;
use std::vec::IntoIter;

use super::cause::Cause;
use super::fault::{Fault, What};
use super::undone::Undone;
use crate::domain::games::game::Game;
use crate::domain::games::settlement::Settlement;
use crate::domain::ledger::reading::EventPlace;
use crate::domain::ledger::transfer::{Posting, Transfer};
use crate::domain::money::Currency;
use crate::domain::time::Time;

/// A transfer with its postings and what it refers to.
#[derive(Debug, Clone, PartialEq)]
pub struct Movement {
    /// The transfer.
    pub transfer: Transfer,
    /// Its postings, in order.
    pub legs: Vec<Posting>,
    /// The game that it is about, where it settled one.
    pub game: Option<Box<Game>>,
    /// How that game was settled.
    pub settlement: Option<Box<Settlement>>,
    /// The transfer that it undoes, where there is one.
    pub undone: Option<Box<Undone>>,
    /// What it is about.
    pub cause: Cause,
}

/// What stands at one number of a shard.
#[derive(Debug, Clone, PartialEq)]
pub enum Entry {
    /// A transfer.
    Moved(Movement),
    /// An event.
    Told(EventPlace),
    /// Something is wrong here.
    Broken(Fault),
}

/// The rows of a range of numbers of one shard, each in the order of its key.
#[derive(Debug)]
pub(super) struct Range {
    /// The transfers.
    pub transfers: Vec<Transfer>,
    /// The postings.
    pub postings: Vec<Posting>,
    /// The events.
    pub events: Vec<EventPlace>,
}

/// One shard on its way through a proof.
#[derive(Debug)]
pub(super) struct Lane {
    /// Which shard.
    pub shard: i64,
    /// The last number that was read.
    pub read: i64,
    /// The last number that is to be read.
    pub to: i64,
    /// What was read and not yet proved.
    pub waiting: VecDeque<Entry>,
    last_at: Time,
}

impl Lane {
    /// A shard proved up to a number, whose time was `at`.
    pub fn new(shard: i64, proven: i64, at: Time) -> Self {
        Self { shard, read: proven, to: proven, waiting: VecDeque::new(), last_at: at }
    }

    /// The time of the last entry that was read.
    pub fn last_at(&self) -> Time {
        self.last_at
    }

    /// Takes in the rows of the numbers after `read` up to `to`. What is wrong becomes the last entry.
    pub fn fill(&mut self, range: Range, to: i64) {
        let mut rows = Rows {
            transfers: range.transfers.into_iter().peekable(),
            postings: range.postings.into_iter().peekable(),
            events: range.events.into_iter().peekable(),
        };
        while self.read < to {
            match self.next(&mut rows) {
                Ok(entry) => self.waiting.push_back(entry),
                Err(fault) => return self.waiting.push_back(Entry::Broken(fault)),
            }
            self.read += 1;
        }
        if let Some(posting) = rows.postings.peek() {
            self.waiting.push_back(Entry::Broken(orphan(posting)));
        }
    }

    fn next(&mut self, rows: &mut Rows) -> Result<Entry, Fault> {
        let seq = self.read + 1;
        let told = rows.events.peek().map(|event| event.seq);
        let moved = rows.transfers.peek().map(|transfer| transfer.seq);
        if let Some(posting) = rows.postings.peek()
            && posting.seq <= seq
            && moved != Some(posting.seq)
        {
            return Err(orphan(posting));
        }
        let found = told.into_iter().chain(moved).min();
        if found != Some(seq) {
            let found = found.map_or_else(|| "nothing".to_owned(), |found| found.to_string());
            return Err(Fault::new(What::Gap, format!("shard {}", self.shard), seq, found).at(self.shard, seq));
        }
        if told == moved {
            let of = format!("shard {}", self.shard);
            let fault = Fault::new(What::Twice, of, "a transfer or an event", "both");
            return Err(fault.at_transfer(self.shard, seq));
        }
        let entry = match rows.transfers.next_if(|transfer| transfer.seq == seq) {
            Some(transfer) => Entry::Moved(whole(transfer, &mut rows.postings)?),
            None => match rows.events.next() {
                Some(event) => Entry::Told(event),
                None => return Err(Fault::new(What::Gap, "shard", seq, "nothing").at(self.shard, seq)),
            },
        };
        let at = match &entry {
            Entry::Moved(movement) => movement.transfer.at,
            Entry::Told(event) => event.at,
            Entry::Broken(_) => self.last_at,
        };
        if at < self.last_at {
            let of = format!("shard {}", self.shard);
            let fault = Fault::new(What::Time, of, format!("{} or later", self.last_at), at);
            return Err(fault.at(self.shard, seq));
        }
        self.last_at = at;
        Ok(entry)
    }
}

struct Rows {
    transfers: Peekable<IntoIter<Transfer>>,
    postings: Peekable<IntoIter<Posting>>,
    events: Peekable<IntoIter<EventPlace>>,
}

fn orphan(posting: &Posting) -> Fault {
    let found = format!("posting {}", posting.n);
    Fault::new(What::Orphan, posting.account(), "a transfer", found).at(posting.shard, posting.seq)
}

/// A transfer with its postings: as many as it says, counted from 1, none of zero, in sum zero.
fn whole(transfer: Transfer, postings: &mut Peekable<IntoIter<Posting>>) -> Result<Movement, Fault> {
    let (shard, seq) = (transfer.shard, transfer.seq);
    let mut legs = Vec::with_capacity(4);
    while let Some(posting) = postings.next_if(|posting| posting.seq == seq) {
        legs.push(posting);
    }
    let numbers: Vec<i64> = legs.iter().map(|leg| leg.n).collect();
    if transfer.legs < 2 || !numbers.iter().copied().eq(1..=transfer.legs) {
        let expected = format!("postings 1 to {}", transfer.legs.max(2));
        let fault = Fault::new(What::Legs, transfer.id(), expected, format!("{numbers:?}"));
        return Err(fault.at_transfer(shard, seq));
    }
    if let Some(zero) = legs.iter().find(|leg| leg.amount.is_zero()) {
        return Err(Fault::new(What::Zero, zero.account(), "an amount", 0).at_transfer(shard, seq));
    }
    if let Some((currency, sum)) = unbalanced(&legs) {
        let fault =
            Fault::new(What::Unbalanced, transfer.id(), format!("0 {currency}"), format!("{sum} (minor units)"));
        return Err(fault.at_transfer(shard, seq));
    }
    Ok(Movement { transfer, legs, game: None, settlement: None, undone: None, cause: Cause::Missing })
}

/// A currency in which the legs do not sum to zero, and their sum in minor units.
fn unbalanced(legs: &[Posting]) -> Option<(Currency, i128)> {
    legs.iter().find_map(|leg| {
        let same = legs.iter().filter(|other| other.currency == leg.currency);
        let sum: i128 = same.map(|other| i128::from(other.amount.0)).sum();
        (sum != 0).then_some((leg.currency, sum))
    })
}
