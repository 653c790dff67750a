//! What is done in a random history, one act each.

use std::collections::BTreeMap;

use kupa::domain::act::Refused;
use kupa::domain::codes::Code;
use kupa::domain::tournaments::absence::Withdrawal;
use kupa::domain::tournaments::chips::Chips;
use kupa::domain::tournaments::entry::EntryState;
use kupa::domain::tournaments::level_clock::Runs;
use kupa::domain::tournaments::registration::EnteredBy;
use kupa::domain::tournaments::settle::Reported;
use kupa::domain::tournaments::settlement::{Outcome, VoidCause};
use kupa::domain::tournaments::state::TournamentState;
use proptest::prelude::*;

use super::super::plain::{End, Happened};
use super::Random;

impl Random {
    pub(super) fn start(&mut self) -> Result<(), Refused> {
        let mut free = self.players(|entry| entry.is_playing() && entry.in_round.is_none());
        let seats = usize::try_from(self.stage.field.terms().seats).unwrap();
        let count = if self.stage.state() == TournamentState::FinalTable {
            free.len()
        } else {
            (2 + self.choices.below(seats - 1)).min(free.len())
        };
        let same = self.choices.below(2) == 0;
        let mut table = Vec::new();
        for _ in 0..count {
            table.push(free.remove(if same { 0 } else { self.choices.below(free.len()) }));
        }
        let number = if same { 1 } else { 2 };
        let round = self.stage.field.start_round(number, &table, self.stage.now)?;
        let row = self.stage.field.round(round)?;
        let (fee, ratio) = (row.round_fee.0, row.chip_ratio);
        self.happened.push(Happened::Started { round, seats: table, fee, ratio });
        self.open.push(round);
        self.note("start");
        Ok(())
    }

    /// A random end of a round.
    pub(super) fn end_of(&mut self, round: u32) -> (End, Outcome) {
        let row = self.stage.field.round(round).unwrap();
        let (seats, pot): (Vec<u32>, u64) = (row.seats.iter().map(|seat| seat.registration).collect(), row.pot().0);
        // Where all were absent they are likely to be so again.
        let absent = if self.stage.field.table(row.table).void_rounds > 0 { 9 } else { 2 };
        match self.choices.below(12) {
            0 => (End::Void, Outcome::Void { cause: VoidCause::NoWinner }),
            choice if choice <= absent => {
                let mut left = pot;
                let mut shares = BTreeMap::new();
                for seat in &seats[1..] {
                    let share = u64::try_from(self.choices.below(usize::try_from(left).unwrap() + 1)).unwrap();
                    shares.insert(*seat, share);
                    left -= share;
                }
                shares.insert(seats[0], left);
                let chips = shares.iter().map(|(seat, share)| (*seat, Chips(*share))).collect();
                (End::Divided(shares), Outcome::Divided { shares: chips })
            }
            _ => {
                let winner = seats[self.choices.below(seats.len())];
                let losers = seats.iter().filter(|seat| **seat != winner);
                let sizes = [0, 0, 3, 10, 10, 40, 90, 1000, 1000, 1000];
                let losses: BTreeMap<u32, u64> =
                    losers.map(|seat| (*seat, sizes[self.choices.below(sizes.len())])).collect();
                (End::Won { winner, losses: losses.clone() }, Outcome::Won { winner, negative_points: losses })
            }
        }
    }

    pub(super) fn settle(&mut self) -> Result<(), Refused> {
        if self.choices.below(8) == 0
            && let Some(round) = self.choices.one_of(&self.settled)
        {
            return self.report_again(round);
        }
        let Some(round) = self.choices.one_of(&self.open) else { return Ok(()) };
        let (end, outcome) = self.end_of(round);
        let told = self.stage.field.settle(round, outcome, self.stage.now, None)?;
        assert_eq!(told, Reported::Settled);
        self.ends.insert(round, end);
        self.happened.push(Happened::Ended { round });
        self.open.retain(|open| *open != round);
        self.settled.push(round);
        self.note("settle");
        Ok(())
    }

    /// The last report again changes nothing; another one is refused.
    pub(super) fn report_again(&mut self, round: u32) -> Result<(), Refused> {
        let before = self.stage.field.clone();
        let same = self.stage.field.round(round)?.settlement().unwrap().outcome.clone();
        let other = Outcome::Void { cause: VoidCause::Director };
        let told = self.stage.field.settle(round, other.clone(), self.stage.now, None);
        assert!(same == other || told.unwrap_err().code == Code::RoundSettled);
        assert_eq!(self.stage.field.settle(round, same, self.stage.now, None), Ok(Reported::Repeated));
        assert_eq!(self.stage.field, before);
        self.note("report again");
        Ok(())
    }

