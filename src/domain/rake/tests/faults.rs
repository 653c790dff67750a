//! Each fault of a schedule, by its place and its word.

use std::borrow::Cow;

use serde_json::{Value, json};

use super::*;

/// A fault's word; those of schedules are written in the code.
fn word(code: Cow<'static, str>) -> &'static str {
    match code {
        Cow::Borrowed(word) => word,
        Cow::Owned(word) => panic!("{word}"),
    }
}

/// The Giants' document with some values replaced (or added), then validated.
fn faults_of(edits: &[(&str, Value)]) -> Vec<(String, &'static str)> {
    let schedule: Schedule = serde_json::from_value(edited(edits)).unwrap();
    schedule.validate().into_iter().map(|fault| (fault.pointer, word(fault.code))).collect()
}

fn edited(edits: &[(&str, Value)]) -> Value {
    let mut document = serde_json::to_value(schedule("giants")).unwrap();
    for (pointer, value) in edits {
        let (parent, key) = pointer.rsplit_once('/').unwrap();
        match document.pointer_mut(parent).unwrap() {
            Value::Array(rows) => rows[key.parse::<usize>().unwrap()] = value.clone(),
            Value::Object(fields) => drop(fields.insert(key.to_owned(), value.clone())),
            other => panic!("{other}"),
        }
    }
    document
}

fn only(edits: &[(&str, Value)], pointer: &str, code: &str) {
    let found = faults_of(edits);
    assert_eq!(found.iter().map(|(at, code)| (at.as_str(), *code)).collect::<Vec<_>>(), [(pointer, code)], "{edits:?}");
}

#[test]
fn the_shipped_schedules_have_none() {
    let shipped = shipped::schedules();
    assert_eq!(
        shipped.iter().map(|(slug, _)| *slug).collect::<Vec<_>>(),
        ["sheshbesh", "giants", "dark_room", "gammonempire"]
    );
    for (slug, schedule) in shipped {
        assert_eq!(schedule.validate(), [], "{slug}");
    }
}

#[test]
fn a_name_is_needed_in_each_language() {
    only(&[("/name/he", json!(" "))], "/name/he", "name_missing");
    only(&[("/name/en", json!("x".repeat(81)))], "/name/en", "name_too_long");
    only(&[("/name/en", json!("a\nb"))], "/name/en", "name_not_plain");
}

#[test]
fn a_table_starts_at_zero_and_ends_open() {
    only(&[("/single/0/from", json!("10"))], "/single/0", "first_tier_not_from_zero");
    only(&[("/single/0/above", json!("10"))], "/single/0", "first_tier_not_from_zero");
    only(&[("/single/3/below", json!("900"))], "/single/3", "last_tier_not_open");
    assert_eq!(faults_of(&[("/single/0/from", json!("0"))]), [], "0 may be said");
}

#[test]
fn rows_follow_each_other_without_gap_or_overlap() {
    only(&[("/single/1/from", json!("50.01"))], "/single/1", "tiers_leave_a_gap");
    only(&[("/single/1/from", json!("49.99"))], "/single/1", "tiers_overlap");
    let nobody = [("/single/1", json!({"above": "50", "below": "100", "rate_percent": "3.9"}))];
    only(&nobody, "/single/1", "tiers_leave_a_gap");
    let both = [("/single/0", json!({"up_to": "50", "rate_percent": "4.9"}))];
    only(&both, "/single/1", "tiers_overlap");
    only(&[("/match/1/from", json!("60"))], "/match/1", "tiers_leave_a_gap");
    only(&[("/surcharges/gap/2/from", json!("200.000001"))], "/surcharges/gap/2", "tiers_leave_a_gap");
    only(&[("/discounts/1/above", json!("40"))], "/discounts/1", "tiers_overlap");
}

#[test]
fn a_bound_between_rows_is_given_once_on_each_side() {
    only(&[("/single/0", json!({"rate_percent": "4.9"}))], "/single/1", "bound_missing");
    only(&[("/single/1", json!({"below": "100", "rate_percent": "3.9"}))], "/single/1", "bound_missing");
    only(&[("/discounts/0/below", json!("50"))], "/discounts/0", "bound_given_twice");
    only(&[("/single/1/above", json!("50"))], "/single/1", "bound_given_twice");
}

#[test]
fn bounds_ascend_and_are_sane() {
    let turned = [("/single/1/below", json!("40")), ("/single/2/from", json!("40"))];
    only(&turned, "/single/1", "bounds_not_ascending");
    let empty = [("/single/1/below", json!("50")), ("/single/2/from", json!("50"))];
    only(&empty, "/single/1", "bounds_not_ascending");
    let zero = [("/discounts/0/up_to", json!("0")), ("/discounts/1/above", json!("0"))];
    assert_eq!(faults_of(&zero).iter().map(|(_, code)| *code).collect::<Vec<_>>(), ["bound_out_of_range"; 2]);
    let huge = [("/single/2/below", json!("1000000000000001")), ("/single/3/from", json!("1000000000000001"))];
    assert_eq!(faults_of(&huge).iter().map(|(_, code)| *code).collect::<Vec<_>>(), ["bound_out_of_range"; 2]);
    let fine = [("/single/2/below", json!("500.001")), ("/single/3/from", json!("500.001"))];
    let places = [("/single/2/below", "too_many_decimal_places"), ("/single/3/from", "too_many_decimal_places")];
    assert_eq!(faults_of(&fine), places.map(|(at, code)| (at.to_owned(), code)));
}

#[test]
fn percentages_are_sane() {
    only(&[("/single/0/rate_percent", json!("-1"))], "/single/0/rate_percent", "percent_out_of_range");
    only(&[("/single/0/rate_percent", json!("100.0001"))], "/single/0/rate_percent", "percent_out_of_range");
    only(&[("/single/0/rate_percent", json!("4.90001"))], "/single/0/rate_percent", "too_many_decimal_places");
    only(&[("/match/2/step_percent", json!("-0.5"))], "/match/2/step_percent", "percent_out_of_range");
    only(&[("/surcharges/gap/1/percent", json!("1000.01"))], "/surcharges/gap/1/percent", "percent_out_of_range");
    only(&[("/discounts/0/percent", json!("101"))], "/discounts/0/percent", "percent_out_of_range");
    only(&[("/discounts/0/percent", json!("10.123"))], "/discounts/0/percent", "too_many_decimal_places");
    let low = [("/surcharges/low_rating", json!({"below": "1900", "percent": "-1"}))];
    only(&low, "/surcharges/low_rating/percent", "percent_out_of_range");
    only(&[("/match/0/max_percent", json!("4.8"))], "/match/0/max_percent", "match_maximum_below_base");
}

#[test]
fn ratings_and_caps_are_sane() {
    only(&[("/least_rating", json!("-1"))], "/least_rating", "rating_out_of_range");
    let low = [("/surcharges/low_rating", json!({"below": "100000.1", "percent": "1"}))];
    only(&low, "/surcharges/low_rating/below", "rating_out_of_range");
    only(&[("/cap_each", json!("0"))], "/cap_each", "cap_out_of_range");
    only(&[("/cap_each", json!("-5"))], "/cap_each", "cap_out_of_range");
    only(&[("/cap_each", json!("20.001"))], "/cap_each", "too_many_decimal_places");
}

#[test]
fn tables_are_neither_empty_nor_endless() {
    only(&[("/single", json!([]))], "/single", "tiers_missing");
    only(&[("/match", json!([]))], "/match", "tiers_missing");
    let rows: Vec<Value> = (0..101).map(|_| json!({"rate_percent": "1"})).collect();
    only(&[("/single", json!(rows))], "/single", "too_many_tiers");
}

fn shekels(edit: impl Fn(&mut Value)) -> Vec<(&'static str, Value)> {
    let mut figures = json!({
        "single_bounds": ["180", "360", "1800"], "match_bounds": ["180", "360"], "discount_bounds": ["180"], "cap_each": "72"
    });
    edit(&mut figures);
    vec![("/figures", json!({"ILS": figures}))]
}

#[test]
fn figures_of_a_currency_fit_the_tables() {
    assert_eq!(faults_of(&shekels(|_| {})), []);
    let count = "figures_count_differs";
    only(&shekels(|ils| ils["single_bounds"] = json!(["180", "360"])), "/figures/ILS/single_bounds", count);
    only(&shekels(|ils| ils["match_bounds"] = json!([])), "/figures/ILS/match_bounds", count);
    only(&shekels(|ils| ils["discount_bounds"] = json!(["1", "2"])), "/figures/ILS/discount_bounds", count);
    let ascend = "bounds_not_ascending";
    only(&shekels(|ils| ils["match_bounds"] = json!(["180", "180"])), "/figures/ILS/match_bounds/1", ascend);
    let range = "bound_out_of_range";
    only(&shekels(|ils| ils["discount_bounds"] = json!(["-1"])), "/figures/ILS/discount_bounds/0", range);
    only(&shekels(|ils| drop(ils.as_object_mut().unwrap().remove("cap_each"))), "/figures/ILS/cap_each", "cap_missing");
    let mut uncapped = edited(&shekels(|_| {}));
    uncapped.as_object_mut().unwrap().remove("cap_each");
    let uncapped: Schedule = serde_json::from_value(uncapped).unwrap();
    assert_eq!(uncapped.validate()[0].code, "cap_not_used");
    let own = json!({"USD": shekels(|_| {})[0].1["ILS"]});
    only(&[("/figures", own)], "/figures/USD", "figures_for_own_currency");
}

#[test]
fn all_faults_are_told_at_once() {
    let found = faults_of(&[
        ("/name/en", json!("")),
        ("/single/1/from", json!("70")),
        ("/match/0/base_percent", json!("-1")),
        ("/cap_each", json!("0")),
    ]);
    let codes: Vec<&str> = found.iter().map(|(_, code)| *code).collect();
    assert_eq!(codes, ["name_missing", "tiers_leave_a_gap", "percent_out_of_range", "cap_out_of_range"]);
}

const EXCEEDS: &str = "rake_exceeds_amount";

/// One flat rate, with the surcharges and discounts given.
fn flat(rate: &str, edit: impl Fn(&mut Value)) -> Vec<(String, &'static str)> {
    let mut document = json!({
        "name": {"en": "Flat", "he": "Flat"}, "currency": "USD", "single": [{"rate_percent": rate}]
    });
    edit(&mut document);
    let schedule: Schedule = serde_json::from_value(document).unwrap();
    schedule.validate().into_iter().map(|fault| (fault.pointer, word(fault.code))).collect()
}

#[test]
fn twice_the_rake_can_never_exceed_the_amount() {
    let exceeds = [("/single/0/rate_percent".to_owned(), EXCEEDS)];
    assert_eq!(flat("49.9999", |_| {}), []);
    assert_eq!(flat("50", |_| {}), exceeds, "half of one cent is rounded to a cent");
    assert_eq!(flat("50", |document| document["rounding"] = json!("half_even")), exceeds, "1.5 cents to 2");
    assert_eq!(flat("50", |document| document["rounding"] = json!("down")), []);
    assert_eq!(flat("50.0001", |document| document["rounding"] = json!("down")), exceeds);
    assert_eq!(flat("50", |document| document["cap_each"] = json!("0.01")), exceeds, "no cap saves the first cent");
}

#[test]
fn the_highest_surcharges_count_and_only_reachable_ones() {
    let surcharged = |rate, low: &'static str, gap: &'static str, least: Option<&'static str>| {
        flat(rate, |document| {
            document["surcharges"] = json!({
                "low_rating": {"below": "1620", "percent": low},
                "gap": [{"below": "100", "percent": "0"}, {"from": "100", "percent": gap}]
            });
            if let Some(least) = least {
                document["least_rating"] = json!(least);
            }
        })
    };
    let exceeds = [("/single/0/rate_percent".to_owned(), EXCEEDS)];
    assert_eq!(surcharged("20", "50", "100", None), exceeds, "20 % x 2.5 is a half");
    assert_eq!(surcharged("19.9999", "50", "100", None), []);
    assert_eq!(surcharged("20", "50", "100", Some("1620")), [], "nobody here is below 1620");
    assert_eq!(surcharged("20", "50", "100", Some("1619.999999")), exceeds);
}

