//! The binary itself: exit status, streams and help.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Output, Stdio};

const GAME: &str = r#"{"schedule":"sheshbesh","kind":"single","currency":"USD","stake":"5","cube":1,"result":2,"rating_winner":"1700","rating_loser":"1700"}"#;

fn start(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_kupa"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn run(args: &[&str], input: &str) -> Output {
    let mut child = start(args);
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

#[test]
fn a_whole_run_ends_with_0() {
    let output = run(&["rake", "reckon"], &format!("{GAME}\n"));
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
    assert!(String::from_utf8(output.stdout).unwrap().contains(r#""winner":"9.02""#));
}

#[test]
fn a_line_of_wrong_shape_ends_with_2_and_its_number() {
    let output = run(&["rake", "reckon"], &format!("{GAME}\nnonsense\n"));
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().starts_with("kupa: line 2: "));
    assert_eq!(output.stdout.iter().filter(|byte| **byte == b'\n').count(), 1);
}

#[test]
fn a_reader_that_leaves_is_no_failure() {
    let mut child = start(&["rake", "reckon"]);
    let mut input = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || while input.write_all(format!("{GAME}\n").as_bytes()).is_ok() {});
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!((child.wait().unwrap().code(), said.as_str()), (Some(0), ""));
    writer.join().unwrap();
}

#[test]
fn an_option_can_be_given_by_the_environment() {
    let steps = |value: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kupa"));
        command.args(["rake", "reckon"]).env("KUPA_EXPLAIN", value).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(GAME.as_bytes()).unwrap();
        String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap().contains("steps")
    };
    assert_eq!(["1", "true", "yes", "0", "false", ""].map(steps), [true, true, true, false, false, false]);
}

#[test]
fn help_documents_each_command() {
    let help = |args: &[&str]| String::from_utf8(run(args, "").stdout).unwrap();
    let all = help(&["--help"]);
    assert!(all.contains("rake") && all.contains("rules"), "{all}");
    assert!(help(&["rake", "reckon", "--help"]).contains("rake_each"));
    assert!(help(&["rules", "rating", "--help"]).contains("p1_win"));
    assert!(help(&["rules", "gin", "--help"]).contains("knocker_melds"));
    assert!(help(&["rules", "hand", "--help"]).contains("negative_points"));
}
