//! What a hand of gin is worth, with every summand.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::error::GinError;
use super::game::{BigGin, GinRules};
use crate::rules::cards::{Card, Step, Values, Worth};

/// One of the two players of a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Who ended the hand.
    Knocker,
    /// The other one.
    Defender,
}

impl Side {
    /// The other one.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Knocker => Self::Defender,
            Self::Defender => Self::Knocker,
        }
    }

    /// As messages name it.
    pub(super) const fn named(self) -> &'static str {
        match self {
            Self::Knocker => "the knocker",
            Self::Defender => "the opponent",
        }
    }

    /// The seat in a [`Step`]: the knocker's is 0.
    const fn seat(self) -> Option<usize> {
        Some(self as usize)
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.named())
    }
}

/// How a hand ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The knocker has no deadwood, also where a mere knock was meant (`edge-cases.md` 32).
    Gin,
    /// The knocker has less.
    Knock,
    /// The opponent has at most as much.
    Undercut,
}

impl Outcome {
    /// The word in reports.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Gin => "gin",
            Self::Knock => "knock",
            Self::Undercut => "undercut",
        }
    }

    /// The outcome of a word.
    #[must_use]
    pub fn of_slug(slug: &str) -> Option<Self> {
        [Self::Gin, Self::Knock, Self::Undercut].into_iter().find(|outcome| outcome.slug() == slug)
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.slug())
    }
}

/// What a hand is worth. Everything in points.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Figures {
    /// How it ended.
    pub outcome: Outcome,
    /// Whether the knocker melded eleven cards.
    pub big_gin: bool,
    /// Who won.
    pub winner: Side,
    /// The most deadwood that the knock could have.
    pub limit: u32,
    /// The turned card.
    pub up_card: Option<Card>,
    /// The knocker's deadwood.
    pub knocker: Worth,
    /// The opponent's, after lay-offs.
    pub defender: Worth,
    /// The distance of the two.
    pub difference: u32,
    /// What is added for gin or an undercut.
    pub bonus: u32,
    /// By how much the sum is multiplied: 1, or 2 for spades.
    pub factor: u32,
    /// The loser's negative points.
    pub negative_points: u32,
}

impl Figures {
    /// The figures of two sides' unmatched cards.
    pub(super) fn of(
        rules: &GinRules,
        up_card: Option<Card>,
        big_gin: bool,
        knocker: impl IntoIterator<Item = Card>,
        defender: impl IntoIterator<Item = Card>,
    ) -> Result<Self, GinError> {
        let limit = rules.limit(up_card)?;
        let (knocker, defender) = (Values::GIN.worth(knocker), Values::GIN.worth(defender));
        let undercut = defender.sum < knocker.sum || defender.sum == knocker.sum && rules.tie_undercuts;
        let (outcome, winner, bonus) = match (knocker.sum, big_gin, rules.big_gin) {
            (0, true, BigGin::Bonus(bonus)) => (Outcome::Gin, Side::Knocker, bonus),
            (0, ..) => (Outcome::Gin, Side::Knocker, rules.gin_bonus),
            (deadwood, ..) if deadwood > limit => return Err(GinError::AboveLimit { deadwood, limit }),
            _ if undercut => (Outcome::Undercut, Side::Defender, rules.undercut_bonus),
            _ => (Outcome::Knock, Side::Knocker, 0),
        };
        let difference = knocker.sum.abs_diff(defender.sum);
        let factor = rules.factor(up_card);
        let negative_points = difference.saturating_add(bonus).saturating_mul(factor);
        Ok(Self {
            outcome,
            big_gin,
            winner,
            limit,
            up_card,
            knocker,
            defender,
            difference,
            bonus,
            factor,
            negative_points,
        })
    }

    /// Each step of the reckoning in order; what did not apply is left out. Seat 0 is the knocker.
    #[must_use]
    pub fn steps(&self) -> Vec<Step> {
        let loser = self.winner.other().seat();
        let limit =
            if self.up_card.is_some() { "§10: the most that the turned card allows" } else { "§10: the most" };
        let (difference, bonus) = match self.outcome {
            Outcome::Gin => ("§10: after gin the cards left count whole", "§10: gin"),
            Outcome::Knock => ("§10: after a knock the winner's deadwood is taken off", "§10: knock"),
            Outcome::Undercut => ("§10: after an undercut the opponent's deadwood is taken off", "§10: undercut"),
        };
        let deadwood = "§10: the cards in no meld, and not laid off";
        let mut steps = vec![
            Step::new("limit", None, self.limit.into(), limit),
            Step::new("deadwood", Side::Knocker.seat(), self.knocker.sum.into(), deadwood).from(&self.knocker.cards),
            Step::new("deadwood", Side::Defender.seat(), self.defender.sum.into(), deadwood).from(&self.defender.cards),
            Step::new("difference", loser, self.difference.into(), difference),
        ];
        if self.bonus > 0 {
            let word = match self.outcome {
                Outcome::Gin if self.big_gin => "big_gin_bonus",
                Outcome::Gin => "gin_bonus",
                Outcome::Knock | Outcome::Undercut => "undercut_bonus",
            };
            steps.push(Step::new(word, loser, self.bonus.into(), bonus));
        }
        if self.factor > 1 {
            steps.push(Step::new("spades_double", loser, self.factor.into(), "a setting: a turned spade doubles"));
        }
        steps.push(Step::new(
            "negative_points",
            loser,
            self.negative_points.into(),
            "§10: what the loser is charged with",
        ));
        steps
    }
}
