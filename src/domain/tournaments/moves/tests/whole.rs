//! Whole tournaments in which tables finish one at a time.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use crate::domain::tournaments::draw::draw;
use crate::domain::tournaments::seed::{Chance, Purpose};

/// A tournament of which only seats and survival matter. Each end of a round is one plan.
struct Whole {
    seed: Seed,
    chance: Chance,
    seats: Seats,
    final_seats: Seats,
    /// In a round.
    running: BTreeMap<u32, Table<u32>>,
    waiting: Vec<Waiting<u32>>,
    plan: u64,
    next_table: u32,
    may_re_enter: u32,
    next_player: u32,
}

impl Whole {
    fn begin(n: u64, players: u32, size: u8, final_seats: u8, re_entries: u32) -> Self {
        let seed = seed(n);
        let entrants: Vec<u32> = (0..players).collect();
        let mut running: BTreeMap<u32, Table<u32>> = BTreeMap::new();
        let mut waiting = Vec::new();
        for (place, player) in draw(&seed, &entrants, seats(size)).into_iter().zip(entrants) {
            match place {
                None => waiting.push(Waiting { waits: 1, ..waits(player, 0) }),
                Some(Place { table, seat }) => {
                    let empty = || Table { number: table, began: 0, players: Vec::new() };
                    running.entry(table).or_insert_with(empty).players.push(Seated { player, seat, waits: 0 });
                }
            }
        }
        let next_table = u32::try_from(running.len()).unwrap() + 1;
        let chance = seed.chance(Purpose::Moves, u64::MAX, &["what happens at the tables"]);
        let seats = seats(size);
        let final_seats = if size == 2 { Seats::TWO } else { super::seats(final_seats) };
        Self {
            seed,
            chance,
            seats,
            final_seats,
            running,
            waiting,
            plan: 0,
            next_table,
            may_re_enter: re_entries,
            next_player: players,
        }
    }

    fn players(&self) -> usize {
        self.running.values().map(|table| table.players.len()).sum::<usize>() + self.waiting.len()
    }

    /// Ends the rounds of some tables, eliminates some of their losers, brings some of these back; then plans.
    fn step(&mut self) -> Plan<u32> {
        let ending = 1 + self.chance.below(3).saturating_sub(1);
        let mut tables = Vec::new();
        for _ in 0..ending {
            let numbers: Vec<u32> = self.running.keys().copied().collect();
            let Some(mut table) = self.chance.one_of(&numbers).and_then(|number| self.running.remove(number)) else {
                continue;
            };
            let winner = self.chance.below(table.players.len());
            let stays: Vec<bool> =
                (0..table.players.len()).map(|at| at == winner || self.chance.below(3) > 0).collect();
            let mut stays = stays.into_iter();
            table.players.retain(|_| stays.next().unwrap());
            tables.push(table);
        }
        self.plan += 1;
        while self.may_re_enter > 0 && self.chance.below(3) == 0 {
            self.may_re_enter -= 1;
            self.waiting.push(Waiting { re_entered: true, waits: 0, ..waits(self.next_player, self.plan) });
            self.next_player += 1;
        }
        let floor = Floor {
            plan: self.plan,
            seats: self.seats,
            final_seats: self.final_seats,
            running_tables: self.running.len(),
            running_players: self.running.values().map(|table| table.players.len()).sum(),
            held_players: 0,
            may_come: self.may_re_enter > 0,
            next_table: self.next_table,
            tables,
            waiting: std::mem::take(&mut self.waiting),
        };
        let made = plan(&self.seed, &floor);
        hold(&floor, &made);
        assert_eq!(plan(&self.seed, &floor), made, "the same seed and floor give the same plan");
        self.next_table += u32::try_from(made.opened.len()).unwrap();
        self.running.extend(made.tables.iter().map(|table| (table.number, table.clone())));
        self.waiting.clone_from(&made.waiting);
        self.nobody_waits_too_often(&floor, &made);
        made
    }

    /// At tables of two: who is left waiting anew has waited least often of all who could have been.
    fn nobody_waits_too_often(&self, floor: &Floor<u32>, made: &Plan<u32>) {
        for one in made.waiting.iter().filter(|one| one.since == made.plan) {
            if self.seats == Seats::TWO && !floor.final_table_due() {
                let seated = made.tables.iter().flat_map(|table| &table.players);
                assert!(seated.map(|other| other.waits).all(|waits| waits + 1 >= one.waits), "{floor:?} {made:?}");
            }
        }
        assert!(self.seats != Seats::TWO || floor.final_table_due() || made.waiting.len() <= 1);
    }

    /// Goes on to the last player; how many plans and moves that took.
    fn finish(mut self) -> (u64, usize) {
        let mut moves = 0;
        while self.players() > 1 || self.may_re_enter > 0 {
            let made = self.step();
            moves += made.moves.iter().filter(|one| one.to.is_some()).count();
            let tables = self.running.len();
            assert!(tables > 0 || self.players() <= 1, "somebody always plays: {made:?}");
            assert!(self.plan < 100_000, "it comes to an end");
        }
        (self.plan, moves)
    }
}

/// 5stackgg and evroon/bracket had sizes that got stuck.
#[test]
fn any_number_of_players_plays_down_to_one() {
    for players in 2..=33 {
        for size in 2..=6 {
            Whole::begin(u64::from(players), players, size, size, 0).finish();
        }
    }
}

/// ThatRickGuy/PGSwiss: a player added after the first round broke the pairing.
#[test]
fn whoever_comes_back_at_any_time_is_seated() {
    for players in 2..=33 {
        Whole::begin(7, players, 2, 2, 5).finish();
        Whole::begin(7, players, 4, 6, 5).finish();
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]
    #[test]
    fn every_tournament_ends_with_every_plan_sound(
        n in any::<u64>(), players in 2..200_u32, size in 2..=6_u8, final_seats in 2..=8_u8, re_entries in 0..30_u32,
    ) {
        Whole::begin(n, players, size, final_seats, re_entries).finish();
    }
}

#[test]
fn ten_thousand_players_need_no_more_than_who_is_between_rounds() {
    let mut whole = Whole::begin(1, 10_000, 6, 6, 0);
    let mut most = 0;
    for _ in 0..3_000 {
        let made = whole.step();
        most = most.max(made.numbers.idle);
    }
    assert!(most <= 40, "a plan reads {most} players");
}
