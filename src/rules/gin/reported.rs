//! Deadwood as somebody reports it.

use super::error::GinError;
use super::figures::{Figures, Outcome, Side};
use super::game::GinRules;
use crate::rules::cards::{Card, Deck};

/// The most cards that are left of a hand of ten.
const MOST: usize = 10;

/// Values the unmatched cards of both sides as they stand, after melds and lay-offs: no meld is sought in them.
///
/// # Errors
/// [`GinError`]: more than ten cards, cards that are there too often, a knock above the limit, or an ending that the two
/// sums do not agree with.
pub fn value_reported(
    rules: &GinRules,
    ended: Outcome,
    knocker: &[Card],
    defender: &[Card],
    up_card: Option<Card>,
) -> Result<Figures, GinError> {
    for (whose, cards) in [(Side::Knocker, knocker), (Side::Defender, defender)] {
        if cards.len() > MOST {
            return Err(GinError::Count { whose: whose.named(), found: cards.len(), right: "at most 10 left" });
        }
    }
    Deck::ONE_PACK.check(knocker.iter().chain(defender))?;
    let figures = Figures::of(rules, up_card, false, knocker.iter().copied(), defender.iter().copied())?;
    if figures.outcome != ended {
        return Err(GinError::Ended {
            said: ended,
            outcome: figures.outcome,
            knocker: figures.knocker.sum,
            defender: figures.defender.sum,
        });
    }
    Ok(figures)
}
