use std::collections::BTreeSet;

use super::*;
use crate::domain::tournaments::floor::Seated;
use crate::domain::tournaments::seats::Seats;
use crate::rules::secret::Secret;

mod best;
mod whole;

fn seed(n: u64) -> Seed {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&n.to_be_bytes());
    Seed::new(Secret::new(bytes))
}

fn seats(seats: u8) -> Seats {
    Seats::try_from(seats).unwrap()
}

/// Nobody between rounds, so many players at so many tables in a round.
fn floor(size: u8, running_tables: usize, running_players: usize) -> Floor<u32> {
    Floor {
        plan: 10,
        seats: seats(size),
        final_seats: seats(size),
        running_tables,
        running_players,
        held_players: 0,
        may_come: false,
        next_table: 100,
        tables: Vec::new(),
        waiting: Vec::new(),
    }
}

/// A table whose round has ended, begun by plan 5.
fn ended(number: u32, players: impl IntoIterator<Item = u32>) -> Table<u32> {
    let seated = players.into_iter().zip(1..).map(|(player, seat)| Seated { player, seat, waits: 0 });
    Table { number, began: 5, players: seated.collect() }
}

/// One without a table who waits since that plan.
fn waits(player: u32, since: u64) -> Waiting<u32> {
    Waiting { player, since, waits: 1, place: None, re_entered: false }
}

fn table_of(plan: &Plan<u32>, player: u32) -> Option<u32> {
    plan.tables.iter().find(|table| table.players.iter().any(|one| one.player == player)).map(|table| table.number)
}

fn moved(plan: &Plan<u32>) -> BTreeSet<u32> {
    plan.moves.iter().filter(|one| one.to.is_some()).map(|one| one.player).collect()
}

fn waiting(plan: &Plan<u32>) -> BTreeSet<u32> {
    plan.waiting.iter().map(|one| one.player).collect()
}

/// What must hold for every plan, whatever the floor.
fn hold(floor: &Floor<u32>, plan: &Plan<u32>) {
    let most = if floor.final_table_due() { floor.final_seats } else { floor.seats };
    let mut everyone = BTreeSet::new();
    for table in &plan.tables {
        let taken: BTreeSet<u8> = table.players.iter().map(|one| one.seat).collect();
        assert_eq!(taken.len(), table.players.len(), "never two players in a seat: {plan:?}");
        assert!(taken.iter().all(|seat| (1..=u8::from(most)).contains(seat)), "never above its seats");
        assert!(table.players.len() >= 2, "a round takes two players: {plan:?}");
        assert!(table.players.iter().all(|one| everyone.insert(one.player)), "nobody sits twice");
        assert_eq!(table.began, floor.plan);
    }
    assert!(plan.waiting.iter().all(|one| everyone.insert(one.player)), "nobody sits and waits");
    let idle = floor.tables.iter().flat_map(|table| &table.players).map(|one| one.player);
    let idle: BTreeSet<u32> = idle.chain(floor.waiting.iter().map(|one| one.player)).collect();
    assert_eq!(everyone, idle, "whom the floor lists is moved, and nobody who is in a round");
    let ours: BTreeSet<u32> = floor
        .tables
        .iter()
        .map(|table| table.number)
        .chain(floor.waiting.iter().filter_map(|one| Some(one.place?.table)))
        .collect();
    let (opened, closed) = (BTreeSet::from_iter(plan.opened.clone()), BTreeSet::from_iter(plan.closed.clone()));
    assert!(opened.iter().all(|table| *table >= floor.next_table) && closed.is_subset(&ours));
    let stays = plan.waiting.iter().filter_map(|one| Some(one.place?.table));
    let after: BTreeSet<u32> = plan.tables.iter().map(|table| table.number).chain(stays).collect();
    assert_eq!(after, ours.union(&opened).copied().filter(|table| !closed.contains(table)).collect(), "{plan:?}");
    moves_lead_there(floor, plan);
    // Nobody waits for a table that could start: who waits is alone, or those who run have the seats, or one is over.
    let room = plan.tables.iter().any(|table| table.players.len() < most.get());
    assert!(plan.waiting.is_empty() || !room, "a seat is free for who waits: {plan:?}");
    if floor.running_tables == 0 && floor.players() > 1 {
        let odd = floor.seats == Seats::TWO && !floor.final_table_due() && floor.players() % 2 == 1;
        assert_eq!(plan.waiting.len(), usize::from(odd), "{plan:?}");
    }
}

