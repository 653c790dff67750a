use super::*;
use crate::domain::tournaments::prizes::{CouponPrize, Group, Reckoning, TieRule, award};

use Account::{Cash, Coupons, Fees, Guarantees, Pool as PoolAccount};

const PRICES: Prices = Prices {
    buy_in: Minor(1000),
    fee: Minor(100),
    re_entry: Minor(900),
    guarantee: Minor(20_000),
    least_prize: Minor::ZERO,
};

const FREE: Prices = Prices {
    buy_in: Minor::ZERO,
    fee: Minor::ZERO,
    re_entry: Minor::ZERO,
    guarantee: Minor(5000),
    least_prize: Minor::ZERO,
};

fn lines(payment: Result<Payment, MoneyError>) -> Vec<(Account, i64)> {
    payment.unwrap().lines.into_iter().map(|(account, amount)| (account, amount.0)).collect()
}

#[test]
fn edge_case_01_freeroll_a_seat_is_recorded_and_nothing_is_posted() {
    assert_eq!(lines(entry(1, PaidBy::Cash, &FREE)), []);
    assert_eq!(lines(late_entry(1, PaidBy::Cash, &FREE)), []);
    assert_eq!(lines(re_entry(1, &FREE)), []);
    assert_eq!(lines(start(40, &FREE)), []);
    let again = Paid { registration: 1, by: PaidBy::Cash, late: false, re_entries: 2 };
    assert!(refund(&again, &FREE).unwrap().iter().all(|payment| payment.lines.is_empty()));
    let pool = Pool { guarantee: FREE.guarantee, ..Pool::default() };
    assert_eq!(lines(guarantee(pool)), [(Guarantees, -5000), (PoolAccount, 5000)]);
}

#[test]
fn edge_case_02_coupon_and_pool_a_coupon_pays_buy_in_and_fee_to_the_pool_account() {
    assert_eq!(lines(entry(3, PaidBy::Coupon, &PRICES)), [(Coupons, -1100), (PoolAccount, 1100)]);
    assert_eq!(lines(entry(3, PaidBy::Cash, &PRICES)), [(Cash(3), -1100), (PoolAccount, 1100)]);
}

#[test]
fn edge_case_02_coupon_and_pool_a_coupon_prize_moves_its_face_value_to_the_coupons() {
    let coupons = vec![CouponPrize { place: 1, kind: "sunday".parse().unwrap(), face_value: Minor(1100) }];
    let won = award(&Reckoning {
        pool: Minor(11_100),
        shares_bp: vec![6000, 4000],
        coupons,
        least_prize: Minor::ZERO,
        ties: TieRule::Pooled,
        ranking: [7, 9].map(|n| Group { registrations: vec![n], disqualified: false }).to_vec(),
    })
    .unwrap();
    let paid: Vec<_> = prizes(&won).unwrap().into_iter().map(|(who, payment)| (who, lines(Ok(payment)))).collect();
    let expected = vec![
        (7, vec![(PoolAccount, -7100), (Cash(7), 6000), (Coupons, 1100)]),
        (9, vec![(PoolAccount, -4000), (Cash(9), 4000)]),
    ];
    assert_eq!(paid, expected);
}

#[test]
fn edge_case_04_when_the_fee_is_earned_fees_stay_in_the_pool_account_until_the_start() {
    assert_eq!(lines(start(12, &PRICES)), [(PoolAccount, -1200), (Fees, 1200)]);
    assert_eq!(lines(late_entry(13, PaidBy::Cash, &PRICES)), [(Cash(13), -1100), (PoolAccount, 1000), (Fees, 100)]);
    let by_coupon = lines(late_entry(13, PaidBy::Coupon, &PRICES));
    assert_eq!(by_coupon, [(Coupons, -1100), (PoolAccount, 1000), (Fees, 100)]);
}

#[test]
fn edge_case_04_when_the_fee_is_earned_a_re_entry_has_no_fee_part() {
    assert_eq!(lines(re_entry(5, &PRICES)), [(Cash(5), -900), (PoolAccount, 900)]);
}

#[test]
fn edge_case_04_when_the_fee_is_earned_a_cancellation_reverses_each_payment() {
    assert_eq!(lines(fees_back(12, &PRICES)), [(PoolAccount, 1200), (Fees, -1200)]);
    let back = |by, late, re_entries| -> Vec<Vec<(Account, i64)>> {
        let payments = refund(&Paid { registration: 5, by, late, re_entries }, &PRICES).unwrap();
        assert!(payments.iter().all(|payment| payment.kind == PaymentKind::Refund));
        payments.into_iter().map(|payment| lines(Ok(payment))).collect()
    };
    assert_eq!(back(PaidBy::Cash, false, 0), [[(Cash(5), 1100), (PoolAccount, -1100)]]);
    let again = vec![(Cash(5), 900), (PoolAccount, -900)];
    let by_coupon = vec![vec![(Coupons, 1100), (PoolAccount, -1100)], again.clone(), again];
    assert_eq!(back(PaidBy::Coupon, false, 2), by_coupon);
    assert_eq!(back(PaidBy::Cash, true, 0), [[(Cash(5), 1100), (PoolAccount, -1000), (Fees, -100)]]);
}

#[test]
fn the_house_adds_only_what_is_missing_to_the_guarantee() {
    let pool = |entries| Pool::of((entries, PRICES.buy_in), (2, PRICES.re_entry), PRICES.guarantee).unwrap();
    assert_eq!(lines(guarantee(pool(18))), [(Guarantees, -200), (PoolAccount, 200)]);
    assert_eq!(lines(guarantee(pool(19))), []);
}
