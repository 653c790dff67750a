use serde_json::{Value, json};

use super::*;
use crate::domain::tournaments::terms::Terms;

mod money;

/// A gin tournament with some values replaced (or added); null takes a value out.
fn document(edits: &[(&str, Value)]) -> Value {
    let mut document = json!({
        "name": {"en": "Sunday gin", "he": "ג'ין של ראשון"},
        "game": "gin",
        "start": {"at": "2026-12-06T18:00:00Z"},
        "players": {"most": 100},
        "seats": 2,
        "currency": "USD",
        "buy_in": "10",
        "fee": "1",
        "coupons_accepted": ["sunday"],
        "starting_chips": 1500,
        "levels": {"every_s": 600, "levels": [
            {"round_fee": 10, "chip_ratio": 2}, {"round_fee": 20, "chip_ratio": 3}, {"round_fee": 40, "chip_ratio": 4},
        ]},
        "re_entry": {"allowed": 2, "last_level": 2, "price": "10"},
        "late_registration": {"last_level": 1},
        "waiting_list": {"most": 50},
        "breaks": [{"after_level": 1, "seconds": 300}],
        "payout": [{"from": 1, "to": 4, "shares_bp": [10_000]}, {"from": 5, "shares_bp": [6000, 4000]}],
    });
    for (pointer, value) in edits {
        let (parent, key) = pointer.rsplit_once('/').unwrap();
        match (document.pointer_mut(parent).unwrap(), value) {
            (Value::Array(rows), value) => rows[key.parse::<usize>().unwrap()] = value.clone(),
            (object, Value::Null) => drop(object.as_object_mut().unwrap().remove(key)),
            (object, value) => object[key] = value.clone(),
        }
    }
    document
}

fn settings(edits: &[(&str, Value)]) -> Settings {
    serde_json::from_value(document(edits)).unwrap()
}

fn pairs(faults: &[crate::domain::fault::Fault]) -> Vec<(&str, &str)> {
    faults.iter().map(|fault| (fault.pointer.as_str(), fault.code.as_ref())).collect()
}

fn only(edits: &[(&str, Value)], pointer: &str, code: &str) {
    assert_eq!(pairs(&settings(edits).validate()), [(pointer, code)], "{edits:?}");
}

fn right(edits: &[(&str, Value)]) {
    assert_eq!(pairs(&settings(edits).validate()), [], "{edits:?}");
}

fn warned(edits: &[(&str, Value)]) -> Vec<String> {
    let settings = settings(edits);
    assert_eq!(pairs(&settings.validate()), [], "{edits:?}");
    settings.warnings().into_iter().map(|warning| warning.code.into_owned()).collect()
}

