//! The whole reckoning of one game: what went in, what came out, and each step between, so that a player or a support
//! agent can see why. It is stored beside the settlement, and reckoning its inputs again gives the same value.

use serde::{Deserialize, Serialize};

use super::schedule::{Band, Rounding, TierBasis};
use crate::domain::exact::Exact;
use crate::domain::money::{Currency, Minor};
use crate::rules::rating::Rating;

/// What was played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Played {
    /// A single game.
    Single {
        /// What the cube shows at the end.
        cube: u32,
        /// 1, 2 or 3: single, gammon, backgammon.
        result: u8,
    },
    /// A match.
    Match {
        /// To so many points.
        points: u32,
    },
}

/// A game to be reckoned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reckoning {
    /// What was played.
    pub played: Played,
    /// The agreed stake.
    #[serde(rename = "stake_minor")]
    pub stake: Minor,
    /// Its currency.
    pub currency: Currency,
    /// The most that can pass, where the table has a limit.
    #[serde(rename = "limit_minor", default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<Minor>,
    /// The winner's rating at the start.
    pub rating_winner: Rating,
    /// The loser's rating at the start.
    pub rating_loser: Rating,
    /// Whether the room applies the schedule's surcharges (a switch of the room).
    #[serde(default = "yes")]
    pub surcharges: bool,
    /// What passes by adjudication, in place of what the result is worth (`backgammon.md`, abandonment).
    #[serde(rename = "adjudicated_minor", default, skip_serializing_if = "Option::is_none")]
    pub adjudicated: Option<Minor>,
}

fn yes() -> bool {
    true
}

/// The row of the schedule's table that applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChosenTier {
    /// Its place in the table, from 1.
    pub number: usize,
    /// Its bounds, in the game's currency.
    #[serde(flatten)]
    pub band: Band,
}

/// A game reckoned, step by step. Amounts in minor units; `unrounded` in units of the currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Explanation {
    /// What was reckoned.
    pub game: Reckoning,
    /// What passes between the players.
    #[serde(rename = "amount_minor")]
    pub amount: Minor,
    /// Whether the limit made it less.
    pub limited: bool,
    /// What chose the tier.
    pub tier_basis: TierBasis,
    /// Its value.
    pub basis: Exact,
    /// The tier that it chose.
    pub tier: ChosenTier,
    /// The tier's rate: a single game's, or a match's for one point.
    pub base_rate_percent: Exact,
    /// A match's rate for its points, before the maximum; a single game's rate.
    pub uncapped_rate_percent: Exact,
    /// The rate after the match maximum and before surcharges.
    pub rate_percent: Exact,
    /// The distance of the ratings at the start.
    pub rating_gap: Rating,
    /// For a low rating.
    pub low_surcharge_percent: Exact,
    /// For the distance of the ratings.
    pub gap_surcharge_percent: Exact,
    /// The sum of both surcharges.
    pub surcharge_percent: Exact,
    /// The rate with surcharges.
    pub surcharged_rate_percent: Exact,
    /// The discount on the rake.
    pub discount_percent: Exact,
    /// The rake of one player before rounding, exactly.
    pub unrounded: Exact,
    /// How it is rounded.
    pub rounding: Rounding,
    /// The rake of one player, rounded.
    #[serde(rename = "rounded_minor")]
    pub rounded: Minor,
    /// The most that one player is charged.
    #[serde(rename = "cap_minor", default, skip_serializing_if = "Option::is_none")]
    pub cap: Option<Minor>,
    /// Whether the rounded rake was above the cap.
    pub capped: bool,
    /// The rake of one player.
    #[serde(rename = "rake_each_minor")]
    pub rake_each: Minor,
    /// What the house receives: both players' rake.
    #[serde(rename = "house_minor")]
    pub house: Minor,
    /// What the winner receives, having paid both.
    #[serde(rename = "winner_minor")]
    pub winner: Minor,
    /// What the loser loses (below 0).
    #[serde(rename = "loser_minor")]
    pub loser: Minor,
}

/// What a step's value counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// Units of the game's currency.
    Money,
    /// Percent.
    Percent,
    /// Points of rating.
    Rating,
    /// A plain number: the cube, the result, the points of a match, the number of a tier.
    Count,
}

