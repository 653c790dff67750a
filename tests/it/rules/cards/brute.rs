//! The rules of melds and lay-offs, written down once more without any of the engine: every way is tried.

use std::collections::HashMap;

use kupa::rules::cards::{Card, Suit};

/// Rank from 1, and suit.
pub type Plain = (u8, Suit);

pub fn plain(cards: &[Card]) -> Vec<Plain> {
    let mut plain: Vec<Plain> = cards.iter().map(|card| (card.rank().unwrap(), card.suit().unwrap())).collect();
    plain.sort_unstable();
    plain
}

pub fn value(cards: &[Plain]) -> u32 {
    cards.iter().map(|(rank, _)| u32::from(*rank).min(10)).sum()
}

fn is_meld(cards: &[Plain]) -> bool {
    let one_rank = cards.iter().all(|card| card.0 == cards[0].0);
    let one_suit = cards.iter().all(|card| card.1 == cards[0].1);
    let mut ranks: Vec<u8> = cards.iter().map(|card| card.0).collect();
    ranks.sort_unstable();
    cards.len() >= 3 && (one_rank || one_suit && ranks.windows(2).all(|pair| pair[0] + 1 == pair[1]))
}

/// Every way to meld: the melds, and what is left. In each step the first card that is left is given up or melded.
pub fn ways(hand: &[Plain]) -> Vec<(Vec<Vec<Plain>>, Vec<Plain>)> {
    let Some((first, rest)) = hand.split_first() else { return vec![(Vec::new(), Vec::new())] };
    let mut all = Vec::new();
    for (melds, mut left) in ways(rest) {
        left.push(*first);
        all.push((melds, left));
    }
    for chosen in 0_u32..1 << rest.len() {
        if chosen.count_ones() < 2 {
            continue;
        }
        let (mut meld, mut others) = (vec![*first], Vec::new());
        for (at, card) in rest.iter().enumerate() {
            if chosen >> at & 1 == 1 { meld.push(*card) } else { others.push(*card) }
        }
        if is_meld(&meld) {
            for (mut melds, left) in ways(&others) {
                melds.push(meld.clone());
                all.push((melds, left));
            }
        }
    }
    all
}

pub fn least(hand: &[Plain]) -> u32 {
    ways(hand).iter().map(|(_, left)| value(left)).min().unwrap()
}

/// The least that a hand comes to where it may lay off card by card before it melds.
pub fn least_laying_off(hand: &[Plain], table: &[Vec<Plain>]) -> u32 {
    lay_off(hand, table, &mut HashMap::new())
}

type Seen = HashMap<(Vec<Plain>, Vec<Vec<Plain>>), u32>;

fn lay_off(hand: &[Plain], table: &[Vec<Plain>], seen: &mut Seen) -> u32 {
    let state = (hand.to_vec(), table.to_vec());
    if let Some(known) = seen.get(&state) {
        return *known;
    }
    let mut best = least(hand);
    for (at, card) in hand.iter().enumerate() {
        for meld in 0..table.len() {
            let mut longer = table.to_vec();
            longer[meld].push(*card);
            longer[meld].sort_unstable();
            if is_meld(&longer[meld]) {
                let mut rest = hand.to_vec();
                rest.remove(at);
                best = best.min(lay_off(&rest, &longer, seen));
            }
        }
    }
    seen.insert(state, best);
    best
}
