use serde_json::{Value, json};

use super::*;

/// Main's document with some values replaced (or added).
fn room(edits: &[(&str, Value)]) -> Room {
    let (_, main) = shipped::rooms().swap_remove(0);
    let mut document = serde_json::to_value(main).unwrap();
    for (pointer, value) in edits {
        let (parent, key) = pointer.rsplit_once('/').unwrap();
        document.pointer_mut(parent).unwrap()[key] = value.clone();
    }
    serde_json::from_value(document).unwrap()
}

fn only(edits: &[(&str, Value)], pointer: &str, code: &str) {
    let found = room(edits).validate();
    let found: Vec<_> = found.iter().map(|fault| (fault.pointer.as_str(), fault.code.as_ref())).collect();
    assert_eq!(found, [(pointer, code)], "{edits:?}");
}

#[test]
fn names_slugs_and_ratings_are_sane() {
    only(&[("/name/he", json!(""))], "/name/he", "name_missing");
    for slug in ["", "Sheshbesh", "a-b", "../x"] {
        only(&[("/schedule", json!(slug))], "/schedule", "slug_malformed");
    }
    only(&[("/least_rating", json!("-1"))], "/least_rating", "rating_out_of_range");
    only(&[("/least_rating", json!("100001"))], "/least_rating", "rating_out_of_range");
}

#[test]
fn stakes_are_amounts_of_their_currency() {
    only(&[("/stakes", json!({}))], "/stakes", "currencies_missing");
    let range = |least: &str, most: &str, step: &str| {
        vec![("/stakes", json!({"USD": {"range": {"least": least, "most": most, "step": step}}}))]
    };
    only(&range("0", "10", "1"), "/stakes/USD/range/least", "stake_not_positive");
    only(&range("1", "10", "0"), "/stakes/USD/range/step", "stake_not_positive");
    only(&range("1", "10.001", "1"), "/stakes/USD/range/most", "too_many_decimal_places");
    only(&range("1", "10000000000000.01", "1"), "/stakes/USD/range/most", "amount_out_of_range");
    only(&range("10", "1", "1"), "/stakes/USD/range/most", "stakes_not_ascending");
    let list = |stakes: Value| vec![("/stakes", json!({"JPY": {"list": stakes}}))];
    only(&list(json!([])), "/stakes/JPY/list", "stakes_out_of_range");
    only(&list(json!((0..201).map(|n| n.to_string()).collect::<Vec<_>>())), "/stakes/JPY/list", "stakes_out_of_range");
    only(&list(json!(["500", "500"])), "/stakes/JPY/list/1", "stakes_not_ascending");
    only(&list(json!(["500", "600.5"])), "/stakes/JPY/list/1", "too_many_decimal_places");
}

#[test]
fn a_room_offers_something_to_play() {
    only(&[("/kinds", json!({"single": false}))], "/kinds", "kinds_missing");
    for points in [0, 1001] {
        let long = [("/kinds", json!({"single": true, "match": {"points_max": points}}))];
        only(&long, "/kinds/match/points_max", "points_out_of_range");
    }
    only(&[("/variants", json!([]))], "/variants", "variants_missing");
    only(&[("/variants", json!(["tavla", "tavla"]))], "/variants/1", "variant_given_twice");
}

#[test]
fn options_and_waits_are_sane() {
    for cube_max in [0, 1, 3, 1 << 21] {
        only(&[("/options/cube_max", json!(cube_max))], "/options/cube_max", "cube_max_out_of_range");
    }
    let automatic = "/options/automatic_doubles_max";
    only(&[(automatic, json!(7))], automatic, "automatic_doubles_out_of_range");
    for wait in [9, 30 * 24 * 60 * 60 + 1] {
        only(&[("/unjoined_expires_s", json!(wait))], "/unjoined_expires_s", "wait_out_of_range");
        only(&[("/report_confirm_s", json!(wait))], "/report_confirm_s", "wait_out_of_range");
    }
}

#[test]
fn what_is_left_out_has_its_default() {
    let (_, main) = shipped::rooms().swap_remove(0);
    let mut document = serde_json::to_value(&main).unwrap();
    for field in ["anonymous", "rated", "surcharges", "cover", "unjoined_expires_s", "report_confirm_s"] {
        document.as_object_mut().unwrap().remove(field).unwrap();
    }
    assert_eq!(serde_json::from_value::<Room>(document).unwrap(), main);
    assert_eq!(main.cover, Cover::Cap);
}

#[test]
fn a_document_of_another_shape_is_not_a_room() {
    let (_, main) = shipped::rooms().swap_remove(0);
    for (field, value) in [
        ("colour", json!("red")),
        ("variants", json!(["chess"])),
        ("cover", json!("lend")),
        ("stakes", json!({"XAU": {"list": ["1"]}})),
        ("stakes", json!({"USD": {"range": {"least": 1, "most": "2", "step": "1"}}})),
    ] {
        let mut document = serde_json::to_value(&main).unwrap();
        document[field] = value;
        assert!(serde_json::from_value::<Room>(document).is_err(), "{field}");
    }
}
