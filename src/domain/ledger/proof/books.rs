//! The books as they grow under a proof: balances, counts and stakes, from postings alone.

use rustc_hash::{FxHashMap, FxHashSet};
use uuid::Uuid;

use super::fault::{Fault, What};
use super::lane::{Entry, Movement};
use super::undone;
use crate::domain::games::game::Game;
use crate::domain::ids::TransferId;
use crate::domain::ledger::account::{Account, AccountKey, AccountKind};
use crate::domain::ledger::reading::EventPlace;
use crate::domain::ledger::transfer::{Posting, TransferKind};
use crate::domain::money::Minor;
use crate::domain::rake::Schedule;
use crate::domain::slug::Slug;

/// What was proved, in numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Transfers.
    pub transfers: u64,
    /// Their postings.
    pub postings: u64,
    /// Events.
    pub events: u64,
    /// Settlements reckoned again.
    pub settlements: u64,
    /// Accounts compared with their rows.
    pub accounts: u64,
    /// Games compared with their escrow.
    pub games: u64,
}

/// An account as its postings make it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct State {
    pub postings: i64,
    pub balance: Minor,
    /// The place of the last posting that was proved.
    pub last: Option<(i64, i64)>,
    /// Whether its row was compared.
    pub compared: bool,
}

/// Who put up how much for a game under way.
pub(super) type Stakes = Vec<(Uuid, Minor)>;

/// Whether an entry's turn has come.
pub(super) enum Turn {
    Come,
    /// Another shard has to go first; the fault if none can.
    Waits(Fault),
}

/// The books so far. Its size grows with accounts and streams, never with postings.
#[derive(Debug, Default)]
pub(super) struct Books {
    pub accounts: FxHashMap<AccountKey, State>,
    pub streams: FxHashMap<Uuid, i64>,
    pub stakes: FxHashMap<Uuid, Stakes>,
    pub schedules: FxHashMap<(Slug, i64), Schedule>,
    pub counts: Counts,
    reversed: FxHashSet<TransferId>,
}

impl Books {
    /// Whether an entry follows on what was taken so far. Accounts and streams are written under a lock by one
    /// shard after the other, so that in sound books some shard can always go on.
    pub fn turn(&self, entry: &Entry) -> Turn {
        match entry {
            Entry::Broken(_) => Turn::Come,
            Entry::Told(event) => {
                let next = self.streams.get(&event.stream).copied().unwrap_or(0) + 1;
                if event.stream_seq > next { Turn::Waits(stream_fault(event, next)) } else { Turn::Come }
            }
            Entry::Moved(movement) => {
                let early = movement.legs.iter().find_map(|leg| {
                    let next = self.accounts.get(&leg.account()).map_or(0, |state| state.postings) + 1;
                    (leg.account_seq > next).then(|| count_fault(leg, next))
                });
                early.map_or(Turn::Come, Turn::Waits)
            }
        }
    }

    /// Takes an entry whose turn has come.
    pub fn take(&mut self, entry: Entry) -> Result<(), Fault> {
        match entry {
            Entry::Broken(fault) => Err(fault),
            Entry::Told(event) => self.hear(&event),
            Entry::Moved(movement) => self.move_money(&movement),
        }
    }

    fn hear(&mut self, event: &EventPlace) -> Result<(), Fault> {
        self.counts.events += 1;
        let count = self.streams.entry(event.stream).or_default();
        *count += 1;
        if event.stream_seq == *count { Ok(()) } else { Err(stream_fault(event, *count)) }
    }

    fn move_money(&mut self, movement: &Movement) -> Result<(), Fault> {
        self.counts.transfers += 1;
        for leg in &movement.legs {
            self.post(leg)?;
        }
        let (shard, seq) = (movement.transfer.shard, movement.transfer.seq);
        let checked = movement.cause.check(movement.transfer.kind, &movement.legs);
        checked.map_err(|fault| fault.at_transfer(shard, seq))?;
        if let Some(reversed) = movement.transfer.reverses {
            let Some(undone) = &movement.undone else {
                let fault = Fault::new(What::ReversesNothing, reversed, "a transfer", "none");
                return Err(fault.at_transfer(shard, seq));
            };
            undone::check(movement, undone)?;
            if !self.reversed.insert(reversed) {
                let fault = Fault::new(What::ReversedTwice, reversed, "one reversal", "a second one");
                return Err(fault.at_transfer(shard, seq));
            }
        }
        match movement.transfer.kind {
            TransferKind::Settlement => self.check_settlement(movement)?,
            TransferKind::Void => self.check_void(movement)?,
            _ => {}
        }
        self.put_up(movement);
        Ok(())
    }

