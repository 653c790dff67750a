//! The logs: one dense order in a shard, transfers that sum to zero, reversals that undo.

use rustc_hash::FxHashMap;
use uuid::Uuid;

use super::{Checker, Violation, hold};
use crate::domain::games::game::Game;
use crate::domain::ids::{GameId, TransferId};
use crate::domain::ledger::account::AccountKind;
use crate::domain::ledger::event::Event;
use crate::domain::ledger::transfer::{Posting, Transfer};
use crate::domain::money::Currency;
use crate::domain::time::Time;
use crate::store::memory::Memory;

/// Whose money an account is: a player's cash, payable and debt are one, the house's accounts are another.
fn pocket(posting: &Posting) -> Option<Uuid> {
    match posting.kind {
        AccountKind::Cash | AccountKind::Payable | AccountKind::Receivable => Some(posting.owner),
        AccountKind::Escrow | AccountKind::Pool => None,
        _ => Some(Uuid::nil()),
    }
}

impl Checker {
    /// Reads what a shard has written since the last look.
    pub(super) fn read_shard(
        &mut self,
        store: &Memory,
        shard: i64,
        next_seq: i64,
        last_at: Time,
    ) -> Result<(), Violation> {
        let (from, mut at) = self.shards.get(&shard).copied().unwrap_or((1, Time::default()));
        let here = move |row_shard: i64| row_shard == shard;
        let mut transfers = store.rows_from::<Transfer>((shard, from)).take_while(|row| here(row.shard)).peekable();
        let mut events = store.rows_from::<Event>((shard, from)).take_while(|row| here(row.shard)).peekable();
        let mut postings = store.rows_from::<Posting>((shard, from, 0)).take_while(|row| here(row.shard)).peekable();
        for seq in from..next_seq {
            let transfer = transfers.next_if(|row| row.seq == seq);
            let event = events.next_if(|row| row.seq == seq);
            hold(transfer.is_some() != event.is_some(), "a shard's numbers are dense, each used once", || {
                format!("shard {shard} seq {seq}: {transfer:?} and {event:?}")
            })?;
            let time = transfer.map(|row| row.at).or(event.map(|row| row.at)).unwrap_or_default();
            hold(at <= time && time <= last_at, "a shard's times follow its numbers", || {
                format!("shard {shard} seq {seq}: {time} after {at}, the shard is at {last_at}")
            })?;
            at = time;
            if let Some(event) = event {
                self.touched_streams.push(event.stream);
                self.check_switches(store, event)?;
                self.streams.entry(event.stream).or_default().fresh.push((event.stream_seq, ()));
            }
            let mut legs = Vec::with_capacity(8);
            while let Some(posting) = postings.next_if(|row| row.seq == seq) {
                legs.push(posting);
            }
            match transfer {
                Some(transfer) => self.read_transfer(store, transfer, &legs)?,
                None => hold(legs.is_empty(), "a posting belongs to a transfer", || format!("{legs:?}"))?,
            }
        }
        let beyond = transfers.next().map(|row| row.seq).or(events.next().map(|row| row.seq));
        let beyond = beyond.or(postings.next().map(|row| row.seq));
        hold(beyond.is_none(), "nothing is written beyond the shard's count", || {
            format!("shard {shard} goes to {next_seq}, there is {beyond:?}")
        })?;
        self.touched_streams.sort_unstable();
        self.touched_streams.dedup();
        self.touched_accounts.sort_unstable();
        self.touched_accounts.dedup();
        self.shards.insert(shard, (next_seq, at));
        Ok(())
    }

