//! Positions for tests.

use super::{Board, CHECKERS, Counts, Movement, OFF, Position};

/// A position from what stands where, each side from its own side; the rest of each side's checkers is off.
pub(super) fn position(movement: Movement, own: &[(u8, u8)], opp: &[(u8, u8)]) -> Position {
    let [own, opp] = [own, opp].map(counts);
    Position::new(&Board { movement, own, opp, ..Board::default() }).unwrap()
}

/// A position where single checkers are hit.
pub(super) fn hitting(own: &[(u8, u8)], opp: &[(u8, u8)]) -> Position {
    position(Movement::Hitting, own, opp)
}

/// A position where single checkers are pinned; the points on which one is, each from its own side.
pub(super) fn pinning(own: &[(u8, u8)], opp: &[(u8, u8)], own_pinned: &[u8], opp_pinned: &[u8]) -> Position {
    let [own, opp] = [own, opp].map(counts);
    let [own_pinned, opp_pinned] = [own_pinned, opp_pinned].map(|points| points.iter().map(|point| 1 << point).sum());
    Position::new(&Board { movement: Movement::Pinning, own, opp, own_pinned, opp_pinned }).unwrap()
}

fn counts(side: &[(u8, u8)]) -> Counts {
    let mut counts = [0; 26];
    side.iter().for_each(|(place, count)| counts[usize::from(*place)] = *count);
    counts[usize::from(OFF)] += CHECKERS - counts.iter().sum::<u8>();
    counts
}
