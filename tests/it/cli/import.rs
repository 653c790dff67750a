//! `kupa import players`: whole or not at all, once or again.

use std::path::PathBuf;

use diesel::prelude::*;
use kupa::cli::import::{ImportPlayersArgs, players};
use kupa::config::DatabaseOptions;
use kupa::domain::ledger::account::AccountKind;
use kupa::domain::ledger::event::Event;
use kupa::domain::ledger::proof::Since;
use kupa::domain::money::{Currency, Minor};
use kupa::domain::players::player::Player;
use kupa::domain::players::rating::Rating;
use kupa::store::books;
use kupa::store::proof::{Verified, verify};
use kupa::store::schema;

use crate::support::app::TestApp;
use crate::support::databases::{Database, on_both};

/// A file in a folder of its own.
struct Sheet(tempfile::TempDir, PathBuf);

fn sheet(text: &str) -> Sheet {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("players.csv");
    std::fs::write(&path, text).unwrap();
    Sheet(folder, path)
}

/// Whether it went well, and what was told.
fn import_with(database: &Database, text: &str, totals: &[&str], dry_run: bool) -> (bool, String) {
    let Sheet(_folder, file) = &sheet(text);
    let args = ImportPlayersArgs {
        database: DatabaseOptions { database_url: database.url.clone(), pool: "1".into() },
        file: file.clone(),
        control_total: totals.iter().map(|total| total.parse().unwrap()).collect(),
        dry_run,
    };
    let mut out = Vec::new();
    let well = players(&args, &mut out).unwrap();
    (well, String::from_utf8(out).unwrap())
}

fn import(database: &Database, text: &str, totals: &[&str]) -> (bool, String) {
    import_with(database, text, totals, false)
}

fn all<R: kupa::domain::act::row::Row>(database: &Database) -> Vec<R> {
    books::page::<R>(&mut database.store().reader().unwrap(), None, 10_000).unwrap()
}

fn sum(database: &Database, kind: AccountKind, code: &str) -> i64 {
    let sums = books::sums(&mut database.store().reader().unwrap()).unwrap();
    let of = |(known, currency, _): &&(AccountKind, Currency, Minor)| *known == kind && currency.code() == code;
    sums.iter().find(of).map_or(0, |(_, _, sum)| sum.0)
}

fn prove(database: &Database) {
    match verify(&database.store(), Since::Nothing, &mut |_| ()).unwrap() {
        Verified::Sound { .. } => {}
        Verified::Faulty(fault) => panic!("{fault}"),
    }
}

/// Everything that an import may write, counted.
fn counts(database: &Database) -> [i64; 5] {
    let mut db = database.store().reader().unwrap();
    let db = &mut *db;
    [
        schema::players::table.count().get_result(db).unwrap(),
        schema::claims::table.count().get_result(db).unwrap(),
        schema::ratings::table.count().get_result(db).unwrap(),
        schema::postings::table.count().get_result(db).unwrap(),
        schema::events::table.count().get_result(db).unwrap(),
    ]
}

const CLUB: &str = "nickname,email,name,birth_date,rating:backgammon,experience:backgammon,balance:USD,balance:JPY\n\
    Ann,ann@example.com,Ann Lee,1980-02-29,1712.345678,420,12.50,\n\
    \"Bob, the 2nd\",,,,,,,100\n\
    \u{5d3}\u{5e0}\u{5d4},dana@example.com,Dana Lev,1991-01-01,,7,0.01,0\n\
    Eve,,,,1500,,0,\n";
const SUMS: [&str; 3] = ["USD=12.51", "JPY=100", "players=4"];

