//! `kupa rake reckon`: the worked cases as lines, and what it refuses.

use kupa::cli::jsonl::StreamEnd;
use kupa::cli::rake::{ReckonArgs, reckon};
use serde_json::{Value, json};

fn run(input: &str, explain: bool) -> (Vec<Value>, Result<(), StreamEnd>) {
    let mut output = Vec::new();
    let ended = reckon(input.as_bytes(), &mut output, &ReckonArgs { explain });
    let text = String::from_utf8(output).unwrap();
    (text.lines().map(|line| serde_json::from_str(line).unwrap()).collect(), ended)
}

/// A game with some fields replaced; `null` removes one.
fn line(edits: &[(&str, Value)]) -> String {
    let mut line = json!({
        "schedule": "sheshbesh", "kind": "single", "currency": "USD", "stake": "5", "cube": 1, "result": 2,
        "rating_winner": "1700", "rating_loser": "1700"
    });
    for (field, value) in edits {
        line[field] = value.clone();
    }
    line.as_object_mut().unwrap().retain(|_, value| !value.is_null());
    line.to_string()
}

fn code(edits: &[(&str, Value)]) -> String {
    let (answers, ended) = run(&line(edits), false);
    assert!(ended.is_ok(), "{edits:?}: {ended:?}");
    assert!(answers[0]["message"].is_string());
    answers[0]["error"].as_str().unwrap().to_owned()
}

#[test]
fn answers_every_worked_case() {
    let cases: Vec<Value> =
        include_str!("../../data/rake.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let input: String = cases.iter().map(|case| format!("{}\n", case["input"])).collect();
    let (answers, ended) = run(&input, false);
    assert!(ended.is_ok());
    assert_eq!(answers.len(), cases.len());
    for (case, answer) in cases.iter().zip(answers) {
        match case["expect"].get("error") {
            Some(_) => assert!(answer["error"].is_string(), "{answer}"),
            None => assert_eq!(case["expect"], answer, "{}", case["input"]),
        }
    }
}

#[test]
fn each_refusal_has_its_word() {
    assert_eq!(code(&[("schedule", json!("poker"))]), "unknown_schedule");
    assert_eq!(code(&[("kind", json!("tournament"))]), "unknown_kind");
    assert_eq!(code(&[("tier_basis", json!("score"))]), "unknown_tier_basis");
    for currency in ["XYZ", "usd", "", "XAU"] {
        assert_eq!(code(&[("currency", json!(currency))]), "unknown_currency");
    }
    for stake in ["0", "-5", "0.00"] {
        assert_eq!(code(&[("stake", json!(stake))]), "stake_not_positive");
    }
    for stake in ["five", "", "1e3", "1_000", "NaN"] {
        assert_eq!(code(&[("stake", json!(stake))]), "not_a_decimal");
    }
    assert_eq!(code(&[("stake", json!("5.001"))]), "too_many_decimal_places");
    assert_eq!(code(&[("stake", json!("10000000000000.01"))]), "amount_out_of_range");
    assert_eq!(code(&[("stake", json!("9".repeat(1000)))]), "amount_out_of_range");
    assert_eq!(code(&[("limit", json!("0"))]), "limit_not_positive");
    for cube in [json!(0), json!(3), json!(-2), json!(2.5), json!(1_u64 << 40)] {
        assert_eq!(code(&[("cube", cube)]), "cube_not_power_of_two");
    }
    for result in [json!(0), json!(4), json!(-1), json!(1.5), json!(258)] {
        assert_eq!(code(&[("result", result)]), "result_out_of_range");
    }
    for points in [json!(0), json!(-3), json!(1.5), json!(1_u64 << 32)] {
        assert_eq!(code(&[("kind", json!("match")), ("points", points)]), "points_out_of_range");
    }
    assert_eq!(code(&[("schedule", json!("giants"))]), "rating_too_low");
    let dark = [("schedule", json!("dark_room")), ("kind", json!("match")), ("points", json!(3))];
    assert_eq!(code(&dark), "match_not_offered");
    assert_eq!(code(&[("rating_winner", json!("high"))]), "not_a_decimal");
    assert_eq!(code(&[("rating_loser", json!("1619.9999999"))]), "rating_too_many_decimals");
    assert_eq!(code(&[("rating_loser", json!("99999999999"))]), "rating_out_of_range");
    assert_eq!(code(&[("rating_loser", json!("9".repeat(60)))]), "rating_out_of_range");
}

#[test]
fn a_missing_field_or_a_wrong_type_ends_the_run() {
    let missing = ["schedule", "kind", "currency", "stake", "cube", "result", "rating_winner", "rating_loser"];
    let missing = missing.map(|field| vec![(field, Value::Null)]).to_vec();
    let wrong = [
        vec![("stake", json!(5))],
        vec![("cube", json!("1"))],
        vec![("schedule", json!(1))],
        vec![("rating_winner", json!(1700))],
        vec![("tier_basis", json!(1))],
        vec![("kind", json!("match"))],
    ];
    for edits in missing.into_iter().chain(wrong) {
        let (answers, ended) = run(&format!("{}\n{}\n{}\n", line(&[]), line(&edits), line(&[])), false);
        let end = ended.expect_err(&format!("{edits:?}"));
        assert_eq!((answers.len(), end.exit_status()), (1, 2), "{edits:?}");
        assert!(end.to_string().starts_with("line 2: "), "{end}");
    }
}

#[test]
fn unknown_fields_are_ignored() {
    let (answers, ended) = run(&line(&[("id", json!("x")), ("colour", json!({"deep": [1]}))]), false);
    assert!(ended.is_ok());
    assert_eq!(answers[0]["winner"], "9.02");
}

#[test]
fn a_limit_cuts_what_passes() {
    let (answers, _) = run(&line(&[("limit", json!("7.50"))]), false);
    assert_eq!((&answers[0]["amount"], &answers[0]["loser"]), (&json!("7.50"), &json!("-7.50")));
}

#[test]
fn explains_each_step_when_asked() {
    let (answers, _) = run(&line(&[]), true);
    let steps = answers[0]["steps"].as_array().unwrap();
    assert!(steps.contains(&json!({"step": "base_rate", "value": "4.9", "unit": "percent"})));
    let (answers, _) = run(&line(&[]), false);
    assert!(answers[0].get("steps").is_none());
}