/// The moves, and nothing else, turn the floor into the plan's tables.
fn moves_lead_there(floor: &Floor<u32>, plan: &Plan<u32>) {
    let place =
        |table: &Table<u32>, one: &Seated<u32>| (one.player, Some(Place { table: table.number, seat: one.seat }));
    let of = |tables: &[Table<u32>]| {
        tables.iter().flat_map(|table| table.players.iter().map(move |one| place(table, one))).collect::<Vec<_>>()
    };
    let mut places: std::collections::BTreeMap<u32, Option<Place>> = of(&floor.tables).into_iter().collect();
    places.extend(floor.waiting.iter().map(|one| (one.player, one.place)));
    for one in &plan.moves {
        assert_ne!(one.from, one.to);
        assert_eq!(places.insert(one.player, one.to), Some(one.from), "nobody is moved twice: {plan:?}");
    }
    let mut after: std::collections::BTreeMap<u32, Option<Place>> = of(&plan.tables).into_iter().collect();
    after.extend(plan.waiting.iter().map(|one| (one.player, one.place)));
    assert_eq!(places, after, "{plan:?}");
}

fn planned(n: u64, floor: &Floor<u32>) -> Plan<u32> {
    let made = plan(&seed(n), floor);
    hold(floor, &made);
    made
}

#[test]
fn a_table_that_is_not_needed_is_closed_and_the_smallest_is() {
    let mut floor = floor(6, 0, 0);
    floor.tables = vec![ended(1, 1..=4), ended(2, 11..=14), ended(3, 21..=22)];
    for n in 0..20 {
        let plan = planned(n, &floor);
        assert_eq!((plan.closed.as_slice(), moved(&plan)), ([3].as_slice(), BTreeSet::from([21, 22])));
        assert!(plan.moves.iter().all(|one| one.reason == Reason::TableClosed));
        let why = Explanation::new("table_closed", "page 003 \u{a7}12").with("plan", 10_u64).with("players", 10_u64);
        let why = why.with("between_rounds", 10_u64).with("seats", 6_u64).with("running_tables", 0_u64);
        assert_eq!(plan.why(&plan.moves[0]), why.with("tables_to_seat", 2_u64));
    }
}

/// maynetee/MTT had it the other way.
#[test]
fn breaking_a_table_rebalances_the_others() {
    let mut floor = floor(6, 0, 0);
    floor.tables = vec![ended(1, 1..=5), ended(2, 11..=13), ended(3, 21..=23)];
    for n in 0..20 {
        let sizes = BTreeSet::from_iter(planned(n, &floor).tables.iter().map(|table| table.players.len()));
        assert_eq!(sizes, BTreeSet::from([5, 6]), "3 players go to the table of 3");
    }
}

#[test]
fn a_running_table_gives_and_takes_nobody_until_its_round_ends() {
    // 10 players need 2 tables of 6. Both others are in a round: the table that has ended is closed, its players wait.
    let mut running = floor(6, 2, 8);
    running.tables = vec![ended(3, [21, 22])];
    let plan = planned(1, &running);
    assert_eq!(
        (waiting(&plan), plan.closed.as_slice(), plan.tables.len()),
        (BTreeSet::from([21, 22]), [3].as_slice(), 0)
    );
    // The next round to end makes room.
    let mut next = floor(6, 1, 4);
    next.plan = 11;
    next.tables = vec![ended(1, 1..=4)];
    next.waiting.clone_from(&plan.waiting);
    let plan = planned(1, &next);
    assert_eq!((plan.tables[0].players.len(), moved(&plan)), (6, BTreeSet::from([21, 22])));
    assert!(plan.moves.iter().all(|one| one.reason == Reason::Waited && one.from.is_none()));
}

#[test]
fn a_table_left_with_one_player_is_refilled_first() {
    let mut floor = floor(4, 0, 0);
    floor.tables = vec![ended(1, 1..=3), ended(2, 11..=13), ended(3, [21]), ended(4, 31..=34), ended(5, 41..=44)];
    floor.waiting = vec![waits(51, 7)];
    // 16 players need 4 tables: table 3 is closed, who is alone there comes to the others.
    let plan = planned(1, &floor);
    assert_eq!((plan.closed.as_slice(), moved(&plan)), ([3].as_slice(), BTreeSet::from([21, 51])));
    assert!(plan.moves.iter().any(|one| one.player == 21 && one.reason == Reason::Alone));
    // 17 need 5: it is refilled with who waits, before any table of three.
    floor.waiting.push(waits(52, 8));
    let plan = planned(1, &floor);
    assert_eq!((table_of(&plan, 51), plan.closed.len(), moved(&plan).len()), (Some(3), 0, 2));
    // Nobody waits: another table gives one, and not one of three.
    floor.waiting.clear();
    floor.tables[0].players.push(Seated { player: 9, seat: 4, waits: 0 });
    floor.tables[1].players.push(Seated { player: 19, seat: 4, waits: 0 });
    let plan = planned(1, &floor);
    assert_eq!(moved(&plan).len(), 1);
    assert_eq!(plan.moves[0].reason, Reason::Refill);
    assert_eq!(plan.moves[0].to.unwrap().table, 3);
}

