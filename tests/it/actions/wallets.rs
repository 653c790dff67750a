use kupa::actions::players::ClosePlayer;
use kupa::actions::wallets::{
    BookDeposit, CancelWithdrawal, ChargeBackDeposit, ConfirmWithdrawal, FailWithdrawal, RefuseWithdrawal,
    RequestWithdrawal, SendWithdrawal,
};
use kupa::domain::act::{Act, Actor, Needs, Refused, World};
use kupa::domain::codes::Code;
use kupa::domain::finance::reversal;
use kupa::domain::ids::{DepositId, PlayerId, TransferId, WithdrawalId};
use kupa::domain::ledger::account::{AccountKey, AccountKind};
use kupa::domain::ledger::transfer::TransferKind;
use kupa::domain::money::{Currency, Minor};
use kupa::domain::players::access::Role;
use kupa::domain::players::player::Player;
use kupa::domain::time::Time;
use kupa::domain::wallets::deposit::{Deposit, DepositState};
use kupa::domain::wallets::obligation::{Obligation, ObligationState, pay_obligation};
use kupa::domain::wallets::withdrawal::{self, Withdrawal, WithdrawalState};

use crate::support::club::{Club, code};

#[test]
fn a_deposit_is_booked_once_for_a_providers_reference() {
    let mut club = Club::new();
    let ann = club.player("ann", 0);
    let mut act = BookDeposit {
        by: Actor::System,
        deposit: DepositId(club.uuid()),
        player: ann,
        provider: "paypal".parse().unwrap(),
        reference: "R1".into(),
        amount: Minor(500),
        currency: Currency::usd(),
    };
    assert_eq!(club.act(act.clone()).unwrap().balance, Minor(500));
    act.deposit = DepositId(club.uuid());
    assert_eq!(code(club.act(act)), Code::DepositKnown);
    assert_eq!(club.balance(AccountKey::cash(ann, Currency::usd())), Minor(500));
    let clearing = AccountKind::Clearing("paypal".parse().unwrap());
    assert_eq!(club.balance(AccountKey::of_shard(clearing, Currency::usd(), 1)), Minor(-500));
}

#[test]
fn the_same_key_answers_as_before_and_another_body_is_refused() {
    let mut club = Club::new();
    let ann = club.player("ann", 0);
    let mut act = BookDeposit {
        by: Actor::System,
        deposit: DepositId(club.uuid()),
        player: ann,
        provider: "paypal".parse().unwrap(),
        reference: "R1".into(),
        amount: Minor(500),
        currency: Currency::usd(),
    };
    let first = club.act_with_key(act.clone(), "k").unwrap();
    let again = club.act_with_key(act.clone(), "k").unwrap();
    assert_eq!(first.transfer, again.transfer);
    act.amount = Minor(600);
    assert_eq!(code(club.act_with_key(act, "k")), Code::KeyReused);
    assert_eq!(club.balance(AccountKey::cash(ann, Currency::usd())), Minor(500));
}

fn cash(player: PlayerId) -> AccountKey {
    AccountKey::cash(player, Currency::usd())
}

fn payable(player: PlayerId) -> AccountKey {
    AccountKey::payable(player, Currency::usd())
}

fn owed(club: &mut Club, player: PlayerId) -> (Minor, i64) {
    let owed = club.balance(AccountKey::receivable(player, Currency::usd()));
    (owed, club.writer.books().row::<Player>(&player).unwrap().debts)
}

fn obligation(club: &mut Club, id: WithdrawalId) -> ObligationState {
    club.writer.books().row::<Obligation>(&Withdrawal::obligation(id)).unwrap().state
}

fn send(by: Actor, withdrawal: WithdrawalId) -> SendWithdrawal {
    SendWithdrawal { by, withdrawal, reference: "P1".into() }
}

fn refuse(by: Actor, withdrawal: WithdrawalId) -> RefuseWithdrawal {
    RefuseWithdrawal { by, withdrawal, reason: "the name differs".into() }
}

fn fail(by: Actor, withdrawal: WithdrawalId) -> FailWithdrawal {
    FailWithdrawal { by, withdrawal, reason: "no such account".into() }
}

fn charge_back(by: Actor, deposit: DepositId) -> ChargeBackDeposit {
    ChargeBackDeposit { by, deposit, reason: "stolen card".into() }
}

