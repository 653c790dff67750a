//! The binary, run as its users run it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::SocketAddr;
use std::process::{Child, ChildStderr, Command, Output, Stdio};
use std::sync::mpsc::{RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::Duration;

pub fn kupa(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kupa"));
    command.args(arguments).env_clear().stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

pub fn run(arguments: &[&str], input: &str) -> Output {
    let mut child = kupa(arguments).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

pub fn out(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub fn error(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(1));
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// What should end and does not is ended after this, so that its test fails and does not hang.
const LIMIT: Duration = Duration::from_secs(180);

/// A running command, ended with the test, or with the limit.
pub struct Running {
    pub child: Child,
    /// Dropped once it has ended.
    alive: Option<Sender<()>>,
    /// Whether it had to be ended.
    watch: Option<JoinHandle<bool>>,
}

impl Running {
    pub fn new(child: Child) -> Self {
        let (alive, ended) = std::sync::mpsc::channel::<()>();
        let id = child.id().to_string();
        let watch = std::thread::spawn(move || {
            let over = ended.recv_timeout(LIMIT) == Err(RecvTimeoutError::Timeout);
            over && Command::new("kill").args(["-KILL", &id]).status().unwrap().success()
        });
        Self { child, alive: Some(alive), watch: Some(watch) }
    }

    /// Asks it to stop, as a service manager does, and waits for its end.
    pub fn stop(mut self) -> String {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        let ended = self.child.wait().unwrap();
        drop(self.alive.take());
        assert!(!self.watch.take().unwrap().join().unwrap(), "it did not stop when it was asked to");
        assert!(ended.success());
        let mut said = String::new();
        if let Some(stderr) = self.child.stderr.as_mut() {
            stderr.read_to_string(&mut said).unwrap();
        }
        said
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// The address in a line like `.. http://127.0.0.1:1234 ..`.
pub fn address(line: &str) -> SocketAddr {
    let rest = line.split("http://").nth(1).unwrap_or_else(|| panic!("no address in {line}"));
    rest.split([' ', '/', '"']).next().unwrap().parse().unwrap()
}

/// The service, run until it serves; its log goes on where it is read.
pub fn serve(arguments: &[&str]) -> (Running, SocketAddr, BufReader<ChildStderr>) {
    let mut running = Running::new(kupa(&[&["serve", "--listen=127.0.0.1:0"], arguments].concat()).spawn().unwrap());
    let mut log = BufReader::new(running.child.stderr.take().unwrap());
    let mut said = String::new();
    while !said.lines().last().is_some_and(|line| line.contains("serving on")) {
        assert!(log.read_line(&mut said).unwrap() > 0, "it ended: {said}");
    }
    let address = address(said.lines().last().unwrap());
    (running, address, log)
}
