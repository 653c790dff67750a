//! Acts on money in random order and in batches: whatever happens, the books hold.

use std::collections::BTreeMap;

use kupa::actions::finance::{AdjustBalance, ApproveRequest, ProposeRequest, ReverseTransfer};
use kupa::actions::games::{JoinGame, OpenGame, ReportGame};
use kupa::actions::wallets::{
    BookDeposit, CancelWithdrawal, ChargeBackDeposit, ConfirmWithdrawal, FailWithdrawal, RefuseWithdrawal,
    RequestWithdrawal, SendWithdrawal,
};
use kupa::domain::act::{Act, Actor, Needs, Refused, RequestKey, World};
use kupa::domain::codes::Code;
use kupa::domain::finance::Proposal;
use kupa::domain::finance::proposal::Shards;
use kupa::domain::ids::{ApprovalId, DepositId, GameId, PlayerId, TransferId, WithdrawalId};
use kupa::domain::ledger::account::{Account, AccountKey, AccountKind};
use kupa::domain::ledger::proof::{Since, prove};
use kupa::domain::ledger::transfer::Transfer;
use kupa::domain::money::{Currency, Minor};
use kupa::domain::players::access::Role;
use kupa::domain::players::player::Player;
use kupa::domain::time::Time;
use kupa::domain::wallets::obligation::{Obligation, ObligationState};
use kupa::domain::wallets::withdrawal::{Withdrawal, WithdrawalState};
use kupa::store::committer::{Waiter, Waiting};
use proptest::prelude::*;
use proptest::test_runner::Config;

use crate::support::club::Club;
use crate::support::table::{club, single};

/// Acts that share a batch.
#[derive(Default)]
struct Batch {
    acts: Vec<Box<dyn Waiting>>,
    answers: Vec<Box<dyn FnMut() -> Result<(), Refused>>>,
}

impl Batch {
    fn add<A: Act>(&mut self, club: &mut Club, act: A) {
        let (waiter, mut answer) = Waiter::new(act, RequestKey::new(club.uuid().to_string(), &[], None));
        self.acts.push(Box::new(waiter));
        self.answers.push(Box::new(move || {
            answer.try_recv().expect("every act is answered").and_then(|decided| decided.into_result().map(|_| ()))
        }));
    }

    fn run(self, club: &mut Club) -> Vec<Result<(), Refused>> {
        club.writer.process(self.acts);
        self.answers.into_iter().map(|mut answer| answer()).collect()
    }
}

/// What happens next: the kind of act, whom or what it is about, how much.
type Step = (u8, usize, usize, i64);

struct Story {
    club: Club,
    players: Vec<PlayerId>,
    owner: Actor,
    finance: Actor,
    currencies: [Currency; 2],
    deposits: Vec<DepositId>,
    withdrawals: Vec<WithdrawalId>,
}

impl Story {
    fn new() -> Self {
        let (mut club, ann, bob) = club(5_000, 5_000);
        let (owner, finance) = (club.staff(Role::Owner), club.staff(Role::Finance));
        let players = vec![ann, bob, club.player("cat", 0)];
        let currencies = [Currency::usd(), Currency::from_code("EUR").unwrap()];
        Self { club, players, owner, finance, currencies, deposits: vec![], withdrawals: vec![] }
    }

    fn tell(&mut self, batch: &mut Batch, (kind, who, which, sum): Step) {
        let player = self.players[who % self.players.len()];
        let (amount, currency) = (Minor(sum), self.currencies[which % 2]);
        match kind {
            0..=2 => self.deposit(batch, player, amount, currency),
            3..=4 => self.request(batch, player, amount, currency),
            5..=9 if !self.withdrawals.is_empty() => {
                let withdrawal = self.withdrawals[self.withdrawals.len() - 1 - which % self.withdrawals.len().min(3)];
                self.move_on(batch, kind, withdrawal);
            }
            10..=11 if !self.deposits.is_empty() => {
                let deposit = self.deposits[self.deposits.len() - 1 - which % self.deposits.len().min(4)];
                let act = ChargeBackDeposit { by: self.finance, deposit, reason: "stolen".into() };
                batch.add(&mut self.club, act);
            }
            12 => {
                let amount = Minor(sum - 1_500);
                let (by, limit) = (self.finance, Minor(1_000));
                let act = AdjustBalance { by, player, amount, currency, limit, reason: "goodwill".into() };
                batch.add(&mut self.club, act);
            }
            13 => {
                let transfer = self.some_transfer(which);
                let act = ReverseTransfer { by: self.finance, transfer, reason: "mistake".into() };
                batch.add(&mut self.club, act);
            }
            14 => {
                let transfer = self.some_transfer(which);
                self.by_two(batch, Proposal::Reversal { transfer });
            }
            15 => self.by_two(batch, Proposal::WriteOff { player, amount, currency }),
            16 => self.by_two(batch, Proposal::Adjustment { player, amount: Minor(1_500 - sum), currency }),
            17 => self.by_two(batch, Proposal::Payout { amount: Minor(sum / 100 + 1), currency }),
            18..=20 => self.play(batch, player, which, sum),
            _ => {}
        }
    }

