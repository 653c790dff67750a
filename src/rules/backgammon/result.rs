//! What a finished game is worth (the rooms' rules: Results).

use super::position::{BAR, CHECKERS, OFF, Position};
use super::variant::{Movement, Variant};

/// What was won: once, twice or three times the cube.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
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
}

/// What the side from which the position is seen has won, if it has: the other side has not finished then.
#[must_use]
pub fn result(variant: Variant, position: &Position) -> Option<Class> {
    if position.own.count(OFF) < CHECKERS {
        return None;
    }
    if position.opp.count(OFF) > 0 {
        return Some(Class::Single);
    }
    // The bar is as far away as the winner's home board.
    let far = (19..=BAR).any(|place| position.opp.count(place) > 0);
    let far = far && position.movement == Movement::Hitting && variant.has_triples();
    Some(if far { Class::Backgammon } else { Class::Gammon })
}

#[cfg(test)]
mod tests;
