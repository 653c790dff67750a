//! Payout and level templates that ship with the product: a start for an editor, copied into a tournament's settings.
//!
//! `top_heavy` and `flat` pay few places much and many places less. In `curve` place `i` weighs `i^-a`, with `a` such
//! that the first place has a set share (all of 1 place, 65 % of 2, 50 of 3, 40 of 4 or 5, 30 of up to 9, 25 of up to
//! 27, 20 of more); the others are rounded to basis points by largest remainder, ties to the better place.

use serde::{Deserialize, Serialize};

use super::chips::Chips;
use super::levels::Levels;
use super::payout::Payout;
use crate::domain::names::Names;

/// A payout table with a name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PayoutTemplate {
    /// What people call it.
    pub name: Names,
    /// The table.
    pub bands: Payout,
}

/// Levels with a name and the starting chips that they were made for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelTemplate {
    /// What people call it.
    pub name: Names,
    /// The starting chips.
    pub starting_chips: Chips,
    /// The levels.
    pub levels: Levels,
}

/// The shipped payout tables, by name.
const PAYOUTS: [(&str, &str); 3] = [
    ("top_heavy", include_str!("shipped/payouts/top_heavy.json")),
    ("flat", include_str!("shipped/payouts/flat.json")),
    ("curve", include_str!("shipped/payouts/curve.json")),
];

/// The shipped levels, by name.
const LEVELS: [(&str, &str); 6] = [
    ("backgammon_slow", include_str!("shipped/levels/backgammon_slow.json")),
    ("backgammon_fast", include_str!("shipped/levels/backgammon_fast.json")),
    ("gin_slow", include_str!("shipped/levels/gin_slow.json")),
    ("gin_fast", include_str!("shipped/levels/gin_fast.json")),
    ("rummy_slow", include_str!("shipped/levels/rummy_slow.json")),
    ("rummy_fast", include_str!("shipped/levels/rummy_fast.json")),
];

/// The payout templates, each with its slug.
#[must_use]
pub fn payouts() -> Vec<(&'static str, PayoutTemplate)> {
    PAYOUTS.iter().filter_map(|(slug, text)| Some((*slug, serde_json::from_str(text).ok()?))).collect()
}

/// The level templates, each with its slug.
#[must_use]
pub fn levels() -> Vec<(&'static str, LevelTemplate)> {
    LEVELS.iter().filter_map(|(slug, text)| Some((*slug, serde_json::from_str(text).ok()?))).collect()
}
