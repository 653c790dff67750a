//! The melds that a knocker has laid, and what can be laid off on them.

use super::card::Card;
use super::card_set::CardSet;

/// The most melds that can be made of a hand of eleven.
pub(super) const MELDS: usize = 3;

/// A card laid off, and on which meld, from 0, in the order in which the melds were laid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LayOff {
    /// The card.
    pub card: Card,
    /// The meld.
    pub meld: usize,
}

/// The melds on the table. Without any, nothing can be laid off.
#[derive(Debug, Clone, Copy, Default)]
pub struct Table {
    /// The fourth card of each set of three.
    fourths: [Option<u8>; MELDS],
    /// Lowest and highest card of each run.
    runs: [Option<(u8, u8)>; MELDS],
}

impl Table {
    /// The table of some melds, each a set or a run; there are at most three.
    #[must_use]
    pub fn of(melds: &[CardSet]) -> Self {
        let mut table = Self::default();
        let places = table.fourths.iter_mut().zip(&mut table.runs);
        for (meld, (fourth, run)) in melds.iter().zip(places) {
            let ends = |meld: &CardSet| Some((meld.iter().next()?.number(), meld.iter().last()?.number()));
            let Some((lowest, highest)) = ends(meld) else { continue };
            if lowest / 13 == highest / 13 {
                *run = Some((lowest, highest));
            } else {
                let rank = CardSet::of_bits((1 << 52) - 1).of_rank(u32::from(lowest % 13) + 1);
                *fourth = rank.without(*meld).iter().next().map(Card::number);
            }
        }
        table
    }

    /// Everything of some cards that can be laid off. Nothing that is laid off stands in the way of another card, since a card that fits
    /// both a run and a set goes to the run, and opens its next place.
    #[must_use]
    pub fn laid_off(&self, cards: CardSet) -> CardSet {
        let mut laid = 0;
        for (fourth, run) in self.fourths.iter().zip(&self.runs) {
            laid |= fourth.map_or(0, |fourth| 1 << fourth & cards.bits());
            if let Some((lowest, highest)) = *run {
                laid |= below(lowest, cards) | above(highest, cards);
            }
        }
        CardSet::of_bits(laid)
    }

    /// What of some cards is laid off where, in an order in which it can be done.
    #[must_use]
    pub fn lay_offs(&self, cards: CardSet) -> Vec<LayOff> {
        let mut left = cards;
        let mut lay_offs = Vec::new();
        let mut lay = |bits: u64, meld: usize, downward: bool| {
            let cards = CardSet::of_bits(bits & left.bits());
            left = left.without(cards);
            let from = lay_offs.len();
            lay_offs.extend(cards.iter().map(|card| LayOff { card, meld }));
            if downward && let Some(added) = lay_offs.get_mut(from..) {
                added.reverse();
            }
        };
        for (meld, run) in self.runs.iter().enumerate() {
            if let Some((lowest, highest)) = *run {
                lay(below(lowest, cards), meld, true);
                lay(above(highest, cards), meld, false);
            }
        }
        for (meld, fourth) in self.fourths.iter().enumerate() {
            lay(fourth.map_or(0, |fourth| 1 << fourth), meld, false);
        }
        lay_offs
    }
}

/// Those of some cards that follow on a run's highest card.
fn above(highest: u8, cards: CardSet) -> u64 {
    let next = u32::from(highest) + 1;
    let length = (cards.bits() >> next).trailing_ones().min(12 - u32::from(highest % 13));
    ((1 << length) - 1) << next
}

/// Those of some cards that precede a run's lowest card.
fn below(lowest: u8, cards: CardSet) -> u64 {
    let most = u32::from(lowest % 13);
    if most == 0 {
        return 0;
    }
    let length = (cards.bits() << (64 - u32::from(lowest))).leading_ones().min(most);
    ((1 << length) - 1) << (u32::from(lowest) - length)
}
