//! How a plan of moves is made.

use std::cmp::Reverse;

use super::{Move, Numbers, Plan, Reason};
use crate::domain::tournaments::floor::{Floor, Seated, Table, Waiting};
use crate::domain::tournaments::seats::{Place, Seats};
use crate::domain::tournaments::seed::{Chance, Purpose, Seed};
use crate::domain::tournaments::waiting;

/// A player between rounds.
#[derive(Clone, Copy)]
struct Idle<P> {
    player: P,
    waits: u32,
    /// Where they sat, or sit while they wait.
    from: Option<Place>,
    /// The plan that left them waiting.
    since: Option<u64>,
    re_entered: bool,
    /// Why they would move.
    reason: Reason,
}

/// A table and who sits there.
struct Group<P> {
    number: u32,
    seated: Vec<(u8, Idle<P>)>,
}

pub(super) fn plan<P: Copy + Ord>(seed: &Seed, floor: &Floor<P>) -> Plan<P> {
    let none: [&str; 0] = [];
    let mut chance = seed.chance(Purpose::Moves, floor.plan, &none);
    let (mut groups, mut queue) = gather(floor);
    let over = one_over(&mut seed.chance(Purpose::Wait, floor.plan, &none), floor, &mut groups, &mut queue);

    // The tables with the most players go on, so that the fewest have to move.
    groups.sort_by_key(|group| group.number);
    chance.shuffle(&mut groups);
    groups.sort_by_key(|group| Reverse(group.seated.len()));
    let ended: Vec<u32> = groups.iter().map(|group| group.number).collect();
    let closing = groups.split_off(floor.tables_to_seat().min(groups.len()));
    let opened: Vec<u32> = (floor.next_table..).take(floor.tables_to_seat() - groups.len()).collect();
    groups.extend(opened.iter().map(|number| Group { number: *number, seated: Vec::new() }));
    groups.sort_by_key(|group| group.number);

    queue.extend(closing.into_iter().flat_map(Group::break_up));
    // A final table may have fewer seats.
    let most = if floor.final_table_due() { floor.final_seats } else { floor.seats };
    queue.extend(groups.iter_mut().flat_map(|group| group.beyond(most)));
    queue.sort_by_key(|idle| idle.player);
    chance.shuffle(&mut queue);
    queue.sort_by_key(|idle| idle.since.unwrap_or(u64::MAX));
    let unseated: Vec<Idle<P>> =
        queue.into_iter().filter_map(|idle| seat(&mut chance, &mut groups, most, idle)).collect();
    refill(&mut chance, &mut groups, most);
    written(floor, groups, over.into_iter().chain(unseated).collect(), &ended, opened)
}

/// The tables between rounds, those of players who wait alone among them; and who waits without a table.
fn gather<P: Copy + Ord>(floor: &Floor<P>) -> (Vec<Group<P>>, Vec<Idle<P>>) {
    let of_table = |table: &Table<P>| {
        let reason = if table.players.len() == 1 { Reason::Alone } else { Reason::TableClosed };
        let idle = |seated: &Seated<P>| {
            let from = Some(Place { table: table.number, seat: seated.seat });
            let Seated { player, waits, .. } = *seated;
            (seated.seat, Idle { player, waits, from, since: None, re_entered: false, reason })
        };
        Group { number: table.number, seated: table.players.iter().map(idle).collect() }
    };
    let mut groups: Vec<Group<P>> = floor.tables.iter().map(of_table).collect();
    let mut queue = Vec::new();
    for Waiting { player, since, waits, place, re_entered } in floor.waiting.iter().copied() {
        let reason = if re_entered { Reason::ReEntered } else { Reason::Waited };
        let idle = Idle { player, waits, from: place, since: Some(since), re_entered, reason };
        match place {
            Some(place) => groups.push(Group { number: place.table, seated: vec![(place.seat, idle)] }),
            None => queue.push(idle),
        }
    }
    (groups, queue)
}

