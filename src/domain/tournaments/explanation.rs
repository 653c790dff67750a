//! Why a figure is what it is: the rule that made it, where the rule stands, and what went into it.

use std::collections::BTreeMap;

use serde::Serialize;

/// One figure explained.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Explanation {
    /// The rule: a stable word.
    pub rule: &'static str,
    /// Where it stands: a section of the rooms' page, or an item of the decisions.
    pub section: &'static str,
    /// What went in, by name: chips, points, places, counts.
    pub figures: BTreeMap<&'static str, u64>,
}

impl Explanation {
    /// A rule without figures.
    #[must_use]
    pub fn new(rule: &'static str, section: &'static str) -> Self {
        Self { rule, section, figures: BTreeMap::new() }
    }

    /// The same with a figure more.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<u64>) -> Self {
        self.figures.insert(name, value.into());
        self
    }
}
