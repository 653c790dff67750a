//! The database: reachable, of this program's schema, guarded, on time.

use std::time::Duration;

use chrono::Utc;

use super::{Findings, disk};
use crate::config::{Database, Options};
use crate::domain::players::access::Role;
use crate::domain::time::Time;
use crate::store::checkup::{Guard, clock, damage, guards, guards_wanted, owned, rights_lacking, setting};
use crate::store::dialect::{Address, Db};
use crate::store::rooms::last_commit;
use crate::store::staff::list_members;
use crate::store::switches::find_switchboard;
use crate::store::{Settings, Store, StoreError, books};

/// Clocks may differ by so much; more is told.
const APART_MICROS: i64 = 1_000_000;
/// By so much they must not differ: tokens and deadlines would be judged wrongly.
const FAR_MICROS: i64 = 30_000_000;

/// Looks at the database that the options name.
pub(super) fn examine(options: &Options, findings: &mut Findings) {
    let Ok(database) = Database::from_options(&options.database) else { return };
    if let Ok(Address::Sqlite(file)) = database.url.parse() {
        disk::examine(&file, findings);
    }
    let settings = Settings { readers: 1, wait: Duration::from_secs(5) };
    let opened = Store::open(&database.url, settings).and_then(|store| Ok((store.address().clone(), store.reader()?)));
    let (address, mut db) = match opened {
        Ok(opened) => opened,
        Err(error) => return findings.fail("database", error.to_string(), remedy(&error)),
    };
    findings.ok("database", format!("{address} answers, and its schema is this program's"));
    match &*db {
        Db::Pg(_) => postgres(&mut db, options, findings),
        Db::Lite(_) => sqlite(&mut db, findings),
    }
    examine_guards(&mut db, findings);
    examine_clock(&mut db, findings);
    examine_shards(&mut db, findings);
    examine_house(&mut db, findings);
}

fn remedy(error: &StoreError) -> &'static str {
    match error {
        StoreError::Address(_) => "correct DATABASE_URL",
        StoreError::Missing { .. } | StoreError::Unmigrated { .. } => "kupa migrate up",
        StoreError::Newer { .. } => "run the program that made it, or a newer one",
        _ => "see that the database runs, and that DATABASE_URL names it and a user whom it lets in",
    }
}

fn sqlite(db: &mut Db, findings: &mut Findings) {
    let wanted = [("journal_mode", "wal"), ("synchronous", "2"), ("foreign_keys", "1")];
    let mut well = true;
    for (name, value) in wanted {
        let found = findings.seen("sqlite", setting(db, name)).flatten();
        if found.as_deref() != Some(value) {
            well = false;
            let found = format!("{name} is {} in place of {value}", found.as_deref().unwrap_or("unknown"));
            findings.fail("sqlite", found, "keep the file on a local disk that can lock and map files");
        }
    }
    if well {
        findings.ok("sqlite", "a log that is written ahead, synced at every commit; references are held");
    }
    if let Some(damage) = findings.seen("integrity", damage(db)) {
        match damage.first() {
            None => findings.ok("integrity", "SQLite finds nothing wrong in its file"),
            Some(first) => {
                let remedy = "stop the service, keep this file, restore the last backup, and compare";
                findings.fail("integrity", format!("{first} (and {} more)", damage.len() - 1), remedy);
            }
        }
    }
}

fn postgres(db: &mut Db, options: &Options, findings: &mut Findings) {
    for (name, value, fails, why) in [
        ("fsync", "on", true, "what was answered may be lost"),
        ("full_page_writes", "on", true, "a power cut may tear pages"),
        ("synchronous_commit", "on", false, "`remote_apply`, `remote_write` and `local` are as safe as you mean them"),
        ("server_encoding", "UTF8", true, "not every name can be kept"),
        ("TimeZone", "UTC", false, "times are told in UTC"),
    ] {
        let Some(found) = findings.seen("postgres", setting(db, name)) else { continue };
        let found = found.unwrap_or_default();
        if found == value {
            continue;
        }
        let (said, remedy) = (format!("{name} is {found}: {why}"), format!("set {name} to {value}"));
        if fails { findings.fail("postgres", said, remedy) } else { findings.warn("postgres", said, remedy) }
    }
    let most = findings.seen("postgres", setting(db, "max_connections")).flatten();
    let most = most.and_then(|most| most.parse::<u64>().ok()).unwrap_or(u64::MAX);
    let number = |text: &str| text.trim().parse::<u64>().unwrap_or(0);
    let taken = number(&options.database.pool).saturating_add(number(&options.writers));
    if taken.saturating_add(5) > most {
        let found = format!("the service takes {taken} of {most} connections");
        findings.warn("postgres", found, "lower KUPA_POOL, or raise max_connections");
    } else {
        findings.ok("postgres", format!("the service takes {taken} of {most} connections"));
    }
    let Some(owned) = findings.seen("grants", owned(db)) else { return };
    let Some(lacking) = findings.seen("grants", rights_lacking(db)) else { return };
    if let Some(first) = owned.first() {
        findings.fail(
            "grants",
            format!("this role owns {first} and {} more: it could take the triggers away", owned.len() - 1),
            "serve as a role that owns nothing: `kupa migrate up`, run by the owner, prints its grants",
        );
    }
    match lacking.first() {
        Some(first) => findings.fail(
            "grants",
            format!("this role lacks {first} and {} more", lacking.len() - 1),
            "run the grants that `kupa migrate up` prints, as the owner",
        ),
        None if owned.is_empty() => findings.ok("grants", "this role has what serving takes, and owns nothing"),
        None => {}
    }
}

