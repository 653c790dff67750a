//! `kupa rules gin`.

use kupa::cli::jsonl::StreamEnd;
use kupa::cli::rules::{ExplainArgs, gin};
use serde_json::{Value, json};

const HANDS: &str = include_str!("../../data/gin_hands.txt");
const ROUNDS: &str = include_str!("../../data/gin_rounds.txt");
const KNOCKER: &str = "Ac 3c 2d 3d 4d Ah 9h Th Jh Qh";
const DEFENDER: &str = "4s 6s Ks 4c 6c Kc 5d 6d Kd Kh";

fn run(input: &str, explain: bool) -> (Vec<Value>, Result<(), StreamEnd>) {
    let mut output = Vec::new();
    let ended = gin::run(input.as_bytes(), &mut output, &ExplainArgs { explain });
    let text = String::from_utf8(output).unwrap();
    (text.lines().map(|line| serde_json::from_str(line).unwrap()).collect(), ended)
}

fn all(lines: &[Value]) -> Vec<Value> {
    let (answers, ended) = run(&lines.iter().map(|line| format!("{line}\n")).collect::<String>(), false);
    assert!(ended.is_ok());
    assert_eq!(answers.len(), lines.len());
    answers
}

fn judge(line: Value) -> Value {
    all(&[line]).remove(0)
}

#[test]
fn answers_every_hand() {
    let rows: Vec<Vec<&str>> = HANDS.lines().map(|line| line.split(';').collect()).collect();
    let lines: Vec<Value> = rows.iter().map(|row| json!({"cards": row[0]})).collect();
    for (row, answer) in rows.iter().zip(all(&lines)) {
        assert_eq!(answer["deadwood"].to_string(), row[1], "{row:?}");
        let mut cards: Vec<&str> = answer["unmatched"].as_str().unwrap().split_whitespace().collect();
        cards.extend(answer["melds"].as_array().unwrap().iter().flat_map(|meld| meld.as_str().unwrap().split(' ')));
        let mut asked: Vec<&str> = row[0].split(' ').collect();
        asked.sort_unstable();
        cards.sort_unstable();
        assert_eq!(cards, asked, "the same cards in the same letters");
    }
}

#[test]
fn answers_every_round() {
    let rows: Vec<Vec<&str>> = ROUNDS.lines().map(|line| line.split(';').collect()).collect();
    let line = |row: &Vec<&str>| {
        let melds: Vec<&str> = row[2].split('|').collect();
        json!({"knocker": row[0], "defender": row[1], "knocker_melds": melds})
    };
    for (row, answer) in rows.iter().zip(all(&rows.iter().map(line).collect::<Vec<_>>())) {
        let bonus = match row[7] {
            "gin" => 25,
            "undercut" => 10,
            _ => 0,
        };
        let difference: u32 = row[9].parse().unwrap();
        let figure = |name: &str| answer[name].to_string();
        assert_eq!((answer["outcome"].as_str(), answer["winner"].as_str()), (Some(row[7]), Some(row[8])), "{row:?}");
        assert_eq!(
            (figure("knocker_deadwood"), figure("defender_deadwood")),
            (row[3].into(), row[5].into()),
            "{row:?}"
        );
        assert_eq!((&answer["raw_diff"], &answer["negative_points"]), (&json!(difference), &json!(difference + bonus)));
        assert_eq!(answer["knocker_melds"].as_array().unwrap().len(), row[2].split('|').count());
    }
}

#[test]
fn cards_are_a_list_or_a_string_in_either_case() {
    let asked = "As 7c 8c 9c 5h 6h 7h 8h 9h Jh";
    let answer = json!({"deadwood": 11, "melds": ["5h 6h 7h 8h 9h", "7c 8c 9c"], "unmatched": "As Jh"});
    assert_eq!(judge(json!({"cards": asked, "note": "ignored"})), answer);
    assert_eq!(judge(json!({"cards": asked.to_uppercase()})), answer);
    assert_eq!(judge(json!({"cards": asked.split(' ').collect::<Vec<_>>()})), answer);
}

#[test]
fn tells_what_was_laid_and_laid_off() {
    let answer = judge(json!({"knocker": KNOCKER, "defender": DEFENDER}));
    let expected = json!({
        "outcome": "knock", "winner": "knocker", "knocker_deadwood": 5, "defender_deadwood": 8, "raw_diff": 3,
        "negative_points": 3, "limit": 10, "knocker_melds": ["9h Th Jh Qh", "2d 3d 4d"],
        "defender_melds": ["6s 6c 6d", "Ks Kc Kd Kh"], "layoffs": "5d>1",
    });
    assert_eq!(answer, expected);
    let (answers, _) = run(&json!({"knocker": KNOCKER, "defender": DEFENDER}).to_string(), true);
    let step = |at: usize| answers[0]["steps"][at].clone();
    assert_eq!((&step(1)["player"], &step(1)["cards"][1]), (&json!("knocker"), &json!({"card": "3C", "value": 3})));
    assert_eq!(
        (&step(4)["step"], &step(4)["player"], &step(4)["value"]),
        (&json!("negative_points"), &json!("defender"), &json!(3))
    );
}

