//! The document that describes a room (`rake.md`, Rooms). Money stands in it as decimals in strings.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::domain::exact::Exact;
use crate::domain::games::terms::Variant;
use crate::domain::money::Currency;
use crate::domain::names::Names;
use crate::domain::rake::Schedule;
use crate::rules::rating::Rating;

/// A room. Versions and the days from which they hold belong to whoever keeps the document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Room {
    /// What people call it.
    pub name: Names,
    /// The slug of the rake schedule by which its games are reckoned.
    pub schedule: String,
    /// The least rating of both players when they sit down. A schedule's own least rating holds beside it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least_rating: Option<Rating>,
    /// Players see neither the name nor the rating of the other.
    #[serde(default)]
    pub anonymous: bool,
    /// Games here change ratings.
    #[serde(default = "on")]
    pub rated: bool,
    /// The schedule's surcharges for ratings apply here.
    #[serde(default = "on")]
    pub surcharges: bool,
    /// The currencies played for, and the stakes in each.
    pub stakes: BTreeMap<Currency, Stakes>,
    /// What may be played.
    pub kinds: Kinds,
    /// The games of the backgammon family that may be played.
    pub variants: Vec<Variant>,
    /// What players may agree on.
    pub options: Options,
    /// What happens to a double that a player could not cover.
    #[serde(default)]
    pub cover: Cover,
    /// So many seconds an offered game waits for a second player.
    #[serde(default = "unjoined_default")]
    pub unjoined_expires_s: u32,
    /// So many seconds a reported win waits for its confirmation before it is a dispute.
    #[serde(default = "confirm_default")]
    pub report_confirm_s: u32,
}

/// An hour.
fn unjoined_default() -> u32 {
    60 * 60
}

/// A day.
fn confirm_default() -> u32 {
    24 * 60 * 60
}

fn on() -> bool {
    true
}

/// The stakes allowed in one currency.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Stakes {
    /// Every `step` from `least` to `most`.
    Range {
        /// The least stake.
        least: Exact,
        /// The highest stake.
        most: Exact,
        /// The distance of two stakes, counted from the least.
        step: Exact,
    },
    /// These and no others.
    List(Vec<Exact>),
}

/// The kinds of game offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kinds {
    /// Single games.
    pub single: bool,
    /// Matches; absent: none.
    #[serde(default, rename = "match", skip_serializing_if = "Option::is_none")]
    pub matches: Option<Matches>,
}

/// The matches offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Matches {
    /// The longest: to so many points.
    pub points_max: u32,
}

/// What players of a room may agree on before a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// To play with the doubling cube.
    pub cube: bool,
    /// The highest cube maximum.
    pub cube_max: u32,
    /// The Jacoby rule.
    pub jacoby: bool,
    /// Beavers.
    pub beavers: bool,
    /// So many automatic doubles at most.
    pub automatic_doubles_max: u8,
    /// A limit on what can pass.
    pub limit: bool,
    /// To play matches without the Crawford rule.
    pub without_crawford: bool,
}

/// What happens to a double when a player could not cover the new most that can be lost (`backgammon.md`, Money).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cover {
    /// It may be offered; if it is taken, what the poorer can cover is the game's limit from then on.
    #[default]
    Cap,
    /// It is refused.
    Refuse,
}

impl Room {
    /// The least rating that counts here: the room's own or its schedule's, whichever is higher.
    #[must_use]
    pub fn least_rating_with(&self, schedule: &Schedule) -> Option<Rating> {
        self.least_rating.max(schedule.least_rating)
    }
}
