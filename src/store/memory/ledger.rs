//! The store in memory as proofs and exports read it.

use std::collections::BTreeMap;
use std::ops::Bound::{Excluded, Included, Unbounded};

use super::{Fault, Memory, Row};
use crate::domain::ledger::account::{Account, AccountKey, AccountKind};
use crate::domain::ledger::event::Event;
use crate::domain::ledger::reading::{AtCut, EventPlace, Head, Ledger};
use crate::domain::ledger::transfer::{Posting, Transfer};
use crate::domain::money::{Currency, Minor};

impl Memory {
    fn between<R: Row>(&self, from: R::Key, to: R::Key) -> impl DoubleEndedIterator<Item = &R> {
        let table = self.table::<R>().filter(|_| from <= to);
        let range = (Included(from), Included(to));
        table.into_iter().flat_map(move |table| table.rows.range(range.clone()).map(|(_, row)| row))
    }
}

impl Ledger for Memory {
    type Error = Fault;

    fn unreadable(_: &Fault) -> Option<String> {
        None
    }

    fn shards_in_use(&mut self) -> Result<Vec<i64>, Fault> {
        let moved = self.rows::<Transfer>().map(|row| row.shard);
        let posted = self.rows::<Posting>().map(|row| row.shard);
        let mut shards: Vec<i64> = moved.chain(posted).chain(self.rows::<Event>().map(|row| row.shard)).collect();
        shards.sort_unstable();
        shards.dedup();
        Ok(shards)
    }

    fn heads(&mut self) -> Result<Vec<Head>, Fault> {
        let head = |(shard, (next, _)): (&i64, &(i64, _))| {
            let moved = self.between::<Transfer>((*shard, i64::MIN), (*shard, i64::MAX)).next_back().map(|row| row.seq);
            let (low, high) = ((*shard, i64::MIN, i64::MIN), (*shard, i64::MAX, i64::MAX));
            let posted = self.between::<Posting>(low, high).next_back().map(|row| row.seq);
            let told = self.between::<Event>((*shard, i64::MIN), (*shard, i64::MAX)).next_back().map(|row| row.seq);
            Head { shard: *shard, last: next - 1, highest: moved.max(posted).max(told) }
        };
        Ok(self.shards.iter().map(head).collect())
    }

    fn transfers(&mut self, shard: i64, after: i64, to: i64) -> Result<Vec<Transfer>, Fault> {
        Ok(self.between::<Transfer>((shard, after.saturating_add(1)), (shard, to)).cloned().collect())
    }

    fn postings(&mut self, shard: i64, after: i64, to: i64) -> Result<Vec<Posting>, Fault> {
        let (low, high) = ((shard, after.saturating_add(1), i64::MIN), (shard, to, i64::MAX));
        Ok(self.between::<Posting>(low, high).cloned().collect())
    }

    fn events(&mut self, shard: i64, after: i64, to: i64) -> Result<Vec<EventPlace>, Fault> {
        let told = |event: &Event| EventPlace {
            shard: event.shard,
            seq: event.seq,
            stream: event.stream,
            stream_seq: event.stream_seq,
            at: event.at,
        };
        Ok(self.between::<Event>((shard, after.saturating_add(1)), (shard, to)).map(told).collect())
    }

    fn find<R: Row>(&mut self, keys: &[R::Key]) -> Result<Vec<R>, Fault> {
        Ok(keys.iter().filter_map(|key| self.row::<R>(key)).cloned().collect())
    }

    fn find_at_cut<R: Row>(&mut self, keys: &[R::Key]) -> Result<AtCut<R>, Fault> {
        Ok((self.heads()?, self.find(keys)?))
    }

    fn page<R: Row>(&mut self, after: Option<&R::Key>, most: usize) -> Result<AtCut<R>, Fault> {
        let from = after.map_or(Unbounded, |key| Excluded(key.clone()));
        let rows = self.table::<R>().into_iter().flat_map(|table| table.rows.range((from.clone(), Unbounded)));
        let rows = rows.take(most).map(|(_, row)| row.clone()).collect();
        Ok((self.heads()?, rows))
    }

    fn trial(&mut self) -> Result<AtCut<(AccountKind, Currency, Minor)>, Fault> {
        let mut sums: BTreeMap<(AccountKind, Currency), Minor> = BTreeMap::new();
        for row in self.rows::<Account>() {
            let sum = sums.entry((row.kind, row.currency)).or_default();
            *sum = sum.plus(row.balance).map_err(|error| Fault::Broken(error.to_string()))?;
        }
        let rows = sums.into_iter().map(|((kind, currency), sum)| (kind, currency, sum)).collect();
        Ok((self.heads()?, rows))
    }

    fn history(&mut self, account: AccountKey, postings: i64) -> Result<Vec<Posting>, Fault> {
        let own = self.rows::<Posting>().filter(|row| row.account() == account && row.account_seq <= postings);
        let places: Vec<_> = own.map(|row| (row.shard, row.seq)).collect();
        let legs = places.iter().flat_map(|(shard, seq)| {
            self.between::<Posting>((*shard, *seq, i64::MIN), (*shard, *seq, i64::MAX)).cloned()
        });
        Ok(legs.collect())
    }
}
