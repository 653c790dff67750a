use super::*;
use crate::domain::tournaments::explanation::Explanation;

fn ranking(groups: &[&[u32]]) -> Vec<Group> {
    groups.iter().map(|group| Group { registrations: group.to_vec(), disqualified: false }).collect()
}

fn of(pool: i64, shares_bp: &[u32], groups: &[&[u32]]) -> Reckoning {
    Reckoning {
        pool: Minor(pool),
        shares_bp: shares_bp.to_vec(),
        coupons: Vec::new(),
        least_prize: Minor::ZERO,
        ties: TieRule::Pooled,
        ranking: ranking(groups),
    }
}

fn coupon(place: u32, face_value: i64) -> CouponPrize {
    CouponPrize { place, kind: "sunday".parse().unwrap(), face_value: Minor(face_value) }
}

/// Who wins how much money, in the order of the ranking.
fn money(from: &Reckoning) -> Vec<(u32, i64)> {
    award(from).unwrap().prizes.iter().map(|prize| (prize.registration, prize.money.0)).collect()
}

#[test]
fn shares_are_rounded_down_and_left_over_units_go_one_each_to_the_best_places() {
    let from = of(28_000, &[3334, 3333, 3333], &[&[8], &[12], &[2], &[16]]);
    assert_eq!(money(&from), [(8, 9336), (12, 9332), (2, 9332)]);
    // 27.00 over 40/23/16/12/9 leaves nothing over; 27.03 leaves three units.
    let table = [4000, 2300, 1600, 1200, 900];
    let five = [&[1][..], &[2], &[3], &[4], &[5]];
    assert_eq!(money(&of(27_000, &table, &five)), [(1, 10_800), (2, 6210), (3, 4320), (4, 3240), (5, 2430)]);
    assert_eq!(money(&of(27_003, &table, &five)), [(1, 10_802), (2, 6211), (3, 4320), (4, 3240), (5, 2430)]);
}

#[test]
fn those_who_tie_share_the_sum_of_their_places_and_not_the_place_of_their_average() {
    let table = [4000, 2300, 1600, 1200, 900];
    let tied = of(27_000, &table, &[&[1], &[2], &[3, 4, 5], &[6]]);
    assert_eq!(money(&tied), [(1, 10_800), (2, 6210), (3, 3330), (4, 3330), (5, 3330)]);
    // The two finalists of a table that pays 80 and 20 take half of all each: nobody is put on place 2.5.
    assert_eq!(money(&of(1000, &[8000, 2000], &[&[1, 2]])), [(1, 500), (2, 500)]);
}

#[test]
fn a_three_way_split_of_30_300_is_three_times_10_100() {
    assert_eq!(money(&of(30_300, &[5000, 3000, 2000], &[&[3, 1, 2]])), [(1, 10_100), (2, 10_100), (3, 10_100)]);
}

#[test]
fn the_next_rank_after_two_seconds_is_the_fourth() {
    let won = award(&of(100_000, &[4000, 3000, 2000, 1000], &[&[4], &[3, 1], &[2]])).unwrap();
    let ranks: Vec<_> = won.prizes.iter().map(|prize| (prize.registration, prize.rank, prize.rank_to)).collect();
    assert_eq!(ranks, [(4, 1, 1), (1, 2, 3), (3, 2, 3), (2, 4, 4)]);
}

#[test]
fn edge_case_01_freeroll_a_pool_of_0_ranks_and_pays_nobody() {
    let won = award(&of(0, &[6000, 4000], &[&[1], &[2]])).unwrap();
    assert_eq!((won.prizes, won.places), (vec![], vec![]));
}

#[test]
fn edge_case_01_freeroll_the_guarantee_is_the_pool() {
    let free = Pool::of((40, Minor::ZERO), (7, Minor::ZERO), Minor(5000)).unwrap();
    assert_eq!((free.total(), free.overlay()), (Ok(Minor(5000)), Ok(Minor(5000))));
}