/// rementis/LightningChipTourney: a player who waited was pushed back three times.
#[test]
fn survivors_of_a_closed_table_do_not_overtake_someone_who_waits_already() {
    let mut floor = floor(4, 2, 6);
    floor.tables = vec![ended(1, 1..=3), ended(2, [11, 12])];
    floor.waiting = vec![waits(51, 7)];
    for n in 0..20 {
        let plan = planned(n, &floor);
        assert_eq!(table_of(&plan, 51), Some(1), "the one free seat is theirs");
        assert_eq!(waiting(&plan), BTreeSet::from([11, 12]));
    }
}

#[test]
fn who_has_waited_longest_is_seated_first() {
    let mut floor = floor(3, 3, 6);
    floor.tables = vec![ended(1, 1..=2)];
    floor.waiting = vec![waits(51, 9), waits(52, 7), waits(53, 8)];
    for n in 0..20 {
        let plan = planned(n, &floor);
        assert_eq!(waiting(&plan), BTreeSet::from([51, 53]));
        assert_eq!((plan.waiting[0].waits, plan.waiting[1].waits), (1, 1), "they go on waiting the same time");
    }
}

/// maynetee/MTT counted players who were out.
#[test]
fn free_seats_do_not_count_players_who_are_out() {
    let mut floor = floor(3, 0, 0);
    floor.may_come = true;
    floor.tables = vec![ended(1, [1, 2]), ended(2, [11])];
    let plan = planned(1, &floor);
    assert_eq!((plan.closed.as_slice(), plan.tables[0].players.len()), ([2].as_slice(), 3));
}

/// maynetee/MTT seated at a table that was closed.
#[test]
fn nobody_is_seated_at_a_closed_table() {
    let mut floor = floor(2, 3, 6);
    floor.tables = vec![ended(7, []), ended(8, [81])];
    floor.waiting = vec![waits(51, 7)];
    let plan = planned(1, &floor);
    assert_eq!((table_of(&plan, 51), plan.closed.as_slice()), (Some(8), [7].as_slice()));
}

#[test]
fn a_player_who_waits_alone_keeps_the_seat_and_the_next_comes_to_them() {
    let mut alone = floor(2, 3, 6);
    alone.tables = vec![ended(8, [81])];
    let plan = planned(1, &alone);
    assert_eq!((plan.moves.len(), plan.closed.len()), (0, 0));
    assert_eq!(plan.waiting[0].place, Some(Place { table: 8, seat: 1 }));
    let mut next = floor(2, 2, 4);
    next.plan = 11;
    next.waiting.clone_from(&plan.waiting);
    next.tables = vec![ended(9, [91])];
    let plan = planned(1, &next);
    assert_eq!((moved(&plan).len(), plan.closed.len(), plan.tables.len()), (1, 1, 1));
}

/// lichess-org/lila and bbpPairings gave a second bye while others had none.
#[test]
fn nobody_waits_twice_running_while_another_has_waited_less() {
    let mut floor = floor(2, 0, 0);
    floor.tables = vec![ended(1, [1, 2])];
    floor.waiting = vec![waits(3, 5)];
    for n in 0..20 {
        let plan = planned(n, &floor);
        assert!(waiting(&plan).is_subset(&BTreeSet::from([1, 2])), "the table has played a whole round meanwhile");
        assert_eq!((plan.waiting[0].since, plan.waiting[0].waits), (10, 1));
        assert_eq!(plan.moves.iter().filter(|one| one.reason == Reason::Drawn).count(), 1);
    }
    // The round had begun before: they have not missed a whole one yet.
    floor.tables[0].began = 4;
    let plan = planned(1, &floor);
    assert_eq!((plan.moves.len(), plan.waiting.as_slice()), (0, floor.waiting.as_slice()));
    // All have waited equally often: each may be drawn.
    floor.tables = vec![ended(1, [1, 2])];
    floor.tables[0].players.iter_mut().for_each(|one| one.waits = 1);
    let drawn: BTreeSet<u32> = (0..40).flat_map(|n| waiting(&planned(n, &floor))).collect();
    assert_eq!(drawn, BTreeSet::from([1, 2, 3]));
    let again = (0..40).map(|n| planned(n, &floor)).find(|plan| waiting(plan).contains(&3)).unwrap();
    assert_eq!((again.waiting[0].waits, again.waiting[0].since), (2, 10), "that is another time");
}

