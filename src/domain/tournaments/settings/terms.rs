//! What of the settings the rules of play read.

use super::{Settings, Start};
use crate::domain::tournaments::terms::Terms;

impl Settings {
    /// The terms on which it is played. Where nobody may enter again there are no re-entries.
    #[must_use]
    pub fn terms(&self) -> Terms {
        Terms {
            starts_at: match self.start {
                Start::At(at) => Some(at),
                Start::WhenFull => None,
            },
            least_players: self.least_players(),
            most_players: self.players.most,
            seats: self.seats,
            final_table_seats: self.final_seats(),
            starting_chips: self.starting_chips,
            levels: self.levels.clone(),
            breaks: self.breaks.clone(),
            quiet_s: self.no_round_last_s,
            re_entries: self.re_entry.map_or(0, |terms| terms.allowed),
            last_level_for_re_entry: self.re_entry.map_or(0, |terms| terms.last_level),
            window_s: self.re_entry.map_or(0, |terms| terms.window_s),
            final_table_closes_re_entry: self.re_entry.is_none_or(|terms| terms.final_table_closes_re_entry),
            last_level_for_registration: self.late_registration.map(|late| late.last_level),
            short_winner: self.short_winner,
        }
    }
}
