//! Programs that tests use where they are found. `KUPA_TEST_REQUIRE` names those that must be there.

use std::path::PathBuf;

/// Where Debian puts games, which is not on root's path.
const GAMES: &str = "/usr/games";

/// A program on the path. None, and a line that says so, where it is missing.
///
/// # Panics
/// It is missing and required.
pub fn found(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from(GAMES)]);
    let at = folders.map(|folder| folder.join(program)).find(|file| file.is_file());
    if at.is_none() {
        let required = std::env::var("KUPA_TEST_REQUIRE").unwrap_or_default();
        assert!(!required.split(',').any(|name| name.trim() == program), "{program} is required and missing");
        eprintln!("missing: {program}; what it would judge was not judged");
    }
    at
}
