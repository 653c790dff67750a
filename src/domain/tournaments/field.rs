//! A whole tournament in memory: a keeper of its rows that calls the same rules. For replay, simulation and tests; a
//! refusal changes nothing.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::absence::{Table, Withdrawal, withdraw_absent};
use super::chips::Chips;
use super::conservation::{Unequal, check};
use super::correction::{Corrected, correct};
use super::disqualification::disqualify;
use super::elimination::lapse;
use super::entry::Entry;
use super::final_table;
use super::life::Change;
use super::points;
use super::ranking::{Rank, rank};
use super::re_entry::re_enter;
use super::registration::{EnteredBy, register, withdraw};
use super::round::Round;
use super::settle::{Reported, settle};
use super::settlement::Outcome;
use super::terms::Terms;
use super::tournament::Tournament;
use crate::domain::act::Refused;
use crate::domain::codes::Code;
use crate::domain::time::Time;

/// A whole tournament.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Field {
    terms: Terms,
    tournament: Tournament,
    /// By registration, less one; none: given back before the start.
    entries: Vec<Option<Entry>>,
    /// By number, less one.
    rounds: Vec<Round>,
    tables: BTreeMap<u32, Table>,
}

fn index(number: u32) -> usize {
    usize::try_from(number).map_or(usize::MAX, |number| number.wrapping_sub(1))
}

impl Field {
    /// A tournament with registration open.
    ///
    /// # Errors
    /// None that a new tournament gives.
    pub fn open(terms: Terms, now: Time) -> Result<Self, Refused> {
        let mut tournament = Tournament::draft();
        tournament.announce(now)?;
        tournament.open_registration(now)?;
        Ok(Self { terms, tournament, entries: Vec::new(), rounds: Vec::new(), tables: BTreeMap::new() })
    }

    /// What its rules read of the settings.
    #[must_use]
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Its row.
    #[must_use]
    pub fn tournament(&self) -> &Tournament {
        &self.tournament
    }

