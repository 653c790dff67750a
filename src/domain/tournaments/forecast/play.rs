//! One invented tournament, from the draw to the last round.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use chrono::TimeDelta;

use super::model::Model;
use crate::domain::act::Refused;
use crate::domain::codes::Code;
use crate::domain::time::Time;
use crate::domain::tournaments::draw::draw;
use crate::domain::tournaments::entry::Entry;
use crate::domain::tournaments::field::Field;
use crate::domain::tournaments::floor::{Floor, Seated, Table, Waiting};
use crate::domain::tournaments::moves::plan;
use crate::domain::tournaments::ranking::Rank;
use crate::domain::tournaments::registration::{EnteredBy, may_come};
use crate::domain::tournaments::seats::{Place, Seats};
use crate::domain::tournaments::seed::{Chance, Purpose, Seed};
use crate::domain::tournaments::settings::Settings;
use crate::domain::tournaments::settlement::Outcome;
use crate::domain::tournaments::state::TournamentState;
use crate::domain::tournaments::terms::Terms;

/// What happens next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Next {
    /// A round is over.
    RoundEnds { round: u32, table: u32 },
    /// A player who is out makes up their mind.
    ReEnters { registration: u32 },
    /// The time to make up their mind is over.
    WindowEnds { registration: u32 },
    /// The clock lets rounds start again, or a level comes into force.
    ClockTurns,
}

/// How a run went.
pub(super) struct Played {
    pub(super) entrants: u32,
    pub(super) ended: bool,
    pub(super) length_s: i64,
    pub(super) final_table_after_s: i64,
    pub(super) last_level: u32,
    pub(super) rounds: u32,
    pub(super) re_entries: u32,
    pub(super) moves: u32,
    pub(super) waits: u32,
    pub(super) ranking: Vec<Rank>,
}

/// A tournament being played.
pub(super) struct Play<'a> {
    model: &'a Model,
    seats: Seats,
    final_seats: Seats,
    seed: Seed,
    /// Of what happens at the tables.
    chance: Chance,
    field: Field,
    now: Time,
    next: BinaryHeap<Reverse<(Time, Next)>>,
    running: BTreeMap<u32, Table<u32>>,
    running_players: usize,
    /// Tables that wait for the clock.
    resting: Vec<Table<u32>>,
    waiting: Vec<Waiting<u32>>,
    /// The last plan.
    plan: u64,
    next_table: u32,
    final_table_at: Option<Time>,
    moves: u32,
    waits: u32,
}

/// When an invented tournament starts.
const START: Time = Time::from_micros(0);

impl<'a> Play<'a> {
    /// Everybody has entered, and the seats are drawn.
    pub(super) fn begin(settings: &Settings, model: &'a Model, seed: Seed, entrants: u32) -> Result<Self, Refused> {
        // All enter before the start; nobody comes late, and the number who enter is the number who play.
        let terms = Terms { starts_at: Some(START), last_level_for_registration: None, ..settings.terms() };
        let of =
            |seats: u32| u8::try_from(seats).ok().and_then(|seats| Seats::try_from(seats).ok()).ok_or(Code::Internal);
        let (seats, final_seats) = (of(terms.seats)?, of(terms.final_table_seats)?);
        let before = START.after(TimeDelta::seconds(-1));
        let mut field = Field::open(terms, before)?;
        let registrations = (0..entrants).map(|_| field.register(EnteredBy::Player, before));
        let registrations: Vec<u32> = registrations.collect::<Result<_, _>>()?;
        field.direct(|terms, tournament| tournament.start_now(terms, START))?;
        let of_draw = of(field.tournament().seats_of_draw(field.terms()))?;
        field.direct(|terms, tournament| tournament.seated(terms, START))?;
        let final_table = field.tournament().state == TournamentState::FinalTable;
        let mut tables: BTreeMap<u32, Table<u32>> = BTreeMap::new();
        let mut waiting = Vec::new();
        for (place, player) in draw(&seed, &registrations, of_draw).into_iter().zip(registrations) {
            match place {
                Some(Place { table, seat }) => {
                    let empty = || Table { number: table, began: 0, players: Vec::new() };
                    tables.entry(table).or_insert_with(empty).players.push(Seated { player, seat, waits: 0 });
                }
                None => waiting.push(Waiting { player, since: 0, waits: 1, place: None, re_entered: false }),
            }
        }
        let mut play = Self {
            model,
            seats,
            final_seats,
            chance: seed.chance(Purpose::Forecast, 1, &[""; 0]),
            seed,
            field,
            now: START,
            next: BinaryHeap::new(),
            running: BTreeMap::new(),
            running_players: 0,
            resting: Vec::new(),
            waits: u32::try_from(waiting.len()).unwrap_or(u32::MAX),
            waiting,
            plan: 0,
            next_table: u32::try_from(tables.len()).unwrap_or(u32::MAX).saturating_add(1),
            final_table_at: final_table.then_some(START),
            moves: 0,
        };
        for table in tables.into_values() {
            play.start(table)?;
        }
        Ok(play)
    }

