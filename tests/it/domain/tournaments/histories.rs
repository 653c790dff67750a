//! What holds in every history: tournaments with random acts, each followed by a whole reckoning from the beginning.

use std::collections::{BTreeMap, BTreeSet};

use chrono::TimeDelta;
use kupa::domain::tournaments::absence::Withdrawal;
use kupa::domain::tournaments::chips::Chips;
use kupa::domain::tournaments::entry::Entry;
use kupa::domain::tournaments::level_clock::Runs;
use kupa::domain::tournaments::ranking::rank_of;
use kupa::domain::tournaments::settlement::Outcome;
use kupa::domain::tournaments::state::TournamentState;
use kupa::domain::tournaments::terms::{Break, Terms};
use proptest::prelude::*;

use super::plain::{End, Happened, History};
use super::stage::{Stage, terms};

mod acts;

/// A random choice, and how far it went.
struct Choices {
    given: Vec<u16>,
    next: usize,
}

impl Choices {
    /// A number below `bound`; 0 once all are used.
    fn below(&mut self, bound: usize) -> usize {
        let given = self.given.get(self.next).copied().unwrap_or_default();
        self.next += 1;
        usize::from(given) % bound.max(1)
    }

    fn one_of<T: Copy>(&mut self, of: &[T]) -> Option<T> {
        (!of.is_empty()).then(|| of[self.below(of.len())])
    }
}

struct Random {
    stage: Stage,
    choices: Choices,
    happened: Vec<Happened>,
    ends: BTreeMap<u32, End>,
    struck: BTreeSet<usize>,
    open: Vec<u32>,
    settled: Vec<u32>,
    /// Shown ranks of those who are out.
    shown: BTreeMap<u32, u32>,
    /// What was done, by name, to see that nothing of it is never done.
    done: BTreeMap<&'static str, u32>,
}

impl Random {
    fn new(players: u32, terms: Terms, given: Vec<u16>) -> Self {
        let mut happened: Vec<_> = (1..=players).map(Happened::Entered).collect();
        let stage = Stage::of(players, terms);
        if stage.state() == TournamentState::FinalTable {
            happened.push(Happened::FinalTable(true));
        }
        Self {
            stage,
            choices: Choices { given, next: 0 },
            happened,
            ends: BTreeMap::new(),
            struck: BTreeSet::new(),
            open: Vec::new(),
            settled: Vec::new(),
            shown: BTreeMap::new(),
            done: BTreeMap::new(),
        }
    }

    fn players(&self, of: impl Fn(&Entry) -> bool) -> Vec<u32> {
        self.stage.field.entries().filter(|entry| of(entry)).map(|entry| entry.registration).collect()
    }

    fn may_return(&self) -> BTreeSet<u32> {
        self.players(|entry| entry.has_window(self.stage.field.tournament())).into_iter().collect()
    }

    fn note(&mut self, what: &'static str) {
        *self.done.entry(what).or_default() += 1;
    }

    fn act(&mut self) -> Result<(), TestCaseError> {
        let before = self.stage.field.clone();
        let corrected = match self.choices.below(24) {
            0..=6 => self.start(),
            7..=13 => self.settle(),
            14..=16 => self.re_enter()?,
            17..=19 => self.pass(),
            20 => self.set_level(),
            21 => self.disqualify(),
            22 => return self.correct(),
            _ => self.other(),
        };
        if let Err(refused) = corrected {
            prop_assert_eq!(&self.stage.field, &before, "{} changed something", refused);
        }
        self.hold(false)
    }

    /// What must hold after each act.
    fn hold(&mut self, corrected: bool) -> Result<(), TestCaseError> {
        let was = self.stage.state();
        self.stage.field.progress(self.stage.now).unwrap();
        let is = self.stage.state();
        let final_table = self.happened.iter().rev().find_map(|one| match one {
            Happened::FinalTable(formed) => Some(*formed),
            _ => None,
        });
        if matches!(is, TournamentState::FinalTable | TournamentState::Paying) && final_table != Some(true) {
            self.happened.push(Happened::FinalTable(true));
            self.note("final table");
        }
        if was != is && is == TournamentState::Paying {
            self.note("end");
        }
        let field = &self.stage.field;
        prop_assert_eq!(field.check(), Ok(()));
        let history = History {
            starting_chips: field.terms().starting_chips.0,
            happened: &self.happened,
            ends: &self.ends,
            struck: &self.struck,
        };
        let reckoned = history.reckon();
        prop_assert_eq!(field.tournament().removed.0, reckoned.removed);
        let may_return = self.may_return();
        for entry in field.entries() {
            let (player, plain) = (entry.registration, &reckoned.players[&entry.registration]);
            prop_assert_eq!(entry.chips.0, plain.chips, "chips of {}", player);
            if entry.disqualification.is_none() {
                let points = field.points(player).unwrap();
                prop_assert_eq!(points, plain.points, "points of {} after {:?}", player, self.happened);
            }
            prop_assert_eq!(entry.is_playing(), plain.is_in, "whether {} is in", player);
        }
        let row = field.tournament();
        let closed = row.final_table_started && field.terms().final_table_closes_re_entry;
        prop_assert!(!closed || may_return.is_empty(), "{:?} may return to a final table", may_return);
        let ranks = reckoned.ranks(&may_return);
        prop_assert_eq!(
            &self.stage.ranks(),
            &ranks,
            "ranks after {:?} {:?} {:?}",
            self.happened,
            self.ends,
            self.struck
        );
        let out = |entry: &&Entry| !entry.is_playing() && !may_return.contains(&entry.registration);
        let mut shown = BTreeMap::new();
        for entry in field.entries().filter(out) {
            let rank = rank_of(field.tournament(), entry, field.entries());
            prop_assert_eq!(rank, ranks[&entry.registration]);
            shown.insert((entry.registration, entry.disqualification), rank);
        }
        if !corrected {
            for ((player, disqualified), rank) in &shown {
                // Whoever is disqualified falls; nobody else does.
                let before = self.shown.get(player).filter(|_| disqualified.is_none());
                prop_assert!(before.is_none_or(|before| rank <= before), "the rank of {} fell", player);
            }
        }
        self.shown = shown.into_iter().map(|((player, _), rank)| (player, rank)).collect();
        Ok(())
    }