/// One named step, for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Step {
    /// Which: a stable word.
    pub step: &'static str,
    /// Its value.
    pub value: Exact,
    /// What the value counts.
    pub unit: Unit,
}

/// The figures as people read them: money in the currency's own places, percentages without trailing zeros.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[allow(missing_docs)] // the same words as in `Explanation`
pub struct Shown {
    pub amount: Exact,
    pub rate_percent: Exact,
    pub surcharge_percent: Exact,
    pub discount_percent: Exact,
    pub capped: bool,
    pub rake_each: Exact,
    pub house: Exact,
    pub winner: Exact,
    pub loser: Exact,
}

impl Explanation {
    fn money(&self, minor: Minor) -> Exact {
        Exact(minor.to_decimal(self.game.currency))
    }

    /// The figures as people read them.
    #[must_use]
    pub fn shown(&self) -> Shown {
        Shown {
            amount: self.money(self.amount),
            rate_percent: self.rate_percent,
            surcharge_percent: self.surcharge_percent,
            discount_percent: self.discount_percent,
            capped: self.capped,
            rake_each: self.money(self.rake_each),
            house: self.money(self.house),
            winner: self.money(self.winner),
            loser: self.money(self.loser),
        }
    }

    /// Each step of the reckoning in order, named; steps that did not apply are left out.
    #[must_use]
    pub fn steps(&self) -> Vec<Step> {
        let mut steps = Vec::with_capacity(24);
        self.amount_steps(&mut steps);
        self.rate_steps(&mut steps);
        let mut money = |step, minor| steps.push(Step { step, value: self.money(minor), unit: Unit::Money });
        money("rounded", self.rounded);
        if let Some(cap) = self.cap {
            money("cap", cap);
        }
        money("rake_each", self.rake_each);
        money("house", self.house);
        money("winner", self.winner);
        money("loser", self.loser);
        steps
    }

    fn amount_steps(&self, steps: &mut Vec<Step>) {
        let money = |step, minor| Step { step, value: self.money(minor), unit: Unit::Money };
        let count = |step, value: u32| Step { step, value: Exact(value.into()), unit: Unit::Count };
        steps.push(money("stake", self.game.stake));
        match self.game.played {
            Played::Single { cube, result } => {
                steps.extend([count("cube", cube), count("result", result.into())]);
            }
            Played::Match { points } => steps.push(count("points", points)),
        }
        steps.extend(self.game.adjudicated.map(|adjudicated| money("adjudicated", adjudicated)));
        steps.extend(self.game.limit.map(|limit| money("limit", limit)));
        steps.push(money("amount", self.amount));
    }

    fn rate_steps(&self, steps: &mut Vec<Step>) {
        let percent = |step, value| Step { step, value, unit: Unit::Percent };
        let basis = match self.tier_basis {
            TierBasis::Stake => "tier_by_stake",
            TierBasis::Amount => "tier_by_amount",
        };
        steps.push(Step { step: basis, value: self.basis, unit: Unit::Money });
        steps.push(Step { step: "tier", value: Exact(self.tier.number.into()), unit: Unit::Count });
        steps.push(percent("base_rate", self.base_rate_percent));
        if self.uncapped_rate_percent != self.base_rate_percent {
            steps.push(percent("rate_for_points", self.uncapped_rate_percent));
        }
        if self.rate_percent != self.uncapped_rate_percent {
            steps.push(percent("match_maximum", self.rate_percent));
        }
        steps.push(percent("rate", self.rate_percent));
        if self.game.surcharges {
            steps.push(Step { step: "rating_gap", value: Exact(self.rating_gap.to_decimal()), unit: Unit::Rating });
            steps.push(percent("low_surcharge", self.low_surcharge_percent));
            steps.push(percent("gap_surcharge", self.gap_surcharge_percent));
        }
        steps.push(percent("surcharge", self.surcharge_percent));
        steps.push(percent("rate_with_surcharges", self.surcharged_rate_percent));
        steps.push(percent("discount", self.discount_percent));
        steps.push(Step { step: "unrounded", value: self.unrounded, unit: Unit::Money });
    }
}