    /// The first reason in the order that is written; none: the player may.
    pub(super) fn reason(&self, player: u32) -> Option<&'static str> {
        let (field, terms) = (&self.stage.field, self.stage.field.terms());
        let entry = field.entry(player).unwrap();
        let in_pot = entry.in_round.map_or(0, |round| {
            field.round(round.round).unwrap().seats.iter().find(|seat| seat.registration == player).unwrap().fee_paid.0
        });
        let late = entry.window.is_none_or(|window| self.stage.now >= window.until);
        if entry.re_entries >= terms.re_entries {
            Some("limit")
        } else if self.stage.level() > terms.last_level_for_re_entry {
            Some("level")
        } else if field.tournament().final_table_started && terms.final_table_closes_re_entry {
            Some("final_table")
        } else if entry.is_playing() && entry.chips.0 + in_pot > terms.starting_chips.0 {
            Some("not_out")
        } else if !entry.is_playing() && (late || !entry.has_window(field.tournament())) {
            Some("window")
        } else {
            None
        }
    }

    pub(super) fn re_enter(&mut self) -> Result<Result<(), Refused>, TestCaseError> {
        let all = self.players(|_| true);
        let deciding: Vec<u32> = self.may_return().into_iter().collect();
        let of = if self.choices.below(2) == 0 && !deciding.is_empty() { deciding } else { all };
        let player = self.choices.one_of(&of).unwrap();
        let reason = self.reason(player);
        let told = self.stage.field.re_enter(player, self.stage.now);
        match &told {
            Ok(()) => {
                prop_assert_eq!(reason, None);
                self.happened.push(Happened::Bought { player, number: self.happened.len() });
                self.note("re-enter");
            }
            Err(refused) if refused.code == Code::ReEntryRefused => {
                prop_assert_eq!(Some(refused.params["reason"].as_str()), reason);
                self.note(reason.unwrap());
            }
            Err(refused) => {
                prop_assert!(matches!(refused.code, Code::EntryClosed | Code::TournamentBusy), "{}", refused);
            }
        }
        Ok(told)
    }

    pub(super) fn pass(&mut self) -> Result<(), Refused> {
        let seconds = [1, 10, 24, 25, 100, 300, 700];
        let from = self.stage.level();
        self.stage.pass(seconds[self.choices.below(seconds.len())]);
        self.stage.tick();
        for level in from..self.stage.level() {
            self.happened.push(Happened::Level { from: level, to: level + 1 });
            self.note("level");
        }
        Ok(())
    }

    pub(super) fn set_level(&mut self) -> Result<(), Refused> {
        let (from, to) = (self.stage.level(), 1 + u32::try_from(self.choices.below(4)).unwrap());
        self.stage.set_level(to)?;
        self.happened.push(Happened::Level { from, to });
        self.note("set level");
        Ok(())
    }

    pub(super) fn disqualify(&mut self) -> Result<(), Refused> {
        let player = self.choices.one_of(&self.players(|_| true)).unwrap();
        self.stage.field.disqualify(player)?;
        self.happened.push(Happened::Disqualified(player));
        self.note("disqualify");
        Ok(())
    }

    /// Corrects one of the last rounds, unless a player of it was withdrawn since, or bought chips while they were in: what
    /// they would have done had they been out cannot be told from the history.
    pub(super) fn correct(&mut self) -> Result<(), TestCaseError> {
        let last: Vec<u32> = self.settled.iter().rev().take(4).copied().collect();
        let Some(round) = self.choices.one_of(&last) else { return Ok(()) };
        let (end, outcome) = self.end_of(round);
        let before = self.stage.field.clone();
        let settled = before.round(round).unwrap();
        let since = self.happened.iter().rposition(|one| matches!(one, Happened::Ended { round: of } if *of == round));
        let mut bought = Vec::new();
        for one in &self.happened[since.unwrap()..] {
            if let Happened::Bought { player, number } = one
                && settled.seats.iter().any(|seat| seat.registration == *player)
                && !self.struck.contains(number)
            {
                bought.push((*player, *number));
            }
        }
        let was_out = |player: u32| {
            settled
                .settlement()
                .unwrap()
                .seats
                .iter()
                .any(|seat| seat.registration == player && seat.after == Chips::ZERO)
        };
        let withdrawn = |player: u32| before.entry(player).unwrap().state == EntryState::Withdrawn;
        let left = settled.seats.iter().any(|seat| withdrawn(seat.registration));
        if left || bought.iter().any(|(player, _)| !was_out(*player)) {
            return Ok(());
        }
        match self.stage.field.correct(round, outcome, self.stage.now) {
            Err(_) => prop_assert_eq!(&self.stage.field, &before),
            Ok(corrected) => {
                for player in &corrected.re_entries_reversed {
                    let first = bought.iter().find(|(of, _)| of == player).unwrap();
                    self.struck.insert(first.1);
                }
                self.ends.insert(round, end);
                self.note("correct");
                if !corrected.back.is_empty() {
                    self.note("bring back");
                }
                if !corrected.re_entries_reversed.is_empty() {
                    self.note("reverse a re-entry");
                }
                if corrected.reopened.is_some() {
                    self.happened.push(Happened::FinalTable(false));
                }
            }
        }
        self.hold(true)
    }

    pub(super) fn other(&mut self) -> Result<(), Refused> {
        let now = self.stage.now;
        if self.choices.below(3) == 0 {
            let paused = matches!(self.stage.field.tournament().clock.runs, Runs::Paused { .. });
            self.note("pause");
            return self.stage.field.direct(|terms, row| if paused { row.resume(now) } else { row.pause(terms, now) });
        }
        if self.choices.below(3) == 0 {
            let player = self.stage.field.register(EnteredBy::Player, now)?;
            self.happened.push(Happened::Entered(player));
            // Who enters late is in, and so above all who are out: of one more, they are one lower.
            self.shown.values_mut().for_each(|rank| *rank += 1);
            self.note("enter late");
            return Ok(());
        }
        let seats = self.players(|entry| entry.is_playing());
        let table = 1 + u32::try_from(self.choices.below(2)).unwrap();
        match self.stage.field.withdraw_absent(table, &seats, now)? {
            Withdrawal::Withdrawn(players) => {
                self.happened.push(Happened::Withdrawn(players));
                self.note("withdraw");
            }
            Withdrawal::Ended(_) => self.note("end for absence"),
        }
        Ok(())
    }
}
