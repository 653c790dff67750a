//! What must hold after every batch, and at the end from nothing.
//!
//! A [`Checker`] reads what was written since it last looked, straight from the store, and knows nothing of the world
//! in which it was decided. One that starts from nothing proves the whole.

mod games;
mod ledger;
mod switches;
mod whole;

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};
use uuid::Uuid;

use crate::domain::games::game::Game;
use crate::domain::ids::{DepositId, GameId, PlayerId, StaffId, WithdrawalId};
use crate::domain::ledger::account::{Account, AccountKind};
use crate::domain::money::Currency;
use crate::domain::players::player::Player;
use crate::domain::switches::Switch;
use crate::domain::time::Time;
use crate::domain::wallets::deposit::Deposit;
use crate::domain::wallets::withdrawal::Withdrawal;
use crate::store::memory::Memory;

/// Something that must hold and does not.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{rule}: {detail}")]
pub struct Violation {
    /// Which rule, as a sentence.
    pub rule: &'static str,
    /// Where, and how.
    pub detail: String,
}

impl Violation {
    /// A rule that does not hold.
    pub fn new(rule: &'static str, detail: impl Into<String>) -> Self {
        Self { rule, detail: detail.into() }
    }
}

/// `Ok` where it holds.
pub(super) fn hold(holds: bool, rule: &'static str, detail: impl FnOnce() -> String) -> Result<(), Violation> {
    if holds { Ok(()) } else { Err(Violation::new(rule, detail())) }
}

type AccountRow = (AccountKind, Uuid, Currency);

/// What a count of numbered things has reached, and those that came since the last look.
#[derive(Debug, Default)]
struct Chain<T> {
    reached: i64,
    balance: i64,
    fresh: Vec<(i64, T)>,
}

/// What a game that has begun keeps to its end: versions of room and schedule, ratings and experience at the start.
type Pinned = [Option<i64>; 6];

/// Knows the books as their own logs tell them.
#[derive(Debug, Default)]
pub struct Checker {
    shards: FxHashMap<i64, (i64, Time)>,
    accounts: FxHashMap<AccountRow, Chain<(i64, Option<i64>)>>,
    streams: FxHashMap<Uuid, Chain<()>>,
    /// What a game moved so far: owner and currency of cash and debts together; nil stands for the house.
    flows: FxHashMap<GameId, Vec<(Uuid, i64)>>,
    /// The strength of both players and the versions with which games under way began.
    pinned: FxHashMap<GameId, Pinned>,
    /// The switches that are on.
    thrown: BTreeSet<Switch>,
    /// Transfers that were undone.
    reversed: FxHashSet<Uuid>,
    currencies: FxHashSet<Currency>,
    fresh_reversals: Vec<(i64, i64)>,
    touched_accounts: Vec<AccountRow>,
    touched_streams: Vec<Uuid>,
    touched_subjects: Vec<Uuid>,
}

impl Checker {
    /// Checks what was written since the last look, and the rows that it touched.
    ///
    /// # Errors
    /// The first rule that does not hold.
    pub fn catch_up(&mut self, store: &Memory) -> Result<(), Violation> {
        self.touched_accounts.clear();
        self.touched_streams.clear();
        self.touched_subjects.clear();
        for (shard, next_seq, last_at) in store.shards() {
            self.read_shard(store, shard, next_seq, last_at)?;
        }
        self.settle_reversals(store)?;
        self.settle_accounts(store)?;
        self.settle_streams(store)?;
        self.touched_subjects.extend_from_slice(&self.touched_streams);
        self.touched_subjects.sort_unstable();
        self.touched_subjects.dedup();
        for at in 0..self.touched_subjects.len() {
            let subject = self.touched_subjects[at];
            if let Some(game) = store.row::<Game>(&GameId(subject)) {
                self.check_unchanged(game)?;
                self.check_game(store, game)?;
            } else if let Some(player) = store.row::<Player>(&PlayerId(subject)) {
                self.check_player(store, player)?;
            } else if let Some(deposit) = store.row::<Deposit>(&DepositId(subject)) {
                self.check_deposit(store, deposit)?;
            } else if let Some(withdrawal) = store.row::<Withdrawal>(&WithdrawalId(subject)) {
                self.check_withdrawal(store, withdrawal)?;
            }
        }
        Ok(())
    }

