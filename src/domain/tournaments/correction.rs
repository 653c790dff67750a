//! The correction of a settled round: a further settlement that reverses the first, never an edit (`edge-cases.md` 17).

use super::chips::Chips;
use super::elimination::{bring_back, eliminate};
use super::entry::{Entry, EntryState};
use super::explanation::Explanation;
use super::life::Change;
use super::re_entry;
use super::round::Round;
use super::settlement::{Outcome, SettledSeat, Settlement, reckon};
use super::state::TournamentState;
use super::terms::Terms;
use super::tournament::Tournament;
use crate::domain::act::Refused;
use crate::domain::codes::Code;
use crate::domain::time::Time;

/// What a correction did beside moving chips and points.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Corrected {
    /// Who is back in.
    pub back: Vec<u32>,
    /// Who is out by it.
    pub out: Vec<u32>,
    /// Whose re-entry was reversed; its price goes back.
    pub re_entries_reversed: Vec<u32>,
    /// With them more are left than the final table seats: it is formed again later.
    pub reopened: Option<Change>,
}

/// Corrects, or voids, a settled round, while none of its players has started another one. `entries` are the rows of its
/// seats, in their order. A player who had re-entered and was never out by the corrected round loses that re-entry again.
///
/// # Errors
/// Those of [`Tournament::need_playing`] (once prizes are fixed nothing is corrected) and of [`reckon`];
/// `round_not_settled`, `already_so`, `round_played_on`; `table_size` where somebody brought back has no seat at a final
/// table that has begun. After an error the rows are not to be kept.
pub fn correct(
    terms: &Terms,
    tournament: &mut Tournament,
    round: &mut Round,
    entries: &mut [Entry],
    outcome: Outcome,
    now: Time,
) -> Result<Corrected, Refused> {
    tournament.need_playing()?;
    tournament.bring_to(terms, now);
    let Some(first) = round.settlement().cloned() else {
        return Err(Refused::new(Code::RoundNotSettled).with("round", round.number));
    };
    if first.outcome == outcome {
        return Err(Code::AlreadySo.into());
    }
    if let Some(entry) = entries.iter().find(|entry| entry.last_round != round.number) {
        return Err(Refused::new(Code::RoundPlayedOn).with("registration", entry.registration));
    }
    let seats = reckon(&round.seats, round.chip_ratio, terms.short_winner, &outcome)?;
    if seats.len() != entries.len() || first.seats.len() != entries.len() {
        return Err(Code::Internal.into());
    }
    let mut corrected = Corrected::default();
    for (entry, (before, after)) in entries.iter_mut().zip(first.seats.iter().zip(&seats)) {
        if entry.registration != after.registration {
            return Err(Code::Internal.into());
        }
        let change = SeatChange { terms, now, before, after };
        change.apply(tournament, round, entry, &mut corrected)?;
        entry.absences = match (first.outcome.is_for_absence(), outcome.is_for_absence()) {
            (true, false) => 0,
            (false, true) => 1,
            _ => entry.absences,
        };
    }
    // Who may come back keeps their seat.
    let seated = tournament.playing.saturating_add(tournament.windows);
    let too_many = tournament.state == TournamentState::FinalTable && seated > terms.final_table_seats;
    if too_many && tournament.final_table_started {
        return Err(Refused::new(Code::TableSize).with("most", terms.final_table_seats));
    }
    let number = first.number.checked_add(1).ok_or(Code::Internal)?;
    round.settlements.push(Settlement { number, reverses: Some(first.number), outcome, seats, at: now });
    if too_many {
        let why = Explanation::new("brought_back", "edge cases 8, 17").with("playing", tournament.playing);
        corrected.reopened = Some(tournament.become_state(TournamentState::Running, now, why)?);
    }
    Ok(corrected)
}

/// One seat before and after.
struct SeatChange<'a> {
    terms: &'a Terms,
    now: Time,
    before: &'a SettledSeat,
    after: &'a SettledSeat,
}

impl SeatChange<'_> {
    fn apply(
        &self,
        tournament: &mut Tournament,
        round: &mut Round,
        entry: &mut Entry,
        corrected: &mut Corrected,
    ) -> Result<(), Code> {
        let (before, after) = (self.before, self.after);
        let points = entry.round_points.checked_sub(before.points).ok_or(Code::Internal)?;
        entry.round_points = points.saturating_add(after.points);
        match entry.state {
            EntryState::Disqualified | EntryState::Withdrawn => {
                tournament.removed = tournament.removed.less(before.after)?.and(after.after)?;
                if after.after == Chips::ZERO {
                    // Out by the round, and so before they were taken out.
                    entry.bonuses_until = Some(round.bonuses);
                }
            }
            EntryState::Out if after.after > Chips::ZERO => {
                bring_back(tournament, entry, after.after)?;
                corrected.back.push(entry.registration);
            }
            EntryState::Out => {}
            EntryState::Playing => {
                self.apply_to_player(tournament, round, entry, corrected)?;
            }
        }
        Ok(())
    }

    /// A player who is in: by the round, or because they bought chips since.
    fn apply_to_player(
        &self,
        tournament: &mut Tournament,
        round: &mut Round,
        entry: &mut Entry,
        corrected: &mut Corrected,
    ) -> Result<(), Code> {
        let had_left = self.before.after == Chips::ZERO;
        if had_left && self.after.after > Chips::ZERO {
            re_entry::reverse(self.terms, tournament, entry)?;
            entry.bonuses_missed = seat_of(round, entry)?;
            corrected.re_entries_reversed.push(entry.registration);
        }
        entry.chips = entry.chips.less(self.before.after)?.and(self.after.after)?;
        if entry.chips == Chips::ZERO {
            eliminate(self.terms, tournament, round, entry, self.now, None)?;
            corrected.out.push(entry.registration);
        }
        Ok(())
    }
}

/// What the entry's count of missed bonus levels was when the round started.
fn seat_of(round: &Round, entry: &Entry) -> Result<u32, Code> {
    let seat = round.seats.iter().find(|seat| seat.registration == entry.registration);
    seat.map(|seat| seat.bonuses_missed).ok_or(Code::Internal)
}
