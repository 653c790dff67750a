//! The arrangement of a hand of gin that leaves least.
//!
//! A hand of eleven has at most 56 melds, and three of them at most lie beside each other. So all ways to lay none, one, two or three
//! are tried. Against a table, what is left over after each is laid off as far as it goes; a card may well do more there than in
//! a meld of one's own, so ways that lay fewer melds count too.

use super::candidates::{Candidates, value};
use super::card_set::CardSet;
use super::hand::Hand;
use super::table::{MELDS, Table};

/// A way to arrange a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Arrangement {
    melds: [CardSet; MELDS],
    count: usize,
    /// What is laid off on the other side's melds.
    pub laid_off: CardSet,
    /// What is in no meld and not laid off.
    pub unmatched: CardSet,
    /// What that is worth.
    pub deadwood: u32,
}

impl Arrangement {
    /// The melds.
    #[must_use]
    pub fn melds(&self) -> &[CardSet] {
        self.melds.get(..self.count).unwrap_or_default()
    }

    /// One meld more.
    fn with(mut self, meld: CardSet, value: u32) -> Self {
        if let Some(place) = self.melds.get_mut(self.count) {
            *place = meld;
            self.count += 1;
        }
        self.unmatched = self.unmatched.without(meld);
        self.deadwood -= value;
        self
    }

    fn without_melds(hand: Hand) -> Self {
        Self { unmatched: hand.cards(), deadwood: value(hand.cards()), ..Self::default() }
    }

    fn laying_off(mut self, table: &Table) -> Self {
        self.laid_off = table.laid_off(self.unmatched);
        if !self.laid_off.is_empty() {
            self.unmatched = self.unmatched.without(self.laid_off);
            self.deadwood -= value(self.laid_off);
        }
        self
    }
}

/// The arrangement that leaves least, where what fits may be laid off on a table; of equals the first that is found, which has the
/// longer runs.
#[must_use]
pub fn least(hand: Hand, table: &Table) -> Arrangement {
    let mut best = Arrangement::without_melds(hand).laying_off(table);
    let candidates = Candidates::of(hand);
    each(&candidates, 0, Arrangement::without_melds(hand), &mut |way| {
        let laid = way.laying_off(table);
        if laid.deadwood < best.deadwood {
            best = laid;
        }
    });
    best
}

/// Of the arrangements that leave least, the one that leaves most to an opponent who may then lay off on it, with the
/// opponent's best answer.
#[must_use]
pub fn least_against(hand: Hand, opponent: Hand) -> (Arrangement, Arrangement) {
    let answer = |way: &Arrangement| least(opponent, &Table::of(way.melds()));
    let first = least(hand, &Table::default());
    let mut best = (first, answer(&first));
    each(&Candidates::of(hand), 0, Arrangement::without_melds(hand), &mut |way| {
        if way.deadwood == first.deadwood && way != first {
            let answer = answer(&way);
            if answer.deadwood > best.1.deadwood {
                best = (way, answer);
            }
        }
    });
    best
}

/// Tells of every way to lay at least one meld more, from a candidate on.
fn each(candidates: &Candidates, from: usize, way: Arrangement, tell: &mut impl FnMut(Arrangement)) {
    if way.unmatched.len() < 3 {
        return;
    }
    for (at, candidate) in candidates.melds().iter().enumerate().skip(from) {
        if way.unmatched.has_all(candidate.cards) {
            let more = way.with(candidate.cards, candidate.value);
            tell(more);
            each(candidates, at + 1, more, tell);
        }
    }
}
