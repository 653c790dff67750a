//! A tournament's row: state, clock and counts. What would grow with the number of players is counted here or derived,
//! so that no act reads them all.

use serde::{Deserialize, Serialize};

use super::chips::Chips;
use super::level_clock::LevelClock;
use super::state::TournamentState;
use super::terms::Terms;
use crate::domain::act::Refused;
use crate::domain::codes::Code;
use crate::domain::time::Time;

/// A tournament, as far as its rules change it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tournament {
    /// How far it is.
    pub state: TournamentState,
    /// A director may close registration before its time, and open it again.
    pub registration_open: bool,
    /// Level and time.
    pub clock: LevelClock,
    /// The levels that have been in force, in the order of coming.
    pub levels_seen: Vec<u32>,
    /// Those of them that brought everyone who was in a bonus, in the order of coming (`edge-cases.md` 5).
    pub bonus_levels: Vec<u32>,
    /// The number that the next who registers gets; never given twice.
    pub next_registration: u32,
    /// People who have entered.
    pub entries: u32,
    /// Re-entries, by all together.
    pub re_entries: u32,
    /// Entries that are in: they hold chips or sit in a round.
    pub playing: u32,
    /// Open re-entry windows.
    pub windows: u32,
    /// How often all open windows were closed at once; a window of an earlier count is closed.
    pub window_epoch: u32,
    /// The number that the next round gets; never given twice.
    pub next_round: u32,
    /// Rounds under way.
    pub open_rounds: u32,
    /// Entries that are in and sit in them.
    pub in_rounds: u32,
    /// Chips in their pots.
    pub pots: Chips,
    /// Chips of players who were disqualified or withdrawn.
    pub removed: Chips,
    /// The final table's first round has started.
    pub final_table_started: bool,
    /// Departures from the final table; who leaves in one round has one number.
    pub departures: u32,
    /// Disqualifications.
    pub disqualified: u32,
}

impl Tournament {
    /// A new one, seen by staff only.
    #[must_use]
    pub fn draft() -> Self {
        Self {
            state: TournamentState::Draft,
            registration_open: false,
            clock: LevelClock::WAITING,
            levels_seen: vec![1],
            bonus_levels: Vec::new(),
            next_registration: 1,
            entries: 0,
            re_entries: 0,
            playing: 0,
            windows: 0,
            window_epoch: 0,
            next_round: 1,
            open_rounds: 0,
            in_rounds: 0,
            pots: Chips::ZERO,
            removed: Chips::ZERO,
            final_table_started: false,
            departures: 0,
            disqualified: 0,
        }
    }

    /// How many levels have brought a bonus so far.
    #[must_use]
    pub fn bonuses(&self) -> u32 {
        u32::try_from(self.bonus_levels.len()).unwrap_or(u32::MAX)
    }

    /// All chips that were ever given out: `starting chips x (entries + re-entries)` (§10).
    ///
    /// # Errors
    /// `internal` beyond what can be held.
    pub fn chips_given(&self, terms: &Terms) -> Result<Chips, Code> {
        let stacks = u64::from(self.entries) + u64::from(self.re_entries);
        terms.starting_chips.0.checked_mul(stacks).map(Chips).ok_or(Code::Internal)
    }

    /// The chips in play: all that were given out but those removed.
    ///
    /// # Errors
    /// `internal` where the counts contradict each other.
    pub fn chips_in_play(&self, terms: &Terms) -> Result<Chips, Code> {
        self.chips_given(terms)?.less(self.removed)
    }

    /// Refuses unless rounds are played.
    ///
    /// # Errors
    /// `tournament_busy`, `tournament_not_started`, `tournament_over`.
    pub fn need_playing(&self) -> Result<(), Refused> {
        self.need_idle()?;
        if self.state.is_before_start() {
            return Err(Refused::new(Code::TournamentNotStarted).with("state", self.state));
        }
        Ok(())
    }

    /// Refuses once it has started.
    ///
    /// # Errors
    /// `tournament_busy`, `tournament_started`, `tournament_over`.
    pub fn need_before_start(&self) -> Result<(), Refused> {
        self.need_idle()?;
        if self.state.is_playing() {
            return Err(Refused::new(Code::TournamentStarted).with("state", self.state));
        }
        Ok(())
    }

    /// Refuses while a job works it off, and once it is over: what is finished is frozen.
    fn need_idle(&self) -> Result<(), Refused> {
        if self.state.is_worked_off() {
            return Err(Refused::new(Code::TournamentBusy).with("state", self.state));
        }
        if self.state.is_before_start() || self.state.is_playing() {
            return Ok(());
        }
        Err(Refused::new(Code::TournamentOver).with("state", self.state))
    }

    /// Brings the clock to now: every level that was due comes into force, however late one asks. One row changes,
    /// whatever the number of players.
    pub fn bring_to(&mut self, terms: &Terms, now: Time) {
        for level in self.clock.bring_to(terms, now) {
            self.come_into_force(terms, level, true);
        }
    }

    /// A director puts a level in force (`edge-cases.md` 5: only the level set brings a bonus, upward, the first time).
    ///
    /// # Errors
    /// Those of [`Tournament::need_playing`] and of [`LevelClock::set`].
    pub fn set_level(&mut self, terms: &Terms, level: u32, now: Time) -> Result<(), Refused> {
        self.need_playing()?;
        self.bring_to(terms, now);
        let before = self.clock.level;
        self.clock.set(terms, level, now)?;
        self.come_into_force(terms, level, level > before);
        Ok(())
    }

    /// A director stops the clock; no round starts until it runs again, rounds under way go on.
    ///
    /// # Errors
    /// Those of [`Tournament::need_playing`] and of [`LevelClock::pause`].
    pub fn pause(&mut self, terms: &Terms, now: Time) -> Result<(), Refused> {
        self.need_playing()?;
        self.bring_to(terms, now);
        self.clock.pause(now)
    }

    /// A director lets the clock run again.
    ///
    /// # Errors
    /// Those of [`Tournament::need_playing`] and of [`LevelClock::resume`].
    pub fn resume(&mut self, now: Time) -> Result<(), Refused> {
        self.need_playing()?;
        self.clock.resume(now)
    }

    fn come_into_force(&mut self, terms: &Terms, level: u32, upward: bool) {
        if !self.levels_seen.contains(&level) {
            self.levels_seen.push(level);
            if upward {
                self.bonus_levels.push(level);
            }
        }
        // Windows for which the level is too high close, all at once, and stay closed if the level is set back.
        if level > terms.last_level_for_re_entry {
            self.close_windows();
        }
    }

    /// Closes all open windows at once, in this one row.
    pub(super) fn close_windows(&mut self) {
        if self.windows > 0 {
            self.windows = 0;
            self.window_epoch = self.window_epoch.saturating_add(1);
        }
    }
}
