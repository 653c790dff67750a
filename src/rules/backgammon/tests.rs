//! Positions for tests.

use super::{Board, CHECKERS, Movement, OFF, Position};

/// A position from what stands where, each side from its own side; the rest of each side's checkers is off.
pub(super) fn position(movement: Movement, own: &[(u8, u8)], opp: &[(u8, u8)]) -> Position {
    let [own, opp] = [own, opp].map(|side| {
        let mut counts = [0; 26];
        side.iter().for_each(|(place, count)| counts[usize::from(*place)] = *count);
        counts[usize::from(OFF)] += CHECKERS - counts.iter().sum::<u8>();
        counts
    });
    Position::new(&Board { movement, own, opp, ..Board::default() }).unwrap()
}

/// A position where single checkers are hit.
pub(super) fn hitting(own: &[(u8, u8)], opp: &[(u8, u8)]) -> Position {
    position(Movement::Hitting, own, opp)
}
