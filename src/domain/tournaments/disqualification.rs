//! Disqualification (`tournaments.md`, Director's acts; page 003 §17, §18).

use super::elimination::close_window;
use super::entry::{Entry, EntryState};
use super::settle::remove_chips;
use super::tournament::Tournament;
use crate::domain::act::Refused;
use crate::domain::codes::Code;

/// Disqualifies a player: the chips held are removed; in a round the seat is played to its end by the auto-player, and what
/// it then holds is removed. The player ranks below everyone not disqualified. The tournament must have been brought to now.
///
/// # Errors
/// Those of [`Tournament::need_playing`]; `already_so`; `last_player` (`edge-cases.md` 11). After an error the rows are
/// not to be kept.
pub fn disqualify(tournament: &mut Tournament, entry: &mut Entry) -> Result<(), Refused> {
    tournament.need_playing()?;
    if entry.state == EntryState::Disqualified {
        return Err(Code::AlreadySo.into());
    }
    // Somebody must be left to win: a player who is out does, where a disqualified seat won the last chips.
    let only_one_in = entry.is_playing() && tournament.playing <= 1;
    if only_one_in || tournament.disqualified.saturating_add(1) >= tournament.entries {
        return Err(Refused::new(Code::LastPlayer).with("registration", entry.registration));
    }
    if entry.is_playing() {
        tournament.playing -= 1;
        if entry.in_round.is_some() {
            tournament.in_rounds = tournament.in_rounds.checked_sub(1).ok_or(Code::Internal)?;
        }
        entry.bonuses_until.get_or_insert(tournament.bonuses());
    }
    close_window(tournament, entry)?;
    tournament.disqualified = tournament.disqualified.checked_add(1).ok_or(Code::Internal)?;
    entry.state = EntryState::Disqualified;
    entry.disqualification = Some(tournament.disqualified);
    if entry.in_round.is_none() {
        remove_chips(tournament, entry)?;
    }
    Ok(())
}
