//! The README's lines do what it says, as they stand.

use std::net::TcpListener;
use std::process::Command;

use crate::support::missing::found;

/// The tour: the block of the README that begins with `# tour`.
fn tour() -> String {
    let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).unwrap();
    let mut blocks = readme.split("```sh\n").skip(1).filter_map(|rest| rest.split_once("```"));
    blocks.find(|(block, _)| block.starts_with("# tour\n")).unwrap().0.to_owned()
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

#[test]
fn the_tour_settles_a_game() {
    if ["timeout", "bash", "curl", "openssl"].into_iter().any(|program| found(program).is_none()) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let port = free_port();
    // By its name on the path: a service started as a job is then the job itself, and ends with it.
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_kupa"), folder.path().join("kupa")).unwrap();
    let script = format!(
        "set -euo pipefail\nPATH=$PWD:$PATH\nexport KUPA_LISTEN=127.0.0.1:{port}\ntrap 'kill $(jobs -p) || true' EXIT\n{}",
        tour().replace("8080", &port.to_string())
    );
    let mut bash = Command::new("timeout");
    bash.args(["300", "bash", "-c", &script]).current_dir(&folder).env_remove("DATABASE_URL");
    let done = bash.output().unwrap();
    let (out, err) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    assert!(done.status.success(), "{out}\n{err}");

    let settled: Vec<&str> = out.lines().filter(|line| line.contains("\"settled\"")).collect();
    assert_eq!(settled.len(), 2, "{out}");
    assert_eq!(settled[0], settled[1], "a repeat is told the same");
    assert!(out.contains("\"58.78\"") && out.contains("The books are sound."), "{out}");
}
