//! The transfers of a period with their postings, all shards in the order of time.

use std::collections::{BTreeMap, VecDeque};

use super::Period;
use crate::domain::ledger::reading::Ledger;
use crate::domain::ledger::transfer::{Posting, Transfer};

/// How many numbers of a shard are read at once.
const CHUNK: i64 = 1_000;

/// A transfer and its postings.
pub(super) type Movement = (Transfer, Vec<Posting>);

/// One shard's part of the period.
#[derive(Debug)]
struct Lane {
    read: i64,
    to: i64,
    waiting: VecDeque<Movement>,
}

/// Goes through the transfers of a period.
#[derive(Debug)]
pub(super) struct Movements {
    lanes: BTreeMap<i64, Lane>,
}

impl Movements {
    pub fn new(period: &Period) -> Self {
        let lane = |(shard, to): (&i64, &i64)| {
            let read = period.after.get(shard).copied().unwrap_or(0);
            (*shard, Lane { read, to: *to, waiting: VecDeque::new() })
        };
        Self { lanes: period.to.iter().map(lane).collect() }
    }

    /// The next transfer: the earliest of all shards.
    pub fn next<L: Ledger>(&mut self, ledger: &mut L) -> Result<Option<Movement>, L::Error> {
        for (shard, lane) in &mut self.lanes {
            while lane.waiting.is_empty() && lane.read < lane.to {
                let to = lane.to.min(lane.read.saturating_add(CHUNK));
                let mut postings = ledger.postings(*shard, lane.read, to)?.into_iter().peekable();
                for transfer in ledger.transfers(*shard, lane.read, to)? {
                    let mut legs = Vec::with_capacity(4);
                    while let Some(leg) = postings.next_if(|leg| leg.seq <= transfer.seq) {
                        legs.push(leg);
                    }
                    lane.waiting.push_back((transfer, legs));
                }
                lane.read = to;
            }
        }
        let first = |lane: &Lane| lane.waiting.front().map(|(transfer, _)| (transfer.at, transfer.shard));
        let earliest = self.lanes.iter().filter_map(|(shard, lane)| first(lane).map(|at| (at, *shard))).min();
        let lane = earliest.and_then(|(_, shard)| self.lanes.get_mut(&shard));
        Ok(lane.and_then(|lane| lane.waiting.pop_front()))
    }
}