    /// Plays on until one player holds all chips, or the model's patience is over.
    pub(super) fn finish(mut self) -> Result<Played, Refused> {
        while self.step()? {}
        Ok(self.told())
    }

    /// Lets the next thing happen; whether there was one in time.
    fn step(&mut self) -> Result<bool, Refused> {
        let until = START.after(TimeDelta::seconds(self.model.longest_s.into()));
        let tournament = self.field.tournament();
        if !tournament.state.is_playing() {
            return Ok(false);
        }
        let turns = tournament.clock.due_at().map(|at| (at, Next::ClockTurns));
        let next = self.next.pop().map(|Reverse(next)| next);
        let Some((at, next)) = next.or(turns).filter(|(at, _)| *at <= until) else { return Ok(false) };
        self.now = at;
        self.happen(next)?;
        Ok(true)
    }

    fn happen(&mut self, next: Next) -> Result<(), Refused> {
        let now = self.now;
        self.field.direct(|terms, tournament| {
            tournament.bring_to(terms, now);
            Ok(())
        })?;
        match next {
            Next::RoundEnds { round, table } => self.end_round(round, table)?,
            Next::ReEnters { registration } => self.re_enter(registration),
            Next::WindowEnds { registration } => {
                let entry = self.field.entry(registration)?;
                if entry.has_window(self.field.tournament()) {
                    self.field.lapse(registration, now)?;
                }
            }
            Next::ClockTurns => {}
        }
        self.field.progress(now)?;
        if self.final_table_at.is_none() && self.field.tournament().state == TournamentState::FinalTable {
            self.final_table_at = Some(now);
        }
        self.seat()
    }

    fn end_round(&mut self, round: u32, table: u32) -> Result<(), Refused> {
        let Some(mut table) = self.running.remove(&table) else { return Err(Code::Internal.into()) };
        self.running_players -= table.players.len();
        let winner = self.chance.one_of(&table.players).ok_or(Code::Internal)?.player;
        let mut negative_points = BTreeMap::new();
        for loser in table.players.iter().filter(|one| one.player != winner) {
            negative_points
                .insert(loser.player, *self.chance.one_of(&self.model.negative_points).ok_or(Code::Internal)?);
        }
        self.field.settle(round, Outcome::Won { winner, negative_points }, self.now, None)?;
        let mut stays = Vec::with_capacity(table.players.len());
        for seated in table.players {
            let entry = self.field.entry(seated.player)?.clone();
            if entry.is_playing() {
                stays.push(seated);
            } else {
                self.decide(&entry);
            }
        }
        table.players = stays;
        self.resting.push(table);
        Ok(())
    }

