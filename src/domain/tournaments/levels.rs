//! Levels: what a round costs in chips and what a negative point is worth, rising on the clock (page 003 §10).

use serde::{Deserialize, Serialize};

use super::chips::Chips;
use crate::domain::fault::Fault;

/// The most levels in a schedule.
const MAX_LEVELS: usize = 100;
/// The highest round fee, and the most chips that a document names anywhere.
pub(super) const MAX_CHIPS: Chips = Chips(1_000_000_000);
/// The highest chip ratio.
const MAX_RATIO: u64 = 1_000_000;
/// A level lasts from ten seconds to a day.
const LEVEL_S: std::ops::RangeInclusive<u32> = 10..=24 * 60 * 60;

/// What holds for every round that starts while the level is in force.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// What each seat pays into the pot when a round starts.
    pub round_fee: Chips,
    /// Chips for each negative point.
    pub chip_ratio: u64,
}

/// The levels of a tournament, the first one first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Levels {
    /// The time from each level to the next, in seconds.
    pub every_s: u32,
    /// The levels.
    pub levels: Vec<Level>,
}

impl Levels {
    /// The values of level `n`, counted from 1. After the last level its values stay. None for level 0, and for a
    /// schedule without levels, which is never saved.
    #[must_use]
    pub fn get(&self, n: u32) -> Option<Level> {
        let index = usize::try_from(n.checked_sub(1)?).unwrap_or(usize::MAX);
        self.levels.get(index).or(self.levels.last()).copied()
    }

    /// How many levels come into force: rising ends with the last.
    #[must_use]
    pub fn last(&self) -> u32 {
        u32::try_from(self.levels.len()).unwrap_or(u32::MAX)
    }

    /// What is wrong with the levels found at `pointer`; nothing: they may be saved.
    #[must_use]
    pub fn faults(&self, pointer: &str) -> Vec<Fault> {
        let mut faults = Vec::new();
        if !LEVEL_S.contains(&self.every_s) {
            let how = format!("from {} to {} seconds", LEVEL_S.start(), LEVEL_S.end());
            faults.push(Fault::new(format!("{pointer}/every_s"), "level_time_out_of_range", how));
        }
        let at = format!("{pointer}/levels");
        if self.levels.is_empty() {
            faults.push(Fault::new(&at, "levels_missing", "a tournament has at least one level"));
        } else if self.levels.len() > MAX_LEVELS {
            faults.push(Fault::new(&at, "too_many_levels", format!("at most {MAX_LEVELS} levels")));
        }
        let mut before = None;
        for (index, level) in self.levels.iter().enumerate().take(MAX_LEVELS) {
            if level.round_fee > MAX_CHIPS {
                let how = format!("at most {} chips", MAX_CHIPS.0);
                faults.push(Fault::new(format!("{at}/{index}/round_fee"), "chips_out_of_range", how));
            }
            if before.is_some_and(|before| level.round_fee < before) {
                let why = "a round fee never falls from level to level";
                faults.push(Fault::new(format!("{at}/{index}/round_fee"), "round_fee_falls", why));
            }
            if !(1..=MAX_RATIO).contains(&level.chip_ratio) {
                let how = format!("a whole number from 1 to {MAX_RATIO}");
                faults.push(Fault::new(format!("{at}/{index}/chip_ratio"), "chip_ratio_out_of_range", how));
            }
            before = Some(level.round_fee);
        }
        faults
    }
}

#[cfg(test)]
mod tests;
