//! `kupa tournament`: the worked cases as lines, and what it refuses.

use std::collections::BTreeMap;

use kupa::cli::jsonl::StreamEnd;
use kupa::cli::tournament::{replay, settle_round};
use serde_json::{Value, json};

type Run = (Vec<Value>, Result<(), StreamEnd>);

fn lines(output: Vec<u8>) -> Vec<Value> {
    String::from_utf8(output).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn settle(input: &str, explain: bool) -> Run {
    let mut output = Vec::new();
    let ended = settle_round::run(input.as_bytes(), &mut output, &settle_round::SettleRoundArgs { explain });
    (lines(output), ended)
}

fn play(input: &str) -> Run {
    let mut output = Vec::new();
    let ended = replay::run(input.as_bytes(), &mut output);
    (lines(output), ended)
}

fn cases(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A line with some fields replaced, by their place; `null` removes one.
fn edited(mut line: Value, edits: &[(&str, Value)]) -> String {
    for (pointer, value) in edits {
        let (parent, field) = pointer.rsplit_once('/').unwrap();
        let parent = line.pointer_mut(parent).unwrap().as_object_mut().unwrap();
        if value.is_null() {
            parent.remove(field);
        } else {
            parent.insert(field.to_owned(), value.clone());
        }
    }
    line.to_string()
}

fn round(edits: &[(&str, Value)]) -> String {
    let line = json!({
        "fee": 30, "ratio": 3, "chips": {"a": 500, "b": 500, "c": 40}, "winner": "a", "negative_points": {"b": 32, "c": 1}
    });
    edited(line, edits)
}

#[test]
fn settle_round_answers_every_worked_case() {
    let cases = cases(include_str!("../../data/tournament_rounds.jsonl"));
    let input: String = cases.iter().map(|case| format!("{}\n", case["input"])).collect();
    let (answers, ended) = settle(&input, false);
    assert!(ended.is_ok());
    assert_eq!(answers.len(), 401);
    for (case, answer) in cases.iter().zip(answers) {
        assert_eq!(case["expect"], answer, "{}", case["input"]);
    }
}

#[test]
fn replay_answers_every_worked_tournament() {
    let cases = cases(include_str!("../../data/tournament_scripts.jsonl"));
    let events = |case: &Value| {
        let events = case["events"].as_array().unwrap().iter();
        events.map(|item| json!({"event": item["event"]})).collect::<Vec<_>>()
    };
    let line = |case: &Value| format!("{}\n", json!({"input": case["input"], "events": events(case)}));
    let (answers, ended) = play(&cases.iter().map(line).collect::<String>());
    assert!(ended.is_ok());
    assert_eq!(answers.len(), 40);
    for (case, mut answer) in cases.iter().zip(answers) {
        let told = answer["events"].as_array_mut().unwrap();
        for (expected, told) in case["events"].as_array().unwrap().iter().zip(told.iter_mut()) {
            told["event"] = expected["event"].clone();
            assert_eq!(expected, told, "{}", case["input"]["id"]);
        }
        assert_eq!(told.len(), case["events"].as_array().unwrap().len());
        assert_eq!(case["expect"], answer["expect"], "{}", case["input"]["id"]);
    }
}

#[test]
fn settle_round_has_a_word_for_each_refusal() {
    let refused = |edits: &[(&str, Value)]| {
        let (answers, ended) = settle(&round(edits), false);
        assert!(ended.is_ok(), "{edits:?}: {ended:?}");
        assert!(answers[0]["message"].is_string());
        answers[0]["error"].as_str().unwrap().to_owned()
    };
    assert_eq!(refused(&[("/winner", json!("d"))]), "winner_not_at_table");
    assert_eq!(refused(&[("/negative_points/d", json!(1))]), "loser_not_at_table");
    assert_eq!(refused(&[("/negative_points/a", json!(0))]), "winner_among_losers");
    assert_eq!(refused(&[("/negative_points/b", Value::Null)]), "negative_points_missing");
    for points in [json!(-1), json!(1.5), json!(1e300)] {
        assert_eq!(refused(&[("/negative_points/b", points)]), "negative_points_out_of_range");
    }
    assert_eq!(refused(&[("/chips/b", json!(0))]), "seat_without_chips");
    for chips in [json!(-1), json!(0.5), json!(u64::MAX)] {
        assert_eq!(refused(&[("/chips/b", chips.clone())]), "chips_out_of_range");
        assert_eq!(refused(&[("/fee", chips)]), "chips_out_of_range");
    }
    for ratio in [json!(0), json!(-3), json!(1.5)] {
        assert_eq!(refused(&[("/ratio", ratio)]), "chip_ratio_out_of_range");
    }
    assert_eq!(refused(&[("/chips", json!({"a": 5})), ("/negative_points", json!({}))]), "too_few_at_table");
    assert_eq!(refused(&[("/short_winner", json!("lucky"))]), "unknown_short_winner");
}

#[test]
fn settle_round_ends_at_a_missing_field_or_a_wrong_type() {
    let missing = ["/fee", "/ratio", "/chips", "/winner", "/negative_points"].map(|field| (field, Value::Null));
    let wrong = [
        ("/fee", json!("30")),
        ("/chips", json!([500])),
        ("/chips/a", json!("500")),
        ("/winner", json!(1)),
        ("/negative_points", json!(32)),
        ("/negative_points/b", json!("32")),
    ];
    for edit in missing.into_iter().chain(wrong) {
        let bad = round(std::slice::from_ref(&edit));
        let (answers, ended) = settle(&format!("{}\n{bad}\n{}\n", round(&[]), round(&[])), false);
        let end = ended.expect_err(&format!("{edit:?}"));
        assert_eq!((answers.len(), end.exit_status()), (1, 2), "{edit:?}");
        assert!(end.to_string().starts_with("line 2: "), "{end}");
    }
}

#[test]
fn settle_round_says_why_and_knows_the_other_rule() {
    let (answers, _) = settle(&round(&[("/chips/a", json!(40))]), true);
    assert_eq!(answers[0]["pays_winner"], json!({"b": 10, "c": 3}), "the winner risked 10");
    let why = |seat: &str| answers[0]["why"][seat].as_array().unwrap().clone();
    let rules = |seat: &str| why(seat).iter().map(|step| step["rule"].clone()).collect::<Vec<_>>();
    assert_eq!(rules("a"), ["round_fee", "winner_takes_pot", "points_of_winner", "chips_after"]);
    assert_eq!(rules("b"), ["round_fee", "winner_risk", "points_of_last", "chips_after"]);
    assert_eq!(rules("c"), ["round_fee", "negative_points", "points_between", "chips_after"]);
    assert_eq!(why("b")[1]["figures"]["owed"], 96);
    let section = "page 003 \u{a7}10";
    let pot = json!({"from_losers": 13, "pot": 90, "receives": 103});
    assert_eq!(why("a")[1], json!({"rule": "winner_takes_pot", "section": section, "figures": pot}));
    let (answers, _) = settle(&round(&[("/chips/a", json!(40)), ("/short_winner", json!("unlimited"))]), false);
    assert_eq!(answers[0]["pays_winner"], json!({"b": 96, "c": 3}));
    assert!(answers[0].get("why").is_none());
    let (answers, _) = settle(&round(&[("/negative_points/b", json!(u64::MAX)), ("/extra", json!([1]))]), false);
    assert_eq!(answers[0]["pays_winner"]["b"], 470, "all that was risked, however much is owed");
}

fn script(edits: &[(&str, Value)]) -> String {
    let line = json!({
        "input": {
            "registered_in_order": ["a", "b", "c"], "seats_per_table": 2, "starting_chips": 100,
            "levels": [{"round_fee": 10, "chip_ratio": 1}, {"round_fee": 20, "chip_ratio": 2}],
            "re_entries_per_player": 1, "last_level_for_re_entry": 1, "buy_in_minor": 500,
            "re_entry_price_minor": 400, "guarantee_minor": 0, "payout_shares_per_10000": [7000, 3000],
        },
        "events": [],
    });
    edited(line, edits)
}

fn event(kind: &str, fields: Value) -> Value {
    let mut event = fields;
    event["type"] = json!(kind);
    json!({"event": event})
}

fn fight(winner: &str, loser: &str) -> Value {
    let points = BTreeMap::from([(loser, 1000)]);
    event("round", json!({"level": 1, "table": [loser, winner], "winner": winner, "negative_points": points}))
}

#[test]
fn replay_tells_each_event_the_ranking_and_the_prizes() {
    let events = json!([
        fight("a", "b"),
        event("re_entry", json!({"player": "b", "level": 1})),
        event("re_entry", json!({"player": "a", "level": 1})),
        fight("a", "b"),
        event("level_up", json!({"level": 2})),
        event("re_entry", json!({"player": "c", "level": 2})),
        event("final_table", json!({"players": ["a", "c"]})),
    ]);
    let (answers, ended) = play(&script(&[("/events", events)]));
    assert!(ended.is_ok());
    let told = &answers[0]["events"];
    let after =
        |chips: Value, points: Value, in_play: u64| json!({"chips": chips, "points": points, "in_play": in_play});
    assert_eq!(told[0]["after"], after(json!({"a": 200, "b": 0}), json!({"a": 3, "b": 1}), 300));
    assert_eq!(told[0]["eliminated"], json!(["b"]));
    assert_eq!(told[1], json!({"after": after(json!({"b": 100}), json!({"b": 1}), 400)}));
    assert_eq!(told[2]["refused"], "not_out");
    assert_eq!(told[4]["after"], after(json!({"a": 300, "c": 100}), json!({"a": 8, "c": 2}), 400));
    assert_eq!(told[5]["refused"], "level");
    assert_eq!(told[6], json!({"after": after(json!({"a": 300, "c": 100}), json!({"a": 8, "c": 2}), 400)}));
    let ranking = json!([
        {"rank": 1, "players": ["a"]}, {"rank": 2, "players": ["c"]}, {"rank": 3, "players": ["b"]}
    ]);
    let prizes = json!({"a": 1330, "c": 570});
    assert_eq!(answers[0]["expect"], json!({"ranking": ranking, "prize_pool_minor": 1900, "prizes_minor": prizes}));
}

#[test]
fn replay_closes_windows_when_the_next_wave_begins() {
    let late = |between: Value| {
        let back = event("re_entry", json!({"player": "b", "level": 1}));
        let events: Vec<Value> =
            std::iter::once(fight("a", "b")).chain(between.as_array().unwrap().iter().cloned()).chain([back]).collect();
        play(&script(&[("/events", json!(events))])).0[0]["events"].as_array().unwrap().last().unwrap()["refused"]
            .clone()
    };
    assert_eq!(late(json!([])), Value::Null);
    assert_eq!(late(json!([fight("a", "c")])), "window", "a plays again");
    let other = event("re_entry", json!({"player": "c", "level": 1}));
    assert_eq!(late(json!([other])), Value::Null, "no round has begun");
}

#[test]
fn replay_has_a_word_for_each_refusal() {
    let refused = |edits: &[(&str, Value)]| {
        let (answers, ended) = play(&script(edits));
        assert!(ended.is_ok(), "{edits:?}: {ended:?}");
        answers[0]["error"].as_str().unwrap_or_else(|| panic!("{edits:?}: {}", answers[0])).to_owned()
    };
    assert_eq!(refused(&[("/input/registered_in_order", json!(["a", "b", "a"]))]), "already_entered");
    assert_eq!(refused(&[("/input/registered_in_order", json!(["a"]))]), "too_few_entrants");
    assert_eq!(refused(&[("/input/seats_per_table", json!(-2))]), "count_out_of_range");
    assert_eq!(refused(&[("/input/starting_chips", json!(0))]), "chips_out_of_range");
    assert_eq!(refused(&[("/input/levels", json!([]))]), "document_invalid");
    assert_eq!(refused(&[("/input/buy_in_minor", json!(-1))]), "amount_out_of_range");
    for shares in [json!([]), json!([9999]), json!([3000, 7000]), json!([-1, 10001])] {
        assert_eq!(refused(&[("/input/payout_shares_per_10000", shares)]), "shares_faulty");
    }
    let of = |events: Value| refused(&[("/events", events)]);
    assert_eq!(of(json!([event("dance", json!({}))])), "unknown_event");
    assert_eq!(of(json!([event("re_entry", json!({"player": "z"}))])), "unknown_entry");
    assert_eq!(of(json!([event("level_up", json!({"level": 0}))])), "level_out_of_range");
    assert_eq!(of(json!([event("level_up", json!({"level": 1}))])), "already_so");
    assert_eq!(of(json!([event("final_table", json!({"players": ["a", "b", "c"]}))])), "final_table_early");
    assert_eq!(of(json!([fight("a", "b"), event("final_table", json!({"players": ["a", "b"]}))])), "not_in_play");
    assert_eq!(of(json!([fight("a", "b"), fight("c", "b")])), "not_in_play");
    let round = |edits: &[(&str, Value)]| {
        let mut line = fight("a", "b");
        line = serde_json::from_str(&edited(line, edits)).unwrap();
        of(json!([line]))
    };
    assert_eq!(round(&[("/event/level", json!(2))]), "level_not_in_force");
    assert_eq!(round(&[("/event/winner", json!("c"))]), "winner_not_at_table");
    assert_eq!(round(&[("/event/negative_points", json!({"c": 5}))]), "loser_not_at_table");
    assert_eq!(round(&[("/event/negative_points", json!({"b": -5}))]), "negative_points_out_of_range");
    assert_eq!(round(&[("/event/negative_points", json!({}))]), "negative_points_missing");
    assert_eq!(round(&[("/event/table", json!(["a", "b", "c"]))]), "table_size");
    assert_eq!(round(&[("/event/table", json!(["a", "a"])), ("/event/negative_points", json!({}))]), "seated_twice");
}

#[test]
fn replay_ends_at_a_missing_field_or_a_wrong_type() {
    let without = |field: &str| {
        let mut line: Value = serde_json::from_str(&script(&[])).unwrap();
        line["events"] = json!([fight("a", "b")]);
        line["events"][0]["event"].as_object_mut().unwrap().remove(field);
        line.to_string()
    };
    let mut bad: Vec<String> = ["type", "level", "table", "winner", "negative_points"].map(without).to_vec();
    bad.push(script(&[("/events", json!([event("re_entry", json!({}))]))]));
    bad.push(script(&[("/events", json!([event("level_up", json!({}))]))]));
    bad.push(script(&[("/events", json!([event("final_table", json!({}))]))]));
    bad.push(script(&[("/input/levels", Value::Null)]));
    bad.push(script(&[("/input/starting_chips", json!("100"))]));
    bad.push(script(&[("/events", Value::Null)]));
    for line in bad {
        let (answers, ended) = play(&format!("{}\n{line}\n", script(&[])));
        assert_eq!((answers.len(), ended.expect_err(&line).exit_status()), (1, 2), "{line}");
    }
}

#[test]
fn replay_keeps_the_last_level_in_force() {
    let events = json!([
        event("level_up", json!({"level": 2})),
        event("level_up", json!({"level": 3})),
        event("round", json!({"level": 3, "table": ["a", "b"], "winner": "a", "negative_points": {"b": 1}})),
    ]);
    let (answers, _) = play(&script(&[("/events", events)]));
    assert_eq!(answers[0]["events"][1]["after"]["points"], json!({"a": 2, "b": 2, "c": 2}), "no further bonus");
    assert_eq!(answers[0]["events"][2]["after"]["chips"], json!({"a": 122, "b": 78}), "its values stay");
}

#[test]
fn a_list_and_a_player_who_stands_there_twice_are_another_shape() {
    let twice = [
        r#"{"fee": 30, "ratio": 3, "chips": {"a": 500, "b": 500, "a": 1}, "winner": "a", "negative_points": {"b": 32}}"#,
        r#"{"fee": 30, "ratio": 3, "chips": {"a": 500, "b": 500}, "winner": "a", "negative_points": {"b": 32, "b": 1}}"#,
    ];
    for line in twice {
        let (answers, ended) = settle(line, false);
        assert_eq!((answers.len(), ended.unwrap_err().exit_status()), (0, 2), "{line}");
    }
    let (answers, ended) = settle(r#"[30, 3, {"a": 500, "b": 500}, "a", {"b": 32}, null]"#, false);
    assert_eq!((answers.len(), ended.unwrap_err().exit_status()), (0, 2), "a list of the fields is no line");
    let line = script(&[("/events", json!([fight("a", "b")]))]).replace(r#"{"b":1000}"#, r#"{"b":1,"b":1000}"#);
    assert!(line.contains(r#"{"b":1,"b":1000}"#));
    let (answers, ended) = play(&line);
    assert_eq!((answers.len(), ended.unwrap_err().exit_status()), (0, 2), "{line}");
}

#[test]
fn chips_beyond_reckoning_are_refused_and_never_cut() {
    const MOST: u64 = 1_000_000_000_000_000;
    let chips: BTreeMap<String, u64> = (0..20_000).map(|seat| (format!("p{seat}"), MOST)).collect();
    let losers: BTreeMap<&String, u64> = chips.keys().filter(|name| *name != "p0").map(|name| (name, 1)).collect();
    let line = json!({"fee": MOST, "ratio": 1, "chips": chips, "winner": "p0", "negative_points": losers});
    let (answers, _) = settle(&line.to_string(), false);
    assert_eq!(answers[0]["error"], "chips_out_of_range");
    let names: Vec<&String> = chips.keys().collect();
    let edits = [("/input/registered_in_order", json!(names)), ("/input/starting_chips", json!(MOST))];
    let (answers, _) = play(&script(&edits));
    assert_eq!(answers[0]["error"], "chips_out_of_range");
}
