//! A table where all are absent (page 003 §15, `edge-cases.md` 14).

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};

use super::elimination::next_departure;
use super::entry::{Entry, EntryState};
use super::explanation::Explanation;
use super::final_table::end;
use super::life::Change;
use super::settle::remove_chips;
use super::settlement::Outcome;
use super::state::TournamentState;
use super::terms::Terms;
use super::tournament::Tournament;
use crate::domain::act::Refused;
use crate::domain::codes::Code;
use crate::domain::time::Time;

/// After so many rounds in succession void for absence a table is held.
pub const VOID_ROUNDS: u32 = 3;
/// Without a director's act for so long those absent are withdrawn automatically, in seconds.
pub const HELD_S: i64 = 600;
/// The round goes on so long after the last player has gone on auto-player, in seconds (§15).
pub const ALL_ABSENT_S: i64 = 300;

/// A table, as far as absence concerns it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Table {
    /// Its number.
    pub number: u32,
    /// Rounds in succession void because all were absent.
    pub void_rounds: u32,
    /// Since when it is held: no round starts, the director is alerted.
    pub held_since: Option<Time>,
}

impl Table {
    /// Takes note of a round's end; whether the table is held from now on.
    pub fn ended(&mut self, outcome: &Outcome, now: Time) -> bool {
        if !outcome.is_for_absence() {
            self.release();
            return false;
        }
        self.void_rounds = self.void_rounds.saturating_add(1);
        if self.void_rounds >= VOID_ROUNDS && self.held_since.is_none() {
            self.held_since = Some(now);
            return true;
        }
        false
    }

    /// Somebody is back, or a director lets the table go on.
    pub fn release(&mut self) {
        (self.void_rounds, self.held_since) = (0, None);
    }

    /// Moves the time since which it is held by the length of an outage, in which no director could act.
    pub fn shift(&mut self, by: TimeDelta) {
        self.held_since = self.held_since.map(|since| since.after(by));
    }

    /// Refuses while the table is held.
    ///
    /// # Errors
    /// `table_held`.
    pub fn may_start_round(&self) -> Result<(), Refused> {
        match self.held_since {
            Some(since) => Err(Refused::new(Code::TableHeld).with("table", self.number).with("since", since)),
            None => Ok(()),
        }
    }

    /// Refuses before those absent are withdrawn without a director's act.
    ///
    /// # Errors
    /// `not_due`.
    pub fn need_due(&self, now: Time) -> Result<(), Refused> {
        if self.due_at().is_some_and(|due| due <= now) { Ok(()) } else { Err(Code::NotDue.into()) }
    }

    /// When those absent are withdrawn without a director's act.
    #[must_use]
    pub fn due_at(&self) -> Option<Time> {
        self.held_since.map(|since| since.after(TimeDelta::seconds(HELD_S)))
    }
}

/// When a round is void for absence: all players are on auto-player, the last of them since `last_absent_at`.
#[must_use]
pub fn void_at(last_absent_at: Time) -> Time {
    last_absent_at.after(TimeDelta::seconds(ALL_ABSENT_S))
}

/// What came of a withdrawal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Withdrawal {
    /// These were withdrawn: their chips are removed, they rank by points as if out.
    Withdrawn(Vec<u32>),
    /// Nobody was, for nobody would be left with chips: the tournament ends, those holding chips rank by chips.
    Ended(Vec<Change>),
}

/// Withdraws the players of a held table who were absent in all its void rounds. `entries` are the rows of its players. At
/// a final table they leave it together.
///
/// # Errors
/// Those of [`Tournament::need_playing`]; `table_not_held`; `nobody_absent`; `round_open` where the tournament would end
/// while another table still plays. After an error the rows are not to be kept.
pub fn withdraw_absent(
    terms: &Terms,
    tournament: &mut Tournament,
    table: &mut Table,
    entries: &mut [Entry],
    now: Time,
) -> Result<Withdrawal, Refused> {
    tournament.need_playing()?;
    tournament.bring_to(terms, now);
    if table.held_since.is_none() {
        return Err(Refused::new(Code::TableNotHeld).with("table", table.number));
    }
    let absent = |entry: &Entry| entry.is_playing() && entry.in_round.is_none() && entry.absences >= VOID_ROUNDS;
    let leaving = entries.iter().filter(|entry| absent(entry)).count();
    let leaving = u32::try_from(leaving).map_err(|_| Code::Internal)?;
    if leaving == 0 {
        return Err(Refused::new(Code::NobodyAbsent).with("table", table.number));
    }
    if leaving >= tournament.playing {
        return end_for_absence(tournament, now).map(Withdrawal::Ended);
    }
    let departure = match tournament.state {
        TournamentState::FinalTable => Some(next_departure(tournament)?),
        _ => None,
    };
    let mut withdrawn = Vec::new();
    for entry in entries.iter_mut().filter(|entry| absent(entry)) {
        entry.state = EntryState::Withdrawn;
        entry.bonuses_until = Some(tournament.bonuses());
        entry.departure = departure;
        remove_chips(tournament, entry)?;
        withdrawn.push(entry.registration);
    }
    tournament.playing -= leaving;
    table.release();
    Ok(Withdrawal::Withdrawn(withdrawn))
}

fn end_for_absence(tournament: &mut Tournament, now: Time) -> Result<Vec<Change>, Refused> {
    if tournament.open_rounds > 0 {
        return Err(Refused::new(Code::RoundOpen).with("rounds", tournament.open_rounds));
    }
    let mut changes = Vec::new();
    // Who was still deciding whether to come back no longer can.
    tournament.close_windows();
    if tournament.state == TournamentState::Running {
        let why = Explanation::new("all_absent", "edge case 14");
        changes.push(tournament.become_state(TournamentState::FinalTable, now, why)?);
    }
    changes.push(end(tournament, now, "all_absent")?);
    Ok(changes)
}