    fn deposit(&mut self, batch: &mut Batch, player: PlayerId, amount: Minor, currency: Currency) {
        let deposit = DepositId(self.club.uuid());
        self.deposits.push(deposit);
        let (provider, reference) = ("paypal".parse().unwrap(), deposit.to_string());
        let act = BookDeposit { by: Actor::System, deposit, player, provider, reference, amount, currency };
        batch.add(&mut self.club, act);
    }

    fn request(&mut self, batch: &mut Batch, player: PlayerId, amount: Minor, currency: Currency) {
        let withdrawal = WithdrawalId(self.club.uuid());
        self.withdrawals.push(withdrawal);
        let (by, provider) = (Actor::Player(player), "paypal".parse().unwrap());
        batch.add(&mut self.club, RequestWithdrawal { by, withdrawal, player, amount, currency, provider });
    }

    fn move_on(&mut self, batch: &mut Batch, kind: u8, withdrawal: WithdrawalId) {
        let (club, by) = (&mut self.club, self.finance);
        match kind {
            5 => batch.add(club, SendWithdrawal { by, withdrawal, reference: "P".into() }),
            6 => batch.add(club, ConfirmWithdrawal { by, withdrawal }),
            7 => batch.add(club, FailWithdrawal { by, withdrawal, reason: "no such account".into() }),
            8 => batch.add(club, RefuseWithdrawal { by, withdrawal, reason: "the name differs".into() }),
            _ => batch.add(club, CancelWithdrawal { by, withdrawal }),
        }
    }

    fn some_transfer(&mut self, which: usize) -> TransferId {
        let all: Vec<_> = self.club.writer.books().rows::<Transfer>().map(Transfer::id).collect();
        all[all.len() - 1 - which % all.len()]
    }

    fn by_two(&mut self, batch: &mut Batch, proposal: Proposal) {
        let request = ApprovalId(self.club.uuid());
        let act = ProposeRequest { by: self.owner, request, proposal, reason: "agreed".into() };
        batch.add(&mut self.club, act);
        let act = ApproveRequest { by: self.finance, request, shards: Shards::new(vec![1]) };
        batch.add(&mut self.club, act);
    }

    fn play(&mut self, batch: &mut Batch, opener: PlayerId, which: usize, sum: i64) {
        let game = GameId(self.club.uuid());
        let joiner = self.players[which % self.players.len()];
        let (by, room) = (Actor::Player(opener), "main".parse().unwrap());
        batch.add(&mut self.club, OpenGame { by, game, player: opener, room, terms: single(100) });
        batch.add(&mut self.club, JoinGame { by: Actor::Player(joiner), game, player: joiner });
        let winner = if sum % 2 == 0 { opener } else { joiner };
        let act = ReportGame { by: Actor::System, game, winner, result: 1, cube: 1 };
        batch.add(&mut self.club, act);
    }

    fn check(&mut self) {
        let memory = self.club.writer.books();
        prove(memory, Since::Nothing, &mut |_| ()).expect("the books are proved");
        for player in memory.rows::<Player>() {
            let debts = memory.rows::<Account>().filter(|row| row.kind == AccountKind::Receivable);
            let debts = debts.filter(|row| row.owner == player.id.0 && !row.balance.is_zero()).count();
            assert_eq!(player.debts, debts as i64, "debts of {}", player.nickname);
        }
        let mut requested: BTreeMap<AccountKey, i64> = BTreeMap::new();
        for row in memory.rows::<Withdrawal>() {
            let owed = memory.row::<Obligation>(&Withdrawal::obligation(row.id)).expect("what is owed").state;
            let expected = match row.state {
                WithdrawalState::Requested => ObligationState::Owed,
                WithdrawalState::Sent | WithdrawalState::Confirmed | WithdrawalState::Failed => ObligationState::Paid,
                WithdrawalState::Refused | WithdrawalState::Cancelled => ObligationState::Cancelled,
            };
            assert_eq!(owed, expected, "{}", row.id);
            *requested.entry(row.payable()).or_default() +=
                if owed == ObligationState::Owed { row.amount.0 } else { 0 };
        }
        for row in memory.rows::<Account>().filter(|row| row.kind == AccountKind::Payable) {
            assert_eq!(row.balance.0, requested.get(&row.account()).copied().unwrap_or(0), "{}", row.account());
        }
    }
}

