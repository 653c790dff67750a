//! Tournament points (page 003 §10): 3 for the winner of a round, 1 for the last, 2 for those between, and 2 for each level
//! lived through.

use super::entry::Entry;
use super::explanation::Explanation;
use super::tournament::Tournament;

/// For the winner of a round.
pub const WINNER: u32 = 3;
/// For everyone between.
pub const MIDDLE: u32 = 2;
/// For the last; losers who tie for the most negative points are all last.
pub const LAST: u32 = 1;
/// For each level that comes into force while the player is in.
pub const LEVEL_BONUS: u32 = 2;

/// What a loser gets, by their negative points and the most that a loser of the round has.
#[must_use]
pub fn of_loser(negative_points: u64, most: u64) -> u32 {
    if negative_points == most { LAST } else { MIDDLE }
}

/// A player's tournament points: those won in rounds, and the bonus for the levels lived through.
#[must_use]
pub fn of(tournament: &Tournament, entry: &Entry) -> u32 {
    entry.round_points.saturating_add(entry.bonuses(tournament).saturating_mul(LEVEL_BONUS))
}

/// Why a player has these points.
#[must_use]
pub fn why(tournament: &Tournament, entry: &Entry) -> Explanation {
    Explanation::new("tournament_points", "page 003 \u{a7}10; edge cases 5, 6")
        .with("round_points", entry.round_points)
        .with("levels_lived_through", entry.bonuses(tournament))
        .with("points_a_level", LEVEL_BONUS)
        .with("points", of(tournament, entry))
}
