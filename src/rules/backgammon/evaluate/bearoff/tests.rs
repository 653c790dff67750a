use super::home::MOST_CHECKERS;
use super::*;

fn home(points: [u8; 6]) -> Home {
    Home::new(points).unwrap()
}

fn won(own: [u8; 6], opp: [u8; 6]) -> f64 {
    exact(&home(own), &home(opp)).unwrap()
}

fn assert_close(one: f64, other: f64) {
    assert!((one - other).abs() < 1e-6, "{one} {other}");
}

#[test]
fn a_home_has_at_most_fifteen_checkers() {
    assert!(Home::new([15, 0, 0, 0, 0, 0]).is_some());
    assert_eq!(Home::new([15, 0, 0, 0, 0, 1]), None);
    assert_eq!(Home::new([255; 6]), None);
}

#[test]
fn every_board_stands_at_its_number_and_plays_lead_to_lower_ones() {
    for (most, boards) in [(0, 1), (1, 7), (6, 924), (15, 54_264), (255, 54_264)] {
        let all = Home::all(most);
        assert_eq!(all.len(), boards);
        for (number, board) in all.iter().enumerate() {
            assert_eq!(board.number(most), number);
            for die in 1..=6 {
                assert!(board.after(die).all(|after| after.number(most) < number));
                assert_eq!(board.after(die).count() == 0, board.checkers() == 0, "a die can always be played");
            }
        }
    }
}

#[test]
fn a_die_moves_bears_off_or_bears_off_from_the_highest_point() {
    let after = |points, die| home(points).after(die).collect::<Vec<_>>();
    assert_eq!(after([1, 0, 0, 0, 2, 0], 3), [home([1, 1, 0, 0, 1, 0])], "nothing is borne off from below the die");
    assert_eq!(after([1, 0, 0, 0, 2, 0], 6), [home([1, 0, 0, 0, 1, 0])]);
    assert_eq!(after([0, 1, 0, 1, 0, 0], 2), [home([0, 0, 0, 1, 0, 0]), home([0, 2, 0, 0, 0, 0])]);
    assert_eq!(after([3, 0, 0, 0, 0, 0], 1), [home([2, 0, 0, 0, 0, 0])]);
}

#[test]
fn chances_that_can_be_counted_on_the_fingers_are_right() {
    let last = [1, 0, 0, 0, 0, 0];
    assert_close(won([2, 0, 0, 0, 0, 0], last), 1.0);
    // Two checkers on the six point go with 6-6, 5-5, 4-4 and 3-3.
    assert_close(won([0, 0, 0, 0, 0, 2], last), 4.0 / 36.0);
    // One on the six point stays after 1-1, 2-1, 3-1, 4-1 and 3-2.
    assert_close(won([0, 0, 0, 0, 0, 1], last), 27.0 / 36.0);
    // If both miss, at most three pips are left, and every roll bears off.
    assert_close(won([0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 0, 1]), 27.0 / 36.0 + 9.0 / 36.0 * 9.0 / 36.0);
}

#[test]
fn only_small_bear_offs_that_go_on_are_exact() {
    for (own, opp) in [([7, 0, 0, 0, 0, 0], [1; 6]), ([1; 6], [0, 0, 0, 0, 0, 7]), ([0; 6], [1; 6]), ([1; 6], [0; 6])] {
        assert_eq!(exact(&home(own), &home(opp)), None);
    }
}

#[test]
fn distributions_add_up_to_one() {
    for board in Home::all(MOST_CHECKERS) {
        for chances in [one_sided_table().all_off(&board), one_sided_table().first_off(&board)] {
            let sum: f64 = chances.iter().copied().map(f64::from).sum();
            assert!((sum - 1.0).abs() < 1e-6, "{board:?}: {sum}");
        }
    }
}

#[test]
fn the_first_checker_off_saves_the_gammon() {
    let full = home([0, 0, 0, 0, 0, 15]);
    // A roll with a 6, 5-1, 4-2, 3-3 and 2-2 carry a checker from the six point off.
    let first = one_sided_table().first_off(&full);
    assert_close(f64::from(first[1]), 17.0 / 36.0);
    assert_eq!(one_sided_table().first_off(&home([0, 0, 0, 0, 0, 14])), [1.0]);
    assert_eq!(one_sided_table().all_off(&home([0; 6])), [1.0]);
}
