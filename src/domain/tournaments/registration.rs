//! Registration: the one gate through which everybody enters, and the way out before the start (page 003 §3, §4, §5).

use super::entry::Entry;
use super::life::Change;
use super::state::TournamentState;
use super::terms::Terms;
use super::tournament::Tournament;
use crate::domain::act::Refused;
use crate::domain::codes::Code;
use crate::domain::time::Time;

/// Who asks for the seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EnteredBy {
    /// The player.
    Player,
    /// A director, who may add a player although registration is closed; never beyond the maximum.
    Director,
}

/// Gives a player a seat. Who they are and what they pay is judged by whoever calls.
///
/// # Errors
/// Those of an act on a tournament that is over or worked off; `registration_closed`, `tournament_full`. After an error
/// the row is not to be kept.
pub fn register(
    terms: &Terms,
    tournament: &mut Tournament,
    by: EnteredBy,
    now: Time,
) -> Result<(Entry, Option<Change>), Refused> {
    if tournament.state.is_playing() {
        tournament.need_playing()?;
        tournament.bring_to(terms, now);
        if !late_level(terms, tournament) || !(tournament.registration_open || by == EnteredBy::Director) {
            return Err(closed(tournament));
        }
    } else {
        tournament.need_before_start()?;
        let open = tournament.registration_open && terms.starts_at.is_none_or(|at| now < at);
        if tournament.state != TournamentState::Registering || !(open || by == EnteredBy::Director) {
            return Err(closed(tournament));
        }
    }
    if tournament.entries >= terms.most_players {
        return Err(Refused::new(Code::TournamentFull).with("most", terms.most_players));
    }
    let registration = tournament.next_registration;
    tournament.next_registration = registration.checked_add(1).ok_or(Code::Internal)?;
    tournament.entries = tournament.entries.checked_add(1).ok_or(Code::Internal)?;
    tournament.playing = tournament.playing.checked_add(1).ok_or(Code::Internal)?;
    tournament.chips_given(terms)?;
    let entry = Entry::new(registration, terms.starting_chips, tournament.bonuses());
    let change = match tournament.state {
        TournamentState::Registering => tournament.start_when_full(terms, now)?,
        _ => None,
    };
    Ok((entry, change))
}

fn closed(tournament: &Tournament) -> Refused {
    Refused::new(Code::RegistrationClosed).with("state", tournament.state)
}

/// Whether the level in force still lets somebody in after the start. Breaks belong to the level before them.
fn late_level(terms: &Terms, tournament: &Tournament) -> bool {
    tournament.state != TournamentState::FinalTable
        && terms.last_level_for_registration.is_some_and(|last| tournament.clock.level <= last)
}

/// Whether somebody may still register: then neither final table nor end is declared, like while a re-entry window is
/// open (`edge-cases.md` 8).
#[must_use]
pub fn may_come(terms: &Terms, tournament: &Tournament) -> bool {
    tournament.registration_open && late_level(terms, tournament) && tournament.entries < terms.most_players
}

/// Gives a seat back before the start, with all that was paid for it (§4). The number is not given again.
///
/// # Errors
/// Those of [`Tournament::need_before_start`]: a sit-and-go can be left until its last seat is taken.
pub fn withdraw(terms: &Terms, tournament: &mut Tournament, now: Time) -> Result<(), Refused> {
    tournament.need_before_start()?;
    if terms.starts_at.is_some_and(|at| at <= now) {
        // Due, and the clock's job has not come yet: the start counts from its time, not from when it is seen.
        return Err(Refused::new(Code::TournamentStarted).with("state", tournament.state));
    }
    tournament.entries = tournament.entries.checked_sub(1).ok_or(Code::Internal)?;
    tournament.playing = tournament.playing.checked_sub(1).ok_or(Code::Internal)?;
    Ok(())
}

#[cfg(test)]
mod tests;