on_both! {
    fn players_come_with_their_strength_and_money_from_equity_and_a_second_run_changes_nothing(database) {
        let (well, said) = import_with(&database, CLUB, &SUMS, true);
        assert!(well && said.contains("4 to be brought over") && said.contains("nothing was written"), "{said}");
        assert_eq!(counts(&database), [0; 5]);

        let (well, said) = import(&database, CLUB, &SUMS);
        assert!(well && said.contains("Done: 4 players brought over, 0 were here before."), "{said}");
        let after = counts(&database);
        assert_eq!(after[0], 4);
        let players = all::<Player>(&database);
        let ann = players.iter().find(|player| player.nickname == "Ann").unwrap();
        assert_eq!((ann.email.as_deref(), ann.stream_seq), (Some("ann@example.com"), 3));
        let ratings = all::<Rating>(&database);
        let of_ann = ratings.iter().find(|rating| rating.player == ann.id).unwrap();
        assert_eq!((of_ann.rating_millionths, of_ann.experience), (1_712_345_678, 420));
        assert_eq!(ratings.len(), 3, "who has a rating or experience in the file has a row");
        assert_eq!((sum(&database, AccountKind::Cash, "USD"), sum(&database, AccountKind::Equity, "USD")), (1_251, -1_251));
        assert_eq!((sum(&database, AccountKind::Cash, "JPY"), sum(&database, AccountKind::Equity, "JPY")), (100, -100));
        let events = all::<Event>(&database);
        assert!(events.iter().any(|event| event.kind == "balance.adjusted" && event.reason.is_some()));
        prove(&database);

        let (well, said) = import(&database, CLUB, &SUMS);
        assert!(well && said.contains("Done: 0 players brought over, 4 were here before."), "{said}");
        assert_eq!(counts(&database), after);
        // Other columns order and other spelling of the same figures: the same players.
        let turned = "balance:USD,nickname,rating:backgammon\n0.00,Eve,1500.000\n";
        let (well, said) = import(&database, turned, &["USD=0"]);
        assert!(well && said.contains("1 were here before"), "{said}");
        assert_eq!(counts(&database), after);
    }

    fn a_run_cut_in_the_middle_goes_on(database) {
        // The first half, as a run leaves it that was killed between two batches.
        let rows: Vec<String> = (0..450).map(|n| format!("Player {n},1.00\n")).collect();
        let head = "nickname,balance:USD\n";
        let half = format!("{head}{}", rows[..200].concat());
        assert!(import(&database, &half, &["USD=200"]).0);
        let whole = format!("{head}{}", rows.concat());
        let (well, said) = import(&database, &whole, &["USD=450"]);
        assert!(well && said.contains("250 to be brought over, 200 brought over before"), "{said}");
        assert!(said.contains("Done: 250 players brought over, 200 were here before."), "{said}");
        assert_eq!((counts(&database)[0], sum(&database, AccountKind::Cash, "USD")), (450, 45_000));
        prove(&database);
    }

    fn two_runs_at_once_bring_each_player_over_once(database) {
        let rows: String = (0..300).map(|n| format!("Player {n},1.00\n")).collect();
        let text = format!("nickname,balance:USD\n{rows}");
        let done: Vec<(bool, String)> = std::thread::scope(|scope| {
            let runs: Vec<_> = (0..2).map(|_| scope.spawn(|| import(&database, &text, &["USD=300"]))).collect();
            runs.into_iter().map(|run| run.join().unwrap()).collect()
        });
        assert!(done.iter().all(|(well, _)| *well), "{done:?}");
        assert_eq!((counts(&database)[0], sum(&database, AccountKind::Cash, "USD")), (300, 30_000));
        prove(&database);
    }

    fn who_was_brought_over_plays_beside_those_who_were_here(database) {
        let app = TestApp::start(database);
        let here = app.player(50);
        let text = "nickname,balance:USD\nAnn,50\nplayer 1,1\n";
        let (well, said) = import(&app.database, text, &["USD=51"]);
        assert!(!well && said.contains("line 3, column 1 (nickname): nickname_taken"), "{said}");
        assert!(import(&app.database, "nickname,balance:USD\nAnn,50\n", &["USD=50"]).0);
        let (changed, said) = import(&app.database, "nickname,balance:USD\nAnn,60\n", &["USD=60"]);
        assert!(!changed && said.contains("another, or this one with other figures"), "{said}");
        let ann = all::<Player>(&app.database).into_iter().find(|player| player.nickname == "Ann").unwrap();
        let bearer = kupa::web::token::Bearer::Player(ann.id);
        let ann = crate::support::app::Player { id: ann.id, http: app.bearing(&bearer) };
        let game = app.game(&ann, &here, "5");
        app.owner.post(&format!("/v1/games/{game}/report"), &crate::support::app::result(here.id, 1, 1)).expect(200);
        assert_eq!(app.cash(ann.id), "45.00");
    }
}

