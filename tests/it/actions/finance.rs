use kupa::actions::finance::{
    AdjustBalance, ApproveRequest, ProposeRequest, RejectRequest, ReverseTransfer, WithdrawRequest,
};
use kupa::actions::players::ClosePlayer;
use kupa::actions::staff::DisableStaff;
use kupa::actions::wallets::{ChargeBackDeposit, SendWithdrawal};
use kupa::domain::act::{Actor, Refused};
use kupa::domain::codes::Code;
use kupa::domain::finance::Proposal;
use kupa::domain::finance::approval::{Approval, ApprovalState};
use kupa::domain::finance::proposal::Shards;
use kupa::domain::games::Variant;
use kupa::domain::games::game::GameState;
use kupa::domain::ids::{ApprovalId, DepositId, PlayerId, StaffId, TransferId};
use kupa::domain::ledger::account::{AccountKey, AccountKind};
use kupa::domain::ledger::proof::{Since, prove};
use kupa::domain::ledger::transfer::{Transfer, TransferKind};
use kupa::domain::money::{Currency, Minor};
use kupa::domain::players::access::Role;
use kupa::domain::players::player::Player;
use kupa::domain::players::rating::Rating;
use kupa::domain::wallets::deposit::{Deposit, DepositState};

use crate::support::club::{Club, code};
use crate::support::table::{club, single};

const USD: fn() -> Currency = Currency::usd;

fn reverse(by: Actor, transfer: TransferId) -> ReverseTransfer {
    ReverseTransfer { by, transfer, reason: "a mistake".into() }
}

fn adjust(by: Actor, player: PlayerId, cents: i64) -> AdjustBalance {
    let (amount, limit) = (Minor(cents), Minor(5_000));
    AdjustBalance { by, player, amount, currency: USD(), limit, reason: "a goodwill".into() }
}

fn booked(club: &mut Club, deposit: DepositId) -> TransferId {
    club.writer.books().row::<Deposit>(&deposit).unwrap().transfer
}

fn last_of(club: &mut Club, kind: TransferKind) -> TransferId {
    club.writer.books().rows::<Transfer>().filter(|row| row.kind == kind).last().unwrap().id()
}

fn house(club: &mut Club, kind: AccountKind) -> i64 {
    club.balance(AccountKey::of_shard(kind, USD(), 1)).0
}

fn owed(club: &mut Club, player: PlayerId) -> (i64, i64) {
    let owed = club.balance(AccountKey::receivable(player, USD())).0;
    (owed, club.writer.books().row::<Player>(&player).unwrap().debts)
}

fn check_books(club: &mut Club) {
    prove(club.writer.books(), Since::Nothing, &mut |_| ()).expect("the books are proved");
}

/// Asks, and says no more than that it was asked.
fn propose(club: &mut Club, by: Actor, proposal: Proposal) -> Result<ApprovalId, Refused> {
    let request = ApprovalId(club.uuid());
    club.act(ProposeRequest { by, request, proposal, reason: "the house agrees".into() }).map(|_| request)
}

fn approve(club: &mut Club, by: Actor, request: ApprovalId) -> Result<TransferId, Refused> {
    club.act(ApproveRequest { by, request, shards: Shards::new(vec![1]) }).map(|done| done.transfer.unwrap())
}

/// Asked by an owner, agreed to by finance.
fn by_two(club: &mut Club, proposal: Proposal) -> Result<TransferId, Refused> {
    let (owner, finance) = (club.staff(Role::Owner), club.staff(Role::Finance));
    let request = propose(club, owner, proposal)?;
    approve(club, finance, request)
}

