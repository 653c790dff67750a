//! The disk under a database of SQLite: room, what a sync costs, and who may read the file.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use uuid::Uuid;

use super::Findings;

/// Below this nothing may be written any more, soon.
const LEAST_MIB: u64 = 200;
/// Below this it is time to think of it.
const FEW_MIB: u64 = 2048;
/// So often a sync is measured; the median counts.
const SYNCS: usize = 15;
/// A sync below this has hardly reached a disk.
const TOO_FAST: Duration = Duration::from_micros(15);
/// Every commit waits for one: with this the house does twenty a second, whatever is in them.
const SLOW: Duration = Duration::from_millis(50);

/// Looks at the folder of a database's file, and at the file.
pub(super) fn examine(file: &Path, findings: &mut Findings) {
    let folder = match file.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    room(folder, findings);
    sync(folder, findings);
    for path in [file.to_owned(), beside(file, "-wal"), beside(file, "-shm")] {
        if let Ok(known) = fs::metadata(&path) {
            permissions(&path, known.permissions().mode(), findings);
        }
    }
}

fn beside(file: &Path, end: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(end);
    PathBuf::from(name)
}

fn room(folder: &Path, findings: &mut Findings) {
    let remedy =
        "make room, or move the database to a larger disk: a full disk stops the house, though it loses nothing";
    match rustix::fs::statvfs(folder) {
        Ok(disk) => {
            let mib = disk.f_bavail.saturating_mul(disk.f_frsize) >> 20;
            let found = format!("{mib} MiB are free");
            match mib {
                ..LEAST_MIB => findings.fail("disk", found, remedy),
                LEAST_MIB..FEW_MIB => findings.warn("disk", found, remedy),
                _ => findings.ok("disk", found),
            }
        }
        Err(error) => findings.warn("disk", format!("its room cannot be told: {error}"), "look at it with `df`"),
    }
}

fn sync(folder: &Path, findings: &mut Findings) {
    match measure(folder) {
        Ok(took) if took < TOO_FAST => findings.warn(
            "sync",
            format!("a sync takes {} us: it hardly reaches a disk", took.as_micros()),
            "keep the database on a disk that a power cut does not empty, not in memory",
        ),
        Ok(took) if took > SLOW => findings.warn(
            "sync",
            format!("a sync takes {} ms, and every commit waits for one", took.as_millis()),
            "move the database to a faster disk",
        ),
        Ok(took) => findings.ok("sync", format!("a sync takes {} us", took.as_micros())),
        Err(error) => findings.fail(
            "sync",
            format!("{} cannot be written to: {error}", folder.display()),
            "let the service's user write there: SQLite keeps its log beside the file",
        ),
    }
}

/// The median of a few writes that are synced, to a file that is gone after.
fn measure(folder: &Path) -> io::Result<Duration> {
    let path = folder.join(format!(".kupa-doctor-{}", Uuid::now_v7().as_simple()));
    let mut file = OpenOptions::new().write(true).create_new(true).open(&path)?;
    let took = write(&mut file);
    fs::remove_file(&path)?;
    took
}

fn write(file: &mut File) -> io::Result<Duration> {
    let mut took = Vec::with_capacity(SYNCS);
    for _ in 0..SYNCS {
        let began = Instant::now();
        file.write_all(&[1; 4096])?;
        file.sync_data()?;
        took.push(began.elapsed());
    }
    took.sort_unstable();
    Ok(took.get(SYNCS / 2).copied().unwrap_or_default())
}

fn permissions(path: &Path, mode: u32, findings: &mut Findings) {
    let (name, shown) = (path.display(), mode & 0o777);
    if mode & 0o002 != 0 {
        let found = format!("everybody on this machine may change {name} ({shown:03o})");
        findings.fail("file", found, format!("chmod 600 {name}"));
    } else if mode & 0o077 != 0 {
        let found = format!("others on this machine may read or change {name} ({shown:03o})");
        findings.warn("file", found, format!("chmod 600 {name}, unless that is meant"));
    } else {
        findings.ok("file", format!("{name} is its owner's alone ({shown:03o})"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::doctor::Level;

    #[test]
    fn a_folder_is_measured_without_a_trace_and_one_that_is_not_there_fails() {
        let folder = tempfile::tempdir().unwrap();
        let mut findings = Findings::default();
        sync(folder.path(), &mut findings);
        assert!(findings.is_sound() && fs::read_dir(folder.path()).unwrap().count() == 0);
        sync(&folder.path().join("nowhere"), &mut findings);
        assert!(!findings.is_sound());
    }

    #[test]
    fn a_file_that_others_may_read_warns_and_one_that_all_may_change_fails() {
        let level = |mode| {
            let mut findings = Findings::default();
            permissions(Path::new("kupa.db"), mode, &mut findings);
            findings.all()[0].level
        };
        assert_eq!(level(0o100_600), Level::Ok);
        assert_eq!(level(0o100_644), Level::Warn);
        assert_eq!(level(0o100_660), Level::Warn);
        assert_eq!(level(0o100_666), Level::Fail);
    }
}