/// Takes out the player who waits because tables have two seats and one is over.
///
/// Who waits already goes on waiting while all others sit in pairs, until a table has played a whole round meanwhile:
/// then, and where anybody has to move anyhow, who waits is drawn anew.
fn one_over<P: Copy + Ord>(
    chance: &mut Chance,
    floor: &Floor<P>,
    groups: &mut [Group<P>],
    queue: &mut Vec<Idle<P>>,
) -> Option<Idle<P>> {
    if floor.seats != Seats::TWO || floor.final_table_due() || floor.idle_players().is_multiple_of(2) {
        return None;
    }
    let mut all: Vec<(P, u32)> = groups
        .iter()
        .flat_map(|group| &group.seated)
        .map(|(_, idle)| idle)
        .chain(&*queue)
        .map(|idle| (idle.player, idle.waits))
        .collect();
    all.sort_unstable();
    let goes_on = match floor.waiting.as_slice() {
        [one] => {
            floor.tables.iter().all(|table| table.players.len() == 2 && table.began < one.since).then_some(one.player)
        }
        _ => None,
    };
    let waits: Vec<u32> = all.iter().map(|(_, waits)| *waits).collect();
    let drawn = || waiting::draw(chance, &waits).and_then(|at| all.get(at)).map(|(player, _)| *player);
    let player = goes_on.or_else(drawn)?;
    let mut over = take(queue, player).or_else(|| groups.iter_mut().find_map(|group| group.take(player)))?;
    over.reason = Reason::Drawn;
    if goes_on.is_none() {
        // However long they have waited, this is another time.
        over.since = None;
    }
    Some(over)
}

fn take<P: Copy + Ord>(from: &mut Vec<Idle<P>>, player: P) -> Option<Idle<P>> {
    from.iter().position(|idle| idle.player == player).map(|at| from.remove(at))
}

/// Seats one at the smallest table, but one who re-entered at any free seat unless a table lacks players; returned where no seat
/// is free.
fn seat<P: Copy>(chance: &mut Chance, groups: &mut [Group<P>], most: Seats, idle: Idle<P>) -> Option<Idle<P>> {
    let smallest = groups.iter().map(|group| group.seated.len()).min().filter(|size| *size < most.get());
    let Some(smallest) = smallest else { return Some(idle) };
    let any = idle.re_entered && smallest >= 2;
    let free = |group: &Group<P>| {
        (1..=u8::from(most)).filter(|seat| group.seated.iter().all(|(taken, _)| taken != seat)).collect::<Vec<u8>>()
    };
    let places = |at: usize, group: &Group<P>| free(group).into_iter().map(move |seat| (at, seat));
    let tables: Vec<usize> = groups
        .iter()
        .enumerate()
        .filter(|(_, group)| any || group.seated.len() == smallest)
        .map(|(at, _)| at)
        .collect();
    let tables = if any { tables } else { chance.one_of(&tables).copied().into_iter().collect() };
    let free: Vec<(usize, u8)> =
        tables.into_iter().filter_map(|at| Some(places(at, groups.get(at)?))).flatten().collect();
    let Some((at, seat)) = chance.one_of(&free).copied() else { return Some(idle) };
    if let Some(group) = groups.get_mut(at) {
        group.seated.push((seat, idle));
    }
    None
}

/// Gives each table that has not the two players which a round takes players of the largest tables.
fn refill<P: Copy + Ord>(chance: &mut Chance, groups: &mut [Group<P>], most: Seats) {
    while groups.iter().any(|group| group.seated.len() < 2) {
        let Some(largest) = groups.iter().map(|group| group.seated.len()).max().filter(|size| *size > 2) else {
            return;
        };
        let givers: Vec<usize> =
            groups.iter().enumerate().filter(|(_, group)| group.seated.len() == largest).map(|(at, _)| at).collect();
        let giver = chance.one_of(&givers).and_then(|at| groups.get_mut(*at));
        let Some(mut given) = giver.and_then(|group| group.give(chance)) else { return };
        given.reason = Reason::Refill;
        if seat(chance, groups, most, given).is_some() {
            return;
        }
    }
}