#[test]
fn a_deposit_booked_by_mistake_is_reversed_once() {
    let mut club = Club::new();
    let (ann, by) = (club.player("ann", 0), club.staff(Role::Finance));
    let deposit = club.deposit(ann, 700).unwrap();
    let transfer = booked(&mut club, deposit);
    let done = club.act(reverse(by, transfer)).unwrap();
    assert_eq!((club.cash(ann), club.balance(AccountKey::receivable(ann, USD())).0), (0, 0));
    assert_eq!(house(&mut club, AccountKind::Clearing("paypal".parse().unwrap())), 0);
    assert_eq!(club.writer.books().row::<Deposit>(&deposit).unwrap().state, DepositState::Reversed);
    let row = club.writer.books().row::<Transfer>(&done.reversal.place()).unwrap();
    assert_eq!((row.kind, row.reverses), (TransferKind::Reversal, Some(transfer)));
    assert_eq!(code(club.act(reverse(by, transfer))), Code::AlreadyReversed);
    let back = ChargeBackDeposit { by, deposit, reason: "stolen card".into() };
    assert_eq!(code(club.act(back)), Code::DepositState);
    check_books(&mut club);
}

#[test]
fn a_reversal_is_not_reversed_nor_is_what_has_an_act_of_its_own() {
    let (mut club, ann, bob) = club(10_000, 10_000);
    let by = club.staff(Role::Finance);
    let deposit = club.deposit(ann, 700).unwrap();
    let transfer = booked(&mut club, deposit);
    let reversal = club.act(reverse(by, transfer)).unwrap().reversal;
    assert_eq!(code(club.act(reverse(by, reversal))), Code::NotReversible);
    let charged = club.deposit(ann, 100).unwrap();
    club.act(ChargeBackDeposit { by, deposit: charged, reason: "stolen card".into() }).unwrap();
    let out = club.withdraw(ann, 100).unwrap();
    club.act(SendWithdrawal { by, withdrawal: out, reference: "P1".into() }).unwrap();
    club.begin(ann, bob, "main", single(100));
    for kind in [
        TransferKind::Chargeback,
        TransferKind::WithdrawalRequested,
        TransferKind::WithdrawalSent,
        TransferKind::Escrow,
    ] {
        let transfer = last_of(&mut club, kind);
        assert_eq!(code(club.act(reverse(by, transfer))), Code::NotReversible, "{kind}");
    }
    let unknown = TransferId::at(1, 1_000_000);
    assert_eq!(code(club.act(reverse(by, unknown))), Code::UnknownTransfer);
}

#[test]
fn only_those_who_keep_the_ledger_reverse_and_they_say_why() {
    let mut club = Club::new();
    let (ann, finance) = (club.player("ann", 0), club.staff(Role::Finance));
    let deposit = club.deposit(ann, 700).unwrap();
    let transfer = booked(&mut club, deposit);
    for by in [Actor::Player(ann), club.staff(Role::Director)] {
        assert_eq!(code(club.act(reverse(by, transfer))), Code::Forbidden);
        assert_eq!(code(club.act(adjust(by, ann, 1))), Code::Forbidden);
    }
    assert_eq!(
        code(club.act(ReverseTransfer { reason: " ".into(), ..reverse(finance, transfer) })),
        Code::ReasonMissing
    );
    assert_eq!(code(club.act(AdjustBalance { reason: " ".into(), ..adjust(finance, ann, 1) })), Code::ReasonMissing);
}

#[test]
fn a_reversed_settlement_gives_back_what_passed_and_the_rake_and_leaves_no_escrow() {
    let (mut club, ann, bob) = club(10_000, 10_000);
    let by = club.staff(Role::Finance);
    let game = club.begin(ann, bob, "main", single(500));
    let transfer = club.settle(game, ann, 2, 1).transfer.unwrap();
    assert_ne!(club.rake(USD()), 0);
    club.act(reverse(by, transfer)).unwrap();
    assert_eq!((club.cash(ann), club.cash(bob)), (10_000, 10_000));
    assert_eq!((club.escrow(game), club.rake(USD())), (0, 0));
    assert_eq!(club.game(game).state, GameState::Settled);
    assert_eq!(club.events("game.settlement_reversed").len(), 1);
    assert_eq!(code(club.act(reverse(by, transfer))), Code::AlreadyReversed);
    check_books(&mut club);
}

