//! The money of whole tournaments: every payment posted to books of named accounts.

use std::collections::BTreeMap;

use kupa::domain::money::Minor;
use kupa::domain::tournaments::payments::{self, Account, PaidBy, Payment};
use kupa::domain::tournaments::prizes::{Group, Pool, Reckoning, TieRule, award};
use kupa::domain::tournaments::refund::{self, Held, Paid};
use kupa::domain::tournaments::settings::Prices;
use proptest::prelude::*;

/// Balances; every account starts at 0, so that a player's is what they won or lost.
#[derive(Default)]
struct Books(BTreeMap<Account, i64>);

impl Books {
    /// Posts a payment: it sums to zero, has no line of zero and leaves the pool account at 0 or more.
    fn post(&mut self, payment: &Payment) {
        assert_eq!(payment.lines.iter().map(|(_, amount)| amount.0).sum::<i64>(), 0, "{payment:?}");
        assert!(payment.lines.iter().all(|(_, amount)| !amount.is_zero()), "{payment:?}");
        for (account, amount) in &payment.lines {
            *self.0.entry(*account).or_default() += amount.0;
        }
        assert!(self.balance(Account::Pool) >= 0, "{payment:?}");
    }

    fn balance(&self, account: Account) -> i64 {
        self.0.get(&account).copied().unwrap_or_default()
    }

    fn held(&self) -> Held {
        Held { pool: Minor(self.balance(Account::Pool)), fees: Minor(self.balance(Account::Fees)) }
    }

    fn is_even(&self) -> bool {
        self.0.values().all(|balance| *balance == 0)
    }
}

fn prices() -> impl Strategy<Value = Prices> {
    let amount = || prop_oneof![Just(0_i64), 1_i64..50_000];
    (amount(), amount(), amount(), prop_oneof![Just(0_i64), 0_i64..2_000_000]).prop_map(
        |(buy_in, fee, re_entry, guarantee)| Prices {
            buy_in: Minor(buy_in),
            fee: Minor(fee),
            re_entry: Minor(re_entry),
            guarantee: Minor(guarantee),
            least_prize: Minor::ZERO,
        },
    )
}

/// Entrants in the order of registration: those in time first.
fn field() -> impl Strategy<Value = Vec<Paid>> {
    let one = (any::<bool>(), any::<bool>(), 0_u32..4);
    prop::collection::vec(one, 1..30).prop_map(|mut rows| {
        rows.sort_by_key(|(_, late, _)| *late);
        let paid = |(registration, (coupon, late, re_entries))| Paid {
            registration,
            by: if coupon { PaidBy::Coupon } else { PaidBy::Cash },
            late,
            re_entries,
        };
        (1..).zip(rows).map(paid).collect()
    })
}

fn in_time(field: &[Paid]) -> u32 {
    u32::try_from(field.iter().filter(|paid| !paid.late).count()).unwrap()
}

/// The books of a tournament that was entered, and perhaps started and entered late and again.
fn entered(field: &[Paid], prices: &Prices, started: bool) -> Books {
    let mut books = Books::default();
    for paid in field.iter().filter(|paid| !paid.late) {
        books.post(&payments::entry(paid.registration, paid.by, prices).unwrap());
    }
    if started {
        books.post(&payments::start(in_time(field), prices).unwrap());
        for paid in field {
            if paid.late {
                books.post(&payments::late_entry(paid.registration, paid.by, prices).unwrap());
            }
            (0..paid.re_entries).for_each(|_| books.post(&payments::re_entry(paid.registration, prices).unwrap()));
        }
    }
    books
}

proptest! {
    #[test]
    fn a_tournament_that_ends_leaves_no_money_behind(field in field(), prices in prices()) {
        let mut books = entered(&field, &prices, true);
        let entries = u32::try_from(field.len()).unwrap();
        let again = field.iter().map(|paid| paid.re_entries).sum();
        let pool = Pool::of((entries, prices.buy_in), (again, prices.re_entry), prices.guarantee).unwrap();
        books.post(&payments::guarantee(pool).unwrap());
        prop_assert_eq!(Minor(books.balance(Account::Pool)), pool.total().unwrap());
        let won = award(&Reckoning {
            pool: pool.total().unwrap(),
            shares_bp: vec![5000, 3000, 2000],
            coupons: Vec::new(),
            least_prize: Minor::ZERO,
            ties: TieRule::Pooled,
            ranking: field.iter().map(|paid| Group { registrations: vec![paid.registration], disqualified: false }).collect(),
        })
        .unwrap();
        for (_, payment) in payments::prizes(&won).unwrap() {
            books.post(&payment);
        }
        prop_assert_eq!(books.balance(Account::Pool), 0);
        prop_assert_eq!(books.balance(Account::Fees), prices.fee.0 * i64::from(entries));
    }

    #[test]
    fn refunds_give_everybody_exactly_what_they_paid(field in field(), prices in prices(), started in any::<bool>()) {
        let asked = |paid: &Paid| if started { Some(*paid) } else { (!paid.late).then_some(Paid { re_entries: 0, ..*paid }) };
        let field: Vec<Paid> = field.iter().filter_map(asked).collect();
        let mut books = entered(&field, &prices, started);
        let refunds = refund::all(&field, &prices, started, books.held()).unwrap();
        let coupons = -books.balance(Account::Coupons);
        prop_assert_eq!(refunds.coupons, Minor(coupons));
        prop_assert_eq!(refunds.cash.0 + coupons, refunds.from_pool.0 + refunds.from_fees.0);
        for line in &refunds.lines {
            prop_assert_eq!(line.cash().unwrap(), Minor(-books.balance(Account::Cash(line.paid.registration))));
        }
        if started {
            books.post(&payments::fees_back(in_time(&field), &prices).unwrap());
        }
        for line in &refunds.lines {
            for payment in payments::refund(&line.paid, &prices).unwrap() {
                books.post(&payment);
            }
        }
        prop_assert!(books.is_even(), "{:?}", books.0);
    }

    #[test]
    fn nothing_is_refunded_from_books_that_hold_another_sum(field in field(), prices in prices(), pool in -2_i64..3, fees in -2_i64..3) {
        prop_assume!((pool, fees) != (0, 0));
        let held = entered(&field, &prices, true).held();
        let other = Held { pool: Minor(held.pool.0 + pool), fees: Minor(held.fees.0 + fees) };
        prop_assert!(refund::all(&field, &prices, true, other).is_err());
    }
}
