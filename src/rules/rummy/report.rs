//! A finished hand, as somebody reports it, and what is impossible in it.

use serde::{Deserialize, Serialize};

use super::error::RummyError;
use super::game::{RummyRules, Scoring};
use crate::rules::cards::Card;
use crate::rules::cards::deck::Tally;

/// How a hand ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ended {
    /// The winner went out in one turn, having melded nothing before.
    Hand,
    /// The winner went out after melding.
    GoingDown,
    /// Nobody went out.
    Nobody,
}

impl Ended {
    /// The word in reports.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Hand => "hand",
            Self::GoingDown => "going_down",
            Self::Nobody => "nobody",
        }
    }

    /// The ending of a word.
    #[must_use]
    pub fn of_slug(slug: &str) -> Option<Self> {
        [Self::Hand, Self::GoingDown, Self::Nobody].into_iter().find(|ended| ended.slug() == slug)
    }
}

/// What one player has at the end.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Seat {
    /// The cards left.
    pub left: Vec<Card>,
    /// The cards that count for this player, those laid on others' melds included. Where it is not told, the cards of `melds`.
    pub melded: Option<Vec<Card>>,
    /// The melds on the table, each a group. Each is checked.
    pub melds: Vec<Vec<Card>>,
}

impl Seat {
    /// The cards that count for this player.
    pub(super) fn counted(&self) -> Vec<Card> {
        self.melded.clone().unwrap_or_else(|| self.melds.concat())
    }
}

/// A finished hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// How it ended.
    pub ended: Ended,
    /// The seat of the player who went out; none where nobody did.
    pub winner: Option<usize>,
    /// The seats, in order.
    pub seats: Vec<Seat>,
}

impl Report {
    /// Everything that is impossible whatever the cards are worth.
    pub(super) fn check(&self, rules: &RummyRules) -> Result<(), RummyError> {
        let players = self.seats.len();
        if players < 2 {
            return Err(RummyError::Players { found: players });
        }
        match (self.ended, self.winner) {
            (Ended::Nobody, Some(_)) => return Err(RummyError::WinnerGiven),
            (Ended::Nobody, None) if rules.scoring == Scoring::CardsLeft => return Err(RummyError::Void),
            (Ended::Nobody, None) => {}
            (_, Some(winner)) if winner < players => {}
            _ => return Err(RummyError::NoWinner),
        }
        self.check_left(rules)?;
        self.check_deck(rules)?;
        self.check_melds(rules)
    }

    /// Who went out has none left, everybody else some.
    fn check_left(&self, rules: &RummyRules) -> Result<(), RummyError> {
        for (seat, cards) in self.seats.iter().enumerate() {
            let found = cards.left.len();
            if self.winner == Some(seat) {
                if found > 0 {
                    return Err(RummyError::WinnerHolds { found });
                }
            } else if found == 0
                || rules.left_most.is_some_and(|most| u32::try_from(found).map_or(true, |found| found > most))
            {
                return Err(RummyError::Count { seat, found, most: rules.left_most });
            }
        }
        Ok(())
    }

    /// All hands and everything on the table against the deck. Where the table is told both as flat lists and as groups, these
    /// are the same cards twice.
    fn check_deck(&self, rules: &RummyRules) -> Result<(), RummyError> {
        let left = Tally::of(self.seats.iter().flat_map(|seat| &seat.left));
        let flat = Tally::of(self.seats.iter().filter_map(|seat| seat.melded.as_ref()).flatten());
        let groups = Tally::of(self.seats.iter().flat_map(|seat| &seat.melds).flatten());
        rules.deck.check_tally(&left.plus(&flat.clone().most(&groups)))?;
        let told = self.seats.iter().all(|seat| seat.melded.is_some());
        match groups.beyond(&flat).filter(|_| told) {
            Some(card) => Err(RummyError::GroupNotMelded { card }),
            None => Ok(()),
        }
    }

    fn check_melds(&self, rules: &RummyRules) -> Result<(), RummyError> {
        for (seat, cards) in self.seats.iter().enumerate() {
            for (meld, cards) in (1..).zip(&cards.melds) {
                rules.melds.judge(cards).map_err(|why| RummyError::NoMeld { seat, meld, why })?;
            }
        }
        Ok(())
    }
}
