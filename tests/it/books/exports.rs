//! The exports of a club's books, judged by hledger where it is found.

use std::io::Write;
use std::process::{Command, Stdio};

use chrono::NaiveDate;
use kupa::domain::ids::PlayerId;
use kupa::exports::{Days, csv, hledger};

use crate::support::club::Club;
use crate::support::missing::found;
use crate::support::table::{club, single};

const DAY_S: i64 = 86_400;

/// The clock's first day.
fn first_day() -> NaiveDate {
    NaiveDate::from_ymd_opt(2027, 1, 15).unwrap()
}

/// Three days: a game settled on each, one under way at the end.
fn three_days() -> (Club, PlayerId) {
    let (mut club, ann, bob) = club(100_000, 100_000);
    for day in 0..3 {
        let game = club.begin(ann, bob, "main", single(1_000));
        club.settle(game, if day == 1 { ann } else { bob }, 1, 1);
        club.wait_s(DAY_S);
    }
    club.begin(bob, ann, "main", single(500));
    (club, ann)
}

fn journal(club: &mut Club, days: Days) -> String {
    let mut out = Vec::new();
    hledger::write(club.writer.books(), days, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn rows(club: &mut Club, days: Days) -> String {
    let mut out = Vec::new();
    csv::write(club.writer.books(), days, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// What `hledger check --strict ordereddates` says; none where hledger is missing.
pub fn judged(journal: &str) -> Option<Result<(), String>> {
    let hledger = found("hledger")?;
    let mut child = Command::new(hledger)
        .args(["-f", "-", "check", "--strict", "ordereddates"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(journal.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    Some(if output.status.success() { Ok(()) } else { Err(said) })
}

#[test]
fn hledger_accepts_the_journal_strictly() {
    let (mut club, _) = three_days();
    let text = journal(&mut club, Days::default());
    assert!(judged(&text).is_none_or(|judged| judged == Ok(())), "{:?}\n{text}", judged(&text));
    assert!(text.contains("commodity 1000.00 USD"));
    assert!(text.contains("escrows of ended games are empty"));
}

#[test]
fn hledger_accepts_any_days_with_what_was_there_before() {
    let (mut club, _) = three_days();
    let day = |n| first_day().checked_add_days(chrono::Days::new(n));
    for (from, to) in [(Some(1), None), (None, Some(1)), (Some(1), Some(1)), (Some(3), Some(3)), (Some(9), None)] {
        let days = Days { from: from.and_then(day), to: to.and_then(day) };
        let text = journal(&mut club, days);
        assert!(judged(&text).is_none_or(|judged| judged == Ok(())), "{days:?} {:?}\n{text}", judged(&text));
        let opened = text.contains("opening balances");
        assert_eq!(opened, days.from.is_some(), "{text}");
    }
    let middle = journal(&mut club, Days { from: day(1), to: day(1) });
    assert_eq!(middle.matches(" settlement  ;").count(), 1, "{middle}");
}

#[test]
fn hledger_refuses_a_cent_that_was_changed() {
    let (mut club, _) = three_days();
    let text = journal(&mut club, Days::default());
    let changed = text.replacen("  -1000.00 USD\n", "  -1000.01 USD\n", 1);
    assert_ne!(text, changed);
    assert!(judged(&changed).is_none_or(|judged| judged.is_err_and(|said| said.contains("sum should be 0"))));
}

#[test]
fn hledger_refuses_a_settlement_written_twice() {
    let (mut club, _) = three_days();
    let text = journal(&mut club, Days::default());
    let settlement = text.split("\n\n").find(|part| part.contains(" settlement  ;")).unwrap();
    let twice = text.replacen(settlement, &format!("{settlement}\n\n{settlement}"), 1);
    assert!(judged(&twice).is_none_or(|judged| judged.is_err_and(|said| said.contains("assertion"))));
}

#[test]
fn a_row_of_csv_is_a_posting_and_its_cells_are_those_of_the_header() {
    let (mut club, ann) = three_days();
    let text = rows(&mut club, Days::default());
    let lines: Vec<&str> = text.split_terminator("\r\n").collect();
    let postings = club.writer.books().rows::<kupa::domain::ledger::transfer::Posting>().count();
    assert_eq!(lines.len(), postings + 1);
    assert_eq!(lines[0], csv::COLUMNS.join(","));
    assert!(lines.iter().all(|line| line.split(',').count() == csv::COLUMNS.len()));
    let deposit = lines
        .iter()
        .find(|line| line.contains(&ann.0.to_string()) && line.contains(",deposit,") && line.contains(",cash,"))
        .unwrap();
    assert!(deposit.contains(",USD,1000.00,100000,1,1000.00"), "{deposit}");
}

#[test]
fn csv_of_one_day_has_that_days_postings_alone() {
    let (mut club, _) = three_days();
    let day = first_day().checked_add_days(chrono::Days::new(1));
    let text = rows(&mut club, Days { from: day, to: day });
    assert!(text.lines().skip(1).all(|line| line.starts_with("2027-01-16T")));
    assert!(text.lines().count() > 1);
}