proptest! {
    #![proptest_config(Config { cases: 48, failure_persistence: None, ..Config::default() })]

    #[test]
    fn whatever_is_done_the_books_are_proved_and_debts_and_what_is_owed_agree(
        steps in prop::collection::vec((0_u8..21, 0_usize..3, 0_usize..40, 1_i64..3_000), 10..60),
        batch_size in 1_usize..12,
    ) {
        let mut story = Story::new();
        for chunk in steps.chunks(batch_size) {
            let mut batch = Batch::default();
            chunk.iter().for_each(|step| story.tell(&mut batch, *step));
            for answer in batch.run(&mut story.club) {
                let code = answer.err().map(|refused| refused.code);
                prop_assert!(code != Some(Code::Internal) && code != Some(Code::Unbalanced));
            }
        }
        story.check();
    }
}

#[test]
fn an_act_that_another_of_its_batch_has_made_possible_is_done_after_it() {
    let mut story = Story::new();
    let (player, currency) = (story.players[2], Currency::usd());
    let mut batch = Batch::default();
    story.deposit(&mut batch, player, Minor(1_000), currency);
    story.request(&mut batch, player, Minor(700), currency);
    let withdrawal = story.withdrawals[0];
    story.move_on(&mut batch, 5, withdrawal);
    story.move_on(&mut batch, 6, withdrawal);
    assert!(batch.run(&mut story.club).iter().all(Result::is_ok));
    let row = story.club.writer.books().row::<Withdrawal>(&withdrawal).unwrap();
    assert_eq!(row.state, WithdrawalState::Confirmed);
    story.check();
}

#[test]
fn money_that_comes_in_the_batch_of_a_chargeback_pays_the_debt_first() {
    let mut story = Story::new();
    let (player, currency) = (story.players[2], Currency::usd());
    let mut batch = Batch::default();
    story.deposit(&mut batch, player, Minor(1_000), currency);
    story.request(&mut batch, player, Minor(1_000), currency);
    batch.run(&mut story.club);
    let (by, deposit) = (story.finance, story.deposits[0]);
    let mut batch = Batch::default();
    batch.add(&mut story.club, ChargeBackDeposit { by, deposit, reason: "stolen".into() });
    story.deposit(&mut batch, player, Minor(600), currency);
    assert!(batch.run(&mut story.club).iter().all(Result::is_ok));
    assert_eq!(story.club.cash(player), 0);
    assert_eq!(story.club.balance(AccountKey::receivable(player, currency)), Minor(-400));
    story.check();
}

/// Reads what it did not name.
#[derive(serde::Serialize)]
struct Nameless(PlayerId);

impl Act for Nameless {
    type Answer = ();
    const NAME: &'static str = "nameless";

    fn by(&self) -> Actor {
        Actor::System
    }

    fn needs(&self, _: &World, _: &mut Needs) {}

    fn decide(&self, world: &mut World, _: Time) -> Result<(), Refused> {
        world.players.get(&self.0).map(|_| ()).ok_or(Code::UnknownPlayer.into())
    }
}

#[test]
fn an_act_that_names_too_little_by_its_own_fault_fails_alone() {
    let mut story = Story::new();
    let (player, currency) = (story.players[2], Currency::usd());
    let mut batch = Batch::default();
    story.deposit(&mut batch, player, Minor(100), currency);
    batch.add(&mut story.club, Nameless(player));
    story.deposit(&mut batch, player, Minor(200), currency);
    let codes: Vec<_> = batch.run(&mut story.club).into_iter().map(|answer| answer.err().map(|it| it.code)).collect();
    assert_eq!(codes, [None, Some(Code::Internal), None]);
    assert_eq!(story.club.cash(player), 300);
}