#[test]
fn a_reversed_settlement_undoes_its_rating_changes_and_not_those_of_later_games() {
    let (mut club, ann, bob) = club(100_000, 100_000);
    let by = club.staff(Role::Finance);
    let rating = |club: &mut Club, player| {
        let row = club.writer.books().row::<Rating>(&(player, Variant::Backgammon)).unwrap();
        (row.rating_millionths, row.experience)
    };
    let first = club.begin(ann, bob, "main", single(500));
    let transfer = club.settle(first, ann, 1, 1).transfer.unwrap();
    let second = club.begin(ann, bob, "main", single(500));
    club.settle(second, bob, 1, 1);
    let (before, games) = rating(&mut club, ann);
    let (before_bob, _) = rating(&mut club, bob);
    let undone = club.settlement(first);
    assert!(undone.winner_rating_change > 0 && undone.loser_rating_change < 0);
    club.act(reverse(by, transfer)).unwrap();
    assert_eq!(rating(&mut club, ann), (before - undone.winner_rating_change, games));
    assert_eq!(rating(&mut club, bob).0, before_bob - undone.loser_rating_change);
}

#[test]
fn a_winner_without_the_money_stops_a_reversal_unless_two_people_book_the_debt() {
    let (mut club, ann, bob) = club(10_000, 10_000);
    let (one, two) = (club.staff(Role::Finance), club.staff(Role::Owner));
    let game = club.begin(ann, bob, "main", single(500));
    let settled = club.settle(game, ann, 2, 1);
    let cash = club.cash(ann);
    club.withdraw(ann, cash - 100).unwrap();
    let refused = club.act(reverse(one, settled.transfer.unwrap())).unwrap_err();
    let won = settled.amount.0 - 2 * settled.rake_each.0;
    assert_eq!(refused.code, Code::InsufficientFunds);
    assert_eq!(refused.params["shortfall"], Minor(won - 100).to_decimal(USD()).to_string());
    assert_eq!((club.cash(ann), club.cash(bob)), (100, 9_000));

    let request = propose(&mut club, one, Proposal::Reversal { transfer: settled.transfer.unwrap() }).unwrap();
    approve(&mut club, two, request).unwrap();
    assert_eq!((club.cash(ann), club.cash(bob)), (0, 10_000));
    assert_eq!(owed(&mut club, ann), (100 - won, 1));
    assert_eq!(code(club.withdraw(ann, 1)), Code::PlayerFrozen);
    assert_eq!(code(club.open(ann, "main", single(100))), Code::PlayerFrozen);
    check_books(&mut club);
}

#[test]
fn a_reversed_deposit_that_had_paid_a_debt_brings_no_money_back_that_is_not_there() {
    let mut club = Club::new();
    let (ann, by) = (club.player("ann", 0), club.staff(Role::Finance));
    let first = club.deposit(ann, 500).unwrap();
    club.withdraw(ann, 500).unwrap();
    club.act(ChargeBackDeposit { by, deposit: first, reason: "stolen card".into() }).unwrap();
    let second = club.deposit(ann, 800).unwrap();
    assert_eq!((club.cash(ann), owed(&mut club, ann)), (300, (0, 0)));
    let transfer = booked(&mut club, second);
    assert_eq!(code(club.act(reverse(by, transfer))), Code::InsufficientFunds);
    by_two(&mut club, Proposal::Reversal { transfer }).unwrap();
    assert_eq!((club.cash(ann), owed(&mut club, ann)), (0, (-500, 1)));
    check_books(&mut club);
}