#[test]
fn a_withdrawal_is_set_aside_then_sent_then_confirmed() {
    let mut club = Club::new();
    let (ann, by) = (club.player("ann", 500), club.staff(Role::Finance));
    let id = club.withdraw(ann, 300).unwrap();
    assert_eq!((club.balance(cash(ann)), club.balance(payable(ann))), (Minor(200), Minor(300)));
    assert_eq!(obligation(&mut club, id), ObligationState::Owed);
    club.act(send(by, id)).unwrap();
    assert_eq!((club.balance(cash(ann)), club.balance(payable(ann))), (Minor(200), Minor(0)));
    let clearing = AccountKind::Clearing("paypal".parse().unwrap());
    assert_eq!(club.balance(AccountKey::of_shard(clearing, Currency::usd(), 1)), Minor(-200));
    assert_eq!(obligation(&mut club, id), ObligationState::Paid);
    let confirmed = club.act(ConfirmWithdrawal { by, withdrawal: id }).unwrap();
    assert_eq!((confirmed.state, confirmed.transfer), (WithdrawalState::Confirmed, None));
    let row = club.writer.books().row::<Withdrawal>(&id).unwrap();
    assert_eq!((row.state, row.reference.as_deref()), (WithdrawalState::Confirmed, Some("P1")));
}

#[test]
fn a_withdrawal_refused_cancelled_or_failed_is_back_in_the_wallet() {
    let mut club = Club::new();
    let (ann, by) = (club.player("ann", 500), club.staff(Role::Finance));
    let refused = club.withdraw(ann, 500).unwrap();
    assert_eq!(club.act(refuse(by, refused)).unwrap().balance, Minor(500));
    let cancelled = club.withdraw(ann, 500).unwrap();
    let cancel = CancelWithdrawal { by: Actor::Player(ann), withdrawal: cancelled };
    assert_eq!(club.act(cancel).unwrap().balance, Minor(500));
    let failed = club.withdraw(ann, 500).unwrap();
    club.act(send(by, failed)).unwrap();
    assert_eq!(club.act(fail(by, failed)).unwrap().balance, Minor(500));
    assert_eq!(club.balance(payable(ann)), Minor(0));
    let states = [refused, cancelled, failed].map(|id| obligation(&mut club, id));
    assert_eq!(states, [ObligationState::Cancelled, ObligationState::Cancelled, ObligationState::Paid]);
}

#[test]
fn every_step_that_a_withdrawals_state_does_not_allow_is_refused() {
    use WithdrawalState as S;
    let mut club = Club::new();
    let (ann, by) = (club.player("ann", 10_000), club.staff(Role::Finance));
    for state in S::ALL.iter().copied() {
        let id = club.withdraw(ann, 100).unwrap();
        let reached = match state {
            S::Requested => None,
            S::Sent => club.act(send(by, id)).err(),
            S::Confirmed => club.act(send(by, id)).and(club.act(ConfirmWithdrawal { by, withdrawal: id })).err(),
            S::Refused => club.act(refuse(by, id)).err(),
            S::Failed => club.act(send(by, id)).and(club.act(fail(by, id))).err(),
            S::Cancelled => club.act(CancelWithdrawal { by, withdrawal: id }).err(),
        };
        assert_eq!(reached, None, "{state}");
        if state != S::Requested {
            assert_eq!(code(club.act(send(by, id))), Code::WithdrawalState, "{state}");
            assert_eq!(code(club.act(refuse(by, id))), Code::WithdrawalState, "{state}");
            let cancel = CancelWithdrawal { by: Actor::Player(ann), withdrawal: id };
            assert_eq!(code(club.act(cancel)), Code::WithdrawalState, "{state}");
        }
        if state != S::Sent {
            let confirm = ConfirmWithdrawal { by, withdrawal: id };
            assert_eq!(code(club.act(confirm)), Code::WithdrawalState, "{state}");
            assert_eq!(code(club.act(fail(by, id))), Code::WithdrawalState, "{state}");
        }
        assert_eq!(club.writer.books().row::<Withdrawal>(&id).unwrap().state, state);
    }
}

