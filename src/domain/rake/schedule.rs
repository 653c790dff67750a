//! The document that says what the house takes (`rake.md`; page 000, "commission on games for money", and page 002).
//!
//! Every figure is a decimal in a string. A row of a table says where it applies with two of four words: `from` (its
//! lower bound is its own: "100 and above") or `above` (it is not: "above 100"), and `below` or `up_to` (its upper
//! bound is its own). The first row of a table has no lower bound and the last no upper one.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::domain::exact::Exact;
use crate::domain::money::Currency;
use crate::domain::names::Names;
use crate::rules::rating::Rating;

/// A rake schedule. Versions and the days from which they hold belong to whoever keeps the document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Schedule {
    /// What people call it.
    pub name: Names,
    /// The currency that the bounds and the cap were written for. They count in a game's own currency all the same,
    /// unless [`Schedule::figures`] has others for it.
    pub currency: Currency,
    /// What chooses the tier of a single game. A match's is always chosen by its stake.
    #[serde(default)]
    pub tier_basis: TierBasis,
    /// How the rake of one player is brought to the minor unit, once.
    #[serde(default)]
    pub rounding: Rounding,
    /// The least rating of both players (page 000, Giants: 1800).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least_rating: Option<Rating>,
    /// The rates of single games.
    pub single: Vec<SingleTier>,
    /// The rates of matches; without them a match is refused.
    #[serde(default, rename = "match", skip_serializing_if = "Option::is_none")]
    pub matches: Option<Vec<MatchTier>>,
    /// What is added to the rate for the players' ratings.
    #[serde(default, skip_serializing_if = "Surcharges::is_empty")]
    pub surcharges: Surcharges,
    /// Discounts on the rake, by what chose the tier; empty: none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub discounts: Vec<Discount>,
    /// The most that one player is charged, after all else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cap_each: Option<Exact>,
    /// Other bounds and another cap for games in other currencies.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub figures: BTreeMap<Currency, Figures>,
}

/// What chooses the tier of a single game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TierBasis {
    /// The stake agreed at the start.
    #[default]
    Stake,
    /// The amount that would pass if there were no limit: stake x cube x result.
    Amount,
}

/// How a rake is brought to the currency's minor unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rounding {
    /// To the nearest; a half goes up (a rake is never below 0).
    #[default]
    HalfAwayFromZero,
    /// To the nearest; a half goes to the even neighbour.
    HalfEven,
    /// Always down.
    Down,
}

/// Where a row of a table applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Band {
    /// From this on, this included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Exact>,
    /// Above this, this not included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub above: Option<Exact>,
    /// Below this, this not included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub below: Option<Exact>,
    /// Up to this, this included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub up_to: Option<Exact>,
}

/// A row with a [`Band`], whose four words stand in the row itself.
pub(super) trait Banded {
    fn band(&self) -> Band;
}

macro_rules! rows { ($($(#[$doc:meta])* $name:ident { $($(#[$of:meta])* $field:ident: $type:ty,)+ })+) => { $(
    $(#[$doc])*
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct $name {
        /// From this on, this included.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub from: Option<Exact>,
        /// Above this, this not included.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub above: Option<Exact>,
        /// Below this, this not included.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub below: Option<Exact>,
        /// Up to this, this included.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub up_to: Option<Exact>,
        $($(#[$of])* pub $field: $type,)+
    }

    impl Banded for $name {
        fn band(&self) -> Band {
            Band { from: self.from, above: self.above, below: self.below, up_to: self.up_to }
        }
    }
)+ } }

rows! {
    /// A rate of single games.
    SingleTier {
        /// Of the amount that passes, from each player.
        rate_percent: Exact,
        /// The rate stands as it is: no discount on top (page 000, Giants: 2.45 % from 500).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        no_discount: bool,
    }
    /// Rates of matches: `min(base + step x (points - 1), max)`.
    MatchTier {
        /// For a match to one point.
        base_percent: Exact,
        /// More for each further point.
        step_percent: Exact,
        /// The highest rate before surcharges.
        max_percent: Exact,
    }
    /// A surcharge for a gap between the two ratings.
    GapSurcharge {
        /// Of the rate.
        percent: Exact,
    }
    /// A discount on the rake.
    Discount {
        /// Of the rake.
        percent: Exact,
    }
}

/// What is added to the rate for the players' ratings. Both kinds are added together, then applied (page 000,
/// "we encourage games between players of equal level").
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Surcharges {
    /// Once, where either player's rating, or both, is low.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub low_rating: Option<LowRating>,
    /// By the absolute difference of the ratings; empty: none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gap: Vec<GapSurcharge>,
}

impl Surcharges {
    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.low_rating.is_none() && self.gap.is_empty()
    }
}

/// The surcharge for a low rating.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LowRating {
    /// A rating below this is low; this itself is not (`edge-cases.md` 29).
    pub below: Rating,
    /// Of the rate.
    pub percent: Exact,
}

/// The bounds and the cap for one other currency: as many bounds, in the same order, as the tables have between rows.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figures {
    /// Between the rows of [`Schedule::single`].
    #[serde(default)]
    pub single_bounds: Vec<Exact>,
    /// Between the rows of [`Schedule::matches`].
    #[serde(default)]
    pub match_bounds: Vec<Exact>,
    /// Between the rows of [`Schedule::discounts`].
    #[serde(default)]
    pub discount_bounds: Vec<Exact>,
    /// In place of [`Schedule::cap_each`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cap_each: Option<Exact>,
}

impl Schedule {
    /// Whether the bounds and the cap were set for this currency, rather than taken over from the schedule's own.
    #[must_use]
    pub fn has_figures_for(&self, currency: Currency) -> bool {
        currency == self.currency || self.figures.contains_key(&currency)
    }

    /// Whether it has rates for matches.
    #[must_use]
    pub fn offers_matches(&self) -> bool {
        self.matches.is_some()
    }
}