#[test]
fn of_one_who_waits_and_a_pair_that_has_to_move_anyhow_the_one_who_waited_plays() {
    let mut floor = floor(2, 4, 8);
    floor.tables = vec![ended(1, [1]), ended(2, [11])];
    floor.waiting = vec![waits(51, 9)];
    for n in 0..20 {
        let plan = planned(n, &floor);
        assert!(table_of(&plan, 51).is_some() && moved(&plan).len() == 1, "{plan:?}");
    }
}

#[test]
fn the_final_table_is_formed_once_no_round_runs_and_nobody_may_come() {
    let mut last = floor(3, 1, 3);
    last.final_seats = seats(5);
    last.tables = vec![ended(1, [1, 2])];
    let plan = planned(1, &last);
    assert_eq!((waiting(&plan).len(), plan.final_table), (2, None), "the other table still plays: they wait for it");
    assert_eq!(plan.waiting[0].place, None);
    let mut ended_both = floor(3, 0, 0);
    ended_both.final_seats = seats(5);
    ended_both.plan = 11;
    ended_both.waiting.clone_from(&plan.waiting);
    ended_both.tables = vec![ended(2, 11..=13)];
    let plan = planned(1, &ended_both);
    assert_eq!((plan.final_table, plan.tables[0].players.len(), moved(&plan).len()), (Some(2), 5, 2));
    assert!(plan.moves.iter().all(|one| one.reason == Reason::FinalTable));
    // Edge case 8: a window is open.
    ended_both.may_come = true;
    let plan = planned(1, &ended_both);
    assert_eq!((plan.final_table, plan.tables.len()), (None, 2));
    // Edge case 14: a held table is still there.
    ended_both.may_come = false;
    ended_both.held_players = 2;
    assert_eq!(planned(1, &ended_both).final_table, None);
}

#[test]
fn a_final_table_of_fewer_seats_is_formed_only_when_those_left_fit() {
    let mut floor = floor(6, 0, 0);
    floor.final_seats = seats(4);
    floor.tables = vec![ended(1, 1..=5)];
    assert_eq!(planned(1, &floor).final_table, None);
    floor.tables = vec![ended(1, 1..=6)];
    floor.tables[0].players.drain(..2);
    let plan = planned(1, &floor);
    assert_eq!((plan.final_table, moved(&plan)), (Some(1), BTreeSet::from([5, 6])), "it has no seats 5 and 6");
    floor.tables = vec![ended(1, [1])];
    assert_eq!(planned(1, &floor).final_table, None, "one player alone has won");
}

#[test]
fn who_re_enters_gets_a_random_free_seat_of_all_that_there_are() {
    let mut floor = floor(6, 0, 0);
    floor.may_come = true;
    floor.tables = vec![ended(1, 1..=5), ended(2, 11..=13)];
    floor.waiting = vec![Waiting { re_entered: true, waits: 0, ..waits(51, 10) }];
    let places: Vec<Place> = (0..400).map(|n| planned(n, &floor).moves[0].to.unwrap()).collect();
    let at_one = places.iter().filter(|place| place.table == 1).count();
    assert!((70..130).contains(&at_one), "one seat of four is at table 1: {at_one}");
    assert_eq!(BTreeSet::from_iter(places).len(), 4);
}

#[test]
fn who_re_enters_goes_to_a_table_that_cannot_start_without_them() {
    let mut floor = floor(4, 0, 0);
    floor.may_come = true;
    floor.tables = vec![ended(1, 1..=3), ended(2, [11])];
    floor.waiting = vec![Waiting { re_entered: true, waits: 0, ..waits(51, 10) }];
    for n in 0..20 {
        assert_eq!(table_of(&planned(n, &floor), 51), Some(2));
    }
}

