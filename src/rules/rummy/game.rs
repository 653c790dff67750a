//! The four games, and what a room may set of them.

use serde::{Deserialize, Serialize};

use crate::rules::cards::{Aces, Deck, MeldRules, Values};

/// A game of the rummy family.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum RummyGame {
    Rummy,
    #[serde(rename = "rummy_51")]
    Rummy51,
    #[serde(rename = "rummy_40")]
    Rummy40,
    #[serde(rename = "rummy_500")]
    Rummy500,
}

impl RummyGame {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Rummy, Self::Rummy51, Self::Rummy40, Self::Rummy500];

    /// The word in documents and paths.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Rummy => "rummy",
            Self::Rummy51 => "rummy_51",
            Self::Rummy40 => "rummy_40",
            Self::Rummy500 => "rummy_500",
        }
    }

    /// The game of a word.
    #[must_use]
    pub fn of_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|game| game.slug() == slug)
    }
}

/// What a loser is charged with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scoring {
    /// The cards left.
    CardsLeft,
    /// The winner's score less the loser's, never below 0; a score is the cards melded less the cards left. Where nobody went
    /// out, the highest score wins.
    Scores,
}

/// What a room may set of a rummy game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RummyRules {
    /// What is played with; counted over everything in a report together.
    pub deck: Deck,
    /// What cards are worth.
    pub values: Values,
    /// What a loser is charged with.
    pub scoring: Scoring,
    /// Points added for each loser where the winner went out by hand.
    pub hand_bonus: u32,
    /// The most cards that a loser can have left, where there is such a number.
    pub left_most: Option<u32>,
    /// What counts as a meld.
    pub melds: MeldRules,
}

impl RummyRules {
    /// The rules of a game by the page, and as decided where it is silent.
    #[must_use]
    pub const fn of(game: RummyGame) -> Self {
        let (ace, joker) = match game {
            RummyGame::Rummy | RummyGame::Rummy51 => (11, 25),
            RummyGame::Rummy40 => (11, 15),
            RummyGame::Rummy500 => (15, 15),
        };
        let scores = matches!(game, RummyGame::Rummy500);
        Self {
            deck: Deck { packs: 2, jokers: 2 },
            values: Values { ace, court: 10, joker },
            scoring: if scores { Scoring::Scores } else { Scoring::CardsLeft },
            hand_bonus: if scores { 0 } else { 25 },
            left_most: if scores { None } else { Some(14) },
            melds: MeldRules { aces: Aces::LowOrHigh, suits_repeat: false, set_most: 4 },
        }
    }
}