    /// Plays on until one is left.
    fn finish(&mut self) -> Result<(), TestCaseError> {
        for _ in 0..500 {
            if !self.stage.state().is_playing() {
                return Ok(());
            }
            if matches!(self.stage.field.tournament().clock.runs, Runs::Paused { .. }) {
                let now = self.stage.now;
                self.stage.field.direct(|_, row| row.resume(now)).unwrap();
            }
            while let Some(round) = self.open.pop() {
                self.end_with_everything(round);
                self.hold(false)?;
            }
            self.stage.now = self.stage.now.after(TimeDelta::seconds(61));
            self.pass().unwrap();
            self.hold(false)?;
            if self.start().is_ok() {
                self.hold(false)?;
            }
            let seats = self.players(|entry| entry.is_playing());
            match self.stage.field.withdraw_absent(1, &seats, self.stage.now) {
                Ok(Withdrawal::Withdrawn(players)) => self.happened.push(Happened::Withdrawn(players)),
                Ok(Withdrawal::Ended(_)) => {}
                Err(_) => self.stage.field.release(1),
            }
            self.hold(false)?;
        }
        Err(TestCaseError::fail(format!("it does not end: {:?} {:?}", self.stage.field.tournament(), self.happened)))
    }

    fn end_with_everything(&mut self, round: u32) {
        let seats: Vec<u32> =
            self.stage.field.round(round).unwrap().seats.iter().map(|seat| seat.registration).collect();
        let losses: BTreeMap<u32, u64> = seats[1..].iter().map(|seat| (*seat, 1000)).collect();
        let outcome = Outcome::Won { winner: seats[0], negative_points: losses.clone() };
        self.stage.field.settle(round, outcome, self.stage.now, None).unwrap();
        self.ends.insert(round, End::Won { winner: seats[0], losses });
        self.happened.push(Happened::Ended { round });
        self.settled.push(round);
    }
}

prop_compose! {
    fn settings()(
        seats in 2_u32..=4, more in 0_u32..=2, re_entries in 0_u32..4, last in 0_u32..=4, quiet in any::<bool>(),
        rest in any::<bool>(), closes in any::<bool>(), late in prop::option::of(1_u32..=2), free in any::<bool>(),
    ) -> Terms {
        let mut levels = terms().levels;
        if free {
            levels.levels[0].round_fee = Chips::ZERO;
        }
        Terms {
            seats,
            final_table_seats: seats + more,
            final_table_closes_re_entry: closes,
            last_level_for_registration: late,
            levels,
            re_entries,
            last_level_for_re_entry: last,
            quiet_s: if quiet { 20 } else { 0 },
            breaks: if rest { vec![Break { after_level: 1, seconds: 60 }] } else { Vec::new() },
            ..terms()
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_history_keeps_its_chips_and_agrees_with_a_plain_reckoning(
        players in 2_u32..14, terms in settings(), given in prop::collection::vec(any::<u16>(), 0..600),
    ) {
        let mut random = Random::new(players, terms, given);
        while random.choices.next < random.choices.given.len() && random.stage.state().is_playing() {
            random.act()?;
        }
        random.finish()?;
    }
}

#[test]
fn random_histories_do_all_that_can_be_done() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let strategy = (2_u32..14, settings(), prop::collection::vec(any::<u16>(), 600));
    let mut done = BTreeMap::<&str, u32>::new();
    for _ in 0..60 {
        let (players, terms, given) = strategy.new_tree(&mut runner).unwrap().current();
        let mut random = Random::new(players, terms, given);
        while random.choices.next < random.choices.given.len() && random.stage.state().is_playing() {
            random.act().unwrap();
        }
        random.finish().unwrap();
        for (what, times) in random.done {
            *done.entry(what).or_default() += times;
        }
    }
    let all = [
        "start",
        "settle",
        "report again",
        "re-enter",
        "limit",
        "level",
        "final_table",
        "not_out",
        "window",
        "level",
        "set level",
        "disqualify",
        "correct",
        "bring back",
        "reverse a re-entry",
        "pause",
        "withdraw",
        "enter late",
        "final table",
        "end",
    ];
    for what in all {
        assert!(done.contains_key(what), "{what} is never done: {done:?}");
    }
}
