//! `kupa verify` and `kupa export` as they are called.

use kupa::cli::export::{self, ExportArgs, Format};
use kupa::cli::verify::{self, VerifyArgs};
use kupa::config::DatabaseOptions;

use super::exports::judged;
use crate::support::databases::on_both;
use crate::support::house::House;

fn database(house: &House) -> DatabaseOptions {
    DatabaseOptions { database_url: house.database.url.clone(), pool: "2".to_owned() }
}

/// Whether the books are sound, and what is said.
fn verified(house: &House, full: bool) -> (bool, String) {
    let mut out = Vec::new();
    let args = VerifyArgs { full, database: database(house) };
    let sound = verify::run(&args, &mut out, &mut Vec::new()).unwrap();
    (sound, String::from_utf8(out).unwrap())
}

fn exported(house: &House, format: Format, to: &str) -> String {
    let mut out = Vec::new();
    let args = ExportArgs { format, from: None, to: None, out: to.into(), database: database(house) };
    export::run(&args, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

on_both! {
    fn verify_says_what_it_proved_and_goes_on_from_there(database) {
        let mut house = House::new(database, 2);
        let both = house.play(2);
        let (sound, said) = verified(&house, false);
        assert!(sound && said.starts_with("The books are sound.\n  proved from nothing: "), "{said}");
        assert!(said.contains("2 settlements reckoned again"), "{said}");
        assert!(said.contains("USD: assets 20000.00 = liabilities to players "), "{said}");
        house.play_on(both, 1);
        let (sound, said) = verified(&house, false);
        assert!(sound && said.contains("proved since shard 1 number "), "{said}");
        assert!(said.contains("1 settlements reckoned again"), "{said}");
    }

    fn verify_names_the_first_fault(database) {
        let mut house = House::new(database, 1);
        house.play(2);
        house.tamper("UPDATE postings SET amount = amount + 1 WHERE kind = 'rake' AND account_seq = 2");
        let (sound, said) = verified(&house, true);
        assert!(!sound);
        assert!(said.starts_with("The books are WRONG. The first fault:\n  unbalanced at shard 1, number "), "{said}");
        assert!(said.contains("(transfer trf_"), "{said}");
    }

    fn hledger_accepts_the_journal_of_a_database_and_refuses_it_once_a_cent_is_moved(database) {
        let mut house = House::new(database, 2);
        house.play(4);
        let journal = exported(&house, Format::Hledger, "-");
        assert!(judged(&journal).is_none_or(|judged| judged == Ok(())), "{:?}\n{journal}", judged(&journal));
        // Between two players, so that every transfer balances and only the live balances tell.
        house.tamper(
            "UPDATE postings SET amount = amount + 1 WHERE kind = 'cash' AND account_seq = 2;
             UPDATE postings SET amount = amount - 1 WHERE kind = 'escrow' AND (shard, seq) IN
                (SELECT shard, seq FROM postings WHERE kind = 'cash' AND account_seq = 2)",
        );
        let journal = exported(&house, Format::Hledger, "-");
        assert!(judged(&journal).is_none_or(|judged| judged.is_err()), "{journal}");
    }

    fn an_export_to_a_file_is_the_one_to_standard_output(database) {
        let mut house = House::new(database, 1);
        house.play(1);
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("postings.csv");
        assert_eq!(exported(&house, Format::Csv, file.to_str().unwrap()), "");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), exported(&house, Format::Csv, "-"));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}

#[test]
fn days_the_wrong_way_round_are_refused() {
    let day = |text: &str| text.parse().ok();
    let database = DatabaseOptions { database_url: "sqlite:none.db".to_owned(), pool: "1".to_owned() };
    let (from, to) = (day("2026-05-02"), day("2026-05-01"));
    let args = ExportArgs { format: Format::Csv, from, to, out: "-".into(), database };
    assert!(export::run(&args, &mut Vec::new()).unwrap_err().to_string().contains("--from"));
}
