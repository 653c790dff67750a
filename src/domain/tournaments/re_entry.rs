//! Re-entry (page 003 §9): chips bought again, while playing or after an elimination.

use serde::Serialize;

use super::chips::Chips;
use super::elimination::bring_back;
use super::entry::{Entry, EntryState};
use super::explanation::Explanation;
use super::round::Round;
use super::terms::Terms;
use super::tournament::Tournament;
use crate::domain::act::Refused;
use crate::domain::codes::Code;
use crate::domain::time::Time;

crate::words! {
    /// Why a re-entry is refused: the first that fails, in this order.
    pub enum NoReEntry {
        /// The player has used all re-entries that are allowed.
        Limit = "limit",
        /// The level in force is above the last one for re-entry.
        Level = "level",
        /// The final table's first round has started.
        FinalTable = "final_table",
        /// The player holds more than the starting chips.
        NotOut = "not_out",
        /// Too late: the time to decide is over.
        Window = "window",
        /// The wallet does not cover the price. Told by whoever takes the money, last.
        Funds = "funds",
    }
}

/// A refusal, with the figures that it was judged by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct ReEntryRefused {
    /// Why.
    pub reason: NoReEntry,
    /// What the player had.
    pub has: u64,
    /// What the rule allows.
    pub allowed: u64,
}

impl ReEntryRefused {
    /// Why it is refused.
    #[must_use]
    pub fn why(&self) -> Explanation {
        let section = match self.reason {
            NoReEntry::Limit => "page 003 \u{a7}9; edge case 10",
            NoReEntry::FinalTable => "page 003 \u{a7}9; edge case 9",
            NoReEntry::Level | NoReEntry::NotOut | NoReEntry::Window | NoReEntry::Funds => "page 003 \u{a7}9",
        };
        Explanation::new(self.reason.as_str(), section).with("has", self.has).with("allowed", self.allowed)
    }
}

impl From<ReEntryRefused> for Refused {
    fn from(refused: ReEntryRefused) -> Self {
        Self::new(Code::ReEntryRefused)
            .with("reason", refused.reason)
            .with("has", refused.has)
            .with("allowed", refused.allowed)
    }
}

/// The reasons that do not depend on what the player holds: number, level, final table.
pub(super) fn closed(terms: &Terms, tournament: &Tournament, entry: &Entry) -> Option<ReEntryRefused> {
    let refused =
        |reason, has: u32, allowed: u32| Some(ReEntryRefused { reason, has: has.into(), allowed: allowed.into() });
    if entry.re_entries >= terms.re_entries {
        return refused(NoReEntry::Limit, entry.re_entries, terms.re_entries);
    }
    if tournament.clock.level > terms.last_level_for_re_entry {
        return refused(NoReEntry::Level, tournament.clock.level, terms.last_level_for_re_entry);
    }
    if tournament.final_table_started && terms.final_table_closes_re_entry {
        return refused(NoReEntry::FinalTable, 1, 0);
    }
    None
}

/// Judges a request, all but the money. The tournament must have been brought to now.
///
/// # Errors
/// The first reason that fails.
pub fn judge(terms: &Terms, tournament: &Tournament, entry: &Entry, now: Time) -> Result<(), ReEntryRefused> {
    if let Some(refused) = closed(terms, tournament, entry) {
        return Err(refused);
    }
    if entry.is_playing() {
        let fee = entry.in_round.map_or(Chips::ZERO, |round| round.fee_paid);
        let has = entry.chips.0.saturating_add(fee.0);
        let allowed = terms.starting_chips.0;
        return if has > allowed { Err(ReEntryRefused { reason: NoReEntry::NotOut, has, allowed }) } else { Ok(()) };
    }
    let until = entry.window.filter(|_| entry.has_window(tournament)).map(|window| window.until);
    if until.is_some_and(|until| now < until) {
        return Ok(());
    }
    let micros = |time: Time| u64::try_from(time.micros()).unwrap_or_default();
    Err(ReEntryRefused { reason: NoReEntry::Window, has: micros(now), allowed: until.map_or(0, micros) })
}

/// Until when a player who is out may come back, to be told to them: the end of their window, or the next rise of the level
/// if that closes it before. None where no window is open, or no end of it is foreseen.
#[must_use]
pub fn open_until(terms: &Terms, tournament: &Tournament, entry: &Entry) -> Option<Time> {
    let until = entry.window.filter(|_| entry.has_window(tournament))?.until;
    let clock = &tournament.clock;
    let rests = terms.breaks.iter().any(|rest| rest.after_level == clock.level) && !clock.on_break;
    let closes = clock.level >= terms.last_level_for_re_entry && !rests;
    Some(clock.due_at().filter(|_| closes).map_or(until, |rise| rise.min(until)))
}

/// A player buys the starting chips again. `round` is the round that they sit in, if one is under way: what is bought
/// during it is not at risk in it.
///
/// # Errors
/// Those of [`Tournament::need_playing`]; `entry_closed` for who was disqualified or withdrawn; the reasons of [`judge`]
/// as `re_entry_refused`. After an error the rows are not to be kept.
pub fn re_enter(
    terms: &Terms,
    tournament: &mut Tournament,
    entry: &mut Entry,
    round: Option<&mut Round>,
    now: Time,
) -> Result<(), Refused> {
    tournament.need_playing()?;
    tournament.bring_to(terms, now);
    if matches!(entry.state, EntryState::Disqualified | EntryState::Withdrawn) {
        return Err(Refused::new(Code::EntryClosed).with("state", entry.state));
    }
    judge(terms, tournament, entry, now)?;
    let bought = terms.starting_chips;
    if entry.is_playing() {
        entry.chips = entry.chips.and(bought)?;
        if let Some(playing) = entry.in_round {
            let round = round.filter(|round| round.number == playing.round).ok_or(Code::Internal)?;
            let seat = round.seats.iter_mut().find(|seat| seat.registration == entry.registration);
            let seat = seat.ok_or(Code::Internal)?;
            seat.bought = seat.bought.and(bought)?;
        }
    } else {
        // Levels that came while the player was out bring nothing (`edge-cases.md` 6).
        let lived_through = entry.bonuses(tournament);
        bring_back(tournament, entry, bought)?;
        entry.bonuses_missed = tournament.bonuses().saturating_sub(lived_through);
    }
    entry.re_entries = entry.re_entries.checked_add(1).ok_or(Code::Internal)?;
    tournament.re_entries = tournament.re_entries.checked_add(1).ok_or(Code::Internal)?;
    Ok(())
}

/// Takes a re-entry back, after a correction that leaves the player chips: they were never out (`edge-cases.md` 17). The
/// money goes back with it.
pub(super) fn reverse(terms: &Terms, tournament: &mut Tournament, entry: &mut Entry) -> Result<(), Code> {
    entry.chips = entry.chips.less(terms.starting_chips)?;
    entry.re_entries = entry.re_entries.checked_sub(1).ok_or(Code::Internal)?;
    tournament.re_entries = tournament.re_entries.checked_sub(1).ok_or(Code::Internal)?;
    Ok(())
}