#[test]
fn one_person_adjusts_small_sums_either_way_against_equity() {
    let mut club = Club::new();
    let (ann, by) = (club.player("ann", 0), club.staff(Role::Finance));
    assert_eq!(club.act(adjust(by, ann, 3_000)).unwrap().balance, Minor(3_000));
    assert_eq!(club.act(adjust(by, ann, -500)).unwrap().balance, Minor(2_500));
    assert_eq!(house(&mut club, AccountKind::Equity), -2_500);
    assert_eq!(code(club.act(adjust(by, ann, 0))), Code::AmountZero);
    // The limit is that of a day, whichever way the money goes; what was refused does not count.
    for above in [1_501, -1_501] {
        assert_eq!(code(club.act(adjust(by, ann, above))), Code::NeedsApproval, "{above}");
    }
    let other = club.staff(Role::Finance);
    assert_eq!(code(club.act(adjust(other, ann, -2_501))), Code::InsufficientFunds);
    assert_eq!(club.act(adjust(by, ann, -1_500)).unwrap().balance, Minor(1_000));
    assert_eq!(code(club.act(adjust(by, ann, 1))), Code::NeedsApproval);
    club.wait_s(86_400);
    assert_eq!(club.act(adjust(by, ann, 5_000)).unwrap().balance, Minor(6_000));
    club.wait_s(86_400);
    for above in [5_001, -5_001, i64::MIN, i64::MAX] {
        assert_eq!(code(club.act(adjust(by, ann, above))), Code::NeedsApproval, "{above}");
    }
    let nobody = PlayerId(club.uuid());
    assert_eq!(code(club.act(adjust(by, nobody, 1))), Code::UnknownPlayer);
    assert_eq!(club.events("balance.adjusted").len(), 4);
    check_books(&mut club);
}

#[test]
fn what_took_two_people_is_not_undone_by_one() {
    let mut club = Club::new();
    let (ann, by) = (club.player("ann", 0), club.staff(Role::Finance));
    let proposal = Proposal::Adjustment { player: ann, amount: Minor(90_000), currency: USD() };
    let transfer = by_two(&mut club, proposal).unwrap();
    assert_eq!(club.cash(ann), 90_000);
    assert_eq!(code(club.act(reverse(by, transfer))), Code::NeedsApproval);
    let capital = by_two(&mut club, Proposal::Equity { amount: Minor(1_000), currency: USD() }).unwrap();
    assert_eq!(code(club.act(reverse(by, capital))), Code::NeedsApproval);
    by_two(&mut club, Proposal::Reversal { transfer: capital }).unwrap();
    assert_eq!(house(&mut club, AccountKind::Bank), 0);
    by_two(&mut club, Proposal::Reversal { transfer }).unwrap();
    assert_eq!((club.cash(ann), house(&mut club, AccountKind::Equity)), (0, 0));
    check_books(&mut club);
}

#[test]
fn a_second_person_decides_and_the_first_takes_back() {
    let mut club = Club::new();
    let (ann, one, two) = (club.player("ann", 0), club.staff(Role::Finance), club.staff(Role::Owner));
    let proposal = Proposal::Adjustment { player: ann, amount: Minor(90_000), currency: USD() };
    let request = propose(&mut club, one, proposal.clone()).unwrap();
    let reject = |by, request| RejectRequest { by, request, reason: "no receipt".into() };
    assert_eq!(code(approve(&mut club, one, request)), Code::SecondPerson);
    assert_eq!(code(club.act(reject(one, request))), Code::SecondPerson);
    assert_eq!(code(club.act(WithdrawRequest { by: two, request })), Code::NotTheAsker);
    assert_eq!(code(club.act(RejectRequest { reason: String::new(), ..reject(two, request) })), Code::ReasonMissing);
    club.act(reject(two, request)).unwrap();
    assert_eq!(club.cash(ann), 0);

    let withdrawn = propose(&mut club, one, proposal.clone()).unwrap();
    club.act(WithdrawRequest { by: one, request: withdrawn }).unwrap();
    let approved = propose(&mut club, one, proposal).unwrap();
    let transfer = approve(&mut club, two, approved).unwrap();
    let row = club.writer.books().row::<Approval>(&approved).unwrap();
    assert_eq!((row.state, row.transfer), (ApprovalState::Approved, Some(transfer)));
    assert_eq!(row.decided_by.map(|id| id.0), Some(two.uuid()));
    for request in [request, withdrawn, approved] {
        assert_eq!(code(approve(&mut club, two, request)), Code::ApprovalState);
        assert_eq!(code(club.act(reject(two, request))), Code::ApprovalState);
        assert_eq!(code(club.act(WithdrawRequest { by: one, request })), Code::ApprovalState);
    }
    assert_eq!(club.cash(ann), 90_000);
}

