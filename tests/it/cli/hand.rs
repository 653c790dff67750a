//! `kupa rules hand`.

use kupa::cli::jsonl::StreamEnd;
use kupa::cli::rules::{ExplainArgs, hand};
use serde_json::{Value, json};

const CASES: &str = include_str!("../../data/rummy.jsonl");

fn run(input: &str, explain: bool) -> (Vec<Value>, Result<(), StreamEnd>) {
    let mut output = Vec::new();
    let ended = hand::run(input.as_bytes(), &mut output, &ExplainArgs { explain });
    let text = String::from_utf8(output).unwrap();
    (text.lines().map(|line| serde_json::from_str(line).unwrap()).collect(), ended)
}

fn value(line: &Value) -> Value {
    let (answers, ended) = run(&format!("{line}\n"), false);
    assert!(ended.is_ok(), "{line}");
    answers[0].clone()
}

/// A line with some members changed; null takes one away.
fn with(line: &Value, edits: Value) -> Value {
    let mut line = line.clone();
    line.as_object_mut().unwrap().extend(edits.as_object().unwrap().clone());
    line.as_object_mut().unwrap().retain(|_, value| !value.is_null());
    line
}

fn gin() -> Value {
    json!({"game": "gin", "ended": "knock", "knocker": "a", "deadwood": {"a": "2C", "b": "7H JD"}})
}

fn rummy() -> Value {
    json!({"game": "rummy_51", "ended": "hand", "winner": "a", "left": {"b": ["2C", "2D", "3S"]}})
}

fn scored() -> Value {
    json!({
        "game": "rummy_500", "ended": "nobody", "left": {"zoe": "3C", "abe": "4C"},
        "melded": {"abe": "KS KC KD", "zoe": "TS TC 9D"},
    })
}

#[test]
fn answers_every_case() {
    let cases: Vec<Value> = CASES.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let input: String = cases.iter().map(|case| format!("{}\n", case["input"])).collect();
    let (answers, ended) = run(&input, false);
    assert!(ended.is_ok());
    assert_eq!((cases.len(), answers.len()), (501, 501));
    for (case, answer) in cases.iter().zip(answers) {
        for (figure, expected) in case["expect"].as_object().unwrap() {
            assert_eq!(answer[figure], *expected, "{figure} of {case}");
        }
    }
}

#[test]
fn cards_are_a_list_or_a_string_in_either_case_and_other_members_are_ignored() {
    let answer = json!({"winner": "a", "negative_points": {"b": 32}});
    assert_eq!(value(&rummy()), answer);
    assert_eq!(value(&with(&rummy(), json!({"left": {"b": "2c 2d 3s"}, "knocker": "z", "note": []}))), answer);
}

#[test]
fn where_nobody_went_out_the_first_seat_of_the_report_wins_a_tie() {
    // As text: a JSON object made here would forget the order of its members.
    let line = r#"{"game": "rummy_500", "ended": "nobody", "left": {"zoe": "3C", "abe": "4C"},
        "melded": {"abe": "KS KC KD", "zoe": "TS TC 9D"}}"#;
    let (answers, _) = run(&line.replace('\n', ""), false);
    let answer = answers[0].clone();
    assert_eq!(answer, json!({"winner": "zoe", "scores": {"zoe": 26, "abe": 26}, "negative_points": {"abe": 0}}));
}

#[test]
fn groups_count_where_no_flat_list_is_given() {
    let grouped = json!({"melded": null, "melds": {"abe": [["KS", "KC", "KD"]], "zoe": ["TS TC TD", "JK 3D 4D"]}});
    let answer = value(&with(&scored(), grouped));
    assert_eq!(answer["scores"], json!({"zoe": 49, "abe": 26}));
    assert_eq!(value(&with(&scored(), json!({"melds": {"abe": ["KS KC KD"]}})))["scores"]["abe"], 26);
}

#[test]
fn explains_each_figure() {
    let (answers, _) = run(&rummy().to_string(), true);
    let steps = json!([
        {"step": "left", "player": "b", "value": 7, "rule": "§10: the cards left", "cards": [
            {"card": "2C", "value": 2}, {"card": "2D", "value": 2}, {"card": "3S", "value": 3},
        ]},
        {"step": "hand_bonus", "player": "b", "value": 25, "rule": "§10: the winner went out by hand"},
        {"step": "negative_points", "player": "b", "value": 32, "rule": "§10: what the loser is charged with"},
    ]);
    assert_eq!(answers[0]["steps"], steps);
    let (answers, _) = run(&gin().to_string(), true);
    let step = |at: usize| answers[0]["steps"][at].clone();
    assert_eq!((&step(0)["step"], &step(0)["value"], step(0).get("player")), (&json!("limit"), &json!(10), None));
    assert_eq!((&step(2)["player"], &step(2)["value"]), (&json!("b"), &json!(17)));
}

