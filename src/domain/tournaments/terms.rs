//! What of a tournament's settings its rules read.

use serde::{Deserialize, Serialize};

use super::chips::Chips;
use super::levels::{Level, Levels};
use crate::domain::codes::Code;
use crate::domain::time::Time;

crate::words! {
    /// What a winner who risked less than a loser can win from them (page 003 §10; a setting).
    pub enum ShortWinner {
        /// No more from each loser than the winner risked.
        Limited = "limited",
        /// All that the loser owes and risked.
        Unlimited = "unlimited",
    }
}

/// A pause that the clock makes by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Break {
    /// It begins when this level ends.
    pub after_level: u32,
    /// How long, in seconds.
    pub seconds: u32,
}

/// What of a tournament's settings its rules read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// When it starts; none: when its last seat is taken (§13).
    pub starts_at: Option<Time>,
    /// With fewer entrants it is cancelled.
    pub least_players: u32,
    /// Seats in all (§5).
    pub most_players: u32,
    /// Seats a table.
    pub seats: u32,
    /// Seats of the final table.
    pub final_table_seats: u32,
    /// What each entry and re-entry brings (§8).
    pub starting_chips: Chips,
    /// Round fees and chip ratios (§10).
    pub levels: Levels,
    /// When the clock makes a pause.
    pub breaks: Vec<Break>,
    /// No round is started in so many last seconds of a level.
    pub quiet_s: u32,
    /// Re-entries allowed a player (§9).
    pub re_entries: u32,
    /// The last level at which one may re-enter (§9).
    pub last_level_for_re_entry: u32,
    /// The time to decide after an elimination, in seconds (§9).
    pub window_s: u32,
    /// Nobody re-enters once the final table's first round has started (§9).
    pub final_table_closes_re_entry: bool,
    /// The last level at which one may still register; none: not after the start.
    pub last_level_for_registration: Option<u32>,
    /// What a short winner can win.
    pub short_winner: ShortWinner,
}

impl Terms {
    /// The values of a level, counted from 1; after the last its values stay.
    ///
    /// # Errors
    /// `internal` for a schedule without levels, which is never saved.
    pub fn level(&self, level: u32) -> Result<Level, Code> {
        self.levels.get(level).ok_or(Code::Internal)
    }
}

#[cfg(test)]
pub(super) mod tests;
