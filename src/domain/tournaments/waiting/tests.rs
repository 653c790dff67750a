use super::*;
use crate::domain::tournaments::seed::{Purpose, Seed};
use crate::rules::secret::Secret;

fn chance(n: u64) -> Chance {
    Seed::new(Secret::new([3; 32])).chance(Purpose::Wait, n, &[""; 0])
}

#[test]
fn only_those_who_have_waited_least_often_are_drawn_from() {
    for n in 0..200 {
        assert!(matches!(draw(&mut chance(n), &[1, 0, 2, 0]), Some(1 | 3)));
    }
    assert_eq!(draw(&mut chance(1), &[2, 1, 3]), Some(1));
    assert_eq!(draw(&mut chance(1), &[]), None);
}

/// Chi-square with 4 degrees of freedom: below 18.47 in 99.9 % of all experiments.
#[test]
fn each_of_them_is_drawn_equally_often() {
    let mut counts = [0_i64; 6];
    for n in 0..10_000 {
        counts[draw(&mut chance(n), &[4, 4, 4, 9, 4, 4]).unwrap()] += 1;
    }
    assert_eq!(counts[3], 0);
    let squares: i64 = [0, 1, 2, 4, 5].iter().map(|at| (counts[*at] - 2000) * (counts[*at] - 2000)).sum();
    assert!(squares * 100 < 1847 * 2000, "{counts:?}");
}