impl<P: Copy + Ord> Group<P> {
    fn take(&mut self, player: P) -> Option<Idle<P>> {
        let at = self.seated.iter().position(|(_, idle)| idle.player == player)?;
        Some(self.seated.remove(at).1)
    }

    /// One of its players, at random.
    fn give(&mut self, chance: &mut Chance) -> Option<Idle<P>> {
        self.seated.sort_by_key(|(seat, _)| *seat);
        let players: Vec<P> = self.seated.iter().map(|(_, idle)| idle.player).collect();
        chance.one_of(&players).and_then(|player| self.take(*player))
    }
}

impl<P> Group<P> {
    /// Those whose seats are none of so many.
    fn beyond(&mut self, most: Seats) -> Vec<Idle<P>> {
        self.seated.extract_if(.., |(seat, _)| *seat > u8::from(most)).map(|(_, idle)| idle).collect()
    }

    fn break_up(self) -> impl Iterator<Item = Idle<P>> {
        self.seated.into_iter().map(|(_, idle)| idle)
    }
}

/// The plan in words: what of all this is a change.
fn written<P: Copy + Ord>(
    floor: &Floor<P>,
    groups: Vec<Group<P>>,
    left: Vec<Idle<P>>,
    ended: &[u32],
    opened: Vec<u32>,
) -> Plan<P> {
    let final_table = floor.final_table_due().then(|| groups.first().map(|group| group.number)).flatten();
    let goes_on = |table: u32| groups.iter().any(|group| group.number == table);
    // Who waits as the only one, and is alone at a table, stays there: the next one comes to them.
    let stays = |idle: &Idle<P>| idle.from.filter(|place| left.len() == 1 && !goes_on(place.table));
    let kept: Option<Place> = left.first().and_then(stays);
    let closed =
        ended.iter().copied().filter(|table| !goes_on(*table) && kept.is_none_or(|place| place.table != *table));
    let mut plan = Plan {
        plan: floor.plan,
        numbers: Numbers {
            players: floor.players(),
            idle: floor.idle_players(),
            running_tables: floor.running_tables,
            ended_tables: floor.tables.len(),
            seats: floor.seats.get(),
            tables_to_seat: floor.tables_to_seat(),
        },
        moves: Vec::new(),
        closed: closed.collect(),
        tables: Vec::with_capacity(groups.len()),
        opened,
        waiting: Vec::with_capacity(left.len()),
        final_table,
    };
    plan.closed.sort_unstable();
    let due = floor.final_table_due();
    for idle in left {
        if let Some(from) = idle.from.filter(|_| kept.is_none()) {
            let reason = match idle.reason {
                Reason::Drawn => Reason::Drawn,
                _ if due => Reason::FinalTable,
                _ => Reason::TableClosed,
            };
            plan.moves.push(Move { player: idle.player, from: Some(from), to: None, reason });
        }
        let before = idle.since.filter(|since| *since < floor.plan);
        plan.waiting.push(Waiting {
            player: idle.player,
            since: before.unwrap_or(floor.plan),
            waits: idle.waits + u32::from(before.is_none()),
            place: kept,
            re_entered: idle.re_entered,
        });
    }
    for Group { number, mut seated } in groups {
        seated.sort_by_key(|(seat, _)| *seat);
        for (seat, idle) in &seated {
            let to = Some(Place { table: number, seat: *seat });
            if to != idle.from {
                let reason = if due { Reason::FinalTable } else { idle.reason };
                plan.moves.push(Move { player: idle.player, from: idle.from, to, reason });
            }
        }
        let players = seated.into_iter().map(|(seat, idle)| Seated { player: idle.player, seat, waits: idle.waits });
        plan.tables.push(Table { number, began: floor.plan, players: players.collect() });
    }
    plan
}
