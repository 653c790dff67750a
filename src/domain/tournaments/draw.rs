//! The draw of the seats at the start of a tournament (page 003 §6).

use std::fmt::Display;

use super::seats::{Place, Seats};
use super::seed::{Purpose, Seed};

/// Draws the seats: for each entrant, in the order of the list, the place; `None` for the one who waits.
///
/// The order follows from the seed and the list alone. As few tables as the entrants need are filled one after another
/// in that order, as evenly as possible: sizes differ by at most one, the larger tables first. Where tables have two
/// seats and the number is odd, the last in the order waits: nobody has waited before, so all are drawn from alike. One
/// entrant alone waits too.
#[must_use]
pub fn draw<E: Display>(seed: &Seed, entrants: &[E], seats: Seats) -> Vec<Option<Place>> {
    let texts: Vec<String> = entrants.iter().map(ToString::to_string).collect();
    let mut order: Vec<usize> = (0..entrants.len()).collect();
    seed.chance(Purpose::Draw, 1, &texts).shuffle(&mut order);
    let mut places = vec![None; entrants.len()];
    for (entrant, place) in order.into_iter().zip(fill(entrants.len(), seats)) {
        if let Some(drawn) = places.get_mut(entrant) {
            *drawn = Some(place);
        }
    }
    places
}

/// The places of so many players, table after table.
fn fill(players: usize, seats: Seats) -> impl Iterator<Item = Place> {
    let tables = seats.tables_for(players);
    let seated = players.min(tables * seats.get());
    let (size, larger) = (seated.checked_div(tables).unwrap_or(0), seated.checked_rem(tables).unwrap_or(0));
    (1_u32..).zip(0..tables).flat_map(move |(table, at)| {
        let size = size + usize::from(at < larger);
        (1_u8..).take(size).map(move |seat| Place { table, seat })
    })
}

#[cfg(test)]
mod tests;
