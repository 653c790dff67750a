//! Two whole hands, judged.

use super::error::GinError;
use super::figures::{Figures, Side};
use super::game::{BigGin, GinRules};
use crate::rules::cards::{Arrangement, Card, CardSet, Deck, Hand, LayOff, MeldRules, Table, arrange};

/// The hands at the end, after the discard.
#[derive(Debug, Clone, Copy, Default)]
pub struct Hands<'a> {
    /// The knocker's: ten cards, or eleven that are all melded.
    pub knocker: &'a [Card],
    /// The opponent's ten.
    pub defender: &'a [Card],
    /// The knocker's melds as laid; where they are not told, those that leave least, and of equals those that leave the
    /// opponent most.
    pub knocker_melds: Option<&'a [Vec<Card>]>,
    /// The card that was turned at the beginning.
    pub up_card: Option<Card>,
}

/// A hand judged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Round {
    /// What it is worth.
    pub figures: Figures,
    /// The knocker's melds, in the order in which they were laid.
    pub knocker_melds: Vec<CardSet>,
    /// The opponent's.
    pub defender_melds: Vec<CardSet>,
    /// What the opponent laid off on the knocker's melds, in order.
    pub lay_offs: Vec<LayOff>,
}

/// The arrangement of ten or eleven cards that leaves least, none discarded.
///
/// # Errors
/// [`GinError`] for another number of cards, and for cards that are there too often.
pub fn least_deadwood(cards: &[Card]) -> Result<Arrangement, GinError> {
    let hand = hand("the hand", cards, "10 or 11")?;
    Ok(arrange::least(hand, &Table::default()))
}

/// Judges a hand: the knocker's melds as laid or the best, the opponent's always the best together with what can be laid
/// off; after gin nothing is.
///
/// # Errors
/// [`GinError`]: a wrong number of cards, cards that are there too often, a laid meld that is none, a knock above the
/// limit, a missing discard.
pub fn judge(rules: &GinRules, hands: &Hands<'_>) -> Result<Round, GinError> {
    let knocker = hand(Side::Knocker.named(), hands.knocker, "10")?;
    let defender = hand(Side::Defender.named(), hands.defender, "10")?;
    if defender.cards().len() == 11 {
        return Err(GinError::DiscardMissing { whose: Side::Defender });
    }
    Deck::ONE_PACK.check(hands.knocker.iter().chain(hands.defender))?;
    let (melds, unmatched) = match hands.knocker_melds {
        Some(melds) => laid(knocker, melds)?,
        None => {
            let (best, _) = arrange::least_against(knocker, defender);
            (best.melds().to_vec(), best.unmatched)
        }
    };
    let eleven = knocker.cards().len() == 11;
    if eleven && (!unmatched.is_empty() || rules.big_gin == BigGin::NotPlayed) {
        return Err(GinError::DiscardMissing { whose: Side::Knocker });
    }
    let table = if unmatched.is_empty() { Table::default() } else { Table::of(&melds) };
    let answer = arrange::least(defender, &table);
    Ok(Round {
        figures: Figures::of(rules, hands.up_card, eleven, unmatched.iter(), answer.unmatched.iter())?,
        knocker_melds: melds,
        defender_melds: answer.melds().to_vec(),
        lay_offs: table.lay_offs(answer.laid_off),
    })
}

/// Ten or eleven different cards.
fn hand(whose: &'static str, cards: &[Card], right: &'static str) -> Result<Hand, GinError> {
    let count = || GinError::Count { whose, found: cards.len(), right };
    if !(10..=11).contains(&cards.len()) {
        return Err(count());
    }
    Deck::ONE_PACK.check(cards)?;
    Hand::of(cards).map_err(|_| count())
}

/// Melds as laid, and what they leave of the hand.
fn laid(hand: Hand, melds: &[Vec<Card>]) -> Result<(Vec<CardSet>, CardSet), GinError> {
    let mut left = hand.cards();
    let mut laid = Vec::new();
    for (meld, cards) in (1..).zip(melds) {
        let mut set = CardSet::EMPTY;
        for card in cards {
            if !left.has(*card) {
                return Err(GinError::NotHeld { meld, card: *card });
            }
            left = left.without(CardSet::only(*card));
            set = set.with(CardSet::only(*card));
        }
        MeldRules::GIN.judge(cards).map_err(|why| GinError::NoMeld { meld, why })?;
        laid.push(set);
    }
    Ok((laid, left))
}
