//! `kupa rules match`.

use std::path::PathBuf;

use kupa::cli::rules::matches::{MatchArgs, run};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::transcripts::{FOLDER, manifest, text};

fn answers(files: &[PathBuf]) -> (Vec<Value>, bool) {
    let mut output = Vec::new();
    let all_read = run(&MatchArgs { files: files.to_vec() }, &mut output).unwrap();
    let text = String::from_utf8(output).unwrap();
    (text.lines().map(|line| serde_json::from_str(line).unwrap()).collect(), all_read)
}

/// The answer for a file of this text, without its name.
fn answer(text: &[u8]) -> Value {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("a.mat");
    std::fs::write(&file, text).unwrap();
    let (mut answers, all_read) = answers(std::slice::from_ref(&file));
    assert!(all_read);
    let mut answer = answers.remove(0);
    assert_eq!(answer.as_object_mut().unwrap().remove("file"), Some(json!(file.to_str().unwrap())));
    answer
}

#[test]
fn every_recorded_match_is_scored_as_it_was() {
    let rows = manifest();
    let files: Vec<PathBuf> =
        rows.iter().map(|row| PathBuf::from(FOLDER).join(row["file"].as_str().unwrap())).collect();
    let (answers, all_read) = answers(&files);
    assert!(all_read);
    assert_eq!(answers.len(), rows.len());
    for (answer, row) in answers.iter().zip(&rows) {
        assert_eq!((&answer["length"], &answer["final_score"]), (&row["length"], &row["final_score"]));
        for (game, expected) in answer["games"].as_array().unwrap().iter().zip(row["games"].as_array().unwrap()) {
            for (key, value) in game.as_object().unwrap() {
                assert_eq!(*value, expected[key], "{}: {key}", row["file"]);
            }
        }
    }
}

#[test]
fn a_file_that_breaks_a_rule_says_which_and_where() {
    let broken = text("match5_10.mat")
        .replace("  7) 64:                         31: 7/6 8/5", "  7) 64: 25/21                   31: 7/6 8/5");
    let answer = answer(broken.as_bytes());
    assert_eq!((&answer["error"], &answer["line"]), (&json!("illegal_play"), &json!(13)));
    let message = answer["message"].as_str().unwrap();
    assert_eq!(message, "4 from the bar: the opponent holds point 21; legal: no move");
}

#[test]
fn a_game_without_an_end_cannot_be_scored() {
    let text = " 3 point match\n\n Game 1\n North : 0     South : 0\n  1) 31: 8/5 6/5\n";
    assert_eq!(
        answer(text.as_bytes()),
        json!({"error": "game_not_finished", "message": "the game before has no end", "line": 5})
    );
    assert_eq!(answer(b" 3 point match\n")["error"], "game_not_finished");
}

#[test]
fn names_in_another_encoding_are_no_fault() {
    let text =
        b" 1 point match\r\n\r\n Game 1\r\n J\xf6rg : 0     South : 0\r\n  1) 31: 8/5 6/5\r\n      Wins 1 point\r\n";
    assert_eq!(answer(text)["final_score"], json!([1, 0]));
}

#[test]
fn what_cannot_be_read_is_said_and_the_run_goes_on() {
    let missing = PathBuf::from("/nowhere/at-all.mat");
    let there = PathBuf::from(FOLDER).join("match3_05.mat");
    let (answers, all_read) = answers(&[missing, there]);
    assert!(!all_read);
    assert_eq!(answers[0]["error"], "file_unreadable");
    assert_eq!(answers[1]["length"], 3);
}
