//! The games of the backgammon family and what differs between them. Whose rules each follows stands in
//! `docs/backgammon-variants.md`.

use serde::{Deserialize, Serialize};

use super::roll::Roll;

/// A game of the backgammon family.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Variant {
    /// The international rules.
    Backgammon,
    /// Turkish: no cube, no triple.
    Tavla,
    /// Another starting position.
    Nackgammon,
    /// Greek: no cube, no triple, and the winner of the opening roll rolls again.
    Portes,
    /// Greek: pinning in place of hitting.
    Plakoto,
    /// Greek: both move in one direction.
    Fevga,
    /// American: checkers start off the board, and 1-2 is special.
    AceyDeucey,
}

/// How checkers move and meet: what a position means depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Movement {
    /// Against each other; a single checker is hit. Backgammon, tavla, nackgammon and portes.
    #[default]
    Hitting,
    /// Plakoto: against each other; a single checker is pinned under those that land on it.
    Pinning,
    /// Fevga: both in one direction, half a board apart; a single checker blocks.
    Running,
    /// Acey-deucey: as [`Movement::Hitting`], with checkers that have yet to enter.
    Entering,
}

/// What follows when a roll has been played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Next {
    /// The turn passes.
    Pass,
    /// The same side names a double and plays it.
    NameDouble,
    /// The same side rolls again.
    RollAgain,
}

impl Movement {
    /// The number that the other side has for a point.
    #[must_use]
    pub(super) const fn across(self, point: u8) -> u8 {
        match self {
            Self::Running if point > 12 => point - 12,
            Self::Running => point + 12,
            _ => 25 - point,
        }
    }
}

impl Variant {
    /// Every variant.
    pub const ALL: [Self; 7] =
        [Self::Backgammon, Self::Tavla, Self::Nackgammon, Self::Portes, Self::Plakoto, Self::Fevga, Self::AceyDeucey];

    /// The word in documents and paths.
    #[must_use]
    pub fn slug(self) -> &'static str {
        match self {
            Self::Backgammon => "backgammon",
            Self::Tavla => "tavla",
            Self::Nackgammon => "nackgammon",
            Self::Portes => "portes",
            Self::Plakoto => "plakoto",
            Self::Fevga => "fevga",
            Self::AceyDeucey => "acey_deucey",
        }
    }

    /// The variant of a word.
    #[must_use]
    pub fn of_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|variant| variant.slug() == slug)
    }

    /// How checkers move in it.
    #[must_use]
    pub fn movement(self) -> Movement {
        match self {
            Self::Backgammon | Self::Tavla | Self::Nackgammon | Self::Portes => Movement::Hitting,
            Self::Plakoto => Movement::Pinning,
            Self::Fevga => Movement::Running,
            Self::AceyDeucey => Movement::Entering,
        }
    }

    /// Whether a game can be worth three times the cube.
    #[must_use]
    pub fn has_triples(self) -> bool {
        matches!(self, Self::Backgammon | Self::Nackgammon)
    }

    /// Whether it can be played with a doubling cube.
    #[must_use]
    pub fn has_cube(self) -> bool {
        matches!(self, Self::Backgammon | Self::Nackgammon)
    }

    /// Whether the winner of the opening roll plays those two dice. Otherwise they roll anew for their first turn,
    /// which may then be a double.
    #[must_use]
    pub fn opens_with_the_opening_dice(self) -> bool {
        matches!(self, Self::Backgammon | Self::Tavla | Self::Nackgammon)
    }

    /// What follows when `dice` dice of a roll have been played and the game goes on; `named` if the roll was not thrown
    /// but a double that the player named. In acey-deucey a 2-1 played whole lets the player name a double, and a named
    /// double played whole lets them roll again; all else passes the turn.
    #[must_use]
    pub fn next(self, roll: Roll, named: bool, dice: u8) -> Next {
        let special = (roll.high(), roll.low()) == (2, 1);
        match (self, named) {
            (Self::AceyDeucey, false) if special && dice == 2 => Next::NameDouble,
            (Self::AceyDeucey, true) if dice == 4 => Next::RollAgain,
            _ => Next::Pass,
        }
    }
}

#[cfg(test)]
mod tests;
