use diesel::connection::SimpleConnection;

use super::*;

/// How many pages are in the log, and how many of them are copied, after so many commits.
fn after(commits: usize, pages: i32) -> Log {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoints.db");
    let mut writer = connect_lite(&path, Session::Owner).unwrap();
    writer.batch_execute("PRAGMA wal_autocheckpoint = 0; CREATE TABLE t (bytes BLOB)").unwrap();
    let checkpoints = Checkpoints::start(path, pages).unwrap();
    for _ in 0..commits {
        writer.batch_execute("INSERT INTO t VALUES (randomblob(20000))").unwrap();
        checkpoints.committed();
    }
    drop(checkpoints);
    look(&mut writer).unwrap()
}

#[test]
fn a_long_log_is_copied_beside_the_writer() {
    let Log { log, checkpointed } = after(40, 50);
    assert!(log >= 200, "five pages a commit: {log}");
    assert!(log - checkpointed < 50, "{checkpointed} of {log} are copied");
}

#[test]
fn a_short_log_is_left_alone() {
    let Log { log, checkpointed } = after(10, 1_000);
    assert!((50..1_000).contains(&log), "{log}");
    assert_eq!(checkpointed, 0);
}
