//! Deliberate faults, to show that each would be caught. They sit in wrappers around the keeper, the request and the
//! act that only a simulation makes: no line of what is deployed knows of them.

use std::any::Any;

use rustc_hash::FxHashSet;
use uuid::Uuid;

use super::step::Step;
use crate::domain::act::row::Row;
use crate::domain::act::world::Asks;
use crate::domain::act::{Hold, Keeper, Needs, RequestKey, World};
use crate::domain::games::game::Game;
use crate::domain::games::settlement::Settlement;
use crate::domain::ledger::account::{Account, AccountKey, AccountKind};
use crate::domain::ledger::event::Event;
use crate::domain::ledger::post::{NewTransfer, post};
use crate::domain::ledger::transfer::{Posting, Transfer, TransferKind};
use crate::domain::money::{Currency, Minor};
use crate::domain::players::player::Player;
use crate::domain::players::rating::Rating;
use crate::domain::rake::Rounding;
use crate::domain::rake::version::{RakeSchedule, ScheduleVersion};
use crate::domain::switches::Switchboard;
use crate::domain::time::Time;
use crate::domain::wallets::deposit::Deposit;
use crate::domain::wallets::obligation::Obligation;
use crate::domain::wallets::withdrawal::Withdrawal;
use crate::store::committer::{Books, Fault, ShardState, Waiting};

crate::words! {
    /// A deliberate fault.
    pub enum Mutation {
        // In the keeper.
        /// A lost race for a key goes unnoticed.
        IgnoreKeyConflict = "ignore_key_conflict",
        /// An act is done, and not remembered.
        ForgetOutcome = "forget_outcome",
        /// Postings do not say the balance after them.
        ForgetBalanceAfter = "forget_balance_after",
        /// The balance after a posting is that before it.
        BalanceBefore = "balance_before",
        /// A changed account is not written.
        SkipAccount = "skip_account",
        /// The shard's count skips a number.
        SkipNumber = "skip_number",
        /// The shard's count uses a number again.
        RepeatNumber = "repeat_number",
        /// The shard's clock is set back.
        SetClockBack = "set_clock_back",
        /// An event is lost.
        LoseEvent = "lose_event",
        /// A posting is lost.
        LosePosting = "lose_posting",
        /// A cent is added to one posting.
        AddACent = "add_a_cent",
        /// An account may fall below zero.
        NoFloor = "no_floor",
        /// A changed rating is not written.
        SkipRating = "skip_rating",
        /// A changed game is not written.
        SkipGame = "skip_game",
        /// A settlement is not written.
        SkipSettlement = "skip_settlement",
        /// A changed obligation is not written.
        SkipObligation = "skip_obligation",
        /// A changed deposit is not written.
        SkipDeposit = "skip_deposit",
        /// A changed withdrawal is not written.
        SkipWithdrawal = "skip_withdrawal",
        /// A player's debts are not counted.
        ForgetDebts = "forget_debts",
        /// Rake is rounded the other way.
        RoundOtherWay = "round_other_way",
        /// Acts see no switch that is on.
        OverlookSwitches = "overlook_switches",
        /// A game is settled by the schedule of today.
        CurrentSchedule = "current_schedule",
        /// A rating of today counts in place of that at the start.
        CurrentRating = "current_rating",
        // In the request.
        /// The same key with another body is taken for a repeat.
        IgnoreDigest = "ignore_digest",
        /// A repeat is taken for another request.
        IgnoreKey = "ignore_key",
        // In the act.
        /// An act does not name its accounts.
        DropNeed = "drop_need",
        /// A winner is paid twice.
        PayTwice = "pay_twice",
        /// A settlement leaves something in escrow.
        SkipEscrowRelease = "skip_escrow_release",
        /// What a cap frees goes back twice.
        ReturnRestTwice = "return_rest_twice",
        /// The loser pays a cent too much.
        LoserPaysACent = "loser_pays_a_cent",
        /// A player is charged no rake.
        ForgetRake = "forget_rake",
        /// A withdrawal leaves the house and stays set aside.
        KeepPayable = "keep_payable",
    }
}

impl Mutation {
    /// Whether it shows only where commits fail and rivals are first.
    #[must_use]
    pub fn wants_faults(self) -> bool {
        matches!(self, Self::IgnoreKeyConflict | Self::ForgetOutcome)
    }