    /// Proves everything from nothing: the logs first, then every row of every table against them.
    ///
    /// # Errors
    /// The first rule that does not hold.
    pub fn prove(store: &Memory) -> Result<(), Violation> {
        let mut checker = Self::default();
        checker.catch_up(store)?;
        checker.check_whole(store)
    }

    fn balance(&self, account: AccountRow) -> i64 {
        self.accounts.get(&account).map_or(0, |chain| chain.balance)
    }

    /// The count of events that the stream's own row holds, where its identity tells which row that is.
    fn stream_count(store: &Memory, stream: Uuid) -> Option<i64> {
        use crate::domain::finance::approval::Approval;
        use crate::domain::ids::{ApprovalId, ClientId};
        use crate::domain::staff::client::Client;
        use crate::domain::staff::member::Member;
        let game = store.row::<Game>(&GameId(stream)).map(|row| row.stream_seq);
        game.or_else(|| store.row::<Player>(&PlayerId(stream)).map(|row| row.stream_seq))
            .or_else(|| store.row::<Approval>(&ApprovalId(stream)).map(|row| row.stream_seq))
            .or_else(|| store.row::<Member>(&StaffId(stream)).map(|row| row.stream_seq))
            .or_else(|| store.row::<Client>(&ClientId(stream)).map(|row| row.stream_seq))
    }

    fn settle_streams(&mut self, store: &Memory) -> Result<(), Violation> {
        for stream in &self.touched_streams {
            let Some(chain) = self.streams.get_mut(stream) else { continue };
            chain.fresh.sort_unstable_by_key(|(number, ())| *number);
            for (number, ()) in chain.fresh.drain(..) {
                chain.reached += 1;
                hold(number == chain.reached, "a stream counts its events without gaps", || {
                    format!("stream {stream}: {number} where {} should be", chain.reached)
                })?;
            }
            let counted = Self::stream_count(store, *stream);
            hold(counted.is_none_or(|count| count == chain.reached), "a row counts its stream's events", || {
                format!("stream {stream}: the row says {counted:?}, there are {}", chain.reached)
            })?;
        }
        Ok(())
    }

    fn settle_accounts(&mut self, store: &Memory) -> Result<(), Violation> {
        for key in &self.touched_accounts {
            let Some(chain) = self.accounts.get_mut(key) else { continue };
            chain.fresh.sort_unstable_by_key(|(number, _)| *number);
            let floor = key.0.has_floor();
            for (number, (amount, after)) in chain.fresh.drain(..) {
                chain.reached += 1;
                chain.balance += amount;
                let balance = chain.balance;
                hold(number == chain.reached, "an account counts its postings without gaps", || {
                    format!("{key:?}: {number} where {} should be", chain.reached)
                })?;
                hold(after == floor.then_some(balance), "balance_after is the balance after the posting", || {
                    format!("{key:?} posting {number}: {after:?}, the postings sum to {balance}")
                })?;
                hold(!floor || balance >= 0, "no account with a floor falls below zero", || {
                    format!("{key:?}: {balance}")
                })?;
                hold(key.0 != AccountKind::Receivable || balance <= 0, "nobody owes less than nothing", || {
                    format!("{key:?}: {balance}")
                })?;
            }
            let row = store.row::<Account>(key);
            let same = row.is_some_and(|row| row.balance.0 == chain.balance && row.postings == chain.reached);
            hold(same, "an account's row is the sum of its postings", || {
                format!("{row:?}: the {} postings sum to {}", chain.reached, chain.balance)
            })?;
        }
        Ok(())
    }
}
