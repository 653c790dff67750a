//! `kupa doctor`: a house that is well, and each thing that may be wrong with it.

use clap::Parser;
use diesel::connection::SimpleConnection;
use kupa::cli::doctor::{DoctorArgs, Finding, Level, examine, run};
use kupa::cli::maintenance::{MaintenanceArgs, MaintenanceCommand, maintenance};
use kupa::cli::{Cli, Command};
use kupa::config::DatabaseOptions;
use kupa::store::committer::Patience;
use kupa::store::migrate;

use crate::support::databases::{Database, on_both};

const KEY: &str = "q1OeA8h1n1bI0v3mJp3mXh2v0cK0m2b9m7bq0x5j1WE=";

fn args(url: &str, more: &[&str]) -> DoctorArgs {
    let line = ["kupa", "doctor", "--database-url", url, "--token-key", KEY];
    match Cli::parse_from(line.iter().chain(more)).command {
        Command::Doctor(args) => *args,
        other => panic!("{other:?}"),
    }
}

fn findings(url: &str) -> Vec<Finding> {
    examine(&args(url, &[]).options).all().to_vec()
}

/// The worst that was found of one thing.
#[track_caller]
fn of(url: &str, check: &str) -> (Level, String) {
    let all = findings(url);
    let worst = all.iter().filter(|finding| finding.check == check).max_by_key(|finding| finding.level);
    let worst = worst.unwrap_or_else(|| panic!("nothing of {check}: {all:#?}"));
    (worst.level, format!("{} / {}", worst.found, worst.remedy.as_deref().unwrap_or("nothing to do")))
}

fn change(database: &Database, sql: &str) {
    database.owner().batch_execute(sql).unwrap();
}

#[test]
fn a_fresh_house_is_well() {
    let database = Database::sqlite();
    let all = findings(&database.url);
    assert!(all.iter().all(|finding| finding.level < Level::Fail), "{all:#?}");
    let checks: std::collections::BTreeSet<&str> = all.iter().map(|finding| finding.check).collect();
    let expected = [
        "clock",
        "database",
        "disk",
        "file",
        "integrity",
        "settings",
        "shards",
        "sqlite",
        "staff",
        "switches",
        "sync",
        "token keys",
        "triggers",
    ];
    assert_eq!(checks.into_iter().collect::<Vec<_>>(), expected);
    assert_eq!(of(&database.url, "staff").0, Level::Warn, "nobody can sign in yet");
    let mut out = Vec::new();
    assert!(run(&args(&database.url, &[]), &mut out).unwrap());
    let text = String::from_utf8(out).unwrap();
    assert!(text.contains("ok    triggers: all ") && text.contains("      do: "), "{text}");
    let mut out = Vec::new();
    assert!(run(&args(&database.url, &["--json"]), &mut out).unwrap());
    let told: serde_json::Value = serde_json::from_slice(&out).unwrap();
    let levels = told["findings"].as_array().unwrap().iter().map(|one| one["level"].as_str().unwrap());
    assert!(levels.into_iter().all(|level| level == "ok" || level == "warn"), "{told}");
}

#[test]
fn bad_settings_are_told_each_and_the_database_is_looked_at_all_the_same() {
    let database = Database::sqlite();
    let args = args(&database.url, &["--listen", "here", "--batch", "0"]);
    let all = examine(&args.options).all().to_vec();
    let settings: Vec<&str> =
        all.iter().filter(|one| one.check == "settings").map(|finding| finding.found.as_str()).collect();
    assert_eq!(settings.len(), 2, "{settings:?}");
    assert!(all.iter().any(|one| one.check == "shards" && one.level == Level::Ok));
    assert!(!run(&args, &mut Vec::new()).unwrap());
}

#[test]
fn what_is_no_database_of_ours_is_told_with_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let missing = format!("sqlite:{}", folder.path().join("none.db").display());
    let (level, said) = of(&missing, "database");
    assert!(level == Level::Fail && said.ends_with("kupa migrate up"), "{said}");
    let text = folder.path().join("text.db");
    std::fs::write(&text, "This is no database. ".repeat(500)).unwrap();
    assert_eq!(of(&format!("sqlite:{}", text.display()), "database").0, Level::Fail);
    let (level, said) = of("postgres://nobody:hunter22@127.0.0.1:1/none", "database");
    assert!(level == Level::Fail && !said.contains("hunter22"), "{said}");
    assert_eq!(of("sqlite:/nowhere/at/all.db", "sync").0, Level::Fail);
}

