use super::*;

const PRICES: Prices = Prices {
    buy_in: Minor(1000),
    fee: Minor(100),
    re_entry: Minor(900),
    guarantee: Minor(20_000),
    least_prize: Minor::ZERO,
};

fn paid(registration: u32, by: PaidBy, re_entries: u32) -> Paid {
    Paid { registration, by, late: false, re_entries }
}

fn field() -> [Paid; 3] {
    [paid(2, PaidBy::Coupon, 1), paid(1, PaidBy::Cash, 0), paid(4, PaidBy::Cash, 2)]
}

#[test]
fn who_withdraws_gets_buy_in_and_fee_back_as_they_were_paid() {
    let cash = one(paid(7, PaidBy::Cash, 0), &PRICES).unwrap();
    assert_eq!((cash.total(), cash.cash()), (Ok(Minor(1100)), Ok(Minor(1100))));
    let coupon = one(paid(7, PaidBy::Coupon, 0), &PRICES).unwrap();
    assert_eq!((coupon.total(), coupon.cash()), (Ok(Minor(1100)), Ok(Minor(0))));
}

#[test]
fn edge_case_18_crash_refund_gives_all_that_each_player_paid() {
    let held = Held { pool: Minor(3000 + 2700), fees: Minor(300) };
    let refunds = all(&field(), &PRICES, true, held).unwrap();
    let lines: Vec<_> = refunds.lines.iter().map(|line| (line.paid.registration, line.total().unwrap().0)).collect();
    assert_eq!(lines, [(1, 1100), (2, 2000), (4, 2900)]);
    assert_eq!((refunds.from_pool, refunds.from_fees), (held.pool, held.fees));
    assert_eq!((refunds.cash, refunds.coupons, refunds.coupons_returned), (Minor(4900), Minor(1100), 1));
}

#[test]
fn a_cancellation_for_lack_of_players_gives_the_fee_back_too() {
    let held = Held { pool: Minor(2200), fees: Minor::ZERO };
    let refunds = all(&[paid(1, PaidBy::Cash, 0), paid(2, PaidBy::Cash, 0)], &PRICES, false, held).unwrap();
    assert!(refunds.lines.iter().all(|line| line.total() == Ok(Minor(1100))));
    assert_eq!((refunds.from_pool, refunds.from_fees), (Minor(2200), Minor::ZERO));
}

#[test]
fn nothing_goes_back_unless_the_lines_take_exactly_what_the_books_hold() {
    let right = Held { pool: Minor(5700), fees: Minor(300) };
    for held in [
        Held { pool: Minor(5699), ..right },
        Held { pool: Minor(5701), ..right },
        Held { fees: Minor(0), ..right },
        Held { pool: Minor(6000), fees: Minor(0) },
    ] {
        assert_eq!(all(&field(), &PRICES, true, held), Err(RefundError::BooksDiffer { held, paid: right }));
    }
}

#[test]
fn a_dry_run_is_the_lines_that_are_posted() {
    let held = Held { pool: Minor(5700), fees: Minor(300) };
    let refunds = all(&field(), &PRICES, true, held).unwrap();
    let stored: Refunds = serde_json::from_str(&serde_json::to_string(&refunds).unwrap()).unwrap();
    assert_eq!(stored, refunds);
}
