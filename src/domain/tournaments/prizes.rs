//! The exact prizes of a tournament (page 003 §16, §11): the pool over the places, ties, and units left over.
//!
//! An entrant is named by their number in the order of registration. What is paid out is the pool, to the last unit.

mod explanation;
mod pool;
mod reckon;

use serde::{Deserialize, Serialize};

use crate::domain::money::Minor;
use crate::domain::slug::Slug;

pub use pool::Pool;
pub use reckon::award;

/// The whole: shares are in basis points of the pool.
pub const WHOLE_BP: u32 = 10_000;

/// What those who tie receive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TieRule {
    /// Those who tie over several places share the sum of these places' prizes equally.
    #[default]
    Pooled,
    /// Those who tie share the prize of one place; the next below them have the next place's. A prize can then be
    /// higher than that of a better rank.
    OnePlace,
}

/// Entrants who share a rank.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    /// Their numbers in the order of registration.
    pub registrations: Vec<u32>,
    /// They were disqualified: they rank below all others and win nothing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub disqualified: bool,
}

/// A coupon that a place wins beside its share of the money.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CouponPrize {
    /// Which place, from 1.
    pub place: u32,
    /// The kind of coupon.
    pub kind: Slug,
    /// What it counts for; it is paid from the pool.
    #[serde(rename = "face_value_minor")]
    pub face_value: Minor,
}

/// What prizes are reckoned from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reckoning {
    /// The prize pool.
    #[serde(rename = "pool_minor")]
    pub pool: Minor,
    /// The share of each paid place in basis points, the first place first.
    pub shares_bp: Vec<u32>,
    /// The coupons among the prizes; at most one a place.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub coupons: Vec<CouponPrize>,
    /// Places whose share of the money would be less than this are not paid; 0: all are.
    #[serde(default, rename = "least_prize_minor")]
    pub least_prize: Minor,
    /// What those who tie receive.
    #[serde(default)]
    pub ties: TieRule,
    /// The final ranking, best first.
    pub ranking: Vec<Group>,
}

/// One paid place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// Which, from 1.
    pub place: u32,
    /// Its share of the money, in basis points; the first has those of places that are not paid, too.
    pub share_bp: u32,
    /// The share rounded down to the minor unit.
    #[serde(rename = "rounded_minor")]
    pub rounded: Minor,
    /// Of the units that rounding left over: one or none.
    #[serde(rename = "left_over_minor")]
    pub left_over: Minor,
    /// The coupon that it wins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coupon: Option<CouponPrize>,
}

/// What one entrant wins, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prize {
    /// Who: the number in the order of registration.
    pub registration: u32,
    /// The rank; those who tie have the same.
    pub rank: u32,
    /// The last rank that those who tie fill.
    pub rank_to: u32,
    /// The first place whose prize they share.
    pub place: u32,
    /// The last paid place whose prize they share.
    pub place_to: u32,
    /// How many share it.
    pub sharing: u32,
    /// The sum of these places' money; where several share it, with the face value of their coupons.
    #[serde(rename = "pooled_minor")]
    pub pooled: Minor,
    /// Of the units that did not divide: one or none.
    #[serde(rename = "odd_unit_minor")]
    pub odd_unit: Minor,
    /// The money won.
    #[serde(rename = "money_minor")]
    pub money: Minor,
    /// The coupon won.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coupon: Option<CouponPrize>,
}

impl Prize {
    /// What it is worth: the money and the coupon's face value.
    #[must_use]
    pub fn worth(&self) -> Minor {
        let coupon = self.coupon.map_or(0, |coupon| coupon.face_value.0);
        Minor(self.money.0.saturating_add(coupon))
    }
}

/// The prizes reckoned, step by step; reckoning `from` again gives the same.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Award {
    /// What they were reckoned from.
    pub from: Reckoning,
    /// The part of the pool that is shared as money: all but the coupons' face value.
    #[serde(rename = "money_minor")]
    pub money: Minor,
    /// The places that are paid.
    pub places: Vec<Place>,
    /// Who wins what, best first; who wins nothing is left out.
    pub prizes: Vec<Prize>,
}

/// Why prizes cannot be reckoned: a fault of ours each time, for no such table or ranking is ever saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PrizeError {
    /// Shares never rise and sum to the whole.
    #[error("the shares are not a payout table's")]
    SharesFaulty,
    /// A coupon has a place of its own and a face value above 0.
    #[error("the coupons among the prizes are not a payout table's")]
    CouponsFaulty,
    /// Each entrant stands in one group, no group is empty, the disqualified come last.
    #[error("the ranking is not one")]
    RankingFaulty,
    /// There is a pool and nobody who may win it.
    #[error("nobody is left to win the pool")]
    NobodyToPay,
    /// Money beyond what can be held, or below 0.
    #[error("the pool is out of range")]
    OutOfRange,
}

impl From<crate::domain::money::MoneyError> for PrizeError {
    fn from(_: crate::domain::money::MoneyError) -> Self {
        Self::OutOfRange
    }
}

#[cfg(test)]
mod tests;
