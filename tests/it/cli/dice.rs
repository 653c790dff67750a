//! `kupa dice verify`, and the ten lines of Python that do the same.

use std::io::{Read, Write};
use std::process::{Command, Stdio};

use kupa::cli::dice::{VerifyArgs, run, verify};
use kupa::rules::dice::published::Published;
use kupa::rules::dice::{Secret, Words};
use serde_json::{Value, json};

use crate::support::missing::found;

const PAGE: &str = include_str!("../../../docs/dice.md");

/// The first block of the page in that language.
fn block(language: &str) -> &'static str {
    let after = PAGE.split_once(&format!("```{language}\n")).unwrap().1;
    after.split_once("```").unwrap().0
}

fn published(game: &str, rolls: u64) -> Published {
    let words = [Words::new("שש-בש").unwrap(), Words::new("büyü \0 \"\n").unwrap()];
    Published::of(&Secret::new([0xd1; 32]), &words, rolls, Some(game.to_owned()))
}

fn line(game: &Published) -> String {
    serde_json::to_string(game).unwrap() + "\n"
}

fn judge(input: &str) -> (Vec<Value>, Result<bool, String>) {
    let mut output = Vec::new();
    let ended = verify(input.as_bytes(), &mut output).map_err(|error| error.to_string());
    let text = String::from_utf8(output).unwrap();
    (text.lines().map(|line| serde_json::from_str(line).unwrap()).collect(), ended)
}

#[test]
fn every_game_of_a_file_gets_its_line() {
    let (lines, ended) = judge(&(line(&published("a", 60)) + "\n \t" + &line(&published("b", 0))));
    let verified = |game: &str, rolls: u64| json!({"game": game, "verified": true, "rolls": rolls});
    assert_eq!(lines, [verified("a", 60), verified("b", 0)]);
    assert_eq!(ended, Ok(true));
    assert_eq!(judge(""), (vec![], Ok(true)));
}

#[test]
fn a_game_may_stand_on_several_lines_and_without_a_name() {
    let mut game = published("a", 3);
    game.game = None;
    let mut value = serde_json::to_value(&game).unwrap();
    value["server"] = json!({"not": "ours"});
    let pretty = serde_json::to_string_pretty(&value).unwrap();
    let verified = json!({"verified": true, "rolls": 3});
    assert_eq!(judge(&pretty.repeat(2)), (vec![verified.clone(), verified], Ok(true)));
}

#[test]
fn what_differs_is_named_and_the_run_goes_on() {
    let mut wrong = published("a", 9);
    let thrown = wrong.rolls[4];
    wrong.rolls[4] = [thrown[0] % 6 + 1, thrown[1]];
    let other = Published { secret: "00".repeat(32), ..published("b", 9) };
    let (lines, ended) = judge(&[line(&wrong), line(&other), line(&published("c", 1))].concat());
    assert_eq!((ended, lines.len()), (Ok(false), 3));
    let message = lines[0]["message"].as_str().unwrap().to_owned();
    assert!(message.starts_with("roll 5 is "), "{message}");
    let expected = json!({
        "game": "a", "verified": false, "fault": "roll_differs", "message": message, "roll": 5,
        "published": wrong.rolls[4], "recomputed": thrown,
    });
    assert_eq!(lines[0], expected);
    assert_eq!((&lines[1]["fault"], &lines[1]["roll"]), (&json!("commitment_differs"), &Value::Null));
    assert_eq!(lines[2]["verified"], true);
}

#[test]
fn what_is_no_published_game_ends_the_run_with_its_number() {
    let whole: Value = serde_json::to_value(published("b", 2)).unwrap();
    let mut inputs = vec!["nonsense".to_owned(), "[]".to_owned(), "7".to_owned(), "{\"method\": ".to_owned()];
    for (member, value) in [
        ("method", json!(1)),
        ("commitment", Value::Null),
        ("secret", json!([])),
        ("words", json!(["one"])),
        ("rolls", json!([[1, 2, 3]])),
        ("rolls", json!([[1, -2]])),
        ("rolls", json!("66")),
        ("game", json!(5)),
    ] {
        let mut wrong = whole.clone();
        wrong[member] = value;
        inputs.push(wrong.to_string());
        if member != "game" {
            wrong.as_object_mut().unwrap().remove(member);
            inputs.push(wrong.to_string());
        }
    }
    for input in inputs {
        let (lines, ended) = judge(&(line(&published("a", 2)) + &input));
        let error = ended.expect_err(&input);
        assert_eq!(lines.len(), 1, "{input}");
        assert!(error.starts_with("game 2: "), "{input}: {error}");
    }
}

#[test]
fn an_object_has_a_longest_length_and_no_end_of_a_stream_is_needed() {
    let long = |bytes: usize| line(&published("a", 2)).replace("\"a\"", &format!("\"{}\"", "x".repeat(bytes)));
    assert_eq!(judge(&long(1_000_000)).1, Ok(true));
    let (lines, ended) = judge(&long(1_100_000));
    assert_eq!((lines.len(), ended), (0, Err("game 1: longer than 1048576 bytes".to_owned())));
    let endless = b"{\"method\": \"".chain(std::io::repeat(b'x'));
    assert!(verify(endless, Vec::new()).is_err(), "an endless value is given up, not read for ever");
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let error = run(&VerifyArgs { file: "no/such/file".into() }, Vec::new()).unwrap_err();
    assert!(error.to_string().starts_with("no/such/file: "), "{error}");
}

#[test]
fn the_exit_status_tells_whether_all_verified() {
    let status = |input: &str| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_kupa"))
            .args(["dice", "verify", "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        child.wait().unwrap().code()
    };
    let sound = line(&published("a", 5));
    let unsound = line(&Published { rolls: vec![[0, 0]], ..published("b", 0) });
    assert_eq!(
        [&sound, &(unsound.clone() + &sound), &(unsound + "?")].map(|input| status(input)),
        [Some(0), Some(1), Some(2)]
    );
}

#[test]
fn the_documented_game_verifies() {
    assert_eq!(judge(block("json")), (vec![json!({"game": "gam_0198a1", "verified": true, "rolls": 7})], Ok(true)));
}

#[test]
fn the_documented_lines_of_python_recompute_a_game() {
    let program = block("python");
    assert_eq!(program.lines().count(), 10);
    let Some(python) = found("python3") else { return };
    let say = |game: &Published| {
        let mut child = Command::new(&python)
            .args(["-X", "utf8", "-c", program])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(line(game).as_bytes()).unwrap();
        let done = child.wait_with_output().unwrap();
        (String::from_utf8(done.stdout).unwrap(), String::from_utf8(done.stderr).unwrap())
    };
    let mut game = published("a", 200);
    let (said, errors) = say(&game);
    assert_eq!((said.matches(" as published\n").count(), errors.as_str()), (200, ""));

    game.rolls[99].reverse();
    game.rolls[150] = [6, 7];
    let (said, _) = say(&game);
    let differing: Vec<&str> = said.lines().filter(|line| line.ends_with("NOT as published")).collect();
    let rolls = differing.iter().map(|line| line.split(' ').next().unwrap());
    assert_eq!(rolls.collect::<Vec<_>>(), ["100", "151"], "{said}");

    let (said, errors) = say(&Published { secret: "00".repeat(32), ..game });
    assert!(said.is_empty() && errors.contains("not what was committed to"), "{errors}");
}
