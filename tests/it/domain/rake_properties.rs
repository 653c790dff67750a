//! What holds for every game and every schedule that was accepted.

use kupa::domain::exact::Exact;
use kupa::domain::money::{Currency, Minor};
use kupa::domain::rake::{Explanation, Played, RakeError, Reckoning, Schedule, reckon, shipped};
use kupa::rules::rating::Rating;
use proptest::prelude::*;
use rust_decimal::Decimal;
use serde_json::{Value, json};

fn currency() -> impl Strategy<Value = Currency> {
    prop::sample::select(vec!["USD", "ILS", "EUR", "JPY", "KWD"]).prop_map(|code| Currency::from_code(code).unwrap())
}

/// Stakes of every size, and near each bound of the shipped schedules.
fn stake() -> impl Strategy<Value = i64> {
    let near = prop::sample::select(vec![20_i64, 50, 100, 500, 2000, 5000, 10_000, 50_000]);
    prop_oneof![
        1_i64..200,
        1_i64..200_000,
        1_i64..1_000_000_000_000_000,
        (near, -2_i64..=2).prop_map(|(at, by)| at + by)
    ]
}

fn rating() -> impl Strategy<Value = Rating> {
    prop_oneof![1_000_000_000_i64..2_500_000_000, 1_799_999_998_i64..1_800_000_003, 1_619_999_998_i64..1_620_000_003]
        .prop_map(Rating::from_millionths)
}

fn played() -> impl Strategy<Value = Played> {
    prop_oneof![
        (0_u32..7, 1_u8..=3).prop_map(|(turned, result)| Played::Single { cube: 1 << turned, result }),
        (1_u32..40).prop_map(|points| Played::Match { points }),
    ]
}

prop_compose! {
    fn game()(
        played in played(), stake in stake(), currency in currency(), limit in prop::option::of(1_i64..1_000_000),
        rating_winner in rating(), rating_loser in rating(), surcharges in any::<bool>(),
    ) -> Reckoning {
        let limit = limit.map(Minor);
        Reckoning { played, stake: Minor(stake), currency, limit, rating_winner, rating_loser, surcharges, adjudicated: None }
    }
}

fn shipped_schedule() -> impl Strategy<Value = Schedule> {
    prop::sample::select(shipped::schedules()).prop_map(|(_, schedule)| schedule)
}

/// Rows between ascending bounds; each inner bound is owned by one side.
fn table(bounds: &[(u32, bool)], row: impl Fn(usize) -> Value) -> Value {
    let at = |bound: u32| json!((Decimal::new(i64::from(bound), 2)).to_string());
    let rows = (0..=bounds.len()).map(|index| {
        let mut row = row(index);
        if let Some((bound, upper_owns)) = index.checked_sub(1).map(|before| bounds[before]) {
            row[if upper_owns { "from" } else { "above" }] = at(bound);
        }
        if let Some((bound, upper_owns)) = bounds.get(index) {
            row[if *upper_owns { "below" } else { "up_to" }] = at(*bound);
        }
        row
    });
    rows.collect()
}

fn bounds() -> impl Strategy<Value = Vec<(u32, bool)>> {
    prop::collection::btree_map(1_u32..20_000, any::<bool>(), 0..4).prop_map(|bounds| bounds.into_iter().collect())
}

fn percent(most: u32) -> impl Strategy<Value = String> {
    (0..=most * 100).prop_map(|hundredths| Decimal::new(i64::from(hundredths), 2).to_string())
}

prop_compose! {
    fn any_schedule()(
        single in bounds(), matches in bounds(), gap in bounds(), discounts in bounds(),
        rates in prop::collection::vec((percent(30), any::<bool>()), 5),
        match_rates in prop::collection::vec((percent(10), percent(2), percent(15)), 5),
        surcharges in prop::collection::vec(percent(100), 6),
        discount in prop::collection::vec(percent(100), 5),
        cap in prop::option::of(1_u32..5000), rounding in 0_usize..3, amount in any::<bool>(), low in any::<bool>(),
    ) -> Schedule {
        let roundings = ["half_away_from_zero", "half_even", "down"];
        let mut document = json!({
            "name": {"en": "Any", "he": "Any"},
            "currency": "USD",
            "tier_basis": if amount { "amount" } else { "stake" },
            "rounding": roundings[rounding],
            "single": table(&single, |index| json!({"rate_percent": rates[index].0, "no_discount": rates[index].1})),
            "match": table(&matches, |index| {
                let (base, step, more) = &match_rates[index];
                let max = base.parse::<Exact>().unwrap().0 + more.parse::<Exact>().unwrap().0;
                json!({"base_percent": base, "step_percent": step, "max_percent": max.to_string()})
            }),
            "surcharges": {"gap": table(&gap, |index| json!({"percent": surcharges[index]}))},
            "discounts": table(&discounts, |index| json!({"percent": discount[index]})),
        });
        if let Some(cap) = cap {
            document["cap_each"] = json!(Decimal::new(i64::from(cap), 2).to_string());
        }
        if low {
            document["surcharges"]["low_rating"] = json!({"below": "1620", "percent": surcharges[5]});
        }
        serde_json::from_value(document).unwrap()
    }
}

