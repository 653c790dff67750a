use serde_json::json;

use super::*;
use crate::domain::ids::PlayerId;
use crate::domain::money::{Currency, Money};
use crate::domain::slug::Slug;

crate::asked! {
    /// A bet.
    pub struct Bet {
        /// Who bets.
        pub player: PlayerId,
        /// How much.
        pub stake: Money,
        /// Where.
        pub room: Slug,
        /// To so many points.
        pub points: Option<u8>
    }
}

fn faults(value: Value) -> Vec<(String, std::borrow::Cow<'static, str>)> {
    let mut reader = Reader::of_body();
    let read = Bet::read(&value, &mut reader);
    let faults: Vec<_> = reader.faults().into_iter().map(|fault| (fault.pointer, fault.code)).collect();
    assert_eq!(read.is_none(), !faults.is_empty() && !faults.iter().all(|(_, code)| code == "unknown_field"));
    faults
}

fn good() -> Value {
    json!({
        "player": "plr_0190b3c6f1d27a5e8c3f4b2a19d7e605", "room": "main", "points": 5,
        "stake": {"amount": "9.02", "currency": "USD"},
    })
}

#[test]
fn a_good_body_is_read() {
    let mut reader = Reader::of_body();
    let bet = Bet::read(&good(), &mut reader).expect("good");
    assert_eq!((bet.stake, bet.points), (Money::new(902, Currency::usd()), Some(5)));
    assert!(reader.faults().is_empty());
}

#[test]
fn all_faults_are_named_at_once_each_with_its_place() {
    let found = faults(json!({
        "player": "gam_1", "room": 7, "points": 500, "stake": {"amount": "9.021", "currency": "USD"}, "x/y": 1,
    }));
    let expected = [
        ("/player", "not_an_id"),
        ("/stake/amount", "too_many_decimal_places"),
        ("/room", "wrong_type"),
        ("/points", "out_of_range"),
        ("/x~1y", "unknown_field"),
    ];
    assert_eq!(found, expected.map(|(pointer, code)| (pointer.to_owned(), code.into())));
}

#[test]
fn money_is_an_exact_decimal_in_a_string() {
    let stake = |amount: Value, currency: &str| {
        let mut body = good();
        body["stake"] = json!({"amount": amount, "currency": currency});
        faults(body).first().map(|(_, code)| code.to_string())
    };
    assert_eq!(stake(json!("9.02"), "USD"), None);
    assert_eq!(stake(json!("-9.02"), "USD"), None);
    assert_eq!(stake(json!(9.02), "USD").as_deref(), Some("wrong_type"));
    assert_eq!(stake(json!("9.5"), "JPY").as_deref(), Some("too_many_decimal_places"));
    assert_eq!(stake(json!("1e3"), "USD").as_deref(), Some("not_a_decimal"));
    assert_eq!(stake(json!("10000000000000.01"), "USD").as_deref(), Some("amount_out_of_range"));
    assert_eq!(stake(json!("9".repeat(60)), "USD").as_deref(), Some("amount_out_of_range"));
    assert_eq!(stake(json!("1"), "ZZZ").as_deref(), Some("unknown_currency"));
}

#[test]
fn missing_fields_are_named() {
    let found = faults(json!({}));
    assert_eq!(found.iter().map(|(pointer, _)| pointer.as_str()).collect::<Vec<_>>(), ["/player", "/stake", "/room"]);
    assert!(faults(json!([])).iter().all(|(pointer, code)| pointer.is_empty() && code == "wrong_type"));
}

#[test]
fn money_is_shown_with_the_places_of_its_currency() {
    let shown = |minor, code: &str| {
        let money = Money::new(minor, Currency::from_code(code).expect("a currency"));
        serde_json::to_value(Shown(money)).expect("json")["amount"].clone()
    };
    assert_eq!(shown(900, "USD"), "9.00");
    assert_eq!(shown(-5, "USD"), "-0.05");
    assert_eq!(shown(900, "JPY"), "900");
    assert_eq!(shown(900, "KWD"), "0.900");
}

#[test]
fn the_schema_survives_its_way_into_the_description() {
    let schema = serde_json::to_value(schema_of::<Bet>()).expect("json");
    assert_eq!(schema["required"], json!(["player", "stake", "room"]));
    // What is named keeps its own schema, beside what is said of the field.
    let stake = &schema["properties"]["stake"]["allOf"][0];
    assert_eq!((&stake["title"], &stake["properties"]["currency"]["example"]), (&json!("Money"), &json!("USD")));
    assert_eq!(schema["description"], "A bet.");
}
