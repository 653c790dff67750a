use chrono::TimeDelta;
use serde_json::{Value, json};

use super::*;

const NOW: Time = Time::from_micros(1_800_000_000_000_000);

fn in_hours(hours: i64) -> Time {
    NOW.after(TimeDelta::hours(hours))
}

fn noa() -> PlayerId {
    "plr_0195f6f0a00070008000000000000001".parse().unwrap()
}

fn slug(text: &str) -> Slug {
    text.parse().unwrap()
}

/// A coupon of 11.00 USD with so many hours left.
fn coupon(hours: i64) -> Coupon {
    let face_value = Money::new(1100, Currency::usd());
    Coupon { player: noa(), kind: slug("sunday"), face_value, at: CouponState::Free { expires_at: in_hours(hours) } }
}

fn asked(accepted: &[Slug]) -> Asked<'_> {
    Asked { player: noa(), accepted, price: Money::new(1100, Currency::usd()) }
}

#[test]
fn a_coupon_of_the_right_kind_and_price_pays_until_it_expires() {
    let accepted = [slug("monday"), slug("sunday")];
    assert_eq!(coupon(1).may_pay(&asked(&accepted), NOW), Ok(()));
    assert_eq!(coupon(1).may_pay(&asked(&accepted), in_hours(1)), Err(Code::CouponExpired));
    assert_eq!(coupon(1).may_pay(&asked(&accepted), in_hours(1).after(TimeDelta::microseconds(-1))), Ok(()));
    assert_eq!(coupon(1).may_pay(&asked(&[slug("monday")]), NOW), Err(Code::CouponKind));
    for price in [Money::new(1099, Currency::usd()), Money::new(1100, "EUR".parse().unwrap())] {
        let dearer = Asked { price, ..asked(&accepted) };
        assert_eq!(coupon(1).may_pay(&dearer, NOW), Err(Code::CouponPrice));
    }
    let lior = Asked { player: "plr_0195f6f0a00070008000000000000002".parse().unwrap(), ..asked(&accepted) };
    assert_eq!(coupon(1).may_pay(&lior, NOW), Err(Code::CouponNotYours));
}

#[test]
fn edge_case_01_freeroll_a_coupon_cannot_pay_a_free_entry() {
    let accepted = [slug("sunday")];
    let free = Asked { price: Money::new(0, Currency::usd()), ..asked(&accepted) };
    assert_eq!(coupon(1).may_pay(&free, NOW), Err(Code::CouponFreeEntry));
}

#[test]
fn a_coupon_pays_one_entry() {
    let accepted = [slug("sunday")];
    let mut ticket = coupon(1);
    assert_eq!(ticket.status(NOW), CouponStatus::Usable);
    assert_eq!(ticket.hold(&asked(&accepted), NOW), Ok(()));
    assert_eq!(ticket.hold(&asked(&accepted), NOW), Err(Code::CouponHeld));
    assert_eq!(ticket.status(in_hours(1000)), CouponStatus::Held);
    ticket.mark_used();
    assert_eq!(ticket.hold(&asked(&accepted), NOW), Err(Code::CouponUsed));
    assert_eq!(ticket.status(NOW), CouponStatus::Used);
    assert_eq!(coupon(-1).status(NOW), CouponStatus::Expired);
}

#[test]
fn only_a_held_coupon_is_used_up_and_only_one_that_is_away_comes_back() {
    let mut free = coupon(5);
    free.mark_used();
    free.give_back(Return::ByHouse, NOW);
    assert_eq!(free, coupon(5));
}

/// The hours that a coupon with so many left has when it comes back a hundred hours after it was held.
fn back(left: i64, why: Return, started: bool) -> i64 {
    let mut ticket = coupon(left);
    ticket.hold(&asked(&[slug("sunday")]), NOW).unwrap();
    if started {
        ticket.mark_used();
    }
    ticket.give_back(why, in_hours(100));
    let CouponState::Free { expires_at } = ticket.at else { panic!("it came back") };
    expires_at.since(in_hours(100)).num_hours()
}

#[test]
fn edge_case_03_a_held_coupon_does_not_age_and_comes_back_with_a_day_at_least() {
    assert_eq!(back(30, Return::Withdrawal, false), 30);
    assert_eq!(back(25, Return::Withdrawal, false), 25);
    assert_eq!(back(24, Return::Withdrawal, false), 24);
    assert_eq!(back(1, Return::Withdrawal, false), 24);
}

#[test]
fn edge_case_03_a_coupon_that_the_house_gives_back_has_seven_days_at_least() {
    assert_eq!(back(1, Return::ByHouse, false), 168);
    assert_eq!(back(169, Return::ByHouse, false), 169);
    // A ticket lost in an outage is given back, although the tournament had started.
    assert_eq!(back(1, Return::ByHouse, true), 168);
}

#[test]
fn a_kind_has_a_price_and_a_time() {
    let kind = |edits: Value| -> Vec<String> {
        let mut document =
            json!({"name": {"en": "Sunday", "he": "ראשון"}, "currency": "USD", "price": "11", "days": 30});
        document.as_object_mut().unwrap().extend(edits.as_object().unwrap().clone());
        let kind: Kind = serde_json::from_value(document).unwrap();
        kind.validate().into_iter().map(|fault| format!("{} {}", fault.pointer, fault.code)).collect()
    };
    assert_eq!(kind(json!({})), Vec::<String>::new());
    let all = kind(json!({"name": {"en": "", "he": "ראשון"}, "price": "0", "days": 0}));
    assert_eq!(all, ["/name/en name_missing", "/price price_not_positive", "/days days_out_of_range"]);
    assert_eq!(kind(json!({"price": "1.001"})), ["/price too_many_decimal_places"]);
    assert_eq!(kind(json!({"price": "10000000000000.01", "days": 3651})).len(), 2);
}
