//! `kupa rules rating`.

use kupa::cli::jsonl::StreamEnd;
use kupa::cli::rules::rating;
use rust_decimal::Decimal;
use serde_json::{Value, json};

fn run(input: &str) -> (Vec<Value>, Result<(), StreamEnd>) {
    let mut output = Vec::new();
    let ended = rating(input.as_bytes(), &mut output);
    let text = String::from_utf8(output).unwrap();
    (text.lines().map(|line| serde_json::from_str(line).unwrap()).collect(), ended)
}

fn line(edits: &[(&str, Value)]) -> String {
    let mut line = json!({"length": 1, "r1": "1500", "exp1": 0, "r2": "1500", "exp2": 400, "winner": 1});
    for (field, value) in edits {
        line[field] = value.clone();
    }
    line.as_object_mut().unwrap().retain(|_, value| !value.is_null());
    line.to_string()
}

fn code(field: &str, value: Value) -> String {
    let (answers, ended) = run(&line(&[(field, value)]));
    assert!(ended.is_ok());
    answers[0]["error"].as_str().unwrap().to_owned()
}

fn decimal(value: &Value) -> Decimal {
    Decimal::from_str_exact(value.as_str().unwrap()).unwrap()
}

#[test]
fn answers_every_row_within_a_millionth() {
    let rows: Vec<Value> =
        include_str!("../../data/rating_fibs.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let input: String = rows.iter().map(|row| format!("{row}\n")).collect();
    let (answers, ended) = run(&input);
    assert!(ended.is_ok());
    assert_eq!(answers.len(), rows.len());
    for (row, answer) in rows.iter().zip(answers) {
        for field in ["p1_win", "change1", "change2", "new1", "new2"] {
            let off = (decimal(&row[field]) - decimal(&answer[field])).abs();
            assert!(off <= Decimal::new(1, 6), "{field} of {row}: {answer}");
        }
    }
}

#[test]
fn says_what_each_player_gains_and_has() {
    let (answers, _) = run(&line(&[]));
    let expected = json!({"p1_win": "0.5000000000", "change1": "10", "change2": "-2", "new1": "1510", "new2": "1498"});
    assert_eq!(answers, [expected]);
    let (answers, _) = run(&line(&[("winner", json!(2))]));
    assert_eq!((&answers[0]["change1"], &answers[0]["change2"]), (&json!("-10"), &json!("2")));
}

#[test]
fn each_refusal_has_its_word() {
    for winner in [json!(0), json!(3), json!(-1), json!(1.5)] {
        assert_eq!(code("winner", winner), "winner_not_at_table");
    }
    for length in [json!(0), json!(-1), json!(1.5), json!(1_u64 << 32)] {
        assert_eq!(code("length", length), "length_out_of_range");
    }
    assert_eq!(code("exp1", json!(-1)), "experience_out_of_range");
    assert_eq!(code("exp2", json!(0.5)), "experience_out_of_range");
    assert_eq!(code("r1", json!("good")), "not_a_decimal");
    assert_eq!(code("r2", json!("1000000001")), "rating_out_of_range");
    assert_eq!(code("r2", json!("9".repeat(99))), "rating_out_of_range");
    assert_eq!(code("r2", json!(format!("0.{}1", "0".repeat(40)))), "rating_too_many_decimals");
}

#[test]
fn a_missing_field_or_a_wrong_type_ends_the_run() {
    for field in ["length", "r1", "exp1", "r2", "exp2", "winner"] {
        for value in [Value::Null, json!([]), if field.starts_with('r') { json!(1500) } else { json!("1") }] {
            let (answers, ended) = run(&format!("{}\n{}\n", line(&[]), line(&[(field, value.clone())])));
            assert_eq!((answers.len(), ended.unwrap_err().exit_status()), (1, 2), "{field} {value}");
        }
    }
}