/// The tournament as a sit-and-go of so many players.
fn sit_and_go(most: u32, edits: &[(&'static str, Value)]) -> Vec<(&'static str, Value)> {
    let full = [("/start", json!("when_full")), ("/players", json!({"most": most}))];
    let never = ["/late_registration", "/waiting_list"].map(|field| (field, Value::Null));
    full.into_iter().chain(never).chain(edits.iter().cloned()).collect()
}

#[test]
fn what_is_left_out_has_its_default() {
    let plain = settings(&[
        ("/fee", Value::Null),
        ("/coupons_accepted", Value::Null),
        ("/re_entry", Value::Null),
        ("/late_registration", Value::Null),
        ("/waiting_list", Value::Null),
        ("/breaks", Value::Null),
    ]);
    assert_eq!(pairs(&plain.validate()), []);
    assert_eq!((plain.fee, plain.guarantee, plain.least_prize), (Exact::ZERO, Exact::ZERO, Exact::ZERO));
    assert_eq!((plain.ties, plain.short_winner), (TieRule::Pooled, ShortWinner::Limited));
    assert_eq!((plain.re_entry, plain.late_registration, plain.waiting_list, plain.cube), (None, None, None, None));
    assert_eq!((plain.no_round_last_s, plain.test, plain.conditions), (0, false, Conditions::default()));
    assert_eq!((plain.least_players(), plain.final_seats()), (2, 2));
    let re_entry = settings(&[]).re_entry.unwrap();
    assert_eq!((re_entry.window_s, re_entry.final_table_closes_re_entry), (30, true));
    let cube = settings(&[("/game", json!("backgammon")), ("/cube", json!({}))]);
    assert_eq!((pairs(&cube.validate()), cube.cube), (vec![], Some(Cube { max: 64 })));
}

#[test]
fn a_document_survives_being_written_and_read_again() {
    let rummy = settings(&[
        ("/game", json!("rummy_51")),
        ("/seats", json!(4)),
        ("/final_table_seats", json!(6)),
        ("/ties", json!("one_place")),
        ("/short_winner", json!("unlimited")),
        ("/test", json!(true)),
        ("/conditions", json!({"rating_least": "1500", "rating_most": "1800", "room": "giants", "invitation": true})),
    ]);
    assert_eq!(pairs(&rummy.validate()), []);
    let again: Settings = serde_json::from_str(&serde_json::to_string(&rummy).unwrap()).unwrap();
    assert_eq!(again, rummy);
}

#[test]
fn a_document_of_another_shape_is_not_a_tournament() {
    for (pointer, value) in [
        ("/colour", json!("red")),
        ("/game", json!("chess")),
        ("/start", json!({"at": "Sunday"})),
        ("/buy_in", json!(10)),
        ("/currency", json!("XAU")),
        ("/starting_chips", json!(-1)),
        ("/re_entry", json!({"allowed": 1, "last_level": 1, "price": "1", "free": true})),
        ("/conditions", json!({"colour": "red"})),
        ("/players", json!({"most": 2.5})),
        ("/name", Value::Null),
        ("/payout", Value::Null),
    ] {
        assert!(serde_json::from_value::<Settings>(document(&[(pointer, value)])).is_err(), "{pointer}");
    }
}

#[test]
fn players_and_seats_are_sane() {
    for most in [0, 1, 100_001] {
        only(&[("/players", json!({"most": most}))], "/players/most", "players_out_of_range");
    }
    for least in [0, 1, 101] {
        only(&[("/players/least", json!(least))], "/players/least", "least_players_out_of_range");
    }
    for game in ["backgammon", "gin", "oklahoma_gin"] {
        only(&[("/game", json!(game)), ("/seats", json!(3))], "/seats", "seats_out_of_range");
    }
    for game in ["rummy", "rummy_51", "rummy_40", "rummy_500"] {
        right(&[("/game", json!(game)), ("/seats", json!(6))]);
        for seats in [1, 7] {
            only(&[("/game", json!(game)), ("/seats", json!(seats))], "/seats", "seats_out_of_range");
            let last = [("/game", json!(game)), ("/final_table_seats", json!(seats))];
            only(&last, "/final_table_seats", "seats_out_of_range");
        }
    }
    for chips in [0, 1_000_000_001_u64] {
        only(&[("/starting_chips", json!(chips))], "/starting_chips", "chips_out_of_range");
    }
}

#[test]
fn a_sit_and_go_starts_full_so_that_nobody_waits_or_comes_late() {
    let full = settings(&sit_and_go(8, &[]));
    assert_eq!((pairs(&full.validate()), full.least_players(), full.is_sit_and_go()), (vec![], 8, true));
    only(&sit_and_go(8, &[("/players/least", json!(2))]), "/players/least", "least_players_of_sit_and_go");
    let late = [("/late_registration", json!({"last_level": 1}))];
    only(&sit_and_go(8, &late), "/late_registration", "late_registration_of_sit_and_go");
    let waiting = [("/waiting_list", json!({"most": 1}))];
    only(&sit_and_go(8, &waiting), "/waiting_list", "waiting_list_of_sit_and_go");
}

#[test]
fn amounts_are_amounts_of_the_currency() {
    for field in ["/buy_in", "/fee", "/guarantee", "/least_prize", "/re_entry/price"] {
        only(&[(field, json!("1.001"))], field, "too_many_decimal_places");
        only(&[(field, json!("-0.01"))], field, "amount_negative");
        only(&[(field, json!("10000000000000.01"))], field, "amount_out_of_range");
    }
    only(&[("/currency", json!("JPY")), ("/buy_in", json!("10.5"))], "/buy_in", "too_many_decimal_places");
    right(&[("/currency", json!("KWD")), ("/buy_in", json!("10.125"))]);
}

#[test]
fn the_prize_pool_of_all_seats_and_re_entries_can_be_held() {
    only(&[("/buy_in", json!("100000000000"))], "/players/most", "pool_out_of_range");
    only(&[("/re_entry/price", json!("100000000000"))], "/players/most", "pool_out_of_range");
}

#[test]
fn edge_case_01_freeroll_may_be_saved_and_takes_no_coupon() {
    let free = [("/buy_in", json!("0")), ("/fee", json!("0")), ("/re_entry/price", json!("0"))];
    let free: Vec<_> = free.into_iter().chain([("/coupons_accepted", json!([]))]).collect();
    right(&free);
    assert!(warned(&free).contains(&"nothing_to_win".to_owned()));
    let guaranteed: Vec<_> = free.iter().cloned().chain([("/guarantee", json!("100"))]).collect();
    assert!(!warned(&guaranteed).contains(&"nothing_to_win".to_owned()));
    let coupon: Vec<_> = free.into_iter().chain([("/coupons_accepted", json!(["sunday"]))]).collect();
    only(&coupon, "/coupons_accepted", "coupon_for_free_entry");
}

#[test]
fn levels_breaks_and_quiet_seconds_fit_together() {
    only(&[("/levels/levels/1/round_fee", json!(5))], "/levels/levels/1/round_fee", "round_fee_falls");
    only(&[("/no_round_last_s", json!(600))], "/no_round_last_s", "no_round_starts");
    let pause = |rows: Value| [("/breaks", rows)];
    right(&pause(json!([{"after_level": 1, "seconds": 60}, {"after_level": 2, "seconds": 60}])));
    let again = json!([{"after_level": 1, "seconds": 60}, {"after_level": 1, "seconds": 60}]);
    only(&pause(again), "/breaks/1/after_level", "breaks_not_ascending");
    only(&pause(json!([{"after_level": 0, "seconds": 60}])), "/breaks/0/after_level", "breaks_not_ascending");
    only(&pause(json!([{"after_level": 3, "seconds": 60}])), "/breaks/0/after_level", "break_after_last_level");
    for seconds in [9, 86_401] {
        let pause = pause(json!([{"after_level": 1, "seconds": seconds}]));
        only(&pause, "/breaks/0/seconds", "break_time_out_of_range");
    }
    let many: Vec<Value> = (1..=101).map(|n| json!({"after_level": n, "seconds": 60})).collect();
    let faults = settings(&pause(json!(many))).validate();
    assert!(pairs(&faults).contains(&("/breaks", "too_many_breaks")));
}

#[test]
fn re_entry_is_within_the_page() {
    for window in [19, 31] {
        only(&[("/re_entry/window_s", json!(window))], "/re_entry/window_s", "window_out_of_range");
    }
    for allowed in [0, 101] {
        only(&[("/re_entry/allowed", json!(allowed))], "/re_entry/allowed", "re_entries_out_of_range");
    }
    for level in [0, 4] {
        only(&[("/re_entry/last_level", json!(level))], "/re_entry/last_level", "level_out_of_range");
        only(&[("/late_registration/last_level", json!(level))], "/late_registration/last_level", "level_out_of_range");
    }
}

#[test]
fn who_waits_is_capped() {
    for most in [0, 100_001] {
        only(&[("/waiting_list/most", json!(most))], "/waiting_list/most", "waiting_list_out_of_range");
    }
}

#[test]
fn the_ratings_that_may_enter_are_a_range() {
    let range = |least: &str, most: &str| [("/conditions", json!({"rating_least": least, "rating_most": most}))];
    right(&range("1500", "1500"));
    only(&range("1500.1", "1500"), "/conditions/rating_most", "ratings_empty");
    only(&range("-1", "1500"), "/conditions/rating_least", "rating_out_of_range");
    only(&range("1500", "100001"), "/conditions/rating_most", "rating_out_of_range");
}

#[test]
fn the_cube_is_for_backgammon_and_a_power_of_two() {
    only(&[("/cube", json!({"max": 64}))], "/cube", "cube_without_backgammon");
    for max in [0, 1, 3, 1 << 21] {
        let edits = [("/game", json!("backgammon")), ("/cube", json!({"max": max}))];
        only(&edits, "/cube/max", "cube_max_out_of_range");
    }
}

#[test]
fn the_payout_table_covers_every_number_of_entrants_that_can_come() {
    let to = |to: u32| json!([{"from": 1, "to": to, "shares_bp": [10_000]}]);
    right(&[("/payout", to(100))]);
    only(&[("/payout", to(99))], "/payout", "entrants_not_covered");
    only(&[("/payout/1/shares_bp", json!([6000, 3999]))], "/payout/1/shares_bp", "shares_do_not_sum");
}

#[test]
fn coupons_among_the_prizes_are_paid_by_any_pool_that_comes_in() {
    let coupons = |shares: Value, coupons: Value| {
        let band = json!({"from": 1, "shares_bp": shares, "coupons": coupons});
        [("/payout", json!([band])), ("/players/least", json!(3))]
    };
    let coupon = |place: u32, face: &str| json!({"place": place, "kind": "final", "face_value": face});
    right(&coupons(json!([10_000, 0]), json!([coupon(1, "15"), coupon(2, "15")])));
    let dear = coupons(json!([10_000, 0]), json!([coupon(1, "15.01"), coupon(2, "15")]));
    only(&dear, "/payout/0/coupons", "coupons_not_covered");
    let guaranteed: Vec<_> = dear.iter().cloned().chain([("/guarantee", json!("30.01"))]).collect();
    right(&guaranteed);
    // With three entrants the fourth place's coupon is not given out.
    let all = [1, 2, 3, 4].map(|place| coupon(place, "9"));
    right(&coupons(json!([5000, 3000, 1900, 100]), json!(all)));
    // The fourth entrant fills a place whose coupon the four buy-ins do not pay.
    let fourth = coupons(json!([5000, 3000, 1900, 100]), json!([coupon(4, "41")]));
    only(&fourth, "/payout/0/coupons", "coupons_not_covered");
    only(&coupons(json!([6000, 4000]), json!([coupon(2, "20")])), "/payout/0/coupons", "prize_rises");
    right(&coupons(json!([6000, 4000]), json!([coupon(2, "5")])));
    let zero = coupons(json!([6000, 4000]), json!([coupon(1, "0")]));
    only(&zero, "/payout/0/coupons/0/face_value", "face_value_not_positive");
    let places = coupons(json!([6000, 4000]), json!([coupon(1, "0.001")]));
    only(&places, "/payout/0/coupons/0/face_value", "too_many_decimal_places");
}

#[test]
fn a_kind_of_coupon_is_accepted_once() {
    let twice = [("/coupons_accepted", json!(["sunday", "monday", "sunday"]))];
    only(&twice, "/coupons_accepted/2", "coupon_given_twice");
    let many: Vec<String> = (0..101).map(|n| format!("k{n}")).collect();
    only(&[("/coupons_accepted", json!(many))], "/coupons_accepted", "too_many_coupons");
}

#[test]
fn every_fault_of_a_tournament_is_told_at_once() {
    let faults = settings(&[
        ("/name/en", json!("")),
        ("/seats", json!(4)),
        ("/fee", json!("-1")),
        ("/levels/every_s", json!(5)),
        ("/re_entry/window_s", json!(60)),
        ("/payout/0/shares_bp", json!([9910])),
    ])
    .validate();
    let all = [
        ("/name/en", "name_missing"),
        ("/seats", "seats_out_of_range"),
        ("/fee", "amount_negative"),
        ("/levels/every_s", "level_time_out_of_range"),
        ("/re_entry/window_s", "window_out_of_range"),
        ("/payout/0/shares_bp", "shares_do_not_sum"),
    ];
    assert_eq!(pairs(&faults), all);
}

#[test]
fn a_start_that_has_passed_is_told_when_it_is_published() {
    let Start::At(at) = settings(&[]).start else { panic!("scheduled") };
    let fault = |now| settings(&[]).start_fault(now).map(|fault| fault.code.into_owned());
    assert_eq!(fault(at), Some("start_in_past".to_owned()));
    assert_eq!(fault(at.after(chrono::TimeDelta::microseconds(-1))), None);
    assert_eq!(settings(&sit_and_go(8, &[])).start_fault(at), None);
}

#[test]
fn edge_case_09_single_table_the_editor_says_that_nobody_can_enter_again() {
    assert_eq!(warned(&sit_and_go(2, &[])), ["re_entry_never_open"]);
    let open = [("/re_entry/final_table_closes_re_entry", json!(false))];
    assert_eq!(warned(&sit_and_go(2, &open)), Vec::<String>::new());
    assert_eq!(warned(&sit_and_go(3, &[])), Vec::<String>::new());
    let rummy = [("/game", json!("rummy")), ("/final_table_seats", json!(4))];
    assert_eq!(warned(&sit_and_go(4, &rummy)), ["re_entry_never_open"]);
}

#[test]
fn the_editor_says_what_the_house_may_have_to_add_to_reach_the_guarantee() {
    assert_eq!(warned(&[("/guarantee", json!("20"))]), Vec::<String>::new());
    assert_eq!(warned(&[("/guarantee", json!("1000"))]), ["guarantee_exposure"]);
    let settings = settings(&[("/guarantee", json!("1000.01"))]);
    let warnings = settings.warnings();
    assert_eq!(pairs(&warnings), [("/guarantee", "guarantee_never_reached")]);
    assert!(warnings[0].message.contains("0.01 USD"), "{}", warnings[0].message);
}

#[test]
fn the_editor_says_what_is_allowed_and_odd() {
    for (edit, code) in [
        (("/players", json!({"most": 2})), "late_registration_never_open"),
        (("/re_entry/price", json!("9.99")), "re_entry_cheaper"),
        (("/re_entry/last_level", json!(3)), "re_entry_never_closes"),
        (("/late_registration/last_level", json!(3)), "late_registration_never_closes"),
        (("/starting_chips", json!(10)), "chips_below_first_fee"),
        (("/no_round_last_s", json!(301)), "few_rounds_start"),
        (("/ties", json!("one_place")), "tie_may_pay_less"),
        (("/conditions", json!({"invitation": true})), "waiting_by_invitation"),
    ] {
        let said = warned(std::slice::from_ref(&edit));
        assert!(said.contains(&code.to_owned()), "{edit:?}: {said:?}");
    }
    assert_eq!(warned(&[]), Vec::<String>::new());
    assert_eq!(warned(&[("/no_round_last_s", json!(300))]), Vec::<String>::new());
    let band = json!([{"from": 1, "shares_bp": [10_000],
        "coupons": [{"place": 1, "kind": "final", "face_value": "5"}]}]);
    assert_eq!(warned(&[("/payout", band), ("/test", json!(true))]), ["test_gives_no_coupons"]);
}

#[test]
fn a_copy_of_last_weeks_tournament_is_whole() {
    let last = settings(&[("/guarantee", json!("500")), ("/least_prize", json!("15.5")), ("/test", json!(true))]);
    let copied: Settings = serde_json::from_value(serde_json::to_value(&last).unwrap()).unwrap();
    assert_eq!(copied, last);
}

#[test]
fn a_start_is_one_instant_whatever_zone_it_was_written_in() {
    let in_zone = settings(&[("/start", json!({"at": "2026-12-06T20:00:00+02:00"}))]);
    assert_eq!(in_zone.start, settings(&[]).start);
    let said = serde_json::to_value(in_zone.start).unwrap();
    assert_eq!(said, json!({"at": "2026-12-06T18:00:00.000000Z"}));
    let no_zone = document(&[("/start", json!({"at": "2026-12-06T18:00:00"}))]);
    assert!(serde_json::from_value::<Settings>(no_zone).is_err());
}

#[test]
fn a_condition_is_told_with_its_value_and_not_as_a_flag() {
    let open = serde_json::to_value(settings(&[]).conditions).unwrap();
    assert_eq!(open, json!({"invitation": false}));
    let strong = settings(&[("/conditions", json!({"rating_least": "1500"}))]).conditions;
    assert_eq!(
        serde_json::to_value(strong).unwrap()["rating_least"].as_str().unwrap().parse(),
        "1500".parse::<Exact>()
    );
}

#[test]
fn the_terms_of_play_are_those_of_the_document() {
    let scheduled = settings(&[
        ("/players/least", json!(8)),
        ("/no_round_last_s", json!(30)),
        ("/re_entry/window_s", json!(25)),
        ("/re_entry/final_table_closes_re_entry", json!(false)),
        ("/short_winner", json!("unlimited")),
    ]);
    let Start::At(start) = scheduled.start else { panic!("scheduled") };
    let terms = Terms {
        starts_at: Some(start),
        least_players: 8,
        most_players: 100,
        seats: 2,
        final_table_seats: 2,
        starting_chips: Chips(1500),
        levels: scheduled.levels.clone(),
        breaks: vec![Break { after_level: 1, seconds: 300 }],
        quiet_s: 30,
        re_entries: 2,
        last_level_for_re_entry: 2,
        window_s: 25,
        final_table_closes_re_entry: false,
        last_level_for_registration: Some(1),
        short_winner: ShortWinner::Unlimited,
    };
    assert_eq!(scheduled.terms(), terms);
    let none = settings(&sit_and_go(6, &[("/re_entry", Value::Null), ("/breaks", Value::Null)])).terms();
    assert_eq!((none.starts_at, none.least_players, none.re_entries), (None, 6, 0));
    assert_eq!((none.last_level_for_registration, none.final_table_closes_re_entry), (None, true));
}