    fn read_transfer(&mut self, store: &Memory, transfer: &Transfer, legs: &[&Posting]) -> Result<(), Violation> {
        let name = || format!("transfer {transfer:?} {legs:?}");
        let numbered = legs.iter().zip(1..).all(|(leg, n)| leg.n == n && !leg.amount.is_zero());
        let counted = i64::try_from(legs.len()) == Ok(transfer.legs) && legs.len() >= 2;
        hold(numbered && counted, "a transfer has its postings, none of zero", name)?;
        let sum = |currency: Currency| -> i128 {
            let same = legs.iter().filter(|leg| leg.currency == currency);
            same.map(|leg| i128::from(leg.amount.0)).sum()
        };
        hold(legs.iter().all(|leg| sum(leg.currency) == 0), "a transfer sums to zero in each currency", name)?;
        self.touched_subjects.push(transfer.subject);
        for leg in legs {
            let key = leg.account().row_key();
            self.touched_accounts.push(key);
            self.currencies.insert(leg.currency);
            if leg.kind == AccountKind::Escrow {
                self.touched_subjects.push(leg.owner);
            }
            let chain = self.accounts.entry(key).or_default();
            chain.fresh.push((leg.account_seq, (leg.amount.0, leg.balance_after.map(|after| after.0))));
        }
        let game = store.row::<Game>(&GameId(transfer.subject)).map(|game| game.id);
        if let Some(game) = game {
            self.read_flows(game, legs);
        }
        if transfer.reverses.is_some() {
            self.fresh_reversals.push((transfer.shard, transfer.seq));
        }
        Ok(())
    }

    fn read_flows(&mut self, game: GameId, legs: &[&Posting]) {
        let flows = self.flows.entry(game).or_default();
        for leg in legs {
            let Some(pocket) = pocket(leg) else { continue };
            match flows.iter_mut().find(|(known, _)| *known == pocket) {
                Some((_, sum)) => *sum += leg.amount.0,
                None => flows.push((pocket, leg.amount.0)),
            }
        }
    }

    /// Looks at the reversals read last, once all shards have been: what they undo may lie in any.
    pub(super) fn settle_reversals(&mut self, store: &Memory) -> Result<(), Violation> {
        for place in std::mem::take(&mut self.fresh_reversals) {
            let Some(transfer) = store.row::<Transfer>(&place) else { continue };
            if let Some(undone) = transfer.reverses {
                self.settle_reversal(store, transfer, undone)?;
            }
        }
        Ok(())
    }

    /// A reversal moves back what the other moved, to the unit: a player's cash and debt count as one.
    fn settle_reversal(&mut self, store: &Memory, transfer: &Transfer, undone: TransferId) -> Result<(), Violation> {
        let place = undone.place();
        let name = || format!("{transfer:?} undoes {place:?}");
        hold(store.row::<Transfer>(&place).is_some(), "what is undone exists", name)?;
        hold(self.reversed.insert(undone.0), "a transfer is undone once", name)?;
        let game = GameId(transfer.subject);
        if store.row::<Game>(&game).is_some() {
            // The escrow of a game that has ended stays empty: what it moved from pocket to pocket goes back.
            let flows = self.flows.get(&game);
            let even = flows.is_none_or(|flows| flows.iter().all(|(_, sum)| *sum == 0));
            return hold(even, "a reversed game has moved nothing", || format!("{}: {flows:?} is left", name()));
        }
        let mut moved: FxHashMap<(Option<Uuid>, AccountKind, Currency), i64> = FxHashMap::default();
        for (shard, seq) in [place, (transfer.shard, transfer.seq)] {
            let legs = store.rows_from::<Posting>((shard, seq, 0));
            for leg in legs.take_while(|row| (row.shard, row.seq) == (shard, seq)) {
                let kind = if leg.kind == AccountKind::Receivable { AccountKind::Cash } else { leg.kind };
                let owner = if leg.kind.is_sharded() { None } else { Some(leg.owner) };
                *moved.entry((owner, kind, leg.currency)).or_default() += leg.amount.0;
            }
        }
        hold(moved.values().all(|sum| *sum == 0), "a reversal moves back what was moved", || {
            format!("{}: {moved:?} is left", name())
        })
    }
}
