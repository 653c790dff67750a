//! The document that describes a tournament (page 003): all of it is shown in the lobby. Money stands in it as decimals
//! in strings.

mod faults;
mod kinds;
mod prices;
mod terms;
mod warnings;

use serde::{Deserialize, Serialize};

use super::chips::Chips;
use super::game::Game;
use super::levels::Levels;
use super::payout::Payout;
use super::prizes::TieRule;
use super::terms::{Break, ShortWinner};
use crate::domain::exact::Exact;
use crate::domain::games::terms::CUBE_MAX_DEFAULT;
use crate::domain::money::Currency;
use crate::domain::names::Names;
use crate::domain::slug::Slug;
use crate::domain::time::Time;
use crate::rules::rating::Rating;

pub use prices::Prices;

/// The settings of a tournament.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// What people call it.
    pub name: Names,
    /// What is played.
    pub game: Game,
    /// When it starts (§1, §13).
    pub start: Start,
    /// How many may and must enter (§5).
    pub players: Players,
    /// Seats a table: 2 at backgammon and the gins, 2 to 6 at the rummies.
    pub seats: u32,
    /// Seats of the final table; absent: as any table's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub final_table_seats: Option<u32>,
    /// The currency of all amounts.
    pub currency: Currency,
    /// What each entry pays into the prize pool; 0: a freeroll.
    pub buy_in: Exact,
    /// What each entry pays the house beside it.
    #[serde(default)]
    pub fee: Exact,
    /// The kinds of coupon that pay an entry (§11).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub coupons_accepted: Vec<Slug>,
    /// The chips of each entry and re-entry (§8).
    pub starting_chips: Chips,
    /// Round fees, chip ratios and the time between levels (§10).
    pub levels: Levels,
    /// Pauses that the clock makes by itself.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub breaks: Vec<Break>,
    /// No round is started in so many last seconds of a level; 0: at any time.
    #[serde(default)]
    pub no_round_last_s: u32,
    /// Entering again (§9); absent: nobody may.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub re_entry: Option<ReEntryTerms>,
    /// Entering after the start; absent: nobody may.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub late_registration: Option<LateRegistration>,
    /// A list of those who wait for a seat; absent: there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waiting_list: Option<WaitingList>,
    /// Who may enter (§3).
    #[serde(default)]
    pub conditions: Conditions,
    /// Which places win what (§16).
    pub payout: Payout,
    /// The house raises the prize pool to this; 0: it does not.
    #[serde(default)]
    pub guarantee: Exact,
    /// Fewer places are paid, rather than one with less money than this; 0: all are.
    #[serde(default)]
    pub least_prize: Exact,
    /// What those who tie receive (§11).
    #[serde(default)]
    pub ties: TieRule,
    /// What a winner who risked less than a loser can win from them (§10).
    #[serde(default = "short_winner_default")]
    pub short_winner: ShortWinner,
    /// The doubling cube, at backgammon; absent: without.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cube: Option<Cube>,
    /// For trying out: it moves no money.
    #[serde(default)]
    pub test: bool,
}

/// When a tournament starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Start {
    /// At this time.
    At(Time),
    /// When the last seat is taken: a sit-and-go.
    WhenFull,
}

/// How many may and must enter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Players {
    /// With fewer entrants at its start it is cancelled and refunded; absent: 2, and the most at a sit-and-go.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least: Option<u32>,
    /// Seats in all.
    pub most: u32,
}

/// How players may enter again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReEntryTerms {
    /// How often a player may.
    pub allowed: u32,
    /// The last level at which one may.
    pub last_level: u32,
    /// What it costs; all of it goes into the prize pool.
    pub price: Exact,
    /// The time to decide after an elimination, in seconds.
    #[serde(default = "window_default")]
    pub window_s: u32,
    /// Nobody may once the first round of the final table has started.
    #[serde(default = "on")]
    pub final_table_closes_re_entry: bool,
}

/// The longest time that the page gives.
fn window_default() -> u32 {
    30
}

fn on() -> bool {
    true
}

fn short_winner_default() -> ShortWinner {
    ShortWinner::Limited
}

/// How players may enter after the start; priced and counted like any entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LateRegistration {
    /// The last level at which one may.
    pub last_level: u32,
}

/// Who waits pays nothing; a freed seat goes to the first who can pay.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WaitingList {
    /// So many may wait.
    pub most: u32,
}

/// Who may enter. Account, person and jurisdiction are the house's to judge and stand in no tournament's settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Conditions {
    /// The least rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating_least: Option<Rating>,
    /// The highest rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating_most: Option<Rating>,
    /// Only members of this room.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<Slug>,
    /// Only who was invited.
    #[serde(default)]
    pub invitation: bool,
}

/// The doubling cube.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cube {
    /// The highest value (`edge-cases` 26).
    #[serde(default = "cube_max_default")]
    pub max: u32,
}

fn cube_max_default() -> u32 {
    CUBE_MAX_DEFAULT
}

impl Settings {
    /// Whether it starts when its last seat is taken.
    #[must_use]
    pub fn is_sit_and_go(&self) -> bool {
        self.start == Start::WhenFull
    }

    /// With fewer entrants it does not start.
    #[must_use]
    pub fn least_players(&self) -> u32 {
        let default = if self.is_sit_and_go() { self.players.most } else { 2 };
        self.players.least.unwrap_or(default)
    }

    /// Seats of the final table.
    #[must_use]
    pub fn final_seats(&self) -> u32 {
        self.final_table_seats.unwrap_or(self.seats)
    }

    /// Whether all who can enter fit the final table, so that it begins with it (`edge-cases` 9).
    #[must_use]
    pub fn has_one_table(&self) -> bool {
        self.players.most <= self.final_seats()
    }
}

#[cfg(test)]
mod tests;
