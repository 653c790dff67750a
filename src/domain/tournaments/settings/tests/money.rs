//! The amounts of a tournament, its coupons, and what its prizes are reckoned from.

use super::*;
use crate::domain::money::Minor;
use crate::domain::tournaments::prizes::{Group, PrizeError, Reckoning, award};

#[test]
fn amounts_are_read_in_minor_units() {
    let prices = settings(&[("/guarantee", json!("500")), ("/least_prize", json!("15.5"))]).prices().unwrap();
    let expected = Prices {
        buy_in: Minor(1000),
        fee: Minor(100),
        re_entry: Minor(1000),
        guarantee: Minor(50_000),
        least_prize: Minor(1550),
    };
    assert_eq!((prices, prices.entry()), (expected, Ok(Minor(1100))));
    let none = settings(&[("/re_entry", Value::Null)]).prices().unwrap();
    assert_eq!(none.re_entry, Minor::ZERO);
}

fn singles(entrants: u32) -> Vec<Group> {
    (1..=entrants).map(|n| Group { registrations: vec![n], disqualified: false }).collect()
}

#[test]
fn entrants_are_counted_as_people_and_not_as_entries() {
    let four = settings(&[("/least_prize", json!("2")), ("/ties", json!("one_place"))]);
    let from = four.reckoning(8, singles(4)).unwrap();
    let expected = Reckoning {
        pool: Minor(4 * 1000 + 8 * 1000),
        shares_bp: vec![10_000],
        coupons: Vec::new(),
        least_prize: Minor(200),
        ties: TieRule::OnePlace,
        ranking: singles(4),
    };
    assert_eq!(from, expected);
    assert_eq!(settings(&[]).reckoning(0, singles(5)).unwrap().shares_bp, [6000, 4000]);
}

#[test]
fn a_preview_shows_what_a_field_of_any_size_would_win() {
    let band = json!([{"from": 1, "to": 100, "shares_bp": [6000, 4000],
        "coupons": [{"place": 2, "kind": "final", "face_value": "3.5"}]}]);
    let satellite = settings(&[("/payout", band), ("/guarantee", json!("100"))]);
    for (entrants, best) in [(2, 5790), (10, 5790), (20, 11_790)] {
        let won = award(&satellite.reckoning(0, singles(entrants)).unwrap()).unwrap();
        let second = won.prizes[1].coupon.map(|coupon| coupon.face_value);
        assert_eq!((won.prizes[0].money, second), (Minor(best), Some(Minor(350))), "{entrants}");
    }
    assert_eq!(satellite.reckoning(0, singles(101)), Err(PrizeError::SharesFaulty));
}

#[test]
fn coupons_are_of_kinds_that_exist_and_pay_the_entry_exactly() {
    let kind = |price: &str, currency: &str| json!({"name": {"en": "a", "he": "a"}, "currency": currency, "price": price, "days": 30});
    let found = |sunday: Value, last: Value| {
        let kinds = serde_json::from_value(json!({"sunday": sunday, "final": last})).unwrap();
        let band = json!([{"from": 1, "shares_bp": [10_000],
            "coupons": [{"place": 1, "kind": "final", "face_value": "5"}]}]);
        let faults = settings(&[("/payout", band)]).coupon_faults(&kinds);
        faults.into_iter().map(|fault| format!("{} {}", fault.pointer, fault.code)).collect::<Vec<_>>()
    };
    assert_eq!(found(kind("11.00", "USD"), kind("5", "USD")), Vec::<String>::new());
    let accepted = "/coupons_accepted/0 coupon_price_differs";
    let won = "/payout/0/coupons/0/kind coupon_price_differs";
    assert_eq!(found(kind("10", "USD"), kind("5.01", "USD")), [accepted, won]);
    assert_eq!(found(kind("11", "EUR"), kind("5", "EUR")), [accepted, won]);
    let none = settings(&[]).coupon_faults(&std::collections::BTreeMap::new());
    assert_eq!(pairs(&none), [("/coupons_accepted/0", "coupon_unknown")]);
}
