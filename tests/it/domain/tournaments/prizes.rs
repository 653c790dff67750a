//! Prizes of whole tournaments, worked out elsewhere, and what holds of any.

use std::collections::BTreeMap;

use kupa::domain::money::Minor;
use kupa::domain::tournaments::prizes::{Award, CouponPrize, Group, Pool, Prize, Reckoning, TieRule, award};
use proptest::prelude::*;
use serde_json::Value;

/// The worked tournaments; here only how they end matters.
const CASES: &str = include_str!("../../../data/tournament_scripts.jsonl");

fn minor(value: &Value) -> Minor {
    Minor(value.as_i64().unwrap())
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().unwrap().iter()
}

#[test]
fn every_worked_tournament_pays_its_pool_to_the_cent() {
    let mut worked = 0;
    for case in CASES.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()) {
        let (input, expect) = (&case["input"], &case["expect"]);
        let entrants: Vec<&str> = list(&input["registered_in_order"]).map(|name| name.as_str().unwrap()).collect();
        let number =
            |name: &Value| u32::try_from(entrants.iter().position(|known| name == known).unwrap() + 1).unwrap();
        let came_back = |event: &&Value| event["event"]["type"] == "re_entry" && event.get("refused").is_none();
        let re_entries = u32::try_from(list(&case["events"]).filter(came_back).count()).unwrap();
        let group =
            |tied: &Value| Group { registrations: list(&tied["players"]).map(number).collect(), disqualified: false };
        let entries = (u32::try_from(entrants.len()).unwrap(), minor(&input["buy_in_minor"]));
        let again = (re_entries, minor(&input["re_entry_price_minor"]));
        let pool = Pool::of(entries, again, minor(&input["guarantee_minor"])).unwrap().total().unwrap();
        assert_eq!(pool, minor(&expect["prize_pool_minor"]), "{}", input["id"]);
        let shares =
            list(&input["payout_shares_per_10000"]).map(|share| u32::try_from(share.as_u64().unwrap()).unwrap());
        let won = award(&Reckoning {
            pool,
            shares_bp: shares.collect(),
            coupons: Vec::new(),
            least_prize: Minor::ZERO,
            ties: TieRule::Pooled,
            ranking: list(&expect["ranking"]).map(group).collect(),
        })
        .unwrap();
        let name = |prize: &Prize| entrants[usize::try_from(prize.registration).unwrap() - 1];
        let money: BTreeMap<_, _> = won.prizes.iter().map(|prize| (name(prize), prize.money)).collect();
        assert_eq!(serde_json::to_value(money).unwrap(), expect["prizes_minor"], "{}", input["id"]);
        for prize in &won.prizes {
            let group = list(&expect["ranking"]).find(|group| list(&group["players"]).any(|one| one == name(prize)));
            assert_eq!(group.unwrap()["rank"], prize.rank, "{}", input["id"]);
        }
        worked += 1;
    }
    assert_eq!(worked, 40);
}

/// Shares that never rise and sum to the whole.
fn shares() -> impl Strategy<Value = Vec<u32>> {
    prop::collection::vec(1_u32..400, 1..25).prop_map(|mut shares| {
        shares.sort_unstable_by(|a, b| b.cmp(a));
        shares[0] += 10_000 - shares.iter().sum::<u32>();
        shares
    })
}

/// A ranking of entrants numbered in some order, with ties; the last of them may be disqualified.
fn rankings() -> impl Strategy<Value = Vec<Group>> {
    (prop::collection::vec(1_usize..5, 1..20), 0_usize..3).prop_flat_map(|(sizes, out)| {
        let all: Vec<u32> = (1..).take(sizes.iter().sum()).collect();
        Just(all).prop_shuffle().prop_map(move |mut numbers| {
            let last = sizes.len().saturating_sub(out).max(1);
            let group = |(at, size): (usize, &usize)| Group {
                registrations: numbers.drain(..*size).collect(),
                disqualified: at >= last,
            };
            sizes.iter().enumerate().map(group).collect()
        })
    })
}

