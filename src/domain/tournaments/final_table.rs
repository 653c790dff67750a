//! The final table and the end (page 003 §2, §12; `edge-cases.md` 8, 11, 14).

use super::explanation::Explanation;
use super::life::Change;
use super::registration;
use super::state::TournamentState;
use super::terms::Terms;
use super::tournament::Tournament;
use crate::domain::act::Refused;
use crate::domain::codes::Code;
use crate::domain::time::Time;

/// Whether nobody may come back or in, and no round waits for its result: before that neither final table nor end is
/// declared.
fn is_settled(terms: &Terms, tournament: &Tournament) -> bool {
    tournament.state.is_playing()
        && tournament.open_rounds == 0
        && tournament.windows == 0
        && !registration::may_come(terms, tournament)
}

/// Declares what the counts say: the final table once those who are left fit one table, the end once one player holds all
/// chips. To be called after every act.
///
/// # Errors
/// `internal` where the rows contradict each other.
pub fn progress(terms: &Terms, tournament: &mut Tournament, now: Time) -> Result<Vec<Change>, Refused> {
    let mut changes = Vec::new();
    if tournament.state.is_playing() {
        tournament.bring_to(terms, now);
    }
    if !is_settled(terms, tournament) {
        return Ok(changes);
    }
    if tournament.state == TournamentState::Running && tournament.playing <= terms.final_table_seats {
        changes.push(form(terms, tournament, now)?);
    }
    if tournament.state == TournamentState::FinalTable && tournament.playing <= 1 {
        changes.push(end(tournament, now, "one_holder")?);
    }
    Ok(changes)
}

/// Forms the final table.
///
/// # Errors
/// Those of [`Tournament::need_playing`]; `final_table_early` while more players are left than it seats, a round is
/// played, or somebody may still come back.
pub fn form(terms: &Terms, tournament: &mut Tournament, now: Time) -> Result<Change, Refused> {
    tournament.need_playing()?;
    tournament.bring_to(terms, now);
    if !is_settled(terms, tournament) || tournament.playing > terms.final_table_seats {
        let refused = Refused::new(Code::FinalTableEarly).with("playing", tournament.playing);
        return Err(refused.with("seats", terms.final_table_seats).with("windows", tournament.windows));
    }
    let why = Explanation::new("fits_final_table", "page 003 \u{a7}12; edge case 8")
        .with("playing", tournament.playing)
        .with("final_table_seats", terms.final_table_seats);
    tournament.become_state(TournamentState::FinalTable, now, why)
}

/// A director ends it where one player is left and only open windows or late registration keep it from ending: nobody
/// comes back or in any more.
///
/// # Errors
/// Those of [`Tournament::need_playing`]; `round_open`, `players_left`.
pub fn finish(terms: &Terms, tournament: &mut Tournament, now: Time) -> Result<Vec<Change>, Refused> {
    tournament.need_playing()?;
    if tournament.open_rounds > 0 {
        return Err(Refused::new(Code::RoundOpen).with("rounds", tournament.open_rounds));
    }
    if tournament.playing > 1 {
        return Err(Refused::new(Code::PlayersLeft).with("players", tournament.playing));
    }
    tournament.close_windows();
    tournament.registration_open = false;
    progress(terms, tournament, now)
}

/// Ends it: ranking and prizes are fixed in this step.
pub(super) fn end(tournament: &mut Tournament, now: Time, rule: &'static str) -> Result<Change, Refused> {
    let why = Explanation::new(rule, "page 003 \u{a7}2; edge cases 8, 14").with("playing", tournament.playing);
    tournament.registration_open = false;
    tournament.become_state(TournamentState::Paying, now, why)
}