#[test]
fn a_withdrawal_is_asked_for_by_the_player_or_for_them_and_within_their_cash() {
    let mut club = Club::new();
    let (ann, bob) = (club.player("ann", 500), club.player("bob", 500));
    let refused = club.withdraw(ann, 501).unwrap_err();
    assert_eq!((refused.code, refused.params["shortfall"].as_str()), (Code::InsufficientFunds, "0.01"));
    assert_eq!(code(club.withdraw(ann, 0)), Code::AmountNotPositive);
    assert_eq!(code(club.withdraw(ann, -5)), Code::AmountNotPositive);
    let mut act = RequestWithdrawal {
        by: Actor::Player(bob),
        withdrawal: WithdrawalId(club.uuid()),
        player: ann,
        amount: Minor(100),
        currency: Currency::usd(),
        provider: "paypal".parse().unwrap(),
    };
    assert_eq!(code(club.act(act.clone())), Code::NotYours);
    act.by = club.staff(Role::Support);
    assert_eq!(code(club.act(act.clone())), Code::Forbidden);
    act.by = club.staff(Role::Finance);
    club.act(act.clone()).unwrap();
    let nobody = PlayerId(club.uuid());
    assert_eq!(code(club.act(RequestWithdrawal { player: nobody, ..act.clone() })), Code::UnknownPlayer);
    let foreign = CancelWithdrawal { by: Actor::Player(bob), withdrawal: act.withdrawal };
    assert_eq!(code(club.act(foreign)), Code::NotYours);
}

#[test]
fn only_those_who_pay_carry_a_withdrawal_out() {
    let mut club = Club::new();
    let (ann, finance) = (club.player("ann", 500), club.staff(Role::Finance));
    let id = club.withdraw(ann, 100).unwrap();
    for by in [Actor::Player(ann), club.staff(Role::Director)] {
        assert_eq!(code(club.act(send(by, id))), Code::Forbidden);
        assert_eq!(code(club.act(refuse(by, id))), Code::Forbidden);
        assert_eq!(code(club.act(ConfirmWithdrawal { by, withdrawal: id })), Code::Forbidden);
        assert_eq!(code(club.act(fail(by, id))), Code::Forbidden);
    }
    assert_eq!(code(club.act(RefuseWithdrawal { reason: String::new(), ..refuse(finance, id) })), Code::ReasonMissing);
    assert_eq!(code(club.act(FailWithdrawal { reason: String::new(), ..fail(finance, id) })), Code::ReasonMissing);
    let unknown = WithdrawalId(club.uuid());
    assert_eq!(code(club.act(send(finance, unknown))), Code::UnknownWithdrawal);
    let cancel = CancelWithdrawal { by: finance, withdrawal: unknown };
    assert_eq!(code(club.act(cancel)), Code::UnknownWithdrawal);
}

#[test]
fn nothing_is_sent_to_an_account_closed_since_it_was_asked_for() {
    let mut club = Club::new();
    let (ann, by) = (club.player("ann", 500), club.staff(Role::Owner));
    let id = club.withdraw(ann, 100).unwrap();
    club.act(ClosePlayer { by, player: ann, reason: "a program played".into() }).unwrap();
    assert_eq!(code(club.act(send(by, id))), Code::PlayerClosed);
    club.act(refuse(by, id)).unwrap();
    assert_eq!(club.balance(cash(ann)), Minor(500));
}

#[test]
fn a_chargeback_takes_what_is_there_and_the_rest_is_owed_and_paid_first() {
    let mut club = Club::new();
    let (ann, by) = (club.player("ann", 0), club.staff(Role::Finance));
    let deposit = club.deposit(ann, 1_000).unwrap();
    let out = club.withdraw(ann, 700).unwrap();
    let answer = club.act(charge_back(by, deposit)).unwrap();
    assert_eq!((answer.balance, answer.owed), (Minor(0), Minor(700)));
    assert_eq!(owed(&mut club, ann), (Minor(-700), 1));
    assert_eq!(club.writer.books().row::<Deposit>(&deposit).unwrap().state, DepositState::ChargedBack);
    assert_eq!(code(club.withdraw(ann, 1)), Code::PlayerFrozen);
    assert_eq!(code(club.act(send(by, out))), Code::PlayerFrozen);
    club.deposit(ann, 100).unwrap();
    assert_eq!((club.balance(cash(ann)), owed(&mut club, ann)), (Minor(0), (Minor(-600), 1)));
    club.act(refuse(by, out)).unwrap();
    assert_eq!((club.balance(cash(ann)), owed(&mut club, ann)), (Minor(100), (Minor(0), 0)));
    club.withdraw(ann, 100).unwrap();
}

#[test]
fn a_chargeback_that_cash_covers_leaves_no_debt() {
    let mut club = Club::new();
    let (ann, by) = (club.player("ann", 500), club.staff(Role::Finance));
    let deposit = club.deposit(ann, 1_000).unwrap();
    club.act(charge_back(by, deposit)).unwrap();
    assert_eq!((club.balance(cash(ann)), owed(&mut club, ann)), (Minor(500), (Minor(0), 0)));
}