#[test]
fn a_discount_counts_only_where_every_game_of_the_tier_has_it() {
    let discounted = |bound: &'static str, no_discount: bool| {
        flat("1", |document| {
            document["single"] = json!([
                {"below": "100", "rate_percent": "1"},
                {"from": "100", "rate_percent": "60", "no_discount": no_discount}
            ]);
            document["discounts"] = json!([{"below": bound, "percent": "0"}, {"from": bound, "percent": "50"}]);
        })
    };
    let exceeds = [("/single/1/rate_percent".to_owned(), EXCEEDS)];
    assert_eq!(discounted("100", false), [], "60 % less a half, always");
    assert_eq!(discounted("100.01", false), exceeds, "but not for a game of exactly 100");
    assert_eq!(discounted("100", true), exceeds);
    let nearly = |rate| {
        flat(rate, |document| {
            document["rounding"] = json!("down");
            document["discounts"] = json!([{"percent": "0.01"}]);
        })
    };
    assert_eq!(nearly("50.005"), [], "49.9999995 %");
    assert_eq!(nearly("50.0051"), [("/single/0/rate_percent".to_owned(), EXCEEDS)], "50.00009949 %");
}

#[test]
fn a_discount_that_moves_in_another_currency_counts_there() {
    let moved = |bound: &'static str| {
        flat("1", |document| {
            document["single"] = json!([{"below": "100", "rate_percent": "1"}, {"from": "100", "rate_percent": "60"}]);
            document["discounts"] = json!([{"below": "100", "percent": "0"}, {"from": "100", "percent": "50"}]);
            document["figures"] = json!({"ILS": {"single_bounds": ["300"], "discount_bounds": [bound]}});
        })
    };
    assert_eq!(moved("300"), []);
    assert_eq!(moved("301"), [("/single/1/rate_percent".to_owned(), EXCEEDS)]);
}