/// The rake of one player by `rust_decimal` alone, from the explained figures: another way to the same sum.
fn by_hand(explanation: &Explanation) -> Decimal {
    let hundred = Decimal::ONE_HUNDRED;
    let amount = explanation.amount.to_decimal(explanation.game.currency);
    let rate = explanation.rate_percent.0 / hundred;
    let surcharged = rate * (Decimal::ONE + explanation.surcharge_percent.0 / hundred);
    amount * surcharged * (Decimal::ONE - explanation.discount_percent.0 / hundred)
}

fn hold(schedule: &Schedule, game: &Reckoning) -> Result<(), TestCaseError> {
    let explanation = match reckon(schedule, game) {
        Ok(explanation) => explanation,
        Err(error) => {
            let expected = matches!(
                error,
                RakeError::RatingTooLow { .. } | RakeError::MatchNotOffered | RakeError::AmountOutOfRange
            );
            prop_assert!(expected, "{}", error);
            return Ok(());
        }
    };
    let Explanation { amount, rake_each, house, winner, loser, cap, rounded, .. } = explanation;
    prop_assert_eq!(winner.0 + loser.0 + house.0, 0, "nothing is made or lost");
    prop_assert_eq!(house.0, 2 * rake_each.0);
    prop_assert_eq!(loser.0, -amount.0);
    prop_assert!(!winner.is_negative() && !rake_each.is_negative(), "the winner can always pay");
    prop_assert!(cap.is_none_or(|cap| rake_each <= cap));
    prop_assert_eq!(explanation.capped, rake_each < rounded);
    prop_assert!(game.limit.is_none_or(|limit| amount <= limit));
    prop_assert!(explanation.tier.band.lower_holds(explanation.basis));
    if amount.0 < 1_000_000_000 {
        prop_assert_eq!(explanation.unrounded.0, by_hand(&explanation));
    }
    let distance = explanation.unrounded.0 - rounded.to_decimal(game.currency);
    let unit = Decimal::new(1, game.currency.exponent());
    prop_assert!(distance < unit && distance >= -unit / Decimal::TWO, "one rounding, to the currency's unit");
    let stored: Explanation = serde_json::from_str(&serde_json::to_string(&explanation).unwrap()).unwrap();
    prop_assert_eq!(stored, explanation);
    prop_assert_eq!(reckon(schedule, &stored.game), Ok(stored));
    Ok(())
}

trait Holds {
    fn lower_holds(&self, value: Exact) -> bool;
}

