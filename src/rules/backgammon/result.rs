//! What a finished game is worth (the rooms' rules: Results).

use serde::{Deserialize, Serialize};

use super::position::{BAR, CHECKERS, OFF, Position, Whose};
use super::step::START;
use super::variant::{Movement, Variant};

/// What was won: once, twice or three times the cube.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// The loser has borne off at least one checker.
    Single,
    /// The loser has borne off none. In tavla mars.
    Gammon,
    /// And still has one on the bar or in the winner's home board.
    Backgammon,
}

impl Class {
    /// Every class, by what it is worth.
    pub const ALL: [Self; 3] = [Self::Single, Self::Gammon, Self::Backgammon];

    /// By how much the cube is multiplied: 1 to 3.
    #[must_use]
    pub fn points(self) -> u8 {
        match self {
            Self::Single => 1,
            Self::Gammon => 2,
            Self::Backgammon => 3,
        }
    }

    /// The word in documents.
    #[must_use]
    pub fn slug(self) -> &'static str {
        match self {
            Self::Single => "single",
            Self::Gammon => "gammon",
            Self::Backgammon => "backgammon",
        }
    }

    /// The class of a word.
    #[must_use]
    pub fn of_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|class| class.slug() == slug)
    }
}

/// What the side from which the position is seen has won, if it has.
///
/// By bearing all checkers off; in plakoto also by pinning the other side's last checker on its starting point while no
/// own checker is left on one's own: a gammon.
#[must_use]
pub fn result(variant: Variant, position: &Position) -> Option<Class> {
    if position.own.count(OFF) < CHECKERS {
        return position.wins_by_mother().then_some(Class::Gammon);
    }
    if position.opp.count(OFF) > 0 {
        return Some(Class::Single);
    }
    // The bar is as far away as the winner's home board.
    let far = (19..=BAR).any(|place| position.opp.count(place) > 0);
    let far = far && position.movement == Movement::Hitting && variant.has_triples();
    Some(if far { Class::Backgammon } else { Class::Gammon })
}

/// Whether nobody wins: in plakoto, where both sides have their last checker pinned on its starting point.
#[must_use]
pub fn tied(position: &Position) -> bool {
    mother_pinned(position, Whose::Own) && mother_pinned(position, Whose::Opp)
}

/// Whether a side's last checker on its starting point is pinned there. It stands alone there, or it would not be.
fn mother_pinned(position: &Position, whose: Whose) -> bool {
    position.is_pinned(whose, START)
}

impl Position {
    /// Whether the side to move has the other's last checker pinned on its starting point, and none left on its own.
    fn wins_by_mother(&self) -> bool {
        mother_pinned(self, Whose::Opp) && self.own.count(START) == 0
    }

    /// Whether the game is over: won by either side, or tied.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.own.count(OFF) == CHECKERS || self.opp.count(OFF) == CHECKERS || self.ends_at_once()
    }

    /// Whether the game ends before anybody has borne all off, so that what is left of the roll is not played.
    pub(super) fn ends_at_once(&self) -> bool {
        self.movement == Movement::Pinning && (self.wins_by_mother() || self.turned().wins_by_mother() || tied(self))
    }
}

#[cfg(test)]
mod tests;