    /// The key of a step's request.
    #[must_use]
    pub fn key(mutation: Option<Self>, step: &Step) -> RequestKey {
        match mutation {
            Some(Self::IgnoreDigest) => Step { other_body: false, ..step.clone() }.request_key(),
            Some(Self::IgnoreKey) => Step { key: step.number, ..step.clone() }.request_key(),
            _ => step.request_key(),
        }
    }
}

/// An act with a fault.
#[derive(Debug)]
pub struct Tampered {
    act: Box<dyn Waiting>,
    mutation: Mutation,
}

impl Tampered {
    /// An act with that fault.
    #[must_use]
    pub fn new(act: Box<dyn Waiting>, mutation: Mutation) -> Self {
        Self { act, mutation }
    }

    /// What a transfer that the act has just posted becomes besides.
    fn tamper(&self, world: &mut World, transfer: &Transfer, legs: &[Posting]) {
        let credited = |kind| legs.iter().find(|leg| leg.kind == kind && leg.amount.is_positive());
        let debited = |kind| legs.iter().find(|leg| leg.kind == kind && leg.amount.is_negative());
        let settled = transfer.kind == TransferKind::Settlement;
        let moved: Option<(AccountKey, AccountKey, Minor)> = match self.mutation {
            Mutation::PayTwice if settled => credited(AccountKind::Cash)
                .zip(credited(AccountKind::Rake))
                .map(|(winner, house)| (house.account(), winner.account(), winner.amount)),
            Mutation::ForgetRake if settled => credited(AccountKind::Cash)
                .zip(credited(AccountKind::Rake))
                .map(|(winner, house)| (house.account(), winner.account(), house.amount)),
            Mutation::SkipEscrowRelease if settled => credited(AccountKind::Cash)
                .zip(debited(AccountKind::Escrow))
                .map(|(winner, escrow)| (winner.account(), escrow.account(), Minor(1))),
            Mutation::LoserPaysACent if settled => {
                let mut paid = legs.iter().filter(|leg| leg.kind == AccountKind::Cash && leg.amount.is_positive());
                paid.next().zip(paid.next()).map(|(one, other)| (one.account(), other.account(), Minor(1)))
            }
            Mutation::ReturnRestTwice if transfer.kind == TransferKind::EscrowReturned => credited(AccountKind::Cash)
                .zip(debited(AccountKind::Escrow))
                .map(|(player, escrow)| (escrow.account(), player.account(), player.amount)),
            Mutation::KeepPayable if transfer.kind == TransferKind::WithdrawalSent => debited(AccountKind::Payable)
                .zip(legs.iter().find(|leg| leg.amount.is_positive()))
                .map(|(payable, clearing)| (clearing.account(), payable.account(), clearing.amount)),
            _ => None,
        };
        if let Some((from, to, amount)) = moved {
            let new = NewTransfer { kind: transfer.kind, subject: transfer.subject, reverses: None };
            // What a floor forbids even a faulty act cannot do.
            drop(post(world, new, &[(from, Minor(-amount.0)), (to, amount)]));
        }
    }
}

impl Asks for Tampered {
    fn ask(&self, world: &World, needs: &mut Needs) {
        self.act.ask(world, needs);
        if self.mutation == Mutation::DropNeed {
            needs.accounts = Default::default();
        }
    }
}

impl Waiting for Tampered {
    fn name(&self) -> &'static str {
        self.act.name()
    }

    fn came(&self) -> crate::store::committer::Came {
        self.act.came()
    }

    fn is_job(&self) -> bool {
        self.act.is_job()
    }

    fn decide(&mut self, world: &mut World, needs: &Needs, now: Time, first: bool) -> bool {
        let before = world.new_transfers().len();
        if !self.act.decide(world, needs, now, first) {
            return false;
        }
        let posted: Vec<Transfer> = world.new_transfers()[before..].to_vec();
        for transfer in posted {
            let mut legs = world.new_postings().to_vec();
            legs.retain(|leg| (leg.shard, leg.seq) == (transfer.shard, transfer.seq));
            self.tamper(world, &transfer, &legs);
        }
        world.keep();
        true
    }

    fn is_fault(&self) -> bool {
        self.act.is_fault()
    }

    fn answer(self: Box<Self>) {
        self.act.answer();
    }

    fn fail(self: Box<Self>, code: crate::domain::codes::Code) {
        self.act.fail(code);
    }
}

