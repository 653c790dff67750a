//! The proof over the store in memory: rows are replaced behind the committer's back.

use kupa::domain::act::Keeper;
use kupa::domain::act::row::Row;
use kupa::domain::games::settlement::Settlement;
use kupa::domain::ledger::account::{Account, AccountKind};
use kupa::domain::ledger::event::Event;
use kupa::domain::ledger::proof::{Fault, Proved, Since, Unproven, What, prove};
use kupa::domain::ledger::transfer::{Posting, Transfer, TransferKind};
use kupa::domain::money::{Currency, Minor};
use kupa::domain::rake::version::ScheduleVersion;
use kupa::store::committer::Books;

use crate::support::club::Club;
use crate::support::table::{club, single};

fn books(club: &mut Club) -> Result<Proved, Fault> {
    match prove(club.writer.books(), Since::Nothing, &mut |_| ()) {
        Ok(proved) => Ok(proved),
        Err(Unproven::Fault(fault)) => Err(*fault),
        Err(Unproven::Away(fault)) => panic!("memory is never away: {fault:?}"),
    }
}

/// Two players, one game settled, one under way.
fn played() -> Club {
    let (mut club, ann, bob) = club(100_000, 100_000);
    let game = club.begin(ann, bob, "main", single(1_000));
    club.settle(game, ann, 2, 1);
    club.begin(bob, ann, "main", single(500));
    club
}

/// Writes a changed copy of the first row that fits.
fn tamper<R: Row>(club: &mut Club, fits: impl Fn(&R) -> bool, change: impl Fn(&mut R)) {
    let memory = club.writer.books();
    let mut row = memory.rows::<R>().find(|row| fits(row)).expect("a row that fits").clone();
    change(&mut row);
    let shard = memory.begin(1).unwrap();
    memory.append(&[row]).unwrap();
    memory.commit(1, shard.next_seq, shard.last_at).unwrap();
}

fn found(club: &mut Club) -> What {
    books(club).expect_err("a fault").what
}

#[test]
fn sound_books_are_proved_and_counted() {
    let mut club = played();
    let proved = books(&mut club).unwrap();
    let transfers = club.writer.books().rows::<Transfer>().count();
    let postings = club.writer.books().rows::<Posting>().count();
    assert_eq!((proved.counts.transfers, proved.counts.postings), (transfers as u64, postings as u64));
    assert_eq!((proved.counts.settlements, proved.counts.games), (1, 3));
    let [total] = &proved.totals[..] else { panic!("one currency") };
    assert_eq!(total.currency, Currency::usd());
    assert_eq!(total.lines.values().map(|line| line.0).sum::<i64>(), 0);
    assert_eq!(proved.cut, [(1, books_head(&mut club))]);
}

fn books_head(club: &mut Club) -> i64 {
    club.writer.books().begin(1).unwrap().next_seq - 1
}

#[test]
fn a_posting_changed_by_a_cent_is_found() {
    let mut club = played();
    tamper::<Posting>(&mut club, |row| row.kind == AccountKind::Rake, |row| row.amount.0 += 1);
    assert_eq!(found(&mut club), What::Unbalanced);
}

#[test]
fn a_cent_moved_from_the_winner_to_the_house_with_balances_to_fit_is_found() {
    let mut club = played();
    let settled = |club: &mut Club| {
        let transfer = club.writer.books().rows::<Transfer>().find(|row| row.kind == TransferKind::Settlement);
        transfer.unwrap().seq
    };
    let seq = settled(&mut club);
    let winner = |row: &Posting| row.seq == seq && row.kind == AccountKind::Cash;
    tamper::<Posting>(&mut club, |row| row.seq == seq && row.kind == AccountKind::Rake, |row| row.amount.0 += 1);
    tamper::<Posting>(&mut club, winner, |row| {
        row.amount.0 -= 1;
        row.balance_after = row.balance_after.map(|after| Minor(after.0 - 1));
    });
    let fault = books(&mut club).expect_err("a fault");
    assert_eq!((fault.what, fault.place), (What::Paid, Some((1, seq))));
}

#[test]
fn a_changed_balance_is_found() {
    let mut club = played();
    tamper::<Account>(&mut club, |row| row.kind == AccountKind::Cash, |row| row.balance.0 += 1);
    assert_eq!(found(&mut club), What::AccountRow);
}

#[test]
fn a_changed_rake_in_a_settlement_is_found() {
    let mut club = played();
    tamper::<Settlement>(&mut club, |_| true, |row| row.rake_each.0 += 1);
    assert_eq!(found(&mut club), What::Figures);
}

#[test]
fn a_changed_explanation_is_found_and_its_members_are_named() {
    let mut club = played();
    tamper::<Settlement>(&mut club, |_| true, |row| row.explanation.0.rake_each.0 += 1);
    let fault = books(&mut club).expect_err("a fault");
    assert_eq!(fault.what, What::Reckoning);
    assert!(fault.found.contains("rake_each_minor"), "{fault}");
}

#[test]
fn a_changed_schedule_version_is_found() {
    let mut club = played();
    let used = club.writer.books().rows::<Settlement>().next().unwrap().clone();
    let is_used = |row: &ScheduleVersion| (row.schedule, row.version) == (used.schedule, used.schedule_version);
    tamper::<ScheduleVersion>(&mut club, is_used, |row| {
        row.document.0.single.iter_mut().for_each(|tier| tier.rate_percent = "0.1".parse().unwrap());
    });
    assert_eq!(found(&mut club), What::Reckoning);
}

#[test]
fn a_gap_in_a_streams_count_is_found() {
    let mut club = played();
    tamper::<Event>(&mut club, |row| row.stream_seq == 2, |row| row.stream_seq = 3);
    assert_eq!(found(&mut club), What::StreamCount);
}

#[test]
fn an_account_count_that_skips_is_found() {
    let mut club = played();
    tamper::<Posting>(&mut club, |row| row.account_seq == 2, |row| row.account_seq = 7);
    assert_eq!(found(&mut club), What::AccountCount);
}

#[test]
fn an_escrow_that_is_not_what_the_game_says_is_found() {
    let mut club = played();
    let under_way = |row: &kupa::domain::games::game::Game| row.state.is_under_way();
    tamper(&mut club, under_way, |row| row.joiner_escrow.0 -= 1);
    assert_eq!(found(&mut club), What::Escrow);
}

#[test]
fn a_game_settled_for_somebody_else_is_found() {
    let mut club = played();
    tamper::<Settlement>(&mut club, |_| true, |row| std::mem::swap(&mut row.winner, &mut row.loser));
    assert_eq!(found(&mut club), What::Paid);
}