#[test]
fn two_people_are_members_of_staff_who_may() {
    let mut club = Club::new();
    let (ann, finance, owner) = (club.player("ann", 0), club.staff(Role::Finance), club.staff(Role::Owner));
    let director = club.staff(Role::Director);
    let proposal = Proposal::Adjustment { player: ann, amount: Minor(90_000), currency: USD() };
    for by in [Actor::System, Actor::Player(ann), director] {
        assert_eq!(code(propose(&mut club, by, proposal.clone())), Code::Forbidden);
    }
    let request = propose(&mut club, finance, proposal).unwrap();
    for by in [Actor::System, Actor::Player(ann), director] {
        assert_eq!(code(approve(&mut club, by, request)), Code::Forbidden);
        assert_eq!(code(club.act(RejectRequest { by, request, reason: "no".into() })), Code::Forbidden);
    }
    for amount in
        [Proposal::Payout { amount: Minor(1), currency: USD() }, Proposal::Equity { amount: Minor(1), currency: USD() }]
    {
        assert_eq!(code(propose(&mut club, finance, amount)), Code::Forbidden);
    }
    let dismiss = DisableStaff { by: owner, staff: StaffId(finance.uuid()), reason: "left".into() };
    club.act(dismiss).unwrap();
    assert_eq!(code(approve(&mut club, owner, request)), Code::AskerNotPermitted);
    assert_eq!(club.cash(ann), 0);
}

#[test]
fn what_makes_no_sense_is_not_asked_for() {
    let mut club = Club::new();
    let (ann, by) = (club.player("ann", 0), club.staff(Role::Owner));
    let (nobody, currency) = (PlayerId(club.uuid()), USD());
    let cases = [
        (Proposal::Adjustment { player: ann, amount: Minor(0), currency }, Code::AmountZero),
        (Proposal::Adjustment { player: nobody, amount: Minor(1), currency }, Code::UnknownPlayer),
        (Proposal::WriteOff { player: ann, amount: Minor(-1), currency }, Code::AmountNotPositive),
        (Proposal::WriteOff { player: nobody, amount: Minor(1), currency }, Code::UnknownPlayer),
        (Proposal::Payout { amount: Minor(0), currency }, Code::AmountNotPositive),
        (Proposal::Equity { amount: Minor(-1), currency }, Code::AmountNotPositive),
        (Proposal::Reversal { transfer: TransferId::at(1, 999) }, Code::UnknownTransfer),
    ];
    for (proposal, expected) in cases {
        assert_eq!(code(propose(&mut club, by, proposal.clone())), expected, "{proposal:?}");
    }
    let request = ApprovalId(club.uuid());
    let proposal = Proposal::Equity { amount: Minor(1), currency };
    let silent = ProposeRequest { by, request, proposal, reason: String::new() };
    assert_eq!(code(club.act(silent)), Code::ReasonMissing);
    assert_eq!(code(approve(&mut club, by, request)), Code::UnknownApproval);
    assert_eq!(code(club.act(RejectRequest { by, request, reason: "no".into() })), Code::UnknownApproval);
    assert_eq!(code(club.act(WithdrawRequest { by, request })), Code::UnknownApproval);
}

