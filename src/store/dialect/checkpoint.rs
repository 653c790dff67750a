//! Copies SQLite's log into the file beside the writer, which otherwise would stop for it.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::JoinHandle;

use diesel::prelude::*;
use diesel::sql_types::Integer;

use super::address::{Session, connect_lite};

#[cfg(test)]
mod tests;

/// The log is copied once so many pages (of 4 KiB) wait in it. What comes in meanwhile is left to the writer, whose own
/// mark lies a little higher: only then can the log begin anew, and a short rest is quickly done.
pub(super) const PAGES: i32 = 6_000;

/// A thread that copies the log. It ends with this, after its last copy.
#[derive(Debug)]
pub(super) struct Checkpoints {
    wake: Option<SyncSender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// What SQLite says of its log, in pages.
#[derive(Debug, QueryableByName)]
struct Log {
    #[diesel(sql_type = Integer)]
    log: i32,
    #[diesel(sql_type = Integer)]
    checkpointed: i32,
}

impl Checkpoints {
    /// Starts the thread: it copies once so many pages wait.
    ///
    /// # Errors
    /// The operating system gives no thread.
    pub(super) fn start(path: PathBuf, pages: i32) -> std::io::Result<Self> {
        let (wake, woken) = sync_channel(1);
        let thread = std::thread::Builder::new().name("checkpoints".into()).spawn(move || {
            if let Err(error) = copy(&path, pages, &woken) {
                tracing::warn!(%error, "the writer copies SQLite's log alone from now on");
            }
        })?;
        Ok(Self { wake: Some(wake), thread: Some(thread) })
    }

    /// Something was committed.
    pub(super) fn committed(&self) {
        if let Some(wake) = &self.wake {
            // Full: it will look anyway. Closed: it has told why.
            let _ = wake.try_send(());
        }
    }
}

impl Drop for Checkpoints {
    fn drop(&mut self) {
        self.wake = None;
        if self.thread.take().is_some_and(|thread| thread.join().is_err()) {
            tracing::error!("the thread for checkpoints ended by a panic");
        }
    }
}

fn copy(path: &Path, pages: i32, woken: &Receiver<()>) -> Result<(), Box<dyn Error>> {
    let mut connection = connect_lite(path, Session::Writer)?;
    while woken.recv().is_ok() {
        let Log { log, checkpointed } = look(&mut connection)?;
        if log - checkpointed >= pages {
            diesel::sql_query("PRAGMA wal_checkpoint(PASSIVE)").execute(&mut connection)?;
        }
    }
    Ok(())
}

fn look(connection: &mut SqliteConnection) -> QueryResult<Log> {
    diesel::sql_query("PRAGMA wal_checkpoint(NOOP)").get_result(connection)
}