#[test]
fn each_hand_that_cannot_be_has_its_word() {
    let code = |line: &Value, edits: Value| value(&with(line, edits))["error"].as_str().unwrap().to_owned();
    for (edits, word) in [
        (json!({"game": "chess"}), "unknown_card_game"),
        (json!({"ended": "hand"}), "unknown_ending"),
        (json!({"ended": "nobody"}), "hand_void"),
        (json!({"ended": "gin"}), "ending_disagrees"),
        (json!({"deadwood": {"a": "2C"}}), "player_count"),
        (json!({"deadwood": {"a": "2C", "b": "", "c": ""}}), "player_count"),
        (json!({"knocker": "c"}), "knocker_not_at_table"),
        (json!({"deadwood": {"a": "6C 5C", "b": "KS"}}), "knock_above_limit"),
        (json!({"game": "oklahoma_gin", "up_card": "as"}), "knock_above_limit"),
        (json!({"up_card": "ZZ"}), "unknown_card"),
        (json!({"deadwood": {"a": "2C", "b": "ZZ"}}), "unknown_card"),
        (json!({"deadwood": {"a": "2C", "b": "2C"}}), "card_surplus"),
        (json!({"deadwood": {"a": "2C", "b": "JK"}}), "card_surplus"),
        (json!({"deadwood": {"a": "2C", "b": "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS"}}), "card_count"),
    ] {
        assert_eq!(code(&gin(), edits), word);
    }
    for (edits, word) in [
        (json!({"ended": "gin"}), "unknown_ending"),
        (json!({"ended": "nobody", "winner": null, "left": {"b": "2C", "c": "2D"}}), "hand_void"),
        (json!({"ended": "nobody"}), "winner_given"),
        (json!({"left": {}}), "player_count"),
        (json!({"left": {"a": "2C", "b": "2D"}}), "winner_holds_cards"),
        (json!({"left": {"b": ""}}), "card_count"),
        (json!({"left": {"b": "2C"}, "melded": {"c": "2D"}}), "card_count"),
        (json!({"left": {"b": "2C 2C 2C"}}), "card_surplus"),
        (json!({"left": {"b": "2C 2X"}}), "unknown_card"),
        (json!({"melds": {"a": ["2C 2D"]}}), "no_meld"),
    ] {
        assert_eq!(code(&rummy(), edits), word);
    }
    assert_eq!(code(&scored(), json!({"melds": {"abe": ["QS QC QD"]}})), "group_not_melded");
    assert_eq!(code(&scored(), json!({"melded": null, "melds": {"abe": ["QS QC"]}})), "no_meld");
}

#[test]
fn a_line_as_long_as_can_be_is_refused_like_a_short_one() {
    let code = |line: &Value, edits: Value| value(&with(line, edits))["error"].as_str().unwrap().to_owned();
    let many = "AS ".repeat(300_000);
    assert_eq!(code(&gin(), json!({"deadwood": {"a": "2C", "b": many}})), "card_count");
    assert_eq!(code(&rummy(), json!({"left": {"b": many}})), "card_count");
    assert_eq!(code(&scored(), json!({"left": {"abe": many, "zoe": "2C"}})), "card_surplus");
    let players: Value =
        (0..50_000).map(|player| (player.to_string(), json!("2C"))).collect::<serde_json::Map<_, _>>().into();
    assert_eq!(code(&rummy(), json!({"left": players})), "card_surplus");
    let groups = vec![json!([]); 200_000];
    assert_eq!(code(&scored(), json!({"melds": {"abe": groups}})), "no_meld");
}

#[test]
fn a_line_of_another_shape_ends_the_run() {
    for (line, edits) in [
        (gin(), json!({"game": null})),
        (gin(), json!({"ended": null})),
        (gin(), json!({"knocker": null})),
        (gin(), json!({"deadwood": null})),
        (gin(), json!({"deadwood": []})),
        (gin(), json!({"deadwood": {"a": 1, "b": ""}})),
        (gin(), json!({"up_card": 1})),
        (rummy(), json!({"winner": null})),
        (rummy(), json!({"winner": 1})),
        (rummy(), json!({"left": null})),
        (rummy(), json!({"melds": {"a": "2C"}})),
        (scored(), json!({"melded": null})),
    ] {
        let (answers, ended) = run(&format!("{}\n{}\n{}\n", rummy(), with(&line, edits), rummy()), false);
        assert_eq!((answers.len(), ended.unwrap_err().exit_status()), (1, 2));
    }
    let twice = r#"{"game": "rummy", "ended": "hand", "winner": "a", "left": {"b": "2C", "b": "3C"}}"#;
    let end = run(twice, false).1.unwrap_err();
    assert!(end.to_string().contains("a player stands there twice: b"), "{end}");
}
