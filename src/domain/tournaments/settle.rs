//! A round's end and what it does to its players: chips, points, eliminations (page 003 §7, §10).

use super::chips::Chips;
use super::elimination::eliminate;
use super::entry::Entry;
use super::round::Round;
use super::settlement::{Outcome, Settlement, reckon};
use super::terms::Terms;
use super::tournament::Tournament;
use crate::domain::act::Refused;
use crate::domain::codes::Code;
use crate::domain::time::Time;

/// What came of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reported {
    /// The round is settled by it.
    Settled,
    /// It was settled so before; nothing was changed.
    Repeated,
}

/// Settles a round, once: the same report again changes nothing, another one is refused. `entries` are the rows of its
/// seats, in their order; `next_round_at` is when the next round would start, if that is known.
///
/// # Errors
/// `round_settled` for a report that contradicts; those of [`Tournament::need_playing`] and of [`reckon`]. After an
/// error the rows are not to be kept.
pub fn settle(
    terms: &Terms,
    tournament: &mut Tournament,
    round: &mut Round,
    entries: &mut [Entry],
    outcome: Outcome,
    now: Time,
    next_round_at: Option<Time>,
) -> Result<Reported, Refused> {
    if let Some(settlement) = round.settlement() {
        let same = settlement.outcome == outcome;
        let contradicts = || Refused::new(Code::RoundSettled).with("round", round.number);
        return if same { Ok(Reported::Repeated) } else { Err(contradicts()) };
    }
    tournament.need_playing()?;
    tournament.bring_to(terms, now);
    let seats = reckon(&round.seats, round.chip_ratio, terms.short_winner, &outcome)?;
    if seats.len() != entries.len() {
        return Err(Code::Internal.into());
    }
    tournament.open_rounds = tournament.open_rounds.checked_sub(1).ok_or(Code::Internal)?;
    tournament.pots = tournament.pots.less(round.pot())?;
    for (entry, seat) in entries.iter_mut().zip(&seats) {
        if entry.registration != seat.registration {
            return Err(Code::Internal.into());
        }
        entry.in_round = None;
        entry.chips = seat.after;
        entry.round_points = entry.round_points.saturating_add(seat.points);
        entry.absences = if outcome.is_for_absence() { entry.absences.saturating_add(1) } else { 0 };
        if entry.is_playing() {
            tournament.in_rounds = tournament.in_rounds.checked_sub(1).ok_or(Code::Internal)?;
        }
        if !entry.is_playing() {
            // Disqualified meanwhile: the seat was played to the end, and what it holds is removed.
            remove_chips(tournament, entry)?;
        } else if entry.chips == Chips::ZERO {
            eliminate(terms, tournament, round, entry, now, next_round_at)?;
        } else {
            entry.bonuses_until = None;
        }
    }
    round.settlements.push(Settlement { number: 1, reverses: None, outcome, seats, at: now });
    Ok(Reported::Settled)
}

/// Takes what an entry holds out of play.
pub(super) fn remove_chips(tournament: &mut Tournament, entry: &mut Entry) -> Result<(), Code> {
    tournament.removed = tournament.removed.and(entry.chips)?;
    entry.chips = Chips::ZERO;
    Ok(())
}
