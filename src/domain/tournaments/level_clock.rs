//! The level clock: stored as `running until T` or `paused with R left`; nothing ticks (page 003 §10).

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};

use super::terms::Terms;
use crate::domain::act::Refused;
use crate::domain::codes::Code;
use crate::domain::time::Time;

/// Whether the clock runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Runs {
    /// Before the start.
    Waiting,
    /// It runs.
    Until(
        /// When the level (or the break) ends; none: it is the last level, or only a director raises it.
        Option<Time>,
    ),
    /// It stands.
    Paused {
        /// What is left of the level, in microseconds; none as above.
        left_us: Option<i64>,
    },
}

/// The clock of one tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LevelClock {
    /// The level in force, from 1.
    pub level: u32,
    /// A break: the level's time is over, the next comes into force when the break ends.
    pub on_break: bool,
    /// Whether it runs.
    pub runs: Runs,
}

impl LevelClock {
    /// At level 1, before the start.
    pub const WAITING: Self = Self { level: 1, on_break: false, runs: Runs::Waiting };

    /// Starts at level 1.
    pub fn start(&mut self, terms: &Terms, now: Time) {
        self.runs = Runs::Until(self.length(terms).map(|length| now.after(length)));
    }

    /// How long the level in force lasts; none: it is the last.
    fn length(&self, terms: &Terms) -> Option<TimeDelta> {
        (self.level < terms.levels.last()).then(|| TimeDelta::seconds(terms.levels.every_s.into()))
    }

    /// When the next level comes into force or a break begins; none while it stands.
    #[must_use]
    pub fn due_at(&self) -> Option<Time> {
        match self.runs {
            Runs::Until(until) => until,
            Runs::Waiting | Runs::Paused { .. } => None,
        }
    }

    /// Brings the clock to now and gives the levels that came into force, in order, however late one asks.
    pub fn bring_to(&mut self, terms: &Terms, now: Time) -> Vec<u32> {
        let mut come = Vec::new();
        while let Runs::Until(Some(until)) = self.runs
            && until <= now
        {
            let rest = terms.breaks.iter().find(|rest| rest.after_level == self.level);
            let length = match rest {
                Some(rest) if !self.on_break => {
                    self.on_break = true;
                    Some(TimeDelta::seconds(rest.seconds.into()))
                }
                _ => {
                    self.on_break = false;
                    self.level = self.level.saturating_add(1);
                    come.push(self.level);
                    self.length(terms)
                }
            };
            self.runs = Runs::Until(length.map(|length| until.after(length)));
        }
        come
    }

    /// Stops the clock. The clock must have been brought to now.
    ///
    /// # Errors
    /// `clock_not_started`, `clock_paused`.
    pub fn pause(&mut self, now: Time) -> Result<(), Refused> {
        match self.runs {
            Runs::Waiting => Err(Code::ClockNotStarted.into()),
            Runs::Paused { .. } => Err(Code::ClockPaused.into()),
            Runs::Until(until) => {
                let left_us = until.map(|until| until.micros().saturating_sub(now.micros()).max(0));
                self.runs = Runs::Paused { left_us };
                Ok(())
            }
        }
    }

    /// Lets the clock run again: what was left of the level is left of it.
    ///
    /// # Errors
    /// `clock_not_started`, `clock_running`.
    pub fn resume(&mut self, now: Time) -> Result<(), Refused> {
        match self.runs {
            Runs::Waiting => Err(Code::ClockNotStarted.into()),
            Runs::Until(_) => Err(Code::ClockRunning.into()),
            Runs::Paused { left_us } => {
                self.runs = Runs::Until(left_us.map(|left| now.after(TimeDelta::microseconds(left))));
                Ok(())
            }
        }
    }

    /// Puts a level in force, with its whole time ahead; ends a break; a clock that stands goes on standing.
    ///
    /// # Errors
    /// `clock_not_started`, `level_out_of_range`, `already_so`.
    pub fn set(&mut self, terms: &Terms, level: u32, now: Time) -> Result<(), Refused> {
        let last = terms.levels.last();
        if self.runs == Runs::Waiting {
            return Err(Code::ClockNotStarted.into());
        }
        if !(1..=last).contains(&level) {
            return Err(Refused::new(Code::LevelOutOfRange).with("last", last));
        }
        if level == self.level && !self.on_break {
            return Err(Code::AlreadySo.into());
        }
        (self.level, self.on_break) = (level, false);
        let length = self.length(terms);
        self.runs = match self.runs {
            Runs::Paused { .. } => Runs::Paused { left_us: length.and_then(|length| length.num_microseconds()) },
            Runs::Waiting | Runs::Until(_) => Runs::Until(length.map(|length| now.after(length))),
        };
        Ok(())
    }

    /// Moves the end of the level by the length of an outage, which eats no clock.
    pub fn shift(&mut self, by: TimeDelta) {
        if let Runs::Until(Some(until)) = &mut self.runs {
            *until = until.after(by);
        }
    }

    /// Whether a round may start now. The clock must have been brought to now.
    ///
    /// # Errors
    /// `clock_not_started`, `clock_paused`, `on_break`, `level_ending`.
    pub fn may_start_round(&self, terms: &Terms, now: Time) -> Result<(), Refused> {
        match self.runs {
            Runs::Waiting => Err(Code::ClockNotStarted.into()),
            Runs::Paused { .. } => Err(Code::ClockPaused.into()),
            Runs::Until(until) if self.on_break => {
                let refused = Refused::new(Code::OnBreak);
                Err(until.map_or(refused.clone(), |until| refused.with("until", until)))
            }
            Runs::Until(Some(until))
                if terms.quiet_s > 0 && until.since(now) <= TimeDelta::seconds(terms.quiet_s.into()) =>
            {
                Err(Refused::new(Code::LevelEnding).with("until", until))
            }
            Runs::Until(_) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests;