#[test]
fn the_turned_card_counts_at_oklahoma_gin() {
    let code = |edits: Value| {
        let mut line = json!({"knocker": KNOCKER, "defender": DEFENDER});
        line.as_object_mut().unwrap().extend(edits.as_object().unwrap().clone());
        let answer = judge(line);
        answer.get("error").unwrap_or(&answer["limit"]).clone()
    };
    assert_eq!(code(json!({"game": "oklahoma_gin", "up_card": "4s"})), "knock_above_limit");
    assert_eq!(code(json!({"game": "oklahoma_gin", "up_card": "5S"})), 5);
    assert_eq!(code(json!({"game": "oklahoma_gin"})), 10);
    assert_eq!(code(json!({"game": "gin", "up_card": "4s"})), 10);
    assert_eq!(code(json!({"up_card": "4s", "knocker_melds": null})), 10);
    assert_eq!(code(json!({"up_card": "JK"})), "card_surplus");
    assert_eq!(code(json!({"up_card": "4"})), "unknown_card");
    assert_eq!(code(json!({"game": "rummy"})), "unknown_card_game");
    assert_eq!(code(json!({"knocker_melds": []})), "knock_above_limit");
}

#[test]
fn each_hand_that_cannot_be_has_its_word() {
    let error = |line: Value| {
        let answer = judge(line);
        (answer["error"].as_str().unwrap().to_owned(), answer["message"].as_str().unwrap().to_owned())
    };
    let round = |knocker: &str, melds: Value| {
        error(json!({"knocker": knocker, "defender": DEFENDER, "knocker_melds": melds})).0
    };
    assert_eq!(error(json!({"cards": "As 1s"})), ("unknown_card".into(), "there is no card \"1s\"".into()));
    assert_eq!(error(json!({"cards": ["As", "2s 3s"]})).0, "unknown_card");
    assert_eq!(error(json!({"cards": "As 2s"})).0, "card_count");
    assert_eq!(error(json!({"cards": []})).0, "card_count");
    let twice = error(json!({"cards": KNOCKER.replace("3c", "Ac")}));
    assert_eq!(twice, ("card_surplus".into(), "AC is there 2 times, 1 more than the deck holds".into()));
    assert_eq!(round(&KNOCKER.replace("3c", "Kh"), Value::Null), "card_surplus");
    assert_eq!(round(&format!("{KNOCKER} 9c"), Value::Null), "discard_missing");
    assert_eq!(round(KNOCKER, json!(["Ac 3c 2d"])), "no_meld");
    assert_eq!(round(KNOCKER, json!([["9h", "Th", "Jh"], "Jh Qh Kh"])), "meld_not_held");
    assert_eq!(round(KNOCKER, json!(["9x"])), "unknown_card");
}

#[test]
fn a_line_as_long_as_can_be_is_refused_like_a_short_one() {
    let code = |line: Value| judge(line)["error"].as_str().unwrap().to_owned();
    let (many, long) = ("As ".repeat(300_000), "A".repeat(1_000_000));
    assert_eq!(code(json!({"cards": many})), "card_count");
    assert_eq!(code(json!({"cards": many.split_whitespace().take(150_000).collect::<Vec<_>>()})), "card_count");
    assert_eq!(code(json!({"cards": long})), "unknown_card");
    assert!(judge(json!({"cards": long}))["message"].as_str().unwrap().len() < 100);
    let melds = vec![""; 300_000];
    assert_eq!(code(json!({"knocker": KNOCKER, "defender": DEFENDER, "knocker_melds": melds})), "no_meld");
    assert_eq!(code(json!({"knocker": KNOCKER, "defender": DEFENDER, "knocker_melds": [many]})), "meld_not_held");
}

#[test]
fn a_line_of_another_shape_ends_the_run() {
    let shapes = [
        json!({}),
        json!({"cards": 1}),
        json!({"cards": [1]}),
        json!({"knocker": KNOCKER}),
        json!({"defender": DEFENDER}),
        json!({"knocker": KNOCKER, "defender": DEFENDER, "knocker_melds": KNOCKER}),
        json!({"knocker": KNOCKER, "defender": DEFENDER, "up_card": 4}),
        json!({"knocker": KNOCKER, "defender": DEFENDER, "game": 1}),
    ];
    for shape in shapes {
        let good = json!({"cards": KNOCKER});
        let (answers, ended) = run(&format!("{good}\n{shape}\n{good}\n"), false);
        assert_eq!((answers.len(), ended.unwrap_err().exit_status()), (1, 2), "{shape}");
    }
}
