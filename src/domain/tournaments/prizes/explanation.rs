//! Why a player wins what they win, in steps for people, each with the rule that it follows.

use serde::Serialize;

use super::{Award, Prize, TieRule};
use crate::domain::exact::Exact;
use crate::domain::money::{Currency, Minor};

/// What a step's value counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// Units of the tournament's currency.
    Money,
    /// Percent of the pool.
    Percent,
    /// A plain number: a rank, a place, how many share.
    Count,
}

/// One named step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Step {
    /// Which: a stable word.
    pub step: &'static str,
    /// Its value.
    pub value: Exact,
    /// What the value counts.
    pub unit: Unit,
    /// The section of the rules that it follows.
    pub rule: &'static str,
}

const PRIZES: &str = "§16";
const TIES: &str = "§11";
const COUPONS: &str = "§11, edge case 2";
const BEYOND: &str = "§11, edge case 19";
const ODD: &str = "§11, edge case 13";

impl Award {
    /// The steps of one of its prizes, in order; those that did not apply are left out.
    #[must_use]
    pub fn steps(&self, prize: &Prize, currency: Currency) -> Vec<Step> {
        let money = |step, minor: Minor, rule| {
            let value = Exact(minor.to_decimal(currency));
            Step { step, value, unit: Unit::Money, rule }
        };
        let count = |step, value: u32, rule| Step { step, value: Exact(value.into()), unit: Unit::Count, rule };
        let mut steps = vec![money("pool", self.from.pool, PRIZES)];
        if self.money != self.from.pool {
            steps.push(money("shared_as_money", self.money, COUPONS));
        }
        steps.push(count("rank", prize.rank, TIES));
        let theirs = self.places.iter().filter(|place| (prize.place..=prize.place_to).contains(&place.place));
        for place in theirs {
            steps.push(count("place", place.place, PRIZES));
            let percent = Exact(rust_decimal::Decimal::new(place.share_bp.into(), 2)).plain();
            steps.push(Step { step: "share", value: percent, unit: Unit::Percent, rule: PRIZES });
            steps.push(money("share_rounded_down", place.rounded, PRIZES));
            if !place.left_over.is_zero() {
                steps.push(money("left_over_unit", place.left_over, PRIZES));
            }
            if let Some(coupon) = place.coupon {
                steps.push(money("coupon_face_value", coupon.face_value, COUPONS));
            }
        }
        if prize.sharing > 1 {
            let places = prize.place_to - prize.place + 1;
            let beyond = self.from.ties == TieRule::Pooled && prize.sharing > places;
            steps.push(money("pooled", prize.pooled, if beyond { BEYOND } else { TIES }));
            steps.push(count("sharing", prize.sharing, TIES));
            if !prize.odd_unit.is_zero() {
                steps.push(money("odd_unit", prize.odd_unit, ODD));
            }
        }
        steps.push(money("prize", prize.money, PRIZES));
        steps.extend(prize.coupon.map(|coupon| money("prize_coupon", coupon.face_value, COUPONS)));
        steps
    }
}