    /// Whether and when a player who is out comes back.
    fn decide(&mut self, entry: &Entry) {
        let registration = entry.registration;
        let Some(window) = entry.window.filter(|_| entry.has_window(self.field.tournament())) else { return };
        let seconds = usize::try_from(window.until.since(self.now).num_seconds()).unwrap_or(0);
        let comes = self.chance.below(10_000) < usize::try_from(self.model.re_enters_bp).unwrap_or(0);
        let after = i64::try_from(self.chance.below(seconds)).unwrap_or(0);
        let next = if comes {
            (self.now.after(TimeDelta::seconds(after)), Next::ReEnters { registration })
        } else {
            (window.until, Next::WindowEnds { registration })
        };
        self.next.push(Reverse(next));
    }

    fn re_enter(&mut self, registration: u32) {
        // The level may have risen meanwhile: then they are refused and stay out.
        if self.field.re_enter(registration, self.now).is_ok() {
            self.waiting.push(Waiting {
                player: registration,
                since: self.plan + 1,
                waits: 0,
                place: None,
                re_entered: true,
            });
        }
    }

    /// Plans the moves and starts the next rounds, where the clock allows any.
    fn seat(&mut self) -> Result<(), Refused> {
        let (terms, tournament) = (self.field.terms(), self.field.tournament());
        if !tournament.state.is_playing() || self.resting.is_empty() && self.waiting.is_empty() {
            return Ok(());
        }
        if tournament.clock.may_start_round(terms, self.now).is_err() {
            let turns = tournament.clock.due_at().map(|at| Reverse((at, Next::ClockTurns)));
            if turns.is_some_and(|turns| !self.next.iter().any(|next| *next == turns)) {
                self.next.extend(turns);
            }
            return Ok(());
        }
        self.plan += 1;
        let floor = Floor {
            plan: self.plan,
            seats: self.seats,
            final_seats: self.final_seats,
            running_tables: self.running.len(),
            running_players: self.running_players,
            held_players: 0,
            may_come: tournament.windows > 0 || may_come(terms, tournament),
            next_table: self.next_table,
            tables: std::mem::take(&mut self.resting),
            waiting: std::mem::take(&mut self.waiting),
        };
        let made = plan(&self.seed, &floor);
        let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let changed =
            made.moves.iter().filter(|one| one.to.is_some_and(|to| one.from.is_none_or(|from| from.table != to.table)));
        self.moves = self.moves.saturating_add(count(changed.count()));
        self.waits = self.waits.saturating_add(count(made.waiting.iter().filter(|one| one.since == made.plan).count()));
        self.next_table = self.next_table.saturating_add(count(made.opened.len()));
        self.waiting = made.waiting;
        made.tables.into_iter().try_for_each(|table| self.start(table))
    }

    fn start(&mut self, table: Table<u32>) -> Result<(), Refused> {
        let players: Vec<u32> = table.players.iter().map(|one| one.player).collect();
        let round = self.field.start_round(table.number, &players, self.now)?;
        let length = *self.chance.one_of(&self.model.round_s).ok_or(Code::Internal)?;
        let ends = self.now.after(TimeDelta::seconds(length.into()));
        self.next.push(Reverse((ends, Next::RoundEnds { round, table: table.number })));
        self.running_players += table.players.len();
        self.running.insert(table.number, table);
        Ok(())
    }

    fn told(self) -> Played {
        let tournament = self.field.tournament();
        let since_start = |at: Time| at.since(START).num_seconds();
        Played {
            entrants: tournament.entries,
            ended: !tournament.state.is_playing(),
            length_s: since_start(self.now),
            final_table_after_s: since_start(self.final_table_at.unwrap_or(self.now)),
            last_level: tournament.clock.level,
            rounds: tournament.next_round.saturating_sub(1),
            re_entries: tournament.re_entries,
            moves: self.moves,
            waits: self.waits,
            ranking: self.field.ranking(),
        }
    }
}

#[cfg(test)]
mod tests;
