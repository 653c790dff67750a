use serde_json::{Value, json};

use super::*;

fn found(bands: &Value) -> Vec<(String, String)> {
    let table: Payout = serde_json::from_value(bands.clone()).unwrap();
    table.faults("/payout").into_iter().map(|fault| (fault.pointer, fault.code.into_owned())).collect()
}

fn only(bands: Value, pointer: &str, code: &str) {
    assert_eq!(found(&bands), [(pointer.to_owned(), code.to_owned())], "{bands}");
}

fn band(shares: &[u32]) -> Value {
    json!([{"from": 1, "shares_bp": shares}])
}

/// A published table for 66 to 100 entrants: 30, 20, 11.9, 8.9, 7, 5.8, 4.6, 3.6, 1.7 and four times 1.4 per cent.
const PUBLISHED: [u32; 13] = [3000, 2000, 1190, 890, 700, 580, 460, 360, 170, 140, 140, 140, 140];

#[test]
fn a_published_table_that_sums_to_99_1_per_cent_is_refused() {
    only(band(&PUBLISHED), "/payout/0/shares_bp", "shares_do_not_sum");
    let table: Payout = serde_json::from_value(band(&PUBLISHED)).unwrap();
    assert!(table.faults("/payout")[0].message.ends_with("these sum to 9910"));
}

#[test]
fn shares_that_rise_from_a_place_to_the_next_are_refused_at_each_such_place() {
    let places = [("/payout/0/shares_bp/1", "share_rises"), ("/payout/0/shares_bp/3", "share_rises")];
    let both: Vec<_> = places.map(|(at, code)| (at.to_owned(), code.to_owned())).into();
    assert_eq!(found(&band(&[2000, 4000, 1000, 3000])), both);
    assert_eq!(found(&band(&[2500, 2500, 2500, 2500])), []);
}

#[test]
fn bands_of_entrants_have_no_gap_and_no_overlap() {
    let bands = |second: Value| {
        let first = json!({"from": 1, "to": 9, "shares_bp": [10_000]});
        json!([first, second])
    };
    let second = |from: u32| json!({"from": from, "shares_bp": [6000, 4000]});
    assert_eq!(found(&bands(second(10))), []);
    only(bands(second(9)), "/payout/1/from", "bands_not_contiguous");
    only(bands(second(11)), "/payout/1/from", "bands_not_contiguous");
    only(json!([{"from": 2, "shares_bp": [10_000]}]), "/payout/0/from", "bands_not_contiguous");
    assert_eq!(found(&bands(json!({"from": 10, "to": 10, "shares_bp": [10_000]}))), []);
    only(bands(json!({"from": 10, "to": 9, "shares_bp": [10_000]})), "/payout/1/to", "band_empty");
    only(
        json!([{"from": 1, "shares_bp": [10_000]}, {"from": 10, "shares_bp": [10_000]}]),
        "/payout/1/from",
        "band_after_last",
    );
    only(json!([]), "/payout", "bands_out_of_range");
}

#[test]
fn every_fault_of_a_table_is_told_at_once() {
    let table = json!([
        {"from": 1, "to": 4, "shares_bp": [9000]},
        {"from": 6, "to": 9, "shares_bp": [4000, 6000]},
        {"from": 10, "shares_bp": [10_000, 0], "coupons": [{"place": 3, "kind": "sunday", "face_value": "1"}]},
        {"from": 20, "shares_bp": []},
    ]);
    let codes: Vec<String> = found(&table).into_iter().map(|(at, code)| format!("{at} {code}")).collect();
    let all = [
        "/payout/0/shares_bp shares_do_not_sum",
        "/payout/1/from bands_not_contiguous",
        "/payout/1/shares_bp/1 share_rises",
        "/payout/2/shares_bp/1 share_zero",
        "/payout/2/coupons/0/place coupon_place_not_paid",
        "/payout/3/from band_after_last",
        "/payout/3/shares_bp places_out_of_range",
        "/payout/3/shares_bp shares_do_not_sum",
    ];
    assert_eq!(codes, all);
}

#[test]
fn a_place_wins_one_coupon_and_may_then_have_no_share() {
    let table = |coupons: Value| json!([{"from": 1, "shares_bp": [10_000, 0], "coupons": coupons}]);
    let coupon = |place: u32| json!({"place": place, "kind": "sunday", "face_value": "11"});
    assert_eq!(found(&table(json!([coupon(2), coupon(1)]))), []);
    only(table(json!([coupon(2), coupon(2)])), "/payout/0/coupons/1/place", "coupon_place_given_twice");
    let zero = table(json!([coupon(2), coupon(0)]));
    only(zero, "/payout/0/coupons/1/place", "coupon_place_not_paid");
}

#[test]
fn the_band_follows_the_number_of_entrants_and_the_next_one_is_known() {
    let table: Payout = serde_json::from_value(json!([
        {"from": 1, "to": 4, "shares_bp": [10_000]},
        {"from": 5, "to": 9, "shares_bp": [6000, 4000]},
        {"from": 10, "to": 20, "shares_bp": [5000, 3000, 2000]},
    ]))
    .unwrap();
    let places = |entrants| table.band(entrants).map(|band| band.shares_bp.len());
    assert_eq!([1, 4, 5, 9, 10, 20, 21, 0].map(places), [1, 1, 2, 2, 3, 3, 0, 0].map(|n| (n > 0).then_some(n)));
    assert_eq!([1, 4, 9, 10].map(|n| table.next_band(n).map(|band| band.from)), [Some(5), Some(5), Some(10), None]);
    assert_eq!((table.first_gap(2, 20), table.first_gap(2, 21), table.first_gap(30, 40)), (None, Some(21), Some(30)));
}

#[test]
fn a_share_is_a_whole_number_of_basis_points() {
    for shares in [json!([9999.5, 0.5]), json!(["10000"]), json!([10_001, -1])] {
        assert!(serde_json::from_value::<Payout>(json!([{"from": 1, "shares_bp": shares}])).is_err(), "{shares}");
    }
}
