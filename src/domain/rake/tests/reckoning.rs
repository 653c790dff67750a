//! The reckoning at its bounds (`rake.md`; `edge-cases.md` 28, 29).

use super::*;

fn rate(slug: &str, game: Reckoning) -> String {
    reckon(&schedule(slug), &game).unwrap().rate_percent.to_string()
}

fn surcharge(winner: i64, loser: i64) -> String {
    let game = Reckoning { rating_winner: rating(winner), rating_loser: rating(loser), ..single(1000, 1, 1) };
    reckon(&schedule("sheshbesh"), &game).unwrap().surcharge_percent.to_string()
}

#[test]
fn a_tier_that_says_and_above_owns_its_lower_bound() {
    let rates = |slug, stakes: [i64; 4]| stakes.map(|stake| rate(slug, single(stake, 1, 1)));
    assert_eq!(rates("sheshbesh", [4999, 5000, 9999, 10_000]), ["4.9", "3.9", "3.9", "2.9"]);
    assert_eq!(rates("gammonempire", [1999, 2000, 9999, 10_000]), ["4", "3", "3", "2"]);
    assert_eq!(rates("giants", [9999, 10_000, 49_999, 50_000]), ["3.9", "2.9", "2.9", "2.45"]);
}

#[test]
fn a_tier_that_says_above_owns_its_upper_bound() {
    let rates = [5000, 5001, 10_000, 10_001].map(|stake| rate("dark_room", single(stake, 1, 1)));
    assert_eq!(rates, ["5.9", "4.9", "4.9", "3.9"]);
}

#[test]
fn a_match_pays_more_for_each_point_up_to_its_maximum() {
    let rates = |slug, stake| [1, 2, 3, 11, 12, 1000].map(|points| rate(slug, game(Played::Match { points }, stake)));
    assert_eq!(rates("sheshbesh", 4999), ["4.9", "5.4", "5.9", "9.9", "9.9", "9.9"]);
    assert_eq!(rates("sheshbesh", 5000), ["4.4", "4.9", "5.4", "8.9", "8.9", "8.9"]);
    assert_eq!(rates("sheshbesh", 10_000), ["3.4", "3.9", "4.4", "7.9", "7.9", "7.9"]);
    assert_eq!(rates("gammonempire", 1999), ["3", "3.25", "3.5", "5", "5", "5"]);
    assert_eq!(rates("gammonempire", 2000), ["2.5", "2.75", "3", "4", "4", "4"]);
    assert_eq!(rates("gammonempire", 10_000), ["2", "2.25", "2.5", "3", "3", "3"]);
}

#[test]
fn a_match_passes_its_stake_once_and_its_tier_goes_by_the_stake() {
    let by_amount = Schedule { tier_basis: TierBasis::Amount, ..schedule("sheshbesh") };
    let explanation = reckon(&by_amount, &game(Played::Match { points: 3 }, 1000)).unwrap();
    assert_eq!((explanation.amount, explanation.tier_basis), (Minor(1000), TierBasis::Stake));
    assert_eq!(explanation.rake_each, Minor(59));
}

#[test]
fn gaps_of_exactly_100_200_250_300_are_in_the_upper_band() {
    let gaps = [9999, 10_000, 19_999, 20_000, 24_999, 25_000, 29_999, 30_000, 90_000];
    let found = gaps.map(|gap| surcharge(200_000 + gap, 200_000));
    assert_eq!(found, ["0", "50", "50", "100", "100", "150", "150", "200", "200"]);
    assert_eq!(gaps.map(|gap| surcharge(200_000, 200_000 + gap)), found, "whoever wins");
}

#[test]
fn a_rating_of_1620_is_not_low_and_one_a_millionth_below_is() {
    assert_eq!(surcharge(162_000, 162_000), "0");
    assert_eq!(surcharge(161_999, 162_000), "25");
    assert_eq!(surcharge(162_000, 161_999), "25");
    assert_eq!(surcharge(150_000, 150_000), "25", "once, also where both are low");
    let hair = Reckoning { rating_loser: Rating::from_millionths(1_619_999_999), ..single(1000, 1, 1) };
    assert_eq!(reckon(&schedule("sheshbesh"), &hair).unwrap().low_surcharge_percent.to_string(), "25");
}

