//! Plans against the best of all that could be made.

use proptest::prelude::*;

use super::*;

/// What the aims look at, in their order; smaller is better.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Worth {
    tables: usize,
    waiting: usize,
    /// Pairs of which the one who has waited longer goes on waiting and the other is seated anew.
    overtaken: usize,
    moves: usize,
}

/// Where each idle player would go: a table of the floor, a new one, or none.
type Way = Vec<Option<usize>>;

struct Small {
    floor: Floor<u32>,
    players: Vec<u32>,
    /// The table of the floor at which each is, and since when each waits.
    from: Vec<(Option<usize>, Option<u64>)>,
    numbers: Vec<u32>,
}

impl Small {
    fn of(floor: &Floor<u32>) -> Self {
        let mut small = Self { floor: floor.clone(), players: Vec::new(), from: Vec::new(), numbers: Vec::new() };
        for table in &floor.tables {
            for one in &table.players {
                small.players.push(one.player);
                small.from.push((Some(small.numbers.len()), None));
            }
            small.numbers.push(table.number);
        }
        for one in &floor.waiting {
            small.players.push(one.player);
            let table = one.place.map(|place| {
                small.numbers.push(place.table);
                small.numbers.len() - 1
            });
            small.from.push((table, Some(one.since)));
        }
        small.numbers.extend((floor.next_table..).take(small.players.len() / 2));
        small
    }

    /// What a way is worth; none: it cannot be.
    fn worth(&self, way: &Way) -> Option<Worth> {
        let most = if self.floor.final_table_due() { self.floor.final_seats.get() } else { self.floor.seats.get() };
        let sizes: Vec<usize> =
            (0..self.numbers.len()).map(|table| way.iter().filter(|to| **to == Some(table)).count()).collect();
        if sizes.iter().any(|size| *size == 1 || *size > most) {
            return None;
        }
        let new = sizes.iter().filter(|size| **size > 0).count();
        let waits = |player: &usize| way[*player].is_none();
        let waiting: Vec<usize> = (0..way.len()).filter(waits).collect();
        // All who are left must have a seat in the end, but for one at tables of two.
        let over = usize::from(most == 2 && self.floor.players() % 2 == 1);
        let fits = (self.floor.running_tables + new) * most + over >= self.floor.players();
        let alone = self.players.len() == 1 || self.floor.players() == 1;
        // Those who could make up a table of their own do where they need one.
        if !fits && !alone {
            return None;
        }
        if self.floor.final_table_due() && self.floor.running_tables > 0 && new > 0 {
            return None;
        }
        let since = |player: usize| self.from[player].1.unwrap_or(u64::MAX);
        let anew = |player: usize| way[player].is_some() && way[player] != self.from[player].0;
        let overtaken = waiting
            .iter()
            .flat_map(|one| (0..way.len()).map(move |other| (*one, other)))
            .filter(|(one, other)| anew(*other) && since(*one) < since(*other));
        let overtaken = if most == 2 { 0 } else { overtaken.count() };
        let moves = (0..way.len()).filter(|player| anew(*player)).count();
        Some(Worth { tables: self.floor.running_tables + new, waiting: waiting.len(), overtaken, moves })
    }

    fn best(&self, waits: Option<&BTreeSet<u32>>) -> Option<Worth> {
        let choices = self.numbers.len() + 1;
        let ways = choices.pow(u32::try_from(self.players.len()).unwrap());
        let way = |n: usize| {
            (0..self.players.len())
                .map(|player| (n / choices.pow(u32::try_from(player).unwrap()) % choices).checked_sub(1))
                .collect::<Way>()
        };
        let allowed = |way: &Way| {
            waits.is_none_or(|waits| {
                (0..way.len()).all(|player| way[player].is_some() || waits.contains(&self.players[player]))
            })
        };
        (0..ways).map(way).filter(allowed).filter_map(|way| self.worth(&way)).min()
    }

    fn way(&self, plan: &Plan<u32>) -> Way {
        let at = |player: &u32| {
            table_of(plan, *player).map(|table| self.numbers.iter().position(|number| *number == table).unwrap())
        };
        self.players.iter().map(at).collect()
    }
}

fn judge(floor: &Floor<u32>, n: u64) {
    let plan = planned(n, floor);
    let small = Small::of(floor);
    let worth = small.worth(&small.way(&plan)).unwrap_or_else(|| panic!("{floor:?} {plan:?}"));
    // At tables of two the draw says who waits; the best is sought among the ways in which they do.
    let waits = waiting(&plan);
    let waits = (floor.seats == Seats::TWO && !floor.final_table_due()).then_some(&waits);
    assert_eq!(Some(worth), small.best(waits), "{floor:?}\n{plan:?}");
}

prop_compose! {
    /// Up to five players between rounds, and tables that run; more players could sit there.
    fn small()(
        size in 2..=4_u8,
        sizes in prop::collection::vec(0..=4_usize, 0..=3),
        waiting in prop::collection::vec((1..10_u64, any::<bool>(), any::<bool>()), 0..=3),
        running in prop::collection::vec(2..=4_usize, 0..=4),
        final_seats in 2..=6_u8,
        may_come in any::<bool>(),
    ) -> Floor<u32> {
        let most = usize::from(size);
        let running: Vec<usize> = running.into_iter().map(|players| players.min(most)).collect();
        let mut floor = floor(size, running.len(), running.iter().sum());
        floor.may_come = may_come;
        floor.final_seats = if size == 2 { Seats::TWO } else { seats(final_seats) };
        let mut left = 5_usize;
        for (number, size) in (1..).zip(sizes) {
            let size = size.min(most).min(left);
            left -= size;
            floor.tables.push(ended(number, (number * 10..).take(size)));
        }
        for (player, (since, re_entered, alone)) in (51..).zip(waiting.into_iter().take(left)) {
            // At tables of two only one can be left waiting; others are those who re-enter now.
            let fresh = size == 2 && player > 51;
            let since = if fresh { floor.plan } else { since };
            let place = (alone && !fresh && player == 51).then_some(Place { table: 50, seat: 2 });
            let re_entered = fresh || re_entered && place.is_none();
            floor.waiting.push(Waiting { re_entered, place, ..waits(player, since) });
        }
        floor
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]
    #[test]
    fn no_other_plan_serves_the_aims_better(floor in small(), n in any::<u64>()) {
        judge(&floor, n);
    }
}