#[test]
fn the_pool_is_buy_ins_and_re_entries_raised_to_the_guarantee() {
    let pool = |guarantee| Pool::of((10, Minor(1000)), (3, Minor(500)), Minor(guarantee)).unwrap();
    assert_eq!((pool(0).total(), pool(0).overlay()), (Ok(Minor(11_500)), Ok(Minor(0))));
    assert_eq!((pool(11_500).total(), pool(11_500).overlay()), (Ok(Minor(11_500)), Ok(Minor(0))));
    assert_eq!((pool(12_000).total(), pool(12_000).overlay()), (Ok(Minor(12_000)), Ok(Minor(500))));
    assert!(Pool::of((u32::MAX, Minor(i64::MAX)), (0, Minor(0)), Minor(0)).is_err());
}

#[test]
fn edge_case_02_coupon_and_pool_a_coupon_prize_is_paid_from_the_pool_at_face_value() {
    let from = Reckoning { coupons: vec![coupon(2, 1100)], ..of(11_100, &[6000, 4000], &[&[7], &[9]]) };
    let won = award(&from).unwrap();
    assert_eq!(won.money, Minor(10_000));
    let prizes: Vec<_> = won.prizes.iter().map(|prize| (prize.money.0, prize.coupon, prize.worth().0)).collect();
    assert_eq!(prizes, [(6000, None, 6000), (4000, Some(coupon(2, 1100)), 5100)]);
}

#[test]
fn edge_case_02_coupon_and_pool_a_tie_over_a_coupon_place_gets_the_money_share_of_its_face_value() {
    let coupons = vec![coupon(1, 1000), coupon(2, 500)];
    let tied = Reckoning { coupons, ..of(11_500, &[5000, 3000, 2000], &[&[2], &[9, 4]]) };
    let won = award(&tied).unwrap();
    let prizes: Vec<_> = won.prizes.iter().map(|prize| (prize.registration, prize.money.0, prize.coupon)).collect();
    assert_eq!(prizes, [(2, 5000, Some(coupon(1, 1000))), (4, 2750, None), (9, 2750, None)]);
}

#[test]
fn a_coupon_that_the_pool_does_not_pay_for_or_that_nobody_wins_stays_money() {
    let coupons = vec![coupon(2, 400), coupon(1, 700), coupon(3, 300)];
    let from = Reckoning { coupons, ..of(1000, &[5000, 3000, 2000], &[&[1], &[2], &[3]]) };
    let won = award(&from).unwrap();
    let prizes: Vec<_> = won.prizes.iter().map(|prize| (prize.money.0, prize.coupon)).collect();
    assert_eq!(prizes, [(150, Some(coupon(1, 700))), (90, None), (60, None)]);
    let exactly = Reckoning { coupons: vec![coupon(1, 600), coupon(2, 400)], ..of(1000, &[10_000, 0], &[&[1], &[2]]) };
    let won = award(&exactly).unwrap();
    let prizes: Vec<_> = won.prizes.iter().map(|prize| (prize.money.0, prize.coupon)).collect();
    assert_eq!(prizes, [(0, Some(coupon(1, 600))), (0, Some(coupon(2, 400)))]);
    // With two entrants the third place's coupon is not given out.
    let two = Reckoning { coupons: vec![coupon(3, 300)], ..of(1000, &[5000, 3000, 2000], &[&[1], &[2]]) };
    assert_eq!(money(&two), [(1, 700), (2, 300)]);
}

#[test]
fn places_may_win_a_coupon_and_no_money() {
    let coupons = vec![coupon(1, 400), coupon(2, 400)];
    let from = Reckoning { coupons, ..of(1000, &[10_000, 0], &[&[1], &[2], &[3]]) };
    let won = award(&from).unwrap();
    let prizes: Vec<_> = won.prizes.iter().map(|prize| (prize.money.0, prize.coupon)).collect();
    assert_eq!(prizes, [(200, Some(coupon(1, 400))), (0, Some(coupon(2, 400)))]);
}

#[test]
fn edge_case_13_units_that_do_not_divide_go_to_the_first_registered() {
    let from = of(101, &[5000, 3000, 2000], &[&[30, 10, 20]]);
    assert_eq!(money(&from), [(10, 34), (20, 34), (30, 33)]);
}

