//! Who is out, for how long the way back stands open, and who comes back (page 003 §7, §9).

use chrono::TimeDelta;

use super::chips::Chips;
use super::entry::{Entry, EntryState, Window};
use super::re_entry;
use super::round::Round;
use super::terms::Terms;
use super::tournament::Tournament;
use crate::domain::act::Refused;
use crate::domain::codes::Code;
use crate::domain::time::Time;

/// The shortest time to decide, whatever the next round (§9).
pub const LEAST_WINDOW_S: u32 = 20;

/// When a window that opens now ends: the tournament's time to decide, shortened to the start of the next round, never
/// below 20 seconds.
#[must_use]
pub fn window_until(terms: &Terms, now: Time, next_round_at: Option<Time>) -> Time {
    let after = |seconds: u32| now.after(TimeDelta::seconds(seconds.into()));
    let whole = after(terms.window_s);
    next_round_at.map_or(whole, |next| next.min(whole)).max(after(LEAST_WINDOW_S))
}

/// Takes a player out who holds nothing at the end of a round. A window opens where the rules would let them back.
pub(super) fn eliminate(
    terms: &Terms,
    tournament: &mut Tournament,
    round: &mut Round,
    entry: &mut Entry,
    now: Time,
    next_round_at: Option<Time>,
) -> Result<(), Code> {
    entry.state = EntryState::Out;
    entry.bonuses_until = Some(round.bonuses);
    tournament.playing = tournament.playing.checked_sub(1).ok_or(Code::Internal)?;
    // A correction may put somebody out by a round that came before the final table.
    if round.final_table {
        let departure = match round.departure {
            Some(departure) => departure,
            None => next_departure(tournament)?,
        };
        round.departure = Some(departure);
        entry.departure = Some(departure);
    }
    if re_entry::closed(terms, tournament, entry).is_none() {
        let until = window_until(terms, now, next_round_at);
        entry.window = Some(Window { until, epoch: tournament.window_epoch });
        tournament.windows = tournament.windows.checked_add(1).ok_or(Code::Internal)?;
    }
    Ok(())
}

/// The next number in the order of leaving the final table.
pub(super) fn next_departure(tournament: &mut Tournament) -> Result<u32, Code> {
    tournament.departures = tournament.departures.checked_add(1).ok_or(Code::Internal)?;
    Ok(tournament.departures)
}

/// Brings a player who is out back in, with so many chips.
pub(super) fn bring_back(tournament: &mut Tournament, entry: &mut Entry, chips: Chips) -> Result<(), Code> {
    close_window(tournament, entry)?;
    entry.state = EntryState::Playing;
    entry.chips = chips;
    entry.bonuses_until = None;
    entry.departure = None;
    tournament.playing = tournament.playing.checked_add(1).ok_or(Code::Internal)?;
    Ok(())
}

/// Closes the window of a player, if one is open.
pub(super) fn close_window(tournament: &mut Tournament, entry: &mut Entry) -> Result<(), Code> {
    if entry.has_window(tournament) {
        tournament.windows = tournament.windows.checked_sub(1).ok_or(Code::Internal)?;
    }
    entry.window = None;
    Ok(())
}

/// Closes a window whose time is over.
///
/// # Errors
/// `not_due` where none is open or its time is not over.
pub fn lapse(tournament: &mut Tournament, entry: &mut Entry, now: Time) -> Result<(), Refused> {
    let over = entry.window.is_some_and(|window| window.until <= now);
    if !entry.has_window(tournament) || !over {
        return Err(Code::NotDue.into());
    }
    Ok(close_window(tournament, entry)?)
}