/// A keeper with a fault, or without one.
#[derive(Debug)]
pub struct Mutant<B> {
    inner: B,
    mutation: Option<Mutation>,
    /// Accounts in which the batch dreams of more money, for [`Mutation::NoFloor`].
    dreamt: FxHashSet<(AccountKind, Uuid, Currency)>,
}

/// So much more is in every wallet for [`Mutation::NoFloor`].
const DREAMT: i64 = 1_000_000;

/// The rows as those of another type, if they are.
fn as_rows<T: 'static>(rows: &mut dyn Any) -> Option<&mut Vec<T>> {
    rows.downcast_mut::<Vec<T>>()
}

// A vector is one type, and can be known as such; a slice cannot.
#[allow(clippy::ptr_arg)]
impl<B: Books> Mutant<B> {
    /// A keeper over another.
    pub fn new(inner: B, mutation: Option<Mutation>) -> Self {
        Self { inner, mutation, dreamt: FxHashSet::default() }
    }

    /// The keeper beneath.
    pub fn inner(&mut self) -> &mut B {
        &mut self.inner
    }

    fn tamper_loaded<R: Row>(&mut self, rows: &mut Vec<R>) -> Result<(), Fault> {
        match self.mutation {
            Some(Mutation::NoFloor) => {
                let cash = as_rows::<Account>(rows).into_iter().flatten().filter(|row| row.kind == AccountKind::Cash);
                for row in cash {
                    row.balance.0 += DREAMT;
                    self.dreamt.insert(row.account().row_key());
                }
            }
            Some(Mutation::RoundOtherWay) => {
                for row in as_rows::<ScheduleVersion>(rows).into_iter().flatten() {
                    let rounding = &mut row.document.0.rounding;
                    *rounding = match rounding {
                        Rounding::Down => Rounding::HalfAwayFromZero,
                        _ => Rounding::Down,
                    };
                }
            }
            Some(Mutation::OverlookSwitches) => {
                as_rows::<Switchboard>(rows).into_iter().flatten().for_each(|row| row.thrown.0.clear());
            }
            Some(Mutation::CurrentSchedule) => {
                for row in as_rows::<Game>(rows).into_iter().flatten().filter(|row| row.state.is_under_way()) {
                    let slugs: Vec<_> = row.schedule.into_iter().collect();
                    let book = self.inner.load::<RakeSchedule>(&slugs, Hold::None)?.pop();
                    row.schedule_version = book.and_then(|book| book.versions.last().map(|last| last.version));
                }
            }
            Some(Mutation::CurrentRating) => {
                for row in as_rows::<Game>(rows).into_iter().flatten().filter(|row| row.state.is_under_way()) {
                    let rating = self.inner.load::<Rating>(&[(row.opener, row.variant)], Hold::None)?.pop();
                    row.opener_rating = rating.map(|rating| rating.rating_millionths).or(row.opener_rating);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Whether these changed rows are not written at all.
    fn skips<R: Row>(&self) -> bool {
        let table = match self.mutation {
            Some(Mutation::SkipAccount) => Account::TABLE,
            Some(Mutation::SkipRating) => Rating::TABLE,
            Some(Mutation::SkipGame) => Game::TABLE,
            Some(Mutation::SkipObligation) => Obligation::TABLE,
            Some(Mutation::SkipDeposit) => Deposit::TABLE,
            Some(Mutation::SkipWithdrawal) => Withdrawal::TABLE,
            _ => return false,
        };
        R::TABLE == table
    }

    fn tamper_written<R: Row>(&self, rows: &mut Vec<R>) {
        match self.mutation {
            Some(Mutation::NoFloor) => {
                let cash = as_rows::<Account>(rows).into_iter().flatten().filter(|row| row.kind == AccountKind::Cash);
                cash.for_each(|row| row.balance.0 -= DREAMT);
            }
            Some(Mutation::ForgetDebts) => as_rows::<Player>(rows).into_iter().flatten().for_each(|row| row.debts = 0),
            _ => {}
        }
    }

    fn tamper_logged<R: Row>(&self, rows: &mut Vec<R>) {
        match self.mutation {
            Some(Mutation::LoseEvent) => {
                as_rows::<Event>(rows).and_then(Vec::pop);
            }
            Some(Mutation::LosePosting) => {
                as_rows::<Posting>(rows).and_then(Vec::pop);
            }
            Some(Mutation::AddACent) => {
                as_rows::<Posting>(rows).and_then(|rows| rows.last_mut()).into_iter().for_each(|row| row.amount.0 += 1);
            }
            Some(Mutation::ForgetBalanceAfter) => {
                as_rows::<Posting>(rows).into_iter().flatten().for_each(|row| row.balance_after = None);
            }
            Some(Mutation::BalanceBefore) => {
                for row in as_rows::<Posting>(rows).into_iter().flatten() {
                    row.balance_after = row.balance_after.map(|after| Minor(after.0 - row.amount.0));
                }
            }
            Some(Mutation::NoFloor) => {
                let dreamt = |row: &&mut Posting| self.dreamt.contains(&row.account().row_key());
                for row in as_rows::<Posting>(rows).into_iter().flatten().filter(dreamt) {
                    row.balance_after = row.balance_after.map(|after| Minor(after.0 - DREAMT));
                }
            }
            _ => {}
        }
    }
}

impl<B: Books> Keeper for Mutant<B> {
    type Error = Fault;

    fn load<R: Row>(&mut self, keys: &[R::Key], hold: Hold) -> Result<Vec<R>, Fault> {
        let mut rows = self.inner.load::<R>(keys, hold)?;
        self.tamper_loaded(&mut rows)?;
        Ok(rows)
    }

    fn load_groups<R: Row>(&mut self, groups: &[R::Group]) -> Result<Vec<R>, Fault> {
        self.inner.load_groups(groups)
    }

    fn insert<R: Row>(&mut self, rows: &[&R]) -> Result<usize, Fault> {
        let forgotten = match self.mutation {
            Some(Mutation::SkipSettlement) => R::TABLE == Settlement::TABLE,
            Some(Mutation::ForgetOutcome) => R::TABLE == crate::domain::act::remembered::Remembered::TABLE,
            _ => false,
        };
        if forgotten {
            return Ok(rows.len());
        }
        let inserted = self.inner.insert(rows)?;
        Ok(if self.mutation == Some(Mutation::IgnoreKeyConflict) { rows.len() } else { inserted })
    }

    fn update<R: Row>(&mut self, rows: &[&R]) -> Result<(), Fault> {
        if self.mutation.is_none() {
            return self.inner.update(rows);
        }
        if self.skips::<R>() {
            return Ok(());
        }
        let mut rows: Vec<R> = rows.iter().map(|row| (*row).clone()).collect();
        self.tamper_written(&mut rows);
        self.inner.update(&rows.iter().collect::<Vec<_>>())
    }

    fn append<R: Row>(&mut self, rows: &[R]) -> Result<(), Fault> {
        if self.mutation.is_none() {
            return self.inner.append(rows);
        }
        let mut rows = rows.to_vec();
        self.tamper_logged(&mut rows);
        self.inner.append(&rows)
    }
}

impl<B: Books> Books for Mutant<B> {
    fn begin(&mut self, shard: i64) -> Result<ShardState, Fault> {
        self.dreamt.clear();
        self.inner.begin(shard)
    }

    fn commit(&mut self, shard: i64, next_seq: i64, last_at: Time) -> Result<(), Fault> {
        let (next_seq, last_at) = match self.mutation {
            Some(Mutation::SkipNumber) => (next_seq + 1, last_at),
            Some(Mutation::RepeatNumber) => ((next_seq - 1).max(1), last_at),
            Some(Mutation::SetClockBack) => (next_seq, Time::from_micros(last_at.micros() - 60_000_000)),
            _ => (next_seq, last_at),
        };
        self.inner.commit(shard, next_seq, last_at)
    }

    fn rollback(&mut self) {
        self.inner.rollback();
    }

    fn revive(&mut self) -> Result<(), Fault> {
        self.inner.revive()
    }
}
