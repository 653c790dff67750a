use super::*;
use crate::rules::secret::Secret;

fn seed(n: usize) -> Seed {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&n.to_be_bytes());
    Seed::new(Secret::new(bytes))
}

fn seats(seats: u8) -> Seats {
    Seats::try_from(seats).unwrap()
}

/// The entrants of each table in the order of the seats, and those who wait.
fn tables(places: &[Option<Place>]) -> (Vec<Vec<usize>>, Vec<usize>) {
    let mut seated: Vec<(Place, usize)> = Vec::new();
    let mut waiting = Vec::new();
    for (entrant, place) in places.iter().enumerate() {
        match place {
            Some(place) => seated.push((*place, entrant)),
            None => waiting.push(entrant),
        }
    }
    seated.sort_unstable();
    let mut tables: Vec<Vec<usize>> = Vec::new();
    for (place, entrant) in seated {
        if place.seat == 1 {
            tables.push(Vec::new());
        }
        let (table, seat) = (tables.len(), tables.last().unwrap().len() + 1);
        assert_eq!((place.table as usize, place.seat as usize), (table, seat), "tables and seats are numbered from 1");
        tables.last_mut().unwrap().push(entrant);
    }
    (tables, waiting)
}

/// Scenario tests of formats and sizes, as 5stack and OGS lacked them.
#[test]
fn any_number_of_players_can_be_seated() {
    for size in 2..=6 {
        for players in 0..=100 {
            let entrants: Vec<usize> = (0..players).collect();
            let (tables, waiting) = tables(&draw(&seed(players), &entrants, seats(size)));
            let mut all: Vec<usize> = tables.iter().flatten().chain(&waiting).copied().collect();
            all.sort_unstable();
            assert_eq!(all, entrants, "each is drawn once");
            let sizes: Vec<usize> = tables.iter().map(Vec::len).collect();
            let (least, most) = (sizes.iter().min().copied().unwrap_or(2), sizes.iter().max().copied().unwrap_or(2));
            assert!(least >= 2 && most <= usize::from(size) && most - least <= 1, "{players} at {size}: {sizes:?}");
            assert!(sizes.is_sorted_by(|one, next| one >= next));
            let odd = players == 1 || size == 2 && players % 2 == 1;
            assert_eq!(waiting.len(), usize::from(odd), "{players} at {size}");
            let fewer = tables.len().saturating_sub(1) * usize::from(size);
            assert!(tables.is_empty() || fewer < players - waiting.len(), "as few tables as they need");
        }
    }
}

#[test]
fn the_same_seed_and_list_draw_the_same_seats_and_another_of_either_does_not() {
    let entrants: Vec<usize> = (0..40).collect();
    let drawn = draw(&seed(1), &entrants, seats(4));
    assert_eq!(drawn, draw(&seed(1), &entrants, seats(4)));
    assert_ne!(drawn, draw(&seed(2), &entrants, seats(4)));
    let mut last = entrants.clone();
    last[39] = 99;
    assert_ne!(drawn, draw(&seed(1), &last, seats(4)), "the last to enter changes everybody's seat");
}

/// Of 5 entrants at two-seat tables each should get each of the 4 seats, and wait, in a fifth of all draws. Twenty-five cells
/// with fixed sums along both sides have 16 degrees of freedom: chi-square stays below 39.25 in 99.9 % of all experiments.
#[test]
fn every_entrant_gets_every_seat_equally_often() {
    const DRAWS: usize = 10_000;
    let mut cells = [[0_i64; 5]; 5];
    for n in 0..DRAWS {
        for (entrant, place) in draw(&seed(n), &["a", "b", "c", "d", "e"], Seats::TWO).into_iter().enumerate() {
            let at = place.map_or(4, |place| (place.table as usize - 1) * 2 + place.seat as usize - 1);
            cells[entrant][at] += 1;
        }
    }
    let expected = i64::try_from(DRAWS / 5).unwrap();
    let squares: i64 = cells.as_flattened().iter().map(|count| (count - expected) * (count - expected)).sum();
    assert!(squares * 100 < 3925 * expected, "{cells:?}");
}

/// All 120 orders of 5 entrants: 119 degrees of freedom, below 172.7 in 99.9 % of all experiments.
#[test]
fn every_order_is_equally_likely() {
    const DRAWS: usize = 24_000;
    let mut counts = std::collections::BTreeMap::new();
    for n in 0..DRAWS {
        let places = draw(&seed(n), &["a", "b", "c", "d", "e"], seats(5));
        *counts.entry(places.iter().map(|place| place.unwrap().seat).collect::<Vec<_>>()).or_insert(0_i64) += 1;
    }
    assert_eq!(counts.len(), 120);
    let squares: i64 = counts.values().map(|count| (count - 200) * (count - 200)).sum();
    assert!(squares * 10 < 1727 * 200, "{counts:?}");
}