#[test]
fn edge_case_19_more_tied_than_paid_places_share_what_there_is() {
    let from = of(10_000, &[5000, 3000, 2000], &[&[1], &[2], &[6, 3, 5, 4], &[7]]);
    assert_eq!(money(&from), [(1, 5000), (2, 3000), (3, 500), (4, 500), (5, 500), (6, 500)]);
    let all = of(10_000, &[10_000], &[&[1, 2, 3]]);
    assert_eq!(money(&all), [(1, 3334), (2, 3333), (3, 3333)]);
}

#[test]
fn shares_of_places_that_nobody_fills_go_to_the_best_place() {
    assert_eq!(money(&of(1000, &[5000, 3000, 2000], &[&[1], &[2]])), [(1, 700), (2, 300)]);
    assert_eq!(money(&of(1000, &[5000, 3000, 2000], &[&[2, 1]])), [(1, 500), (2, 500)]);
    assert_eq!(money(&of(999, &[5000, 3000, 2000], &[&[1]])), [(1, 999)]);
}

#[test]
fn the_disqualified_rank_last_and_places_and_prizes_move_up() {
    let mut from = of(1000, &[5000, 3000, 2000], &[&[1], &[2], &[3]]);
    from.ranking[2].disqualified = true;
    assert_eq!(money(&from), [(1, 700), (2, 300)]);
    from.ranking.swap(1, 2);
    assert_eq!(award(&from), Err(PrizeError::RankingFaulty));
    from.ranking.iter_mut().for_each(|group| group.disqualified = true);
    assert_eq!(award(&from), Err(PrizeError::NobodyToPay));
}

#[test]
fn a_minimum_prize_pays_fewer_places_and_never_touches_a_coupon_place() {
    let from = |least| Reckoning { least_prize: Minor(least), ..of(1000, &[5000, 3000, 2000], &[&[1], &[2], &[3]]) };
    assert_eq!(money(&from(200)), [(1, 500), (2, 300), (3, 200)]);
    assert_eq!(money(&from(201)), [(1, 700), (2, 300)]);
    assert_eq!(money(&from(5000)), [(1, 1000)]);
    let with_coupon = Reckoning { coupons: vec![coupon(3, 100)], ..from(5000) };
    assert_eq!(money(&with_coupon), [(1, 450), (2, 270), (3, 180)]);
}

#[test]
fn a_room_may_let_those_who_tie_share_one_place_alone() {
    let table = [5000, 3000, 2000];
    let from = Reckoning { ties: TieRule::OnePlace, ..of(1000, &table, &[&[1], &[2, 3], &[4], &[5]]) };
    assert_eq!(money(&from), [(1, 500), (2, 150), (3, 150), (4, 200)]);
    let short = Reckoning { ties: TieRule::OnePlace, ..of(1000, &table, &[&[1, 2], &[3, 4]]) };
    assert_eq!(money(&short), [(1, 350), (2, 350), (3, 150), (4, 150)]);
}

#[test]
fn prizes_of_nothing_are_not_given() {
    assert_eq!(money(&of(1, &[6000, 4000], &[&[2], &[1]])), [(2, 1)]);
    assert_eq!(money(&of(1, &[6000, 4000], &[&[2, 1]])), [(1, 1)]);
}

#[test]
fn what_is_no_table_and_no_ranking_is_refused() {
    let right = [&[1][..], &[2]];
    for shares in [&[][..], &[9999], &[10_001], &[4000, 6000], &[u32::MAX, u32::MAX]] {
        assert_eq!(award(&of(10, shares, &right)), Err(PrizeError::SharesFaulty), "{shares:?}");
    }
    for groups in [&[&[1][..], &[1]][..], &[&[1, 1]], &[&[1], &[]]] {
        assert_eq!(award(&of(10, &[10_000], groups)), Err(PrizeError::RankingFaulty), "{groups:?}");
    }
    for coupons in [vec![coupon(0, 1)], vec![coupon(1, 0)], vec![coupon(1, 1), coupon(1, 1)]] {
        let from = Reckoning { coupons, ..of(10, &[10_000], &right) };
        assert_eq!(award(&from), Err(PrizeError::CouponsFaulty));
    }
    assert_eq!(award(&of(-1, &[10_000], &right)), Err(PrizeError::OutOfRange));
    assert_eq!(award(&of(10, &[10_000], &[])), Err(PrizeError::NobodyToPay));
}