#[test]
fn surcharges_are_added_before_they_are_applied() {
    let game = Reckoning { rating_winner: rating(190_000), rating_loser: rating(160_000), ..single(1000, 1, 1) };
    let explanation = reckon(&schedule("sheshbesh"), &game).unwrap();
    assert_eq!(explanation.surcharge_percent.to_string(), "225");
    assert_eq!(explanation.surcharged_rate_percent.to_string(), "15.925");
    assert_eq!(explanation.unrounded.to_string(), "1.5925");
    assert_eq!(explanation.rake_each, Minor(159));
}

#[test]
fn the_match_maximum_limits_the_rate_before_surcharges() {
    let wide = Reckoning { rating_loser: rating(160_000), ..game(Played::Match { points: 25 }, 1000) };
    let explanation = reckon(&schedule("sheshbesh"), &wide).unwrap();
    assert_eq!(explanation.rate_percent.to_string(), "9.9");
    assert_eq!(explanation.surcharged_rate_percent.to_string(), "32.175");
    assert_eq!(explanation.rake_each, Minor(322));
}

#[test]
fn a_room_may_switch_surcharges_off() {
    let wide = Reckoning { rating_loser: rating(150_000), surcharges: false, ..single(1000, 1, 1) };
    let explanation = reckon(&schedule("sheshbesh"), &wide).unwrap();
    assert_eq!((explanation.surcharge_percent.to_string().as_str(), explanation.rake_each), ("0", Minor(49)));
}

#[test]
fn eighteen_hundred_may_sit_at_giants_and_less_may_not() {
    let with = |winner, loser| Reckoning { rating_winner: winner, rating_loser: loser, ..single(1000, 1, 1) };
    let bound = rating(180_000);
    let below = Rating::from_millionths(1_799_999_999);
    assert!(reckon(&schedule("giants"), &with(bound, bound)).is_ok());
    let refused = Err(RakeError::RatingTooLow { least: bound });
    assert_eq!(reckon(&schedule("giants"), &with(bound, below)), refused);
    assert_eq!(reckon(&schedule("giants"), &with(below, bound)), refused);
}

#[test]
fn giants_discounts_10_percent_up_to_50_and_15_above_and_nothing_from_500() {
    let giants = schedule("giants");
    let discounts = [5000, 5001, 49_999, 50_000]
        .map(|stake| reckon(&giants, &single(stake, 1, 1)).unwrap().discount_percent.to_string());
    assert_eq!(discounts, ["10", "15", "15", "0"]);
    let long = reckon(&giants, &game(Played::Match { points: 2 }, 50_000)).unwrap();
    assert_eq!(long.discount_percent.to_string(), "15", "2.45 % is a rate of single games");
}

#[test]
fn the_cap_is_per_player_and_told_only_where_it_bites() {
    let giants = schedule("giants");
    let twelve = reckon(&giants, &single(50_000, 1, 1)).unwrap();
    assert_eq!((twelve.rake_each, twelve.capped), (Minor(1225), false));
    let above = reckon(&giants, &single(50_000, 2, 1)).unwrap();
    assert_eq!(
        (above.rounded, above.rake_each, above.house, above.capped),
        (Minor(2450), Minor(2000), Minor(4000), true)
    );
    let exactly = Schedule { cap_each: Some("12.25".parse().unwrap()), ..giants };
    assert!(!reckon(&exactly, &single(50_000, 1, 1)).unwrap().capped);
}

#[test]
fn the_rounded_rake_is_what_the_cap_is_held_against() {
    let mut flat = schedule("gammonempire");
    flat.single[2].rate_percent = "5".parse().unwrap();
    flat.cap_each = Some("20".parse().unwrap());
    let [below, at, above] = [40_009, 40_000, 40_010].map(|stake| reckon(&flat, &single(stake, 1, 1)).unwrap());
    assert_eq!((below.unrounded.to_string().as_str(), below.rake_each, below.capped), ("20.0045", Minor(2000), false));
    assert_eq!((at.rounded, at.capped), (Minor(2000), false));
    assert_eq!((above.rounded, above.rake_each, above.capped), (Minor(2001), Minor(2000), true));
}