#[test]
fn a_debt_is_written_off_by_two_people_up_to_what_is_owed() {
    let mut club = Club::new();
    let (ann, by) = (club.player("ann", 0), club.staff(Role::Finance));
    let deposit = club.deposit(ann, 1_000).unwrap();
    club.withdraw(ann, 1_000).unwrap();
    club.act(ChargeBackDeposit { by, deposit, reason: "stolen card".into() }).unwrap();
    let write_off = |amount| Proposal::WriteOff { player: ann, amount: Minor(amount), currency: USD() };
    let refused = by_two(&mut club, write_off(1_001)).unwrap_err();
    assert_eq!((refused.code, refused.params["owed"].as_str()), (Code::MoreThanOwed, "10.00"));
    by_two(&mut club, write_off(400)).unwrap();
    assert_eq!(owed(&mut club, ann), (-600, 1));
    let rest = by_two(&mut club, write_off(600)).unwrap();
    assert_eq!((owed(&mut club, ann), house(&mut club, AccountKind::BadDebt), club.cash(ann)), ((0, 0), -1_000, 0));
    by_two(&mut club, Proposal::Reversal { transfer: rest }).unwrap();
    assert_eq!(owed(&mut club, ann), (-600, 1));
    check_books(&mut club);
}

#[test]
fn the_owner_pays_out_no_more_than_the_house_has_over_all_shards() {
    let (mut club, ann, bob) = club(10_000, 10_000);
    let game = club.begin(ann, bob, "main", single(500));
    let rake = 2 * club.settle(game, ann, 2, 1).rake_each.0;
    let payout = |amount| Proposal::Payout { amount: Minor(amount), currency: USD() };
    let refused = by_two(&mut club, payout(rake + 1)).unwrap_err();
    assert_eq!((refused.code, refused.params["shortfall"].as_str()), (Code::InsufficientFunds, "0.01"));
    // Another writer's shard has nothing of its own: it pays out what the first one earned.
    club.move_to_shard(2);
    let (owner, finance) = (club.staff(Role::Owner), club.staff(Role::Finance));
    let request = propose(&mut club, owner, payout(rake)).unwrap();
    let only_here = ApproveRequest { by: finance, request, shards: Shards::new(vec![2]) };
    assert_eq!(code(club.act(only_here)), Code::InsufficientFunds);
    club.act(ApproveRequest { by: finance, request, shards: Shards::new(vec![2, 1, 2]) }).unwrap();
    assert_eq!(club.rake(USD()), 0);
    assert_eq!(club.balance(AccountKey::of_shard(AccountKind::Bank, USD(), 2)), Minor(rake));
    check_books(&mut club);
}

#[test]
fn a_reversal_in_another_shard_counts_against_what_can_be_paid_out() {
    let (mut club, ann, bob) = club(100_000, 100_000);
    let games = [(); 2].map(|()| {
        let game = club.begin(ann, bob, "main", single(500));
        club.settle(game, ann, 2, 1)
    });
    let each = 2 * games[0].rake_each.0;
    club.move_to_shard(2);
    let finance = club.staff(Role::Finance);
    club.act(reverse(finance, games[0].transfer.unwrap())).unwrap();
    assert_eq!(club.balance(AccountKey::of_shard(AccountKind::Rake, USD(), 2)), Minor(-each));
    let owner = club.staff(Role::Owner);
    let total = 2 * games[1].rake_each.0;
    for (amount, expected) in [(total + 1, Some(Code::InsufficientFunds)), (total, None)] {
        let request = propose(&mut club, owner, Proposal::Payout { amount: Minor(amount), currency: USD() }).unwrap();
        let act = ApproveRequest { by: finance, request, shards: Shards::new(vec![1, 2]) };
        assert_eq!(club.act(act).err().map(|refused| refused.code), expected, "{amount}");
    }
    check_books(&mut club);
}

#[test]
fn the_owners_capital_comes_in_through_the_bank() {
    let mut club = Club::new();
    by_two(&mut club, Proposal::Equity { amount: Minor(1_000), currency: USD() }).unwrap();
    assert_eq!((house(&mut club, AccountKind::Bank), house(&mut club, AccountKind::Equity)), (-1_000, 1_000));
}

#[test]
fn a_closed_account_can_still_be_corrected() {
    let mut club = Club::new();
    let (ann, owner) = (club.player("ann", 100), club.staff(Role::Owner));
    club.act(ClosePlayer { by: owner, player: ann, reason: "a program played".into() }).unwrap();
    assert_eq!(club.act(adjust(owner, ann, -100)).unwrap().balance, Minor(0));
}