    /// All entries, in the order of registration.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().flatten()
    }

    /// An entry.
    ///
    /// # Errors
    /// `unknown_entry`.
    pub fn entry(&self, registration: u32) -> Result<&Entry, Refused> {
        let found = self.entries.get(index(registration)).and_then(Option::as_ref);
        found.ok_or_else(|| Refused::new(Code::UnknownEntry).with("registration", registration))
    }

    /// A round.
    ///
    /// # Errors
    /// `unknown_round`.
    pub fn round(&self, number: u32) -> Result<&Round, Refused> {
        self.rounds.get(index(number)).ok_or_else(|| Refused::new(Code::UnknownRound).with("round", number))
    }

    /// All rounds, in order.
    pub fn rounds(&self) -> impl Iterator<Item = &Round> {
        self.rounds.iter()
    }

    /// A table, as far as absence concerns it.
    #[must_use]
    pub fn table(&self, number: u32) -> Table {
        self.tables.get(&number).copied().unwrap_or(Table { number, ..Table::default() })
    }

    /// A player's tournament points.
    ///
    /// # Errors
    /// `unknown_entry`.
    pub fn points(&self, registration: u32) -> Result<u32, Refused> {
        Ok(points::of(&self.tournament, self.entry(registration)?))
    }

    /// Ranks now.
    #[must_use]
    pub fn ranking(&self) -> Vec<Rank> {
        rank(&self.tournament, self.entries())
    }

    /// Proves that no chips were made or lost and that every count is right.
    ///
    /// # Errors
    /// The first that differs.
    pub fn check(&self) -> Result<(), Unequal> {
        let open = self.rounds.iter().filter(|round| round.settlement().is_none()).map(Round::pot);
        check(&self.terms, &self.tournament, self.entries(), open)
    }

    /// Lets an act change the tournament's row; kept if it is not refused.
    ///
    /// # Errors
    /// The act's.
    pub fn direct<T>(&mut self, act: impl FnOnce(&Terms, &mut Tournament) -> Result<T, Refused>) -> Result<T, Refused> {
        let mut tournament = self.tournament.clone();
        let told = act(&self.terms, &mut tournament)?;
        self.tournament = tournament;
        Ok(told)
    }

    /// The same with the rows of some entries.
    fn change<T>(
        &mut self,
        registrations: impl IntoIterator<Item = u32>,
        act: impl FnOnce(&Terms, &mut Tournament, &mut [Entry]) -> Result<T, Refused>,
    ) -> Result<T, Refused> {
        let mut entries = Vec::new();
        for registration in registrations {
            entries.push(self.entry(registration)?.clone());
        }
        let told = self.direct(|terms, tournament| act(terms, tournament, &mut entries))?;
        for entry in entries {
            if let Some(row) = self.entries.get_mut(index(entry.registration)) {
                *row = Some(entry);
            }
        }
        Ok(told)
    }

    /// [`register`].
    ///
    /// # Errors
    /// Its.
    pub fn register(&mut self, by: EnteredBy, now: Time) -> Result<u32, Refused> {
        let (entry, _) = self.direct(|terms, tournament| register(terms, tournament, by, now))?;
        let registration = entry.registration;
        self.entries.push(Some(entry));
        Ok(registration)
    }

    /// [`withdraw`].
    ///
    /// # Errors
    /// Its.
    pub fn withdraw(&mut self, registration: u32, now: Time) -> Result<(), Refused> {
        self.entry(registration)?;
        self.direct(|terms, tournament| withdraw(terms, tournament, now))?;
        if let Some(row) = self.entries.get_mut(index(registration)) {
            *row = None;
        }
        Ok(())
    }

    /// [`Round::start`]; its number.
    ///
    /// # Errors
    /// Its, and `table_held`.
    pub fn start_round(&mut self, table: u32, seats: &[u32], now: Time) -> Result<u32, Refused> {
        self.table(table).may_start_round()?;
        let round = self.change(seats.iter().copied(), |terms, tournament, entries| {
            Round::start(terms, tournament, table, entries, now)
        })?;
        let number = round.number;
        self.rounds.push(round);
        Ok(number)
    }

    /// Lets an act change a round and the entries of its seats.
    fn change_round<T>(
        &mut self,
        number: u32,
        act: impl FnOnce(&Terms, &mut Tournament, &mut Round, &mut [Entry]) -> Result<T, Refused>,
    ) -> Result<T, Refused> {
        let mut round = self.round(number)?.clone();
        let seats: Vec<u32> = round.seats.iter().map(|seat| seat.registration).collect();
        let told = self.change(seats, |terms, tournament, entries| act(terms, tournament, &mut round, entries))?;
        if let Some(row) = self.rounds.get_mut(index(number)) {
            *row = round;
        }
        Ok(told)
    }

    /// [`settle`].
    ///
    /// # Errors
    /// Its, and `unknown_round`.
    pub fn settle(
        &mut self,
        number: u32,
        outcome: Outcome,
        now: Time,
        next_round_at: Option<Time>,
    ) -> Result<Reported, Refused> {
        let mut table = self.table(self.round(number)?.table);
        let told = self.change_round(number, |terms, tournament, round, entries| {
            settle(terms, tournament, round, entries, outcome.clone(), now, next_round_at)
        })?;
        if told == Reported::Settled {
            table.ended(&outcome, now);
            self.tables.insert(table.number, table);
        }
        Ok(told)
    }

    /// [`correct`].
    ///
    /// # Errors
    /// Its, and `unknown_round`.
    pub fn correct(&mut self, number: u32, outcome: Outcome, now: Time) -> Result<Corrected, Refused> {
        let (table, played) = (self.round(number)?.table, !outcome.is_for_absence());
        let corrected = self.change_round(number, |terms, tournament, round, entries| {
            correct(terms, tournament, round, entries, outcome, now)
        })?;
        if played {
            self.tables.remove(&table);
        }
        Ok(corrected)
    }

    /// [`re_enter`], in whatever round the player sits.
    ///
    /// # Errors
    /// Its, and `unknown_entry`.
    pub fn re_enter(&mut self, registration: u32, now: Time) -> Result<(), Refused> {
        let playing = self.entry(registration)?.in_round.map(|playing| playing.round);
        let mut round = playing.map(|number| self.round(number).cloned()).transpose()?;
        self.change([registration], |terms, tournament, entries| {
            let entry = entries.first_mut().ok_or(Code::Internal)?;
            re_enter(terms, tournament, entry, round.as_mut(), now)
        })?;
        if let Some(round) = round
            && let Some(row) = self.rounds.get_mut(index(round.number))
        {
            *row = round;
        }
        Ok(())
    }

    /// [`lapse`].
    ///
    /// # Errors
    /// Its, and `unknown_entry`.
    pub fn lapse(&mut self, registration: u32, now: Time) -> Result<(), Refused> {
        self.change([registration], |_, tournament, entries| {
            lapse(tournament, entries.first_mut().ok_or(Code::Internal)?, now)
        })
    }

    /// [`disqualify`].
    ///
    /// # Errors
    /// Its, and `unknown_entry`.
    pub fn disqualify(&mut self, registration: u32) -> Result<(), Refused> {
        self.change([registration], |_, tournament, entries| {
            disqualify(tournament, entries.first_mut().ok_or(Code::Internal)?)
        })
    }

    /// [`withdraw_absent`] at a table where these sit.
    ///
    /// # Errors
    /// Its, and `unknown_entry`.
    pub fn withdraw_absent(&mut self, table: u32, seats: &[u32], now: Time) -> Result<Withdrawal, Refused> {
        let mut held = self.table(table);
        let told = self.change(seats.iter().copied(), |terms, tournament, entries| {
            withdraw_absent(terms, tournament, &mut held, entries, now)
        })?;
        self.tables.insert(table, held);
        Ok(told)
    }

    /// [`Table::release`].
    pub fn release(&mut self, table: u32) {
        self.tables.remove(&table);
    }

    /// [`final_table::progress`].
    ///
    /// # Errors
    /// Its.
    pub fn progress(&mut self, now: Time) -> Result<Vec<Change>, Refused> {
        self.direct(|terms, tournament| final_table::progress(terms, tournament, now))
    }

    /// What a player holds.
    ///
    /// # Errors
    /// `unknown_entry`.
    pub fn chips(&self, registration: u32) -> Result<Chips, Refused> {
        Ok(self.entry(registration)?.chips)
    }
}
