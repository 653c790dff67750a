//! `kupa backup`: whole, sound, never over anything; and what is restored from it.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use kupa::actions::games::ReportGame;
use kupa::cli::backup::{BackupArgs, run};
use kupa::config::DatabaseOptions;
use kupa::domain::act::{Actor, RequestKey};
use kupa::domain::ledger::proof::Since;
use kupa::store::committer::{Committer, Patience, Settings};
use kupa::store::migrate;
use kupa::store::proof::{Verified, verify};
use kupa::store::schema::transfers;

use crate::support::app::TestApp;
use crate::support::databases::Database;

/// Whether it went well, and what was told; an error where nothing was copied.
fn backup(url: &str, out: &Path) -> Result<(bool, String), String> {
    let database = DatabaseOptions { database_url: url.to_owned(), pool: "1".into() };
    let args = BackupArgs { database, out: out.to_owned() };
    let (mut told, mut log) = (Vec::new(), Vec::new());
    let well = run(&args, &mut told, &mut log).map_err(|error| error.to_string())?;
    Ok((well, String::from_utf8([told, log].concat()).unwrap()))
}

fn files(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn path_of(database: &Database) -> PathBuf {
    PathBuf::from(database.url.trim_start_matches("sqlite:"))
}

#[test]
fn a_copy_made_under_load_is_one_moment_and_is_served_again() {
    let app = TestApp::start(Database::sqlite());
    let (ann, bob) = (app.player(1_000), app.player(1_000));
    let running = app.game(&ann, &bob, "5");
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy.db");
    let stop = AtomicBool::new(false);
    let (well, said) = std::thread::scope(|scope| {
        for _ in 0..2 {
            let (client, stop, player) = (app.owner.again(), &stop, ann.id);
            scope.spawn(move || {
                while !stop.load(Ordering::Relaxed) {
                    let body = serde_json::json!({
                        "amount": {"amount": "1", "currency": "USD"}, "provider": "paypal", "reference": uuid::Uuid::now_v7(),
                    });
                    client.post(&format!("/v1/players/{player}/deposits"), &body).expect(201);
                }
            });
        }
        let done = backup(&app.database.url, &copy);
        stop.store(true, Ordering::Relaxed);
        done.unwrap()
    });
    assert!(well && said.contains("its books are sound"), "{said}");
    assert_eq!(files(folder.path()), ["copy.db"], "one file, and nothing beside it");
    assert_eq!(fs::metadata(&copy).unwrap().permissions().mode() & 0o777, 0o600);

    // Restored as the documentation says: the copy takes the file's place, and no old log is beside it.
    let restored = Database::sqlite();
    for end in ["", "-wal", "-shm"] {
        drop(fs::remove_file(format!("{}{end}", path_of(&restored).display())));
    }
    fs::copy(&copy, path_of(&restored)).unwrap();
    let store = restored.store();
    let moved: i64 = transfers::table.count().get_result(&mut *store.reader().unwrap()).unwrap();
    assert!(moved >= 3, "{moved}");
    let committer =
        Committer::start(store.writers(1, None, Patience::default()).unwrap(), Settings::default()).unwrap();
    let act = ReportGame { by: Actor::System, game: running.parse().unwrap(), winner: bob.id, result: 1, cube: 1 };
    let key = RequestKey::new("after".into(), &[], None);
    committer.submit_and_wait(act, key).unwrap().into_result().unwrap();
    assert!(matches!(verify(&store, Since::Nothing, &mut |_| ()).unwrap(), Verified::Sound { .. }));
}

#[test]
fn nothing_is_written_over_and_nothing_is_left_where_it_fails() {
    let database = Database::sqlite();
    let folder = tempfile::tempdir().unwrap();
    let there = folder.path().join("there.db");
    fs::write(&there, "something else").unwrap();
    assert!(backup(&database.url, &there).unwrap_err().contains("is there already"));
    assert_eq!(fs::read(&there).unwrap(), b"something else");
    fs::remove_file(&there).unwrap();
    std::os::unix::fs::symlink(folder.path().join("nowhere"), &there).unwrap();
    assert!(backup(&database.url, &there).is_err(), "a link is something, too");
    assert!(backup(&database.url, &path_of(&database)).is_err(), "the database itself");
    assert!(backup(&database.url, &folder.path().join("no/folder.db")).is_err());
    assert!(backup(&database.url, Path::new("/")).is_err());
    let missing = format!("sqlite:{}", folder.path().join("none.db").display());
    assert!(backup(&missing, &folder.path().join("a.db")).unwrap_err().contains("there is no file"));
    assert_eq!(files(folder.path()), ["there.db"]);
}

#[test]
fn books_that_are_wrong_make_no_backup() {
    let app = TestApp::start(Database::sqlite());
    app.player(10);
    let database = Database::sqlite();
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy.db");
    assert!(backup(&app.database.url, &folder.path().join("good.db")).unwrap().0);
    fs::copy(folder.path().join("good.db"), path_of(&database)).unwrap();
    let cheat = "DROP TRIGGER postings_never_change; UPDATE postings SET amount = amount + 1 WHERE n = 1";
    database.owner().batch_execute(cheat).unwrap();
    let (well, said) = backup(&database.url, &copy).unwrap();
    assert!(!well && said.starts_with("NOT backed up: the books are WRONG"), "{said}");
    assert_eq!(files(folder.path()), ["good.db"]);
}

/// Before a newer program changes the schema is when a copy is wanted most.
#[test]
fn an_older_schema_is_copied_and_not_proved() {
    let database = Database::sqlite();
    migrate::down(&database.address(), 1).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("odd'name \u{5d0}.db");
    let (well, said) = backup(&database.url, &copy).unwrap();
    assert!(well && said.contains("its books were not proved"), "{said}");
    migrate::up(&format!("sqlite:{}", copy.display()).parse().unwrap()).unwrap();
}

#[test]
fn on_postgres_it_says_which_commands_to_use() {
    let said = backup("postgres://ann:secret@db.example/kupa", Path::new("kupa.dump")).unwrap_err();
    for word in ["pg_dump --format=custom --file=kupa.dump postgres://db.example/kupa", "pg_restore"] {
        assert!(said.contains(word), "{said}");
    }
    assert!(!said.contains("secret"), "{said}");
}
