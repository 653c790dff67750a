//! Why a hand of rummy has no figures.

use crate::rules::cards::{Card, NoMeld, Surpluses};

/// Why a hand of rummy has no figures. Seats are counted from 0, and said from 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RummyError {
    /// Fewer than two.
    #[error("a hand has at least 2 players, not {found}")]
    Players {
        /// How many there are.
        found: usize,
    },
    /// Somebody went out, and nobody at the table is named.
    #[error("the winner is not at the table")]
    NoWinner,
    /// Nobody went out, and a winner is named.
    #[error("nobody went out, so no winner is named")]
    WinnerGiven,
    /// Nobody finished a hand that only going out can win (`edge-cases.md` 12).
    #[error("nobody won: the hand is void, every round fee returns, and it is dealt again")]
    Void,
    /// The player who went out has cards left.
    #[error("the winner went out, and has {found} cards left")]
    WinnerHolds {
        /// How many.
        found: usize,
    },
    /// A loser with no cards left, or with too many.
    #[error("{}", counted(*.seat, *.found, *.most))]
    Count {
        /// Whose.
        seat: usize,
        /// How many there are.
        found: usize,
        /// The most that there can be.
        most: Option<u32>,
    },
    /// Cards that are there more often than in the deck.
    #[error(transparent)]
    Surplus(#[from] Surpluses),
    /// A group that is no meld.
    #[error("meld {meld} of player {}: {why}", .seat + 1)]
    NoMeld {
        /// Whose.
        seat: usize,
        /// Which, from 1.
        meld: usize,
        /// Why.
        why: NoMeld,
    },
    /// The groups have a card that nobody is said to have melded.
    #[error("{card} stands in the groups more often than anybody has melded it")]
    GroupNotMelded {
        /// The card.
        card: Card,
    },
}

fn counted(seat: usize, found: usize, most: Option<u32>) -> String {
    let right = most.map_or_else(|| "at least 1".to_owned(), |most| format!("1 to {most}"));
    format!("player {} has {found} cards left, not {right}", seat + 1)
}

impl RummyError {
    /// The stable word of this refusal.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Players { .. } => "player_count",
            Self::NoWinner => "winner_not_at_table",
            Self::WinnerGiven => "winner_given",
            Self::Void => "hand_void",
            Self::WinnerHolds { .. } => "winner_holds_cards",
            Self::Count { .. } => "card_count",
            Self::Surplus(_) => Surpluses::CODE,
            Self::NoMeld { .. } => "no_meld",
            Self::GroupNotMelded { .. } => "group_not_melded",
        }
    }
}