    fn post(&mut self, leg: &Posting) -> Result<(), Fault> {
        self.counts.postings += 1;
        let account = leg.account();
        let fault = |what, expected: String, found: String| {
            Err(Fault::new(what, account, expected, found).at_transfer(leg.shard, leg.seq))
        };
        let state = self.accounts.entry(account).or_default();
        state.postings += 1;
        if leg.account_seq != state.postings {
            return Err(count_fault(leg, state.postings));
        }
        let before = state.balance;
        let Ok(after) = before.plus(leg.amount) else {
            return fault(
                What::Range,
                "a sum within the range".into(),
                format!("{before} + {} (minor units)", leg.amount),
            );
        };
        let stored = account.kind.has_floor().then_some(after);
        if leg.balance_after != stored {
            let text = |amount: Option<Minor>| amount.map_or_else(|| "none".into(), |amount| money(amount, account));
            return fault(What::BalanceAfter, text(stored), text(leg.balance_after));
        }
        if account.kind.has_floor() && after.is_negative() {
            return fault(What::Floor, "0 or more".into(), money(after, account));
        }
        if account.kind == AccountKind::Receivable && after.is_positive() {
            return fault(What::Floor, "0 or less".into(), money(after, account));
        }
        (state.balance, state.last) = (after, Some((leg.shard, leg.seq)));
        Ok(())
    }

    /// Keeps who has put up how much for the games under way.
    fn put_up(&mut self, movement: &Movement) {
        for (game, stakes) in put_up(&movement.legs) {
            let all = self.stakes.entry(game).or_default();
            for (player, amount) in stakes {
                match all.iter_mut().find(|(known, _)| *known == player) {
                    Some((_, sum)) => sum.0 = sum.0.saturating_add(amount.0),
                    None => all.push((player, amount)),
                }
            }
        }
        for leg in movement.legs.iter().filter(|leg| leg.kind == AccountKind::Escrow) {
            if leg.balance_after == Some(Minor::ZERO) {
                self.stakes.remove(&leg.owner);
            }
        }
    }

    /// Compares an account's row with what its postings come to; both as of the same cut.
    pub fn compare(&mut self, row: &Account, otherwise: Option<(i64, Minor)>) -> Result<(), Fault> {
        self.counts.accounts += 1;
        let account = row.account();
        let state = self.accounts.get_mut(&account).map(|state| {
            state.compared = true;
            *state
        });
        let (postings, balance) = state.map(|state| (state.postings, state.balance)).or(otherwise).unwrap_or_default();
        if (row.postings, row.balance) == (postings, balance) {
            return Ok(());
        }
        let text = |balance, postings| format!("{} after {postings} postings", money(balance, account));
        let fault = Fault::new(What::AccountRow, account, text(balance, postings), text(row.balance, row.postings));
        Err(match state.and_then(|state| state.last) {
            Some((shard, seq)) => fault.at_transfer(shard, seq),
            None => fault,
        })
    }

    /// Compares what a game says is in escrow with what is; both as of the same cut.
    pub fn compare_game(&mut self, game: &Game) -> Result<(), Fault> {
        self.counts.games += 1;
        let account = AccountKey::escrow(game.id, game.currency);
        let state = self.accounts.get(&account).copied().unwrap_or_default();
        let said = i128::from(game.opener_escrow.0) + i128::from(game.joiner_escrow.0);
        let said = if game.state.is_under_way() { said } else { 0 };
        if said == i128::from(state.balance.0) {
            return Ok(());
        }
        let expected = format!("{said} (minor units, game {})", game.state);
        let fault = Fault::new(What::Escrow, account, expected, state.balance);
        Err(state.last.map_or(fault.clone(), |(shard, seq)| fault.at_transfer(shard, seq)))
    }
}

/// What each player puts into the escrow of each game by these legs (below zero: takes out).
pub(super) fn put_up(legs: &[Posting]) -> impl Iterator<Item = (Uuid, Stakes)> {
    legs.iter().filter(|leg| leg.kind == AccountKind::Escrow).map(|escrow| {
        let mut stakes = Stakes::new();
        let own = legs.iter().filter(|leg| matches!(leg.kind, AccountKind::Cash | AccountKind::Receivable));
        for leg in own.filter(|leg| leg.currency == escrow.currency) {
            let amount = Minor(leg.amount.0.saturating_neg());
            match stakes.iter_mut().find(|(known, _)| *known == leg.owner) {
                Some((_, sum)) => sum.0 = sum.0.saturating_add(amount.0),
                None => stakes.push((leg.owner, amount)),
            }
        }
        (escrow.owner, stakes)
    })
}

/// An amount as people read it.
pub(super) fn money(amount: Minor, account: AccountKey) -> String {
    format!("{} {}", amount.to_decimal(account.currency), account.currency)
}

fn count_fault(leg: &Posting, next: i64) -> Fault {
    let (expected, found) = (format!("posting {next} of the account"), format!("posting {}", leg.account_seq));
    Fault::new(What::AccountCount, leg.account(), expected, found).at_transfer(leg.shard, leg.seq)
}

fn stream_fault(event: &EventPlace, next: i64) -> Fault {
    let of = format!("stream {}", event.stream);
    let (expected, found) = (format!("event {next} of the stream"), format!("event {}", event.stream_seq));
    Fault::new(What::StreamCount, of, expected, found).at(event.shard, event.seq)
}