#[test]
fn every_fault_is_told_with_its_place_and_nothing_is_written() {
    let database = Database::sqlite();
    let text = "nickname,email,name,birth_date,rating:tavla,experience:tavla,balance:USD,balance:JPY\n\
        Ann,not an address,,,abc,-1,1.234,0.5\n\
        ,a@example.com,,1990-02-30,100001,1.5,-5,x\n\
        Bob,b.ob+old@example.com,Bob Roe,1970-01-01,,,1,\n\
        B0B,bob@example.com,bob  roe,1970-01-01,,,1,\n\
        short,row\n\
        \"open,,,,,,,\n";
    let (well, said) = import(&database, text, &["USD=2", "JPY=0"]);
    assert!(!well);
    for fault in [
        "line 2, column 2 (email): email_malformed",
        "line 2, column 5 (rating:tavla): rating_malformed",
        "line 2, column 6 (experience:tavla): experience_malformed",
        "line 2, column 7 (balance:USD): too_many_decimal_places",
        "line 2, column 8 (balance:JPY): too_many_decimal_places",
        "line 3, column 1 (nickname): nickname_missing",
        "line 3, column 4 (birth_date): date_malformed",
        "line 3, column 5 (rating:tavla): rating_out_of_range",
        "line 3, column 6 (experience:tavla): experience_malformed",
        "line 3, column 7 (balance:USD): amount_negative",
        "line 3, column 8 (balance:JPY): amount_malformed",
        "line 5, column 1 (nickname): nickname_taken: line 4 has it",
        "line 5, column 2 (email): email_taken: line 4 has it",
        "line 5, column 3 (name): person_known: line 4 has it",
        "line 6, column 2: wrong_number_of_cells",
        "line 7, column 1: not_csv",
        "16 faults: nothing was written.",
    ] {
        assert!(said.contains(fault), "{fault} is not told:\n{said}");
    }
    assert_eq!(counts(&database), [0; 5]);
}

#[test]
fn a_file_whose_sums_are_not_what_the_other_system_says_is_not_written() {
    let database = Database::sqlite();
    for (totals, fault) in [
        (&["USD=12.52", "JPY=100"][..], "the file has 12.51 USD, the control total is 12.52"),
        (&["USD=12.51"][..], "the file has 100 JPY, and there is no control total of it"),
        (&["USD=12.51", "JPY=100", "EUR=1"][..], "the file has 0.00 EUR, the control total is 1.00"),
        (&["USD=12.51", "JPY=100", "players=5"][..], "the file has 4 players, the control total is 5"),
    ] {
        let (well, said) = import(&database, CLUB, totals);
        assert!(!well && said.contains(fault) && said.contains("1 faults: nothing was written."), "{said}");
    }
    assert_eq!(counts(&database), [0; 5]);
    for bad in ["", "USD", "USD=", "USD=-1", "USD=1.234", "QQQ=1", "players=-1", "=1"] {
        assert!(bad.parse::<kupa::cli::import::Total>().is_err(), "{bad:?}");
    }
}

#[test]
fn a_first_line_that_will_not_do_is_told_and_nothing_else() {
    let database = Database::sqlite();
    for (text, fault) in [
        ("", "line 1, column 1: empty_file"),
        ("nick\nAnn\n", "line 1, column 1 (nick): unknown_column"),
        ("email\na@example.com\n", "line 1, column 1: column_missing"),
        ("nickname,balance:USD,balance:USD\n", "line 1, column 3 (balance:USD): column_repeated"),
        ("nickname,balance:XXY\n", "line 1, column 2 (balance:XXY): unknown_column"),
        ("nickname,rating:chess\n", "line 1, column 2 (rating:chess): unknown_column"),
        ("\"nickname\n", "line 1, column 1: not_csv"),
    ] {
        let (well, said) = import(&database, text, &["USD=0"]);
        assert!(!well && said.contains(fault), "{fault}:\n{said}");
    }
}
