//! `kupa backup`: a copy of a database of SQLite while the service runs, judged before it gets its name.

use std::error::Error;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use clap::Args;
use rustix::fs::{CWD, RenameFlags, renameat_with};
use uuid::Uuid;

use super::verify::{figures, places};
use crate::config::{Database, DatabaseOptions};
use crate::domain::ledger::proof::Counts;
use crate::store::StoreError;
use crate::store::backup::{Judged, copy, judge};
use crate::store::dialect::Address;

/// The options of `kupa backup`.
#[derive(Debug, Args)]
pub struct BackupArgs {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub database: DatabaseOptions,
    /// Where to: a file that is not there yet
    #[arg(long, env = "KUPA_OUT", value_name = "FILE")]
    pub out: PathBuf,
}

/// Copies, judges, and gives the copy its name. `false`: the copy was not sound, and is gone.
///
/// # Errors
/// Nothing was copied: there is such a file, the database is not SQLite or cannot be read, or the file not be written.
pub fn run(args: &BackupArgs, out: &mut dyn Write, log: &mut dyn Write) -> Result<bool, Box<dyn Error>> {
    let address: Address = Database::from_options(&args.database)?.url.parse()?;
    let file = match &address {
        Address::Sqlite(file) => file,
        Address::Postgres(_) => return Err(for_postgres(&address, &args.out).into()),
    };
    if !file.exists() {
        return Err(StoreError::Missing { address }.into());
    }
    let target = std::path::absolute(&args.out)?;
    if target.symlink_metadata().is_ok() {
        return Err(format!("{} is there already, and is never written over", target.display()).into());
    }
    let partial = Partial::make(&target)?;
    copy(&address, &partial.0)?;
    let mut told = 0;
    let progress = &mut |counts: &Counts| {
        told += 1;
        if told % 64 == 0 {
            // Nobody may be listening; the proof goes on.
            drop(writeln!(log, "proving the copy: {}", figures(counts)));
        }
    };
    match judge(&partial.0, progress)? {
        Judged::Sound(proved) => {
            partial.keep(&target)?;
            writeln!(out, "Backed up to {}: whole, and its books are sound.", target.display())?;
            writeln!(out, "  {}\n  up to {}", figures(&proved.counts), places(&proved.cut))?;
            Ok(true)
        }
        Judged::Unproven(why) => {
            partial.keep(&target)?;
            writeln!(out, "Backed up to {}: whole.", target.display())?;
            writeln!(log, "its books were not proved: {why} is not in both, the schema and this program")?;
            Ok(true)
        }
        Judged::Damaged(how) => {
            writeln!(out, "NOT backed up: the copy is damaged, and so is the database: {how}")?;
            Ok(false)
        }
        Judged::Faulty(fault) => {
            writeln!(out, "NOT backed up: the books are WRONG. The first fault:\n  {fault}")?;
            Ok(false)
        }
    }
}

/// What to do where the database has tools of its own.
fn for_postgres(address: &Address, out: &Path) -> String {
    let out = out.display();
    format!(
        "PostgreSQL is backed up by its own tools, while the service runs:\n\
         \x20 pg_dump --format=custom --file={out} {address}\n\
         and restored into an empty database:\n\
         \x20 pg_restore --dbname=NEW --no-owner --exit-on-error {out}\n\
         then run the grants that `kupa migrate up` prints, and `kupa verify --full`"
    )
}

/// A file that is not yet what it is to be; it is gone at the end unless it is kept.
#[derive(Debug)]
struct Partial(PathBuf);

impl Partial {
    /// An empty file beside the target, its owner's alone.
    fn make(target: &Path) -> io::Result<Self> {
        let name = target.file_name().ok_or_else(|| io::Error::other("--out names no file"))?.to_string_lossy();
        let path = target.with_file_name(format!(".{name}.{}.partial", Uuid::now_v7().as_simple()));
        OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path)?;
        Ok(Self(path))
    }

    /// Makes it last, and gives it its name, unless something has that name by now.
    fn keep(self, target: &Path) -> io::Result<()> {
        File::open(&self.0)?.sync_all()?;
        renameat_with(CWD, &self.0, CWD, target, RenameFlags::NOREPLACE)?;
        if let Some(folder) = target.parent() {
            File::open(folder)?.sync_all()?;
        }
        Ok(())
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        for end in ["", "-wal", "-shm", "-journal"] {
            let mut name = self.0.as_os_str().to_owned();
            name.push(end);
            // Mostly it is not there.
            drop(fs::remove_file(name));
        }
    }
}