#[test]
fn a_match_counts_at_its_maximum() {
    let matched = |step: &'static str, max: &'static str| {
        flat("1", |document| {
            document["match"] = json!([{"base_percent": "10", "step_percent": step, "max_percent": max}]);
        })
    };
    assert_eq!(matched("0.0001", "49.9999"), []);
    assert_eq!(matched("0.0001", "50"), [("/match/0/max_percent".to_owned(), EXCEEDS)]);
    assert_eq!(matched("0", "50"), [], "never reached");
}

#[test]
fn a_document_of_another_shape_is_not_a_schedule() {
    let wrong = [
        ("/single/0/rate", json!("4.9")),
        ("/colour", json!("red")),
        ("/single/0/rate_percent", json!(4.9)),
        ("/tier_basis", json!("score")),
        ("/rounding", json!("up")),
        ("/currency", json!("XAU")),
        ("/least_rating", json!("1_800")),
    ];
    for edit in wrong {
        assert!(serde_json::from_value::<Schedule>(edited(std::slice::from_ref(&edit))).is_err(), "{edit:?}");
    }
}

#[test]
fn a_schedule_survives_storage() {
    for (slug, schedule) in shipped::schedules() {
        let stored = serde_json::to_string(&schedule).unwrap();
        assert_eq!(serde_json::from_str::<Schedule>(&stored).unwrap(), schedule, "{slug}");
    }
}
