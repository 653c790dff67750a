use super::super::super::{Position, Variant};
use super::*;

const HOME: [(usize, u8); 3] = [(6, 5), (5, 3), (4, 3)];

fn counts(placed: &[(usize, u8)]) -> Counts {
    let mut counts = [0; 26];
    placed.iter().for_each(|(place, checkers)| counts[*place] += *checkers);
    counts
}

fn win(own: &[(usize, u8)], opp: &[(usize, u8)]) -> f64 {
    estimate(&counts(own), &counts(opp)).win
}

#[test]
fn the_start_is_even_but_for_the_roll() {
    let start = Position::start(Variant::Backgammon);
    let chances = estimate(&start.own(), &start.opp());
    assert!((0.5..0.55).contains(&chances.win), "{chances:?}");
    assert!((0.2..0.35).contains(&(chances.win_gammon + chances.lose_gammon)), "{chances:?}");
}

#[test]
fn what_a_beginner_counts_counts() {
    let own = [&HOME[..], &[(13, 2), (24, 2)]].concat();
    let with = |more: &[(usize, u8)]| [&HOME[..], more].concat();
    let usual = win(&own, &own);
    assert!(win(&with(&[(8, 2), (24, 2)]), &own) > usual, "a lead");
    assert!(win(&with(&[(13, 2), (25, 2)]), &own) < usual, "checkers on the bar");
    assert!(win(&own, &with(&[(13, 2), (24, 1), (22, 1)])) > usual, "blots to hit");
    assert!(win(&with(&[(1, 2), (24, 2)]), &with(&[(1, 2), (24, 2)])) < 0.6);
    let prime = [(6, 2), (5, 2), (4, 2), (7, 2), (8, 3), (13, 2), (24, 2)];
    assert!(win(&prime, &own) > usual, "a prime");
}

#[test]
fn whoever_has_borne_off_a_checker_loses_no_gammon() {
    let own = [&HOME[..], &[(13, 2), (24, 2)]].concat();
    let mut off = counts(&own);
    (off[0], off[6]) = (1, 4);
    let chances = estimate(&off, &counts(&own));
    assert_eq!((chances.lose_gammon, chances.lose_backgammon), (0.0, 0.0));
    assert!(chances.win_gammon > 0.0);
}

#[test]
fn sides_are_counted_as_they_stand() {
    let side = Side::of(
        &counts(&[(1, 2), (2, 1), (4, 2), (5, 3), (6, 2), (8, 1), (20, 1), (25, 1)]),
        &counts(&[(24, 1), (13, 4)]),
    );
    assert_eq!((side.off, side.bar, side.back, side.home, side.buried, side.prime), (0.0, 1.0, 2.0, 4.0, 3.0, 3.0));
    // The other side's checkers stand on our 1 and 12: behind 2 by one pip, behind 20 by eight. 8 they have passed by or not
    // reached within six.
    assert_eq!(side.blots, 1.0);
    assert_eq!(side.pips, 2.0 + 2.0 + 8.0 + 15.0 + 12.0 + 8.0 + 20.0 + 25.0);
}