#[test]
fn figures_set_for_a_currency_replace_bounds_and_cap() {
    let shekel = Currency::from_code("ILS").unwrap();
    let mut giants = schedule("giants");
    let bounds = |texts: &[&str]| texts.iter().map(|text| text.parse().unwrap()).collect::<Vec<_>>();
    let figures = Figures {
        single_bounds: bounds(&["180", "360", "1800"]),
        match_bounds: bounds(&["180", "360"]),
        discount_bounds: bounds(&["200"]),
        cap_each: Some("72".parse().unwrap()),
    };
    giants.figures.insert(shekel, figures);
    assert_eq!(giants.validate(), []);
    let at = |stake| reckon(&giants, &Reckoning { currency: shekel, ..single(stake, 1, 1) }).unwrap();
    assert_eq!(
        [17_999, 18_000, 36_000, 180_000].map(|stake| at(stake).rate_percent.to_string()),
        ["4.9", "3.9", "2.9", "2.45"]
    );
    assert_eq!([20_000, 20_001].map(|stake| at(stake).discount_percent.to_string()), ["10", "15"]);
    assert_eq!(at(1_000_000).rake_each, Minor(7200));
    assert_eq!(at(17_999).tier.band.below, Some("180".parse().unwrap()));
    let dollars = reckon(&giants, &single(17_999, 1, 1)).unwrap();
    assert_eq!(dollars.rate_percent.to_string(), "2.9", "and leave other currencies alone");
}

#[test]
fn bounds_and_cap_count_in_a_currency_without_figures() {
    let yen = Currency::from_code("JPY").unwrap();
    let explanation = reckon(&schedule("giants"), &Reckoning { currency: yen, ..single(1000, 1, 1) }).unwrap();
    assert_eq!((explanation.rate_percent.to_string().as_str(), explanation.rake_each), ("2.45", Minor(20)));
    let fine = Schedule { cap_each: Some("20.99".parse().unwrap()), ..schedule("giants") };
    let explanation = reckon(&fine, &Reckoning { currency: yen, ..single(1000, 1, 1) }).unwrap();
    assert_eq!(explanation.cap, Some(Minor(20)), "a cap is cut to the currency's unit, never raised");
}

#[test]
fn the_limit_cuts_what_passes_and_leaves_the_tier() {
    let by_amount = Schedule { tier_basis: TierBasis::Amount, ..schedule("sheshbesh") };
    let limited = Reckoning { limit: Some(Minor(3000)), ..single(1000, 4, 3) };
    let explanation = reckon(&by_amount, &limited).unwrap();
    assert_eq!((explanation.amount, explanation.limited), (Minor(3000), true));
    assert_eq!((explanation.basis.to_string().as_str(), explanation.tier.number), ("120.00", 3));
    assert_eq!((explanation.rake_each, explanation.loser), (Minor(87), Minor(-3000)));
    let unlimited = reckon(&by_amount, &Reckoning { limit: Some(Minor(12_000)), ..single(1000, 4, 3) }).unwrap();
    assert!(!unlimited.limited, "a limit just reached cuts nothing");
}

#[test]
fn an_adjudicated_amount_pays_rake_like_any_other() {
    let adjudicated = |minor, game| Reckoning { adjudicated: Some(Minor(minor)), ..game };
    let third = reckon(&schedule("sheshbesh"), &adjudicated(333, single(1000, 2, 1))).unwrap();
    assert_eq!((third.amount, third.rake_each, third.winner), (Minor(333), Minor(16), Minor(301)));
    let nothing = reckon(&schedule("sheshbesh"), &adjudicated(0, single(1000, 2, 1))).unwrap();
    assert_eq!((nothing.house, nothing.winner, nothing.loser), (Minor(0), Minor(0), Minor(0)));
    let long = reckon(&schedule("sheshbesh"), &adjudicated(500, game(Played::Match { points: 3 }, 1000))).unwrap();
    assert_eq!(long.rate_percent.to_string(), "5.9");
    let most = reckon(&schedule("sheshbesh"), &adjudicated(6000, single(1000, 2, 1))).unwrap();
    assert_eq!(most.amount, Minor(6000), "up to a backgammon, whatever the result");
    let refused = Err(RakeError::AmountOutOfRange);
    assert_eq!(reckon(&schedule("sheshbesh"), &adjudicated(6001, single(1000, 2, 1))), refused);
    assert_eq!(reckon(&schedule("sheshbesh"), &adjudicated(-1, single(1000, 2, 1))), refused);
    assert_eq!(reckon(&schedule("sheshbesh"), &adjudicated(1001, game(Played::Match { points: 3 }, 1000))), refused);
}