#[test]
fn a_damaged_file_is_found() {
    use std::os::unix::fs::FileExt;
    let database = Database::sqlite();
    change(&database, "PRAGMA wal_checkpoint(TRUNCATE)");
    let path = database.url.trim_start_matches("sqlite:");
    let file = std::fs::OpenOptions::new().write(true).open(path).unwrap();
    let pages = file.metadata().unwrap().len() / 4096;
    for page in pages / 2..pages {
        file.write_all_at(&[0xa5; 4096], page * 4096).unwrap();
    }
    drop(file);
    let all = findings(&database.url);
    assert!(all.iter().any(|finding| finding.level == Level::Fail), "{all:#?}");
}

on_both! {
    fn an_old_schema_and_a_shard_that_counts_wrong_and_a_clock_set_back_are_found(database) {
        let url = &database.url;
        // A writer makes the first shard.
        drop(database.store().writers(1, None, Patience::default()).unwrap());
        assert_eq!((of(url, "shards").0, of(url, "clock").0), (Level::Ok, Level::Ok));
        let far = if database.is_postgres() { "now() + INTERVAL '1 hour'" } else { "(unixepoch() + 3600) * 1000000" };
        change(&database, "UPDATE shards SET next_seq = next_seq + 1 WHERE shard = 1");
        change(&database, &format!("UPDATE shards SET last_at = {far} WHERE shard = 1"));
        let (level, said) = of(url, "shards");
        assert!(level == Level::Fail && said.contains("shard 1 "), "{said}");
        assert_eq!(of(url, "clock").0, Level::Fail);
        migrate::down(&database.address(), 1).unwrap();
        let (level, said) = of(url, "database");
        assert!(level == Level::Fail && said.ends_with("kupa migrate up"), "{said}");
    }

    fn a_switch_that_is_on_is_told(database) {
        let options = DatabaseOptions { database_url: database.url.clone(), pool: "1".into() };
        assert_eq!(of(&database.url, "switches").0, Level::Ok);
        maintenance(&MaintenanceCommand::On(MaintenanceArgs { database: options, reason: "A new disk".into() })).unwrap();
        let (level, said) = of(&database.url, "switches");
        assert!(level == Level::Warn && said.contains("maintenance is on") && said.contains("A new disk"), "{said}");
    }
}

#[test]
fn a_trigger_that_is_missing_or_does_nothing_is_found_on_sqlite() {
    for (what, name) in [
        ("DROP TRIGGER postings_never_change", "postings_never_change"),
        (
            "DROP TRIGGER events_never_deleted;
             CREATE TRIGGER events_never_deleted BEFORE DELETE ON events BEGIN SELECT 1; END",
            "events_never_deleted",
        ),
    ] {
        let database = Database::sqlite();
        change(&database, what);
        let (level, said) = of(&database.url, "triggers");
        assert!(level == Level::Fail && said.contains(name), "{said}");
    }
}

#[test]
fn a_trigger_that_is_missing_or_off_or_does_nothing_is_found_on_postgres() {
    for (what, name) in [
        ("DROP TRIGGER postings_never_change ON postings", "postings_never_change"),
        ("ALTER TABLE transfers DISABLE TRIGGER transfers_never_emptied", "transfers_never_emptied"),
        ("ALTER TABLE events ENABLE REPLICA TRIGGER events_never_change", "events_never_change"),
        (
            "CREATE OR REPLACE FUNCTION refuse_change() RETURNS TRIGGER LANGUAGE plpgsql AS
             $$ BEGIN RETURN NEW; END $$",
            "room_versions_never_change",
        ),
    ] {
        let Some(database) = Database::postgres() else { return };
        assert_eq!(of(&database.url, "triggers").0, Level::Ok);
        change(&database, what);
        let (level, said) = of(&database.url, "triggers");
        assert!(level == Level::Fail && said.contains(name), "{said}");
    }
}

#[test]
fn a_role_that_owns_the_books_or_lacks_a_right_is_found() {
    let Some(database) = Database::postgres() else { return };
    let (level, said) = of(&database.url, "grants");
    assert!(level == Level::Fail && said.contains("owns"), "{said}");
    let role = format!("kupa_doctor_{}", std::process::id());
    change(&database, &format!("CREATE ROLE {role}; {}", migrate::grants(&role)));
    let mark = if database.url.contains('?') { '&' } else { '?' };
    let serving = format!("{}{mark}options=-c%20role%3D{role}", database.url);
    assert_eq!(
        of(&serving, "grants"),
        (Level::Ok, "this role has what serving takes, and owns nothing / nothing to do".into())
    );
    assert_eq!(of(&serving, "triggers").0, Level::Ok);
    assert_eq!(of(&serving, "shards").0, Level::Ok);
    change(&database, &format!("REVOKE INSERT ON postings FROM {role}"));
    let (level, said) = of(&serving, "grants");
    assert!(level == Level::Fail && said.contains("INSERT on postings"), "{said}");
    change(&database, &format!("DROP OWNED BY {role}; DROP ROLE {role}"));
}