/// Coupons on the first places, none worth more than that of a better place.
fn coupons() -> impl Strategy<Value = Vec<CouponPrize>> {
    prop::collection::vec(1_i64..3000, 0..6).prop_map(|mut faces| {
        faces.sort_unstable_by(|a, b| b.cmp(a));
        let kind = "sunday".parse().unwrap();
        (1..).zip(faces).map(|(place, face)| CouponPrize { place, kind, face_value: Minor(face) }).collect()
    })
}

fn reckonings() -> impl Strategy<Value = Reckoning> {
    let pool = prop_oneof![0_i64..200, 0_i64..100_000, 0_i64..i64::MAX];
    let ties = prop_oneof![Just(TieRule::Pooled), Just(TieRule::OnePlace)];
    (pool, shares(), coupons(), 0_i64..500, ties, rankings()).prop_map(
        |(pool, shares_bp, coupons, least, ties, ranking)| Reckoning {
            pool: Minor(pool),
            shares_bp,
            coupons,
            least_prize: Minor(least),
            ties,
            ranking,
        },
    )
}

fn worth_of(won: &Award, registration: u32) -> i64 {
    won.prizes.iter().find(|prize| prize.registration == registration).map_or(0, |prize| prize.worth().0)
}

proptest! {
    #[test]
    fn prizes_sum_to_the_pool_whatever_is_played_for(from in reckonings()) {
        let won = award(&from).unwrap();
        let sum: i128 = won.prizes.iter().map(|prize| i128::from(prize.worth().0)).sum();
        prop_assert_eq!(sum, i128::from(from.pool.0));
        prop_assert!(won.prizes.iter().all(|prize| prize.worth().is_positive()));
    }

    #[test]
    fn no_better_rank_wins_less(from in reckonings()) {
        let from = Reckoning { ties: TieRule::Pooled, ..from };
        let won = award(&from).unwrap();
        let worst = |group: &Group| group.registrations.iter().map(|number| worth_of(&won, *number)).min().unwrap();
        let best = |group: &Group| group.registrations.iter().map(|number| worth_of(&won, *number)).max().unwrap();
        for pair in from.ranking.windows(2) {
            prop_assert!(worst(&pair[0]) >= best(&pair[1]), "{:?}", won);
        }
    }

    #[test]
    fn those_who_tie_differ_by_one_unit_at_most_for_the_earlier_registered(from in reckonings()) {
        let won = award(&from).unwrap();
        for group in from.ranking.iter().filter(|group| group.registrations.len() > 1) {
            let mut numbers = group.registrations.clone();
            numbers.sort_unstable();
            let worths: Vec<i64> = numbers.iter().map(|number| worth_of(&won, *number)).collect();
            prop_assert!(worths.is_sorted_by(|earlier, later| earlier >= later));
            prop_assert!(worths[0] - worths[worths.len() - 1] <= 1);
        }
    }

    #[test]
    fn the_disqualified_win_nothing(from in reckonings()) {
        let won = award(&from).unwrap();
        for group in from.ranking.iter().filter(|group| group.disqualified) {
            prop_assert!(group.registrations.iter().all(|number| worth_of(&won, *number) == 0));
        }
    }

    #[test]
    fn without_ties_each_wins_the_share_of_their_place_and_at_most_one_unit(
        pool in 0_i64..1_000_000_000, shares_bp in shares(), more in 0_u32..5,
    ) {
        let entrants = u32::try_from(shares_bp.len()).unwrap() + more;
        let ranking = (1..=entrants).map(|n| Group { registrations: vec![n], disqualified: false }).collect();
        let from = Reckoning {
            pool: Minor(pool), shares_bp: shares_bp.clone(), coupons: Vec::new(), least_prize: Minor::ZERO,
            ties: TieRule::Pooled, ranking,
        };
        let won = award(&from).unwrap();
        for (n, share) in (1..).zip(&shares_bp) {
            let over = i128::from(worth_of(&won, n)) * 10_000 - i128::from(pool) * i128::from(*share);
            prop_assert!((-9_999..=10_000).contains(&over));
        }
    }
}