#[test]
fn a_deposit_is_charged_back_once_by_those_who_book_deposits() {
    let mut club = Club::new();
    let (ann, by) = (club.player("ann", 0), club.staff(Role::Finance));
    let deposit = club.deposit(ann, 1_000).unwrap();
    for other in [Actor::Player(ann), club.staff(Role::Director)] {
        assert_eq!(code(club.act(charge_back(other, deposit))), Code::Forbidden);
    }
    assert_eq!(
        code(club.act(ChargeBackDeposit { reason: String::new(), ..charge_back(by, deposit) })),
        Code::ReasonMissing
    );
    let unknown = DepositId(club.uuid());
    assert_eq!(code(club.act(charge_back(by, unknown))), Code::UnknownDeposit);
    club.act(charge_back(by, deposit)).unwrap();
    assert_eq!(code(club.act(charge_back(by, deposit))), Code::DepositState);
    assert_eq!(club.balance(cash(ann)), Minor(0));
}

#[test]
fn debts_in_two_currencies_freeze_until_both_are_paid() {
    let mut club = Club::new();
    let (ann, by) = (club.player("ann", 0), club.staff(Role::Finance));
    let currencies = [Currency::usd(), Currency::from_code("EUR").unwrap()];
    let deposits = currencies.map(|currency| {
        let deposit = club.deposit_in(ann, 300, currency).unwrap();
        club.withdraw_in(ann, 300, currency).unwrap();
        deposit
    });
    for deposit in deposits {
        club.act(charge_back(by, deposit)).unwrap();
    }
    assert_eq!(owed(&mut club, ann), (Minor(-300), 2));
    club.deposit_in(ann, 400, currencies[0]).unwrap();
    assert_eq!(code(club.withdraw(ann, 100)), Code::PlayerFrozen);
    club.deposit_in(ann, 300, currencies[1]).unwrap();
    club.withdraw(ann, 100).unwrap();
    assert_eq!(owed(&mut club, ann), (Minor(0), 0));
}

/// Tries to pay what is owed for a withdrawal more than once.
#[derive(serde::Serialize)]
struct PayTwice(WithdrawalId);

impl Act for PayTwice {
    type Answer = ();
    const NAME: &'static str = "pay_twice";

    fn by(&self) -> Actor {
        Actor::System
    }

    fn needs(&self, world: &World, needs: &mut Needs) {
        withdrawal::need(world, needs, self.0);
    }

    fn decide(&self, world: &mut World, _: Time) -> Result<(), Refused> {
        let row = world.withdrawals.get(&self.0).unwrap().clone();
        let (owed, clearing) = (Withdrawal::obligation(self.0), row.clearing(world));
        pay_obligation(world, owed, TransferKind::WithdrawalSent, row.payable(), clearing)?;
        pay_obligation(world, owed, TransferKind::WithdrawalSent, row.payable(), clearing).map(|_| ())
    }
}

#[test]
fn an_obligation_is_paid_once() {
    let mut club = Club::new();
    let ann = club.player("ann", 500);
    let (first, _) = (club.withdraw(ann, 100).unwrap(), club.withdraw(ann, 100).unwrap());
    assert_eq!(code(club.act(PayTwice(first))), Code::ObligationClosed);
    assert_eq!(club.balance(payable(ann)), Minor(200));
    assert_eq!(obligation(&mut club, first), ObligationState::Owed);
}

/// Tries to claim the one reversal of a transfer.
#[derive(serde::Serialize)]
struct ClaimReversal(TransferId);

impl Act for ClaimReversal {
    type Answer = ();
    const NAME: &'static str = "claim_reversal";

    fn by(&self) -> Actor {
        Actor::System
    }

    fn needs(&self, _: &World, needs: &mut Needs) {
        reversal::need_claim(needs, self.0);
    }

    fn decide(&self, world: &mut World, _: Time) -> Result<(), Refused> {
        reversal::claim(world, self.0, self.0)
    }
}

#[test]
fn a_chargeback_is_the_one_reversal_of_its_deposit() {
    let mut club = Club::new();
    let ann = club.player("ann", 0);
    let deposit = club.deposit(ann, 1_000).unwrap();
    club.act(charge_back(Actor::System, deposit)).unwrap();
    let booked = club.writer.books().row::<Deposit>(&deposit).unwrap().transfer;
    assert_eq!(code(club.act(ClaimReversal(booked))), Code::AlreadyReversed);
}
