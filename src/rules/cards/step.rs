//! Why a figure is what it is.

use serde::Serialize;

use super::values::Valued;

/// A step of a reckoning, for people.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Step {
    /// Which: a stable word.
    pub step: &'static str,
    /// Whose figure it is: a seat, from 0, in the order in which the hands were given; none where it is everybody's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<usize>,
    /// The cards whose values are its summands.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<Valued>,
    /// Its value: points, or a factor.
    pub value: i64,
    /// The rule that was applied.
    pub rule: &'static str,
}

impl Step {
    /// A step without cards.
    pub(in crate::rules) fn new(step: &'static str, seat: Option<usize>, value: i64, rule: &'static str) -> Self {
        Self { step, seat, cards: Vec::new(), value, rule }
    }

    /// The same, with its summands.
    pub(in crate::rules) fn from(mut self, cards: &[Valued]) -> Self {
        self.cards = cards.to_vec();
        self
    }
}
