//! A tournament's life: every change of its state, and the reasons to refuse one (`tournaments.md`, Life of a tournament).

use serde::Serialize;

use super::explanation::Explanation;
use super::level_clock::Runs;
use super::registration;
use super::state::TournamentState;
use super::terms::Terms;
use super::tournament::Tournament;
use crate::domain::act::Refused;
use crate::domain::codes::Code;
use crate::domain::time::Time;

/// A change of state: an event with its time and the rule that made it. Actor and reason come with the act.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Change {
    /// What it was.
    pub from: TournamentState,
    /// What it is.
    pub to: TournamentState,
    /// When.
    pub at: Time,
    /// By which rule, and what it was judged by.
    pub why: Explanation,
}

impl Tournament {
    /// Changes the state.
    ///
    /// # Errors
    /// `tournament_state` where `to` cannot follow.
    pub(super) fn become_state(&mut self, to: TournamentState, at: Time, why: Explanation) -> Result<Change, Refused> {
        let from = self.state;
        if !from.may_become(to) {
            return Err(Refused::new(Code::TournamentState).with("state", from).with("asked", to));
        }
        self.state = to;
        Ok(Change { from, to, at, why })
    }

    /// Shows a draft in the lobby.
    ///
    /// # Errors
    /// `tournament_state`.
    pub fn announce(&mut self, now: Time) -> Result<Change, Refused> {
        self.become_state(TournamentState::Announced, now, Explanation::new("announced", LIFE))
    }

    /// Whether its settings may still be edited: before the first entry.
    ///
    /// # Errors
    /// Those of [`Tournament::need_before_start`], `tournament_entered`.
    pub fn may_edit(&self) -> Result<(), Refused> {
        self.need_before_start()?;
        if self.next_registration > 1 { Err(Code::TournamentEntered.into()) } else { Ok(()) }
    }

    /// Opens registration; none: it was closed by a director and is open again.
    ///
    /// # Errors
    /// `tournament_state`, `already_so`, and those of an act on a tournament that is over or worked off.
    pub fn open_registration(&mut self, now: Time) -> Result<Option<Change>, Refused> {
        if self.state == TournamentState::Announced {
            let change = self.become_state(TournamentState::Registering, now, Explanation::new("opened", LIFE))?;
            self.registration_open = true;
            return Ok(Some(change));
        }
        self.flag_registration(true)?;
        Ok(None)
    }

    /// Closes registration before its time.
    ///
    /// # Errors
    /// As [`Tournament::open_registration`].
    pub fn close_registration(&mut self) -> Result<(), Refused> {
        self.flag_registration(false)
    }

    fn flag_registration(&mut self, open: bool) -> Result<(), Refused> {
        if self.state != TournamentState::Registering {
            // After the start the flag rules late registration.
            self.need_playing()?;
        }
        if self.registration_open == open {
            return Err(Code::AlreadySo.into());
        }
        self.registration_open = open;
        Ok(())
    }

    /// Starts at the start time. With fewer entrants than its minimum the tournament is cancelled instead; either way
    /// registration is closed in the same step (`edge-cases.md` 15).
    ///
    /// # Errors
    /// `not_due`; those of [`Tournament::need_before_start`]; `tournament_state` while only staff see it.
    pub fn start_on_time(&mut self, terms: &Terms, now: Time) -> Result<Change, Refused> {
        self.need_before_start()?;
        if terms.starts_at.is_none_or(|at| now < at) {
            return Err(Code::NotDue.into());
        }
        // A draft is nobody's but the staff's: its time passes, and it stays one.
        if self.state != TournamentState::Draft && self.entries < least(terms) {
            return self.cancel_because(now, counted(self, terms, "too_few_entrants"));
        }
        self.seat(now, counted(self, terms, "start_time"))
    }

    /// A director starts it now.
    ///
    /// # Errors
    /// Those of [`Tournament::need_before_start`]; `too_few_entrants`; `tournament_state` before registration.
    pub fn start_now(&mut self, terms: &Terms, now: Time) -> Result<Change, Refused> {
        self.need_before_start()?;
        if self.entries < least(terms) {
            let refused = Refused::new(Code::TooFewEntrants);
            return Err(refused.with("entrants", self.entries).with("least", least(terms)));
        }
        self.seat(now, counted(self, terms, "director_start"))
    }