#[test]
fn rounds_once_by_the_schedules_setting() {
    // 4.9 % of 0.50 is 0.0245; of 2.50: 0.1225; 5 % of 0.10 is exactly half a cent, of 0.30 one and a half.
    let mut flat = schedule("gammonempire");
    flat.single[0].rate_percent = "5".parse().unwrap();
    let rakes = |rounding| {
        let schedule = Schedule { rounding, ..flat.clone() };
        [10, 30, 31, 50].map(|stake| reckon(&schedule, &single(stake, 1, 1)).unwrap().rake_each.0)
    };
    assert_eq!(rakes(Rounding::HalfAwayFromZero), [1, 2, 2, 3]);
    assert_eq!(rakes(Rounding::HalfEven), [0, 2, 2, 2]);
    assert_eq!(rakes(Rounding::Down), [0, 1, 1, 2]);
}

#[test]
fn each_currency_rounds_to_its_own_unit() {
    let rake = |code, stake| {
        let currency = Currency::from_code(code).unwrap();
        reckon(&schedule("sheshbesh"), &Reckoning { currency, ..single(stake, 1, 1) }).unwrap().rake_each
    };
    assert_eq!(rake("JPY", 31), Minor(2), "1.519 yen");
    assert_eq!(rake("USD", 3100), Minor(152), "1.519 dollars");
    assert_eq!(rake("KWD", 31_000), Minor(1519), "1.519 dinars");
}

#[test]
fn refuses_each_bad_game_by_its_word() {
    let sheshbesh = schedule("sheshbesh");
    let code = |game: Reckoning| reckon(&sheshbesh, &game).unwrap_err().code();
    assert_eq!(code(single(0, 1, 1)), "stake_not_positive");
    assert_eq!(code(single(-500, 1, 1)), "stake_not_positive");
    assert_eq!([0, 3, 6, 63, u32::MAX].map(|cube| code(single(500, cube, 1))), ["cube_not_power_of_two"; 5]);
    assert_eq!([0, 4, 255].map(|result| code(single(500, 1, result))), ["result_out_of_range"; 3]);
    assert_eq!(code(game(Played::Match { points: 0 }, 500)), "points_out_of_range");
    assert_eq!(code(Reckoning { limit: Some(Minor(0)), ..single(500, 1, 1) }), "limit_not_positive");
    assert_eq!(code(single(i64::MAX, 1, 1)), "amount_out_of_range");
    assert_eq!(code(single(1_000_000_000_000_000, 2, 1)), "amount_out_of_range");
    let matched = game(Played::Match { points: 3 }, 500);
    assert_eq!(reckon(&schedule("dark_room"), &matched).unwrap_err().code(), "match_not_offered");
}

#[test]
fn the_explanation_survives_storage_and_is_reckoned_again_from_its_inputs() {
    let wide = Reckoning { rating_winner: rating(205_123), limit: Some(Minor(70_000)), ..single(49_999, 2, 3) };
    let explanation = reckon(&schedule("giants"), &wide).unwrap();
    let stored = serde_json::to_string(&explanation).unwrap();
    let loaded: Explanation = serde_json::from_str(&stored).unwrap();
    assert_eq!(loaded, explanation);
    assert_eq!(reckon(&schedule("giants"), &loaded.game), Ok(loaded));
    assert_eq!(serde_json::to_string(&loaded).unwrap(), stored);
}

#[test]
fn names_each_step_in_order() {
    let wide = Reckoning { rating_winner: rating(200_000), ..game(Played::Match { points: 25 }, 50_000) };
    let steps = reckon(&schedule("giants"), &wide).unwrap().steps();
    let told: Vec<String> = steps.iter().map(|step| format!("{} {}", step.step, step.value)).collect();
    let expected = [
        "stake 500.00",
        "points 25",
        "amount 500.00",
        "tier_by_stake 500.00",
        "tier 3",
        "base_rate 3.4",
        "rate_for_points 15.4",
        "match_maximum 7.9",
        "rate 7.9",
        "rating_gap 100",
        "low_surcharge 0",
        "gap_surcharge 50",
        "surcharge 50",
        "rate_with_surcharges 11.85",
        "discount 15",
        "unrounded 50.3625",
        "rounded 50.36",
        "cap 20.00",
        "rake_each 20.00",
        "house 40.00",
        "winner 460.00",
        "loser -500.00",
    ];
    assert_eq!(told, expected);
}
