use super::super::super::CHECKERS;
use super::*;

/// Checkers by place; the others are off.
fn counts(placed: &[(usize, u8)]) -> Counts {
    let mut counts = [0; 26];
    placed.iter().for_each(|(place, checkers)| counts[*place] = *checkers);
    counts[usize::from(OFF)] = CHECKERS - counts.iter().sum::<u8>();
    counts
}

fn chances(own: &[(usize, u8)], opp: &[(usize, u8)]) -> Chances {
    evaluate(&counts(own), &counts(opp)).unwrap().chances
}

#[test]
fn it_is_a_race_once_nobody_can_meet() {
    let is_race = |own, opp| evaluate(&counts(&[(own, 1)]), &counts(&[(opp, 1)])).is_some();
    assert!(is_race(12, 12) && is_race(1, 23));
    // The one's 12 point is the other's 13: they stand beside each other. At 13 and 13 they have yet to pass.
    assert!(!is_race(13, 13) && !is_race(1, 24) && !is_race(25, 1) && !is_race(1, 25));
}

#[test]
fn distributions_are_normal_and_whole() {
    for (mean, variance) in [(2.5, 0.4), (9.0, 2.0), (47.3, 11.0)] {
        let chances = normal(mean, variance);
        let of = |power: i32| -> f64 {
            (0_u16..).zip(&chances).map(|(rolls, chance)| f64::from(rolls).powi(power) * f64::from(*chance)).sum()
        };
        assert!((of(0) - 1.0).abs() < 1e-6);
        assert!((of(1) - mean).abs() < 0.01);
        // Cutting into whole numbers adds a twelfth.
        assert!((of(2) - of(1) * of(1) - variance - 1.0 / 12.0).abs() < 0.02);
    }
}

#[test]
fn a_checker_outside_is_worse_than_one_at_home_and_better_than_one_farther_out() {
    let win = |place| chances(&[(place, 1), (4, 8)], &[(5, 6), (3, 4)]).win;
    for place in 4..15 {
        assert!(win(place) > win(place + 1), "{place}: {} {}", win(place), win(place + 1));
    }
}

#[test]
fn a_race_that_is_far_gone_is_won_and_a_gammon() {
    let far = chances(&[(1, 2)], &[(12, 15)]);
    assert!(far.win > 0.9999 && far.win_gammon > 0.9999 && far.win_backgammon < 1e-6, "{far:?}");
    let turned = evaluate(&counts(&[(12, 15)]), &counts(&[(1, 2)])).unwrap().chances;
    assert!(turned.win < 1e-4 && turned.lose_gammon > 0.9999);
}

#[test]
fn who_has_borne_off_a_checker_loses_no_gammon() {
    let safe = chances(&[(12, 14)], &[(1, 2)]);
    assert_eq!((safe.lose_gammon, safe.lose_backgammon), (0.0, 0.0));
}

#[test]
fn a_checker_left_in_the_winners_home_loses_a_backgammon() {
    let chances = |place| evaluate(&counts(&[(place, 3), (6, 12)]), &counts(&[(1, 4)])).unwrap().chances;
    // 5-5 and 6-6 bring three checkers out of 23 before the winner's roll; there may be a second.
    let lost = chances(23);
    assert!(lost.lose_gammon > 0.9999 && lost.lose_backgammon > 0.5 && lost.lose_backgammon < 34.0 / 36.0, "{lost:?}");
    assert_eq!(chances(18).lose_backgammon, 0.0);
}

#[test]
fn the_last_roll_that_can_save_something_is_counted_out() {
    // The winner is done with the next roll.
    let chances = |own: &[(usize, u8)]| evaluate(&counts(own), &counts(&[(1, 2)])).unwrap().chances;
    let close = |one: f64, other: f64| (one - other).abs() < 1e-6;
    // 6-1 to 6-5 come home with the one and bear off with the other, 5-2 and 4-3 bear off the same checker; of doubles 6-6,
    // 3-3 and 2-2 do: any other has no checker on the point of its number once all are at home.
    assert!(close(chances(&[(7, 1), (6, 14)]).lose_gammon, 1.0 - (10.0 + 4.0 + 3.0) / 36.0));
    // Two outside leave nothing of a roll that is no double: 6-6, 4-4 and 3-3.
    assert!(close(chances(&[(8, 1), (7, 1), (6, 13)]).lose_gammon, 1.0 - 3.0 / 36.0));
    // From the 19 point every roll leaves the winner's home, from 22 every roll but 2-1.
    assert_eq!(chances(&[(19, 1), (6, 14)]).lose_backgammon, 0.0);
    assert!(close(chances(&[(22, 1), (6, 14)]).lose_backgammon, 2.0 / 36.0));
}
