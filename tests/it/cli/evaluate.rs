//! `kupa rules evaluate`.

use kupa::cli::jsonl::StreamEnd;
use kupa::cli::rules::evaluate;
use kupa::rules::backgammon::{Position, Variant};
use serde_json::{Value, json};

const LAST_CHECKERS: &str = ".....A............a......N.n";
const RACE: &str = "AB.........a........abfe.L..";
const BEAROFFS: &str = include_str!("../../data/bg_bearoff.jsonl");

fn run(input: &str) -> (Vec<Value>, Result<(), StreamEnd>) {
    let mut output = Vec::new();
    let ended = evaluate::run(input.as_bytes(), &mut output);
    let text = String::from_utf8(output).unwrap();
    (text.lines().map(|line| serde_json::from_str(line).unwrap()).collect(), ended)
}

fn judge(line: &Value) -> Value {
    let (answers, ended) = run(&format!("{line}\n"));
    assert!(ended.is_ok());
    answers[0].clone()
}

#[test]
fn says_the_chances_and_whether_they_are_exact() {
    let expected = json!({"p": [0.8125, 0.0, 0.0, 0.0, 0.0], "eq": 0.625, "exact": true});
    assert_eq!(judge(&json!({"pos": LAST_CHECKERS, "note": "ignored"})), expected);
    assert_eq!(judge(&json!({"pos": "b....E.C...eE...c.e....B....", "variant": "portes"}))["exact"], false);
}

#[test]
fn answers_bear_offs_line_by_line() {
    let rows: Vec<Value> = BEAROFFS.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (answers, ended) = run(BEAROFFS);
    assert!(ended.is_ok());
    assert_eq!(answers.len(), rows.len());
    for (row, answer) in rows.iter().zip(answers) {
        let off = answer["p"][0].as_f64().unwrap() - row["p_win"].as_f64().unwrap();
        assert!(off.abs() < 1e-4, "{row} {answer}");
        assert_eq!(answer["exact"], row["db"] == "two-sided");
    }
}

#[test]
fn a_backgammon_counts_by_the_variant() {
    let behind = "ABa....................n.L..";
    let counted = |variant: &str| judge(&json!({"pos": behind, "variant": variant}))["p"].clone();
    assert_eq!(counted("backgammon"), counted("nackgammon"));
    assert!(counted("backgammon")[2].as_f64().unwrap() > 0.0);
    assert_eq!((&counted("tavla")[1], &counted("tavla")[2]), (&counted("backgammon")[1], &json!(0.0)));
    assert!(judge(&json!({"pos": RACE}))["p"][1].as_f64().unwrap() > 0.5, "most of these are gammons");
}

#[test]
fn each_position_that_cannot_be_judged_has_its_word() {
    let code = |line: Value| judge(&line)["error"].as_str().unwrap().to_owned();
    assert_eq!(code(json!({"pos": "O"})), "position_impossible");
    assert_eq!(code(json!({"pos": "........a.........haa.bb.O.."})), "game_over");
    assert_eq!(code(json!({"pos": LAST_CHECKERS, "variant": "chess"})), "unknown_variant");
    for variant in [Variant::Plakoto, Variant::Fevga, Variant::AceyDeucey] {
        let start = Position::start(variant).to_string();
        assert_eq!(code(json!({"pos": start, "variant": variant.slug()})), "variant_not_evaluated");
    }
}

#[test]
fn a_line_of_another_shape_ends_the_run() {
    for line in ["{}", "[]", "{\"pos\": 1}", "{\"pos\": \"\", \"variant\": 1}", "pos"] {
        let (answers, ended) = run(&format!("{}\n{line}\n", json!({"pos": LAST_CHECKERS})));
        assert_eq!((answers.len(), ended.unwrap_err().exit_status()), (1, 2), "{line}");
    }
}