fn examine_guards(db: &mut Db, findings: &mut Findings) {
    let fresh = std::env::temp_dir().join(format!("kupa-doctor-{}.db", uuid::Uuid::now_v7().as_simple()));
    let wanted = guards_wanted(db, &fresh);
    for end in ["", "-wal", "-shm"] {
        // Made only on SQLite, and the two beside it not always.
        drop(std::fs::remove_file(format!("{}{end}", fresh.display())));
    }
    let Some(wanted) = findings.seen("triggers", wanted) else { return };
    let Some(found) = findings.seen("triggers", guards(db)) else { return };
    let stands = |wanted: &&Guard| {
        found.iter().any(|guard| guard.name == wanted.name && guard.enabled && guard.does.contains(&wanted.does))
    };
    let fallen: Vec<&str> = wanted.iter().filter(|guard| !stands(guard)).map(|guard| guard.name.as_str()).collect();
    if fallen.is_empty() {
        findings.ok("triggers", format!("all {} that refuse to change the ledger are in force", wanted.len()));
    } else {
        findings.fail(
            "triggers",
            format!("missing, changed or not heeded: {}", fallen.join(", ")),
            "find out who did it; prove the books by `kupa verify --full`; restore the triggers from migrations/",
        );
    }
}

fn examine_clock(db: &mut Db, findings: &mut Findings) {
    let before = Time::from_utc(Utc::now());
    let Some(server) = findings.seen("clock", clock(db)) else { return };
    let after = Time::from_utc(Utc::now());
    // The server's clock was read between the two.
    let apart =
        server.map_or(0, |server| (before.micros() - server.micros()).max(server.micros() - after.micros()).max(0));
    let remedy = "let one service of time (chrony, systemd-timesyncd) set every machine's clock";
    if apart > APART_MICROS {
        let found = format!("this machine's clock and the database's are {} ms apart", apart / 1_000);
        if apart > FAR_MICROS {
            findings.fail("clock", found, remedy)
        } else {
            findings.warn("clock", found, remedy)
        }
        return;
    }
    let Some(last) = findings.seen("clock", last_commit(db)) else { return };
    let ahead = last.micros() - server.unwrap_or(after).micros();
    if ahead > APART_MICROS {
        let found = format!("the last commit was {} s in the future: a clock was set back", ahead / 1_000_000);
        if ahead > FAR_MICROS { findings.fail("clock", found, remedy) } else { findings.warn("clock", found, remedy) }
    } else {
        findings.ok("clock", "it agrees with the database's, and the last commit is not in the future; times are UTC");
    }
}

fn examine_shards(db: &mut Db, findings: &mut Findings) {
    let Some(heads) = findings.seen("shards", db.snapshot(books::heads)) else { return };
    let wrong: Vec<i64> =
        heads.iter().filter(|head| head.highest.unwrap_or(0) != head.last).map(|head| head.shard).collect();
    match wrong.first() {
        Some(first) => findings.fail(
            "shards",
            format!("shard {first} counts to another number than its transfers and events ({} such)", wrong.len()),
            "`kupa verify --full` names what is wrong; until then do not serve",
        ),
        None => findings.ok("shards", format!("{} of them, each as far as its transfers and events", heads.len())),
    }
}

fn examine_house(db: &mut Db, findings: &mut Findings) {
    if let Some(members) = findings.seen("staff", list_members(db)) {
        if members.iter().any(|member| member.role == Role::Owner && !member.disabled) {
            findings.ok("staff", "there is an owner");
        } else {
            findings.warn("staff", "there is no owner", "kupa staff add --email .. --role owner");
        }
    }
    let board = findings.seen("switches", find_switchboard(db)).flatten();
    match board.map(|board| board.thrown.0).and_then(|thrown| thrown.into_iter().next()) {
        Some((switch, thrown)) => {
            let found = format!("{switch} is on since {}: {}", thrown.at, thrown.reason);
            findings.warn(
                "switches",
                found,
                "turn it off when it is over: POST /v1/switches, or `kupa maintenance off`",
            );
        }
        None => findings.ok("switches", "all off"),
    }
}