impl Holds for kupa::domain::rake::Band {
    fn lower_holds(&self, value: Exact) -> bool {
        self.from.is_none_or(|from| value >= from)
            && self.above.is_none_or(|above| value > above)
            && self.below.is_none_or(|below| value < below)
            && self.up_to.is_none_or(|up_to| value <= up_to)
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn three_figures_sum_to_zero_by_each_shipped_schedule(schedule in shipped_schedule(), game in game()) {
        hold(&schedule, &game)?;
    }

    #[test]
    fn three_figures_sum_to_zero_by_every_schedule_that_is_accepted(schedule in any_schedule(), game in game()) {
        let faults = schedule.validate();
        if faults.is_empty() {
            hold(&schedule, &game)?;
        } else {
            prop_assert!(faults.iter().all(|fault| fault.code == "rake_exceeds_amount"), "{:?}", faults);
        }
    }

    #[test]
    fn every_adjudicated_amount_can_be_paid(schedule in any_schedule(), game in game(), part in 0_i64..500) {
        if schedule.validate().is_empty() {
            hold(&schedule, &Reckoning { adjudicated: Some(Minor(part.min(game.stake.0))), ..game })?;
        }
    }

    #[test]
    fn within_a_tier_more_stake_never_pays_less(schedule in shipped_schedule(), game in game(), more in 1_i64..500) {
        let higher = Reckoning { stake: Minor(game.stake.0 + more), ..game };
        if let (Ok(less), Ok(more)) = (reckon(&schedule, &game), reckon(&schedule, &higher))
            && less.tier == more.tier && less.discount_percent == more.discount_percent
        {
            prop_assert!(less.rake_each <= more.rake_each);
        }
    }

    #[test]
    fn a_wider_gap_never_pays_less(schedule in shipped_schedule(), game in game(), wider in 0_i64..400_000_000) {
        let (high, low) = (game.rating_winner.max(game.rating_loser), game.rating_winner.min(game.rating_loser));
        let near = Reckoning { rating_winner: high, rating_loser: low, ..game };
        let far = Reckoning { rating_winner: Rating::from_millionths(high.millionths() + wider), ..near };
        if let (Ok(near), Ok(far)) = (reckon(&schedule, &near), reckon(&schedule, &far)) {
            prop_assert!(near.rake_each <= far.rake_each);
        }
    }

    #[test]
    fn a_longer_match_never_pays_less(schedule in shipped_schedule(), game in game(), points in 1_u32..100) {
        let matched = |points| Reckoning { played: Played::Match { points }, ..game };
        if let (Ok(short), Ok(long)) = (reckon(&schedule, &matched(points)), reckon(&schedule, &matched(points + 1))) {
            prop_assert!(short.rake_each <= long.rake_each);
        }
    }

    #[test]
    fn no_game_makes_it_panic(
        schedule in shipped_schedule(), cube in any::<u32>(), result in any::<u8>(), points in prop::option::of(any::<u32>()),
        money in any::<[i64; 2]>(), limit in prop::option::of(any::<i64>()), adjudicated in prop::option::of(any::<i64>()),
        ratings in any::<[i64; 2]>(), currency in currency(),
    ) {
        let played = points.map_or(Played::Single { cube, result }, |points| Played::Match { points });
        let [rating_winner, rating_loser] = ratings.map(Rating::from_millionths);
        let game = Reckoning {
            played, stake: Minor(money[0]), currency, limit: limit.map(Minor), rating_winner, rating_loser,
            surcharges: true, adjudicated: adjudicated.map(Minor),
        };
        if let Ok(explanation) = reckon(&schedule, &game) {
            prop_assert_eq!(explanation.winner.0 + explanation.loser.0 + explanation.house.0, 0);
            prop_assert!(!explanation.steps().is_empty());
        }
    }

    #[test]
    fn no_figure_makes_it_panic(mut schedule in any_schedule(), game in game(), figures in prop::collection::vec(figure(), 12)) {
        let mut figures = figures.into_iter();
        let mut next = || figures.next().unwrap();
        schedule.single[0].rate_percent = next();
        schedule.single[0].below = Some(next());
        for tier in schedule.matches.iter_mut().flatten().take(1) {
            (tier.base_percent, tier.step_percent, tier.max_percent, tier.up_to) = (next(), next(), next(), Some(next()));
        }
        schedule.surcharges.gap[0].percent = next();
        schedule.discounts[0].percent = next();
        schedule.cap_each = Some(next());
        let faults = schedule.validate();
        match reckon(&schedule, &game) {
            Ok(explanation) => prop_assert!(!explanation.winner.is_negative()),
            Err(RakeError::ScheduleUnusable) => prop_assert!(!faults.is_empty(), "accepted, and unusable"),
            Err(_) => {}
        }
    }

    #[test]
    fn no_document_makes_it_panic(text in "\\PC{0,200}") {
        if let Ok(schedule) = serde_json::from_str::<Schedule>(&text) {
            let _ = schedule.validate();
        }
    }
}

fn figure() -> impl Strategy<Value = Exact> {
    (any::<i128>(), 0_u32..=28, any::<bool>()).prop_map(|(mantissa, scale, small)| {
        let bits = if small { mantissa % 100_000 } else { mantissa >> 33 };
        Exact(Decimal::try_from_i128_with_scale(bits, scale).unwrap())
    })
}
