//! A tournament on a stage: short words for what tests do in one. Every act is followed by the proof of its chips.

use std::collections::BTreeMap;

use chrono::TimeDelta;
use kupa::domain::act::Refused;
use kupa::domain::codes::Code;
use kupa::domain::time::Time;
use kupa::domain::tournaments::chips::Chips;
use kupa::domain::tournaments::correction::Corrected;
use kupa::domain::tournaments::entry::Entry;
use kupa::domain::tournaments::field::Field;
use kupa::domain::tournaments::levels::{Level, Levels};
use kupa::domain::tournaments::registration::EnteredBy;
use kupa::domain::tournaments::settlement::{Outcome, VoidCause};
use kupa::domain::tournaments::state::TournamentState;
use kupa::domain::tournaments::terms::{ShortWinner, Terms};

/// Tables of two, a final table of two, 100 chips, levels of ten minutes with fees of 10, 20, 40, 80.
pub fn terms() -> Terms {
    let level = |(round_fee, chip_ratio)| Level { round_fee: Chips(round_fee), chip_ratio };
    Terms {
        starts_at: None,
        least_players: 2,
        most_players: 1000,
        seats: 2,
        final_table_seats: 2,
        starting_chips: Chips(100),
        levels: Levels { every_s: 600, levels: [(10, 1), (20, 1), (40, 2), (80, 3)].map(level).to_vec() },
        breaks: Vec::new(),
        quiet_s: 0,
        re_entries: 2,
        last_level_for_re_entry: 3,
        window_s: 25,
        final_table_closes_re_entry: true,
        last_level_for_registration: None,
        short_winner: ShortWinner::Limited,
    }
}

/// A winner and what is held against each loser.
pub fn won(winner: u32, losses: &[(u32, u64)]) -> Outcome {
    Outcome::Won { winner, negative_points: losses.iter().copied().collect() }
}

pub fn void() -> Outcome {
    Outcome::Void { cause: VoidCause::Director }
}

pub fn divided(shares: &[(u32, u64)]) -> Outcome {
    Outcome::Divided { shares: shares.iter().map(|(seat, chips)| (*seat, Chips(*chips))).collect() }
}

pub fn code<T: std::fmt::Debug>(result: Result<T, Refused>) -> Code {
    result.expect_err("this is refused").code
}

/// More than anybody holds.
pub const ALL: u64 = 1_000_000;

pub struct Stage {
    pub field: Field,
    pub now: Time,
}

impl Stage {
    /// Registration is open.
    pub fn open(terms: Terms) -> Self {
        let now = Time::from_micros(0);
        Self { field: Field::open(terms, now).unwrap(), now }
    }

    /// So many are seated, and it has begun.
    pub fn of(players: u32, terms: Terms) -> Self {
        let mut stage = Self::open(terms);
        for _ in 0..players {
            stage.field.register(EnteredBy::Player, stage.now).unwrap();
        }
        stage.begin();
        stage
    }

    pub fn begin(&mut self) {
        let now = self.now;
        if self.state() != TournamentState::Seating {
            self.field.direct(|terms, tournament| tournament.start_now(terms, now)).unwrap();
        }
        self.field.direct(|terms, tournament| tournament.seated(terms, now)).unwrap();
    }

    pub fn state(&self) -> TournamentState {
        self.field.tournament().state
    }

    pub fn level(&self) -> u32 {
        self.field.tournament().clock.level
    }

    pub fn pass(&mut self, seconds: i64) {
        self.now = self.now.after(TimeDelta::seconds(seconds));
    }

    /// The clock's job comes: levels, windows, final table and end.
    pub fn tick(&mut self) {
        let now = self.now;
        if self.state().is_playing() {
            let bring = |terms: &_, tournament: &mut kupa::domain::tournaments::tournament::Tournament| {
                tournament.bring_to(terms, now);
                Ok(())
            };
            self.field.direct(bring).unwrap();
        }
        let open = |entry: &&Entry| entry.has_window(self.field.tournament());
        let out: Vec<u32> = self.field.entries().filter(open).map(|entry| entry.registration).collect();
        for registration in out {
            if let Err(refused) = self.field.lapse(registration, now) {
                assert_eq!(refused.code, Code::NotDue);
            }
        }
        self.field.progress(now).unwrap();
        self.field.check().unwrap();
    }

    pub fn set_level(&mut self, level: u32) -> Result<(), Refused> {
        let now = self.now;
        self.field.direct(|terms, tournament| tournament.set_level(terms, level, now))
    }

    pub fn start(&mut self, seats: &[u32]) -> u32 {
        let round = self.field.start_round(1, seats, self.now).unwrap();
        self.field.check().unwrap();
        round
    }

    pub fn settle(&mut self, round: u32, outcome: Outcome) {
        self.field.settle(round, outcome, self.now, None).unwrap();
        self.field.check().unwrap();
    }

    pub fn correct(&mut self, round: u32, outcome: Outcome) -> Result<Corrected, Refused> {
        let corrected = self.field.correct(round, outcome, self.now);
        self.field.check().unwrap();
        corrected
    }

    /// A round from its start to its end.
    pub fn play(&mut self, seats: &[u32], winner: u32, losses: &[(u32, u64)]) -> u32 {
        let round = self.start(seats);
        self.settle(round, won(winner, losses));
        round
    }

    /// A round of two in which the loser loses all that they risk.
    pub fn beats(&mut self, winner: u32, loser: u32) -> u32 {
        self.play(&[winner, loser], winner, &[(loser, ALL)])
    }

    pub fn re_enter(&mut self, registration: u32) -> Result<(), Refused> {
        let told = self.field.re_enter(registration, self.now);
        self.field.check().unwrap();
        told
    }

    /// The reason why a re-entry is refused.
    pub fn no_re_entry(&mut self, registration: u32) -> String {
        let refused = self.re_enter(registration).expect_err("this is refused");
        assert_eq!(refused.code, Code::ReEntryRefused);
        refused.params["reason"].clone()
    }

    pub fn chips(&self, registration: u32) -> u64 {
        self.field.chips(registration).unwrap().0
    }

    pub fn points(&self, registration: u32) -> u32 {
        self.field.points(registration).unwrap()
    }

    /// Ranks by player.
    pub fn ranks(&self) -> BTreeMap<u32, u32> {
        let ranks = self.field.ranking();
        ranks.iter().flat_map(|rank| rank.registrations.iter().map(|number| (*number, rank.rank))).collect()
    }

    pub fn rank(&self, registration: u32) -> u32 {
        self.ranks()[&registration]
    }
}
