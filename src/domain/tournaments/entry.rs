//! An entry's row: one player in one tournament.

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};

use super::chips::Chips;
use super::tournament::Tournament;
use crate::domain::time::Time;

crate::words! {
    /// Whether a player is in.
    pub enum EntryState {
        /// In: holds chips, or sits in a round.
        Playing = "playing",
        /// Held no chips at the end of a round.
        Out = "out",
        /// Taken out after absence, or because nobody was left to play.
        Withdrawn = "withdrawn",
        /// Disqualified.
        Disqualified = "disqualified",
    }
}

/// The time in which a player who is out may come back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Window {
    /// When it ends.
    pub until: Time,
    /// The tournament's [`Tournament::window_epoch`] when it opened.
    pub epoch: u32,
}

impl Window {
    /// Moves its end by the length of an outage, which eats no time to decide.
    pub fn shift(&mut self, by: TimeDelta) {
        self.until = self.until.after(by);
    }
}

/// A round in progress, as its player carries it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct InRound {
    /// Which.
    pub round: u32,
    /// What the player paid into its pot.
    pub fee_paid: Chips,
}

/// One player's entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The number in the order of registration, from 1; never given twice in a tournament.
    pub registration: u32,
    /// Whether the player is in.
    pub state: EntryState,
    /// Chips held; in a round without the fee, which is in the pot.
    pub chips: Chips,
    /// The round in progress.
    pub in_round: Option<InRound>,
    /// The last round begun; 0: none yet.
    pub last_round: u32,
    /// Tournament points won in rounds.
    pub round_points: u32,
    /// Bonus levels that came while the player was not in.
    pub bonuses_missed: u32,
    /// Where the count of bonus levels stood when the round in progress began, or the one in which the player left; none:
    /// every level counts as it comes.
    pub bonuses_until: Option<u32>,
    /// Re-entries used.
    pub re_entries: u32,
    /// The time to re-enter.
    pub window: Option<Window>,
    /// The place in the order of leaving the final table; equal for those who left it in one round.
    pub departure: Option<u32>,
    /// The place in the order of disqualifications.
    pub disqualification: Option<u32>,
    /// Rounds in succession that ended void because all were absent.
    pub absences: u32,
}

impl Entry {
    /// A new entry with its starting chips. Levels that came before it bring it nothing.
    #[must_use]
    pub fn new(registration: u32, starting_chips: Chips, bonuses_missed: u32) -> Self {
        Self {
            registration,
            state: EntryState::Playing,
            chips: starting_chips,
            in_round: None,
            last_round: 0,
            round_points: 0,
            bonuses_missed,
            bonuses_until: None,
            re_entries: 0,
            window: None,
            departure: None,
            disqualification: None,
            absences: 0,
        }
    }

    /// Whether the player is in.
    #[must_use]
    pub fn is_playing(&self) -> bool {
        self.state == EntryState::Playing
    }

    /// Whether the player is out and may still come back: shown as in play with no chips (`edge-cases.md` 7).
    #[must_use]
    pub fn has_window(&self, tournament: &Tournament) -> bool {
        self.state == EntryState::Out && self.window.is_some_and(|window| window.epoch == tournament.window_epoch)
    }

    /// Levels that the player has lived through (`edge-cases.md` 5, 6).
    #[must_use]
    pub fn bonuses(&self, tournament: &Tournament) -> u32 {
        self.bonuses_until.unwrap_or_else(|| tournament.bonuses()).saturating_sub(self.bonuses_missed)
    }
}