#[test]
fn who_re_enters_while_every_seat_is_taken_waits_for_the_next_round_to_end() {
    let mut full = floor(3, 2, 6);
    full.may_come = true;
    full.waiting = vec![Waiting { re_entered: true, waits: 0, ..waits(51, 10) }];
    let plan = planned(1, &full);
    assert_eq!((plan.opened.len(), plan.waiting[0].waits), (0, 1));
    let mut next = floor(3, 1, 3);
    (next.may_come, next.plan) = (true, 11);
    next.waiting.clone_from(&plan.waiting);
    next.tables = vec![ended(1, 1..=3)];
    let plan = planned(1, &next);
    assert_eq!((plan.opened.as_slice(), plan.tables.len(), moved(&plan).len()), ([100].as_slice(), 2, 2));
}

#[test]
fn two_who_wait_at_two_seat_tables_play_each_other() {
    let mut floor = floor(2, 5, 10);
    floor.waiting = vec![waits(51, 7), Waiting { re_entered: true, waits: 0, ..waits(52, 10) }];
    let plan = planned(1, &floor);
    assert_eq!((plan.opened.as_slice(), plan.waiting.len()), ([100].as_slice(), 0));
}

#[test]
fn the_order_in_which_a_floor_is_listed_changes_nothing() {
    let mut several = floor(6, 2, 9);
    several.tables = vec![ended(1, 1..=5), ended(2, 11..=13), ended(3, 21..=22)];
    several.waiting = vec![waits(51, 7), waits(52, 7)];
    let mut lone = floor(6, 1, 6);
    lone.tables = vec![ended(1, 1..=6), ended(2, [11])];
    for (n, mut floor) in (0..20).flat_map(|n| [(n, several.clone()), (n, lone.clone())]) {
        let plan = planned(n, &floor);
        floor.tables.reverse();
        floor.waiting.reverse();
        floor.tables.iter_mut().for_each(|table| table.players.reverse());
        assert_eq!(planned(n, &floor), plan);
    }
}

#[test]
fn a_pair_plays_although_a_running_table_has_lost_a_player() {
    let mut floor = floor(2, 2, 3);
    floor.tables = vec![ended(1, [1, 2])];
    assert_eq!(planned(1, &floor).tables.len(), 1);
}

/// Page 003 §12: at random. Chi-square with 2 degrees of freedom: below 13.82 in 99.9 % of all experiments.
#[test]
fn what_the_aims_leave_open_is_drawn_evenly() {
    let even = |counts: [i64; 3]| {
        let squares: i64 = counts.iter().map(|count| (count - 1000) * (count - 1000)).sum();
        assert!(squares * 100 < 1382 * 1000, "{counts:?}");
    };
    let mut closing = floor(6, 0, 0);
    closing.tables = vec![ended(1, 1..=3), ended(2, 11..=13), ended(3, 21..=23)];
    let mut closed = [0; 3];
    (0..3000).for_each(|n| closed[usize::try_from(planned(n, &closing).closed[0]).unwrap() - 1] += 1);
    even(closed);
    let mut seating = floor(6, 3, 12);
    seating.tables = vec![ended(1, 1..=5)];
    seating.waiting = vec![waits(51, 9), waits(52, 9), waits(53, 9)];
    let (mut seated, mut giving) = ([0; 3], [0; 3]);
    (0..3000).for_each(|n| seated[usize::try_from(*moved(&planned(n, &seating)).first().unwrap()).unwrap() - 51] += 1);
    even(seated);
    let mut lone = floor(3, 0, 0);
    lone.tables = vec![ended(1, 1..=3), ended(2, [11])];
    (0..3000).for_each(|n| giving[usize::try_from(*moved(&planned(n, &lone)).first().unwrap()).unwrap() - 1] += 1);
    even(giving);
}

/// lichess-org/lila paired on when everybody had left.
#[test]
fn where_nobody_is_between_rounds_nothing_is_planned() {
    let plan = planned(1, &floor(4, 0, 0));
    assert_eq!((plan.moves.len(), plan.tables.len(), plan.opened.len(), plan.waiting.len()), (0, 0, 0, 0));
    let mut over = floor(4, 0, 0);
    over.tables = vec![ended(1, [])];
    assert_eq!(planned(1, &over).closed, [1]);
}

/// lichess-org/lila: players who were there in name only stopped all pairing.
#[test]
fn a_held_table_stops_nobody_else() {
    let mut held = floor(4, 0, 0);
    held.held_players = 4;
    held.tables = vec![ended(1, 1..=3), ended(2, [11, 12])];
    assert_eq!(planned(1, &held).tables.len(), 2);
    held.tables.pop();
    let plan = planned(1, &held);
    assert_eq!((plan.tables.len(), plan.moves.len(), plan.final_table), (1, 0, None));
}
