//! Every meld that can be made of a hand of gin.

use super::card_set::CardSet;
use super::hand::{Hand, MOST};
use super::values::Values;

/// Lanes of a suit each.
const LANE: u64 = (1 << 13) - 1;
/// More than a hand of eleven can have: runs are most in one sequence of eleven, 45, and sets in three ranks, 11.
const ROOM: usize = 64;

/// Where a run of so many cards can begin without leaving its suit.
const fn room_for(length: u32) -> u64 {
    let begins = (1 << (14 - length)) - 1;
    begins | begins << 13 | begins << 26 | begins << 39
}

/// What each card of a pack is worth at gin, by number.
const VALUES: [u8; 64] = {
    let mut values = [0; 64];
    let mut number = 0;
    while let Some(card) = super::card::Card::of_number(number) {
        values[number as usize] = Values::GIN.of(card) as u8;
        number += 1;
    }
    values
};

/// What cards are worth at gin.
pub(super) fn value(cards: CardSet) -> u32 {
    let (mut left, mut sum) = (cards.bits(), 0);
    while left != 0 {
        sum += VALUES.get(left.trailing_zeros() as usize).map_or(0, |value| u32::from(*value));
        left &= left - 1;
    }
    sum
}

/// A meld that can be made, and what its cards are worth.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Candidate {
    pub cards: CardSet,
    pub value: u32,
}

/// Every meld that can be made of a hand, longer runs before the shorter ones that they hold.
pub(super) struct Candidates {
    melds: [Candidate; ROOM],
    count: usize,
}

impl Candidates {
    pub(super) fn of(hand: Hand) -> Self {
        let mut found = Self { melds: [Candidate::default(); ROOM], count: 0 };
        found.sets(hand.cards());
        found.runs(hand.cards());
        found
    }

    pub(super) fn melds(&self) -> &[Candidate] {
        self.melds.get(..self.count).unwrap_or_default()
    }

    fn push(&mut self, bits: u64) {
        let cards = CardSet::of_bits(bits);
        debug_assert!(self.count < ROOM, "more melds than can be made of {MOST} cards");
        if let Some(place) = self.melds.get_mut(self.count) {
            *place = Candidate { cards, value: value(cards) };
            self.count += 1;
        }
    }

    fn sets(&mut self, cards: CardSet) {
        let [a, b, c, d] = [0, 13, 26, 39].map(|lane| cards.bits() >> lane & LANE);
        let mut ranks = a & b & (c | d) | c & d & (a | b);
        while ranks != 0 {
            let all = cards.of_rank(ranks.trailing_zeros() + 1).bits();
            self.push(all);
            let mut left = if all.count_ones() == 4 { all } else { 0 };
            while left != 0 {
                self.push(all & !(left & left.wrapping_neg()));
                left &= left - 1;
            }
            ranks &= ranks - 1;
        }
    }

    fn runs(&mut self, cards: CardSet) {
        // Where a run begins of 3, of 4, and so on.
        let mut starts = [0; MOST as usize - 2];
        let longer = |starts: u64, by: u32| starts & cards.bits() >> by & room_for(by + 1);
        let mut begun = longer(longer(cards.bits(), 1), 2);
        for (length, place) in (3..).zip(&mut starts) {
            *place = begun;
            begun = longer(begun, length);
        }
        for (at, starts) in starts.iter().enumerate().rev() {
            let mut left = *starts;
            while left != 0 {
                self.push(((1 << (at + 3)) - 1) << left.trailing_zeros());
                left &= left - 1;
            }
        }
    }
}