#[test]
fn the_largest_pool_is_shared_exactly() {
    let won = award(&of(i64::MAX, &[5000, 3000, 2000], &[&[1], &[2], &[3]])).unwrap();
    let sum: i128 = won.prizes.iter().map(|prize| i128::from(prize.money.0)).sum();
    assert_eq!(sum, i128::from(i64::MAX));
}

#[test]
fn each_prize_is_explained_with_its_places_shares_and_rules() {
    let coupons = vec![coupon(2, 101)];
    let from = Reckoning { coupons, ..of(10_103, &[5000, 3000, 2000], &[&[5], &[2, 1, 3]]) };
    let won = award(&from).unwrap();
    let said = |prize: &Prize| -> Vec<String> {
        let told = |step: Explanation| format!("{} ({}) {:?}", step.rule, step.section, step.figures);
        won.why(prize).into_iter().map(told).collect()
    };
    let pool = "prize_pool (page 003 §16) {\"pool_minor\": 10103}";
    let aside = "coupons_set_aside (page 003 §11; edge case 2) {\"money_minor\": 10002, \"pool_minor\": 10103}";
    let winner = [
        pool,
        aside,
        "share_of_place (page 003 §16) {\"left_over_minor\": 1, \"place\": 1, \"rounded_minor\": 5001, \"share_bp\": 5000}",
        "prize (page 003 §16) {\"money_minor\": 5002, \"rank\": 1}",
    ];
    assert_eq!(said(&won.prizes[0]), winner);
    let tied = [
        pool,
        aside,
        "share_of_place (page 003 §16) {\"coupon_minor\": 101, \"left_over_minor\": 0, \"place\": 2, \"rounded_minor\": 3000, \"share_bp\": 3000}",
        "share_of_place (page 003 §16) {\"left_over_minor\": 0, \"place\": 3, \"rounded_minor\": 2000, \"share_bp\": 2000}",
        "tie (page 003 §11; edge case 19) {\"pooled_minor\": 5101, \"rank\": 2, \"rank_to\": 4, \"sharing\": 3}",
        "odd_unit_to_earliest (page 003 §11; edge case 13) {\"odd_unit_minor\": 1}",
        "prize (page 003 §16) {\"money_minor\": 1701, \"rank\": 2}",
    ];
    assert_eq!(said(&won.prizes[1]), tied);
    let both = award(&of(100, &[6000, 4000], &[&[1, 2], &[3]])).unwrap();
    let section = both.why(&both.prizes[0]).into_iter().find(|step| step.rule == "tie").map(|step| step.section);
    assert_eq!(section, Some("page 003 §11"));
    let alone = Reckoning { coupons: vec![coupon(1, 40)], ..of(100, &[10_000], &[&[1]]) };
    let alone = award(&alone).unwrap();
    let won_both = alone.why(&alone.prizes[0]).pop().unwrap();
    assert_eq!((won_both.figures["money_minor"], won_both.figures["coupon_minor"]), (60, 40));
    let stored: Award = serde_json::from_str(&serde_json::to_string(&won).unwrap()).unwrap();
    assert_eq!(award(&stored.from), Ok(won));
}

#[test]
fn flooring_five_hundred_payouts_loses_no_unit() {
    let entrants: Vec<[u32; 1]> = (1..=500).map(|n| [n]).collect();
    let groups: Vec<&[u32]> = entrants.iter().map(|group| &group[..]).collect();
    let won = award(&of(1_234_567, &[20; 500], &groups)).unwrap();
    assert_eq!(won.prizes.iter().map(|prize| prize.money.0).sum::<i64>(), 1_234_567);
    let (most, least) = (won.prizes[0].money, won.prizes[499].money);
    assert_eq!((most, least), (Minor(2470), Minor(2469)));
}

#[test]
fn the_last_entrant_left_wins_the_whole_pool() {
    assert_eq!(money(&of(5000, &[5000, 3000, 2000], &[&[3]])), [(3, 5000)]);
}
