//! The two games, and what a room may set of them.

use serde::{Deserialize, Serialize};

use super::error::GinError;
use crate::rules::cards::{Card, Deck, Suit, Values};

/// A game of the gin family.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GinGame {
    /// A knock has at most 10 points.
    Gin,
    /// The turned card says how many points a knock may have.
    OklahomaGin,
}

impl GinGame {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Gin, Self::OklahomaGin];

    /// The word in documents and paths.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Gin => "gin",
            Self::OklahomaGin => "oklahoma_gin",
        }
    }

    /// The game of a word.
    #[must_use]
    pub fn of_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|game| game.slug() == slug)
    }
}

/// What it is worth to meld all eleven cards without a discard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BigGin {
    /// As much as gin.
    AsGin,
    /// A bonus of its own, in points.
    Bonus(u32),
    /// It is not played: there must be a discard.
    NotPlayed,
}

/// What a room may set of gin and Oklahoma gin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GinRules {
    /// The most deadwood of a knock, in points; at Oklahoma gin where the turned card was not told.
    pub knock_limit: u32,
    /// Whether the turned card makes the limit.
    pub up_card_limits: bool,
    /// The limit that a turned ace makes; 0 is gin only.
    pub ace_limit: u32,
    /// The limit that a turned jack, queen or king makes.
    pub court_limit: u32,
    /// Whether everything counts double where the turned card is a spade.
    pub spades_double: bool,
    /// Points added for gin.
    pub gin_bonus: u32,
    /// Points added for an undercut.
    pub undercut_bonus: u32,
    /// Whether equal deadwood is an undercut; otherwise it is a knock that is worth nothing.
    pub tie_undercuts: bool,
    /// What eleven melded cards are worth.
    pub big_gin: BigGin,
    /// The hand is drawn when so many cards are left in the stock and nobody has knocked.
    pub stock_left: usize,
}

impl GinRules {
    /// Gin by the page, and as decided where it is silent.
    pub const GIN: Self = Self {
        knock_limit: 10,
        up_card_limits: false,
        ace_limit: 0,
        court_limit: 10,
        spades_double: false,
        gin_bonus: 25,
        undercut_bonus: 10,
        tie_undercuts: true,
        big_gin: BigGin::AsGin,
        stock_left: 2,
    };

    /// Oklahoma gin likewise.
    pub const OKLAHOMA_GIN: Self = Self { up_card_limits: true, ..Self::GIN };

    /// The rules of a game, by the page.
    #[must_use]
    pub const fn of(game: GinGame) -> Self {
        match game {
            GinGame::Gin => Self::GIN,
            GinGame::OklahomaGin => Self::OKLAHOMA_GIN,
        }
    }

    /// The most deadwood that a knock may have.
    ///
    /// # Errors
    /// [`GinError::Surplus`] for a turned joker: there is none in the deck.
    pub fn limit(&self, up_card: Option<Card>) -> Result<u32, GinError> {
        Deck::ONE_PACK.check(&up_card)?;
        let Some(up_card) = up_card.filter(|_| self.up_card_limits) else { return Ok(self.knock_limit) };
        Ok(match up_card.rank() {
            Some(1) => self.ace_limit,
            Some(11..) => self.court_limit,
            _ => Values::GIN.of(up_card),
        })
    }

    /// By how much everything is multiplied.
    pub(super) fn factor(&self, up_card: Option<Card>) -> u32 {
        let spade = up_card.is_some_and(|up_card| up_card.suit() == Some(Suit::Spades));
        if self.spades_double && self.up_card_limits && spade { 2 } else { 1 }
    }

    /// Whether a hand in which nobody has knocked is drawn: it is void, nobody has negative points, and it is dealt again
    /// (`edge-cases.md` 12).
    #[must_use]
    pub const fn drawn(&self, cards_in_stock: usize) -> bool {
        cards_in_stock <= self.stock_left
    }
}