    /// A sit-and-go starts when its last seat is taken (§13).
    pub(super) fn start_when_full(&mut self, terms: &Terms, now: Time) -> Result<Option<Change>, Refused> {
        let full = terms.starts_at.is_none() && self.entries >= terms.most_players;
        if full { self.seat(now, counted(self, terms, "last_seat_taken")).map(Some) } else { Ok(None) }
    }

    fn seat(&mut self, now: Time, why: Explanation) -> Result<Change, Refused> {
        self.become_state(TournamentState::Seating, now, why)
    }

    /// Whether all who entered fit the final table, so that it begins there (`edge-cases.md` 9).
    fn fits_final_table(&self, terms: &Terms) -> bool {
        // While more may come than one table seats, nobody knows yet that it will do.
        let grows = registration::may_come(terms, self) && terms.most_players > terms.final_table_seats;
        self.playing <= terms.final_table_seats && !grows
    }

    /// How many seats the tables of the draw have: the final table's where the tournament begins there.
    #[must_use]
    pub fn seats_of_draw(&self, terms: &Terms) -> u32 {
        if self.fits_final_table(terms) { terms.final_table_seats } else { terms.seats }
    }

    /// The draw is made: the clock starts. A field that fits one table begins at its final table (`edge-cases.md` 9).
    ///
    /// # Errors
    /// `tournament_state`.
    pub fn seated(&mut self, terms: &Terms, now: Time) -> Result<Change, Refused> {
        let one_table = self.fits_final_table(terms);
        let to = if one_table { TournamentState::FinalTable } else { TournamentState::Running };
        let why = Explanation::new(if one_table { "one_table" } else { "draw_made" }, "page 003 \u{a7}6; edge case 9")
            .with("entrants", self.entries)
            .with("final_table_seats", terms.final_table_seats);
        let change = self.become_state(to, now, why)?;
        self.clock.start(terms, now);
        Ok(change)
    }

    /// A director cancels it; everything paid goes back.
    ///
    /// # Errors
    /// Those of an act on a tournament that is over or worked off.
    pub fn cancel(&mut self, now: Time) -> Result<Change, Refused> {
        self.need_live()?;
        self.cancel_because(now, Explanation::new("director_cancelled", LIFE).with("entrants", self.entries))
    }

    /// It cannot go on after a crash; every player gets the full entry back (§13, `edge-cases.md` 18).
    ///
    /// # Errors
    /// As [`Tournament::cancel`].
    pub fn cancel_after_crash(&mut self, now: Time) -> Result<Change, Refused> {
        self.need_playing()?;
        self.cancel_because(now, Explanation::new("crashed", "page 003 \u{a7}13; edge case 18"))
    }

    fn need_live(&self) -> Result<(), Refused> {
        if self.state.is_playing() { self.need_playing() } else { self.need_before_start() }
    }

    fn cancel_because(&mut self, now: Time, why: Explanation) -> Result<Change, Refused> {
        let change = self.become_state(TournamentState::Cancelling, now, why)?;
        self.registration_open = false;
        // No window and no clock stays behind; rounds under way end with it.
        self.close_windows();
        self.clock.runs = Runs::Waiting;
        Ok(change)
    }

    /// All refunds are paid.
    ///
    /// # Errors
    /// `tournament_state`.
    pub fn cancelled(&mut self, now: Time) -> Result<Change, Refused> {
        self.become_state(TournamentState::Cancelled, now, Explanation::new("refunded", LIFE))
    }

    /// All prizes are paid: the pool is zero (§16).
    ///
    /// # Errors
    /// `tournament_state`.
    pub fn finished(&mut self, now: Time) -> Result<Change, Refused> {
        self.become_state(TournamentState::Finished, now, Explanation::new("pool_paid", "page 003 \u{a7}16"))
    }
}

const LIFE: &str = "life of a tournament";

/// Nobody plays alone.
fn least(terms: &Terms) -> u32 {
    terms.least_players.max(2)
}

fn counted(tournament: &Tournament, terms: &Terms, rule: &'static str) -> Explanation {
    Explanation::new(rule, "page 003 \u{a7}1, \u{a7}5, \u{a7}13; edge case 15")
        .with("entrants", tournament.entries)
        .with("least", least(terms))
        .with("most", terms.most_players)
}

#[cfg(test)]
mod tests;
