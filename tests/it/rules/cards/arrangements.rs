//! Hands of gin arranged: against other programs' answers, `cards;deadwood;unmatched|..;after the best discard;best discards`
//! a line, and against every way there is.

use kupa::rules::cards::{Arrangement, Card, CardSet, Hand, MeldRules, Table, arrange, cards};
use kupa::rules::gin::least_deadwood;
use proptest::prelude::*;
use proptest::sample::subsequence;

use super::brute;

const ROWS: &str = include_str!("../../../data/gin_hands.txt");

/// The cards of an arrangement are those of the hand, its melds are melds, and its deadwood is what is left.
pub fn assert_sound(found: &Arrangement, hand: &[Card]) {
    let mut all = found.unmatched.with(found.laid_off);
    let mut counted = found.unmatched.len() + found.laid_off.len();
    for meld in found.melds() {
        MeldRules::GIN.judge(&meld.iter().collect::<Vec<_>>()).unwrap();
        all = all.with(*meld);
        counted += meld.len();
    }
    assert_eq!((all, counted as usize), (CardSet::of(hand).unwrap(), hand.len()), "each card in one place");
    assert_eq!(found.deadwood, brute::value(&brute::plain(&found.unmatched.iter().collect::<Vec<_>>())));
}

#[test]
fn leaves_as_little_as_every_row_and_one_of_its_sets_of_cards() {
    let mut rows = 0;
    for line in ROWS.lines() {
        let [hand, deadwood, unmatched, ..] = line.split(';').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let hand = cards(hand).unwrap();
        let found = least_deadwood(&hand).unwrap();
        assert_sound(&found, &hand);
        assert_eq!(found.deadwood.to_string(), deadwood, "{line}");
        assert!(unmatched.split('|').any(|one| one == format!("{:#}", found.unmatched)), "{line}");
        rows += 1;
    }
    assert_eq!(rows, 3300);
}

#[test]
fn the_best_discards_of_eleven_are_those_of_every_row() {
    let mut rows = 0;
    for line in ROWS.lines() {
        let [hand, _, _, deadwood, discards] = line.split(';').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let Ok(deadwood) = deadwood.parse::<u32>() else { continue };
        let hand = Hand::of(&cards(hand).unwrap()).unwrap().cards();
        let without = |card: Card| {
            let ten = hand.without(CardSet::only(card));
            arrange::least(Hand::of_set(ten).unwrap(), &Table::default()).deadwood
        };
        let best: Vec<String> =
            hand.iter().filter(|card| without(*card) == deadwood).map(|card| format!("{card:#}")).collect();
        assert_eq!(best.join(" "), discards, "{line}");
        assert!(hand.iter().all(|card| without(card) >= deadwood), "{line}");
        rows += 1;
    }
    assert_eq!(rows, 1630);
}

/// Different cards of neighbouring ranks, so that there is much to meld.
pub fn close_hand(size: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = Vec<Card>> {
    (0_u8..=7).prop_flat_map(move |low| {
        let near: Vec<Card> =
            (0..52).filter(|card| (low..low + 6).contains(&(card % 13))).filter_map(Card::of_number).collect();
        subsequence(near, size.clone()).prop_shuffle()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn leaves_as_little_as_any_way_there_is(hand in close_hand(0..=11)) {
        let found = arrange::least(Hand::of(&hand).unwrap(), &Table::default());
        assert_sound(&found, &hand);
        prop_assert!(found.laid_off.is_empty());
        prop_assert_eq!(found.deadwood, brute::least(&brute::plain(&hand)));
    }

    #[test]
    fn lays_off_and_melds_as_well_as_any_way_there_is(both in close_hand(9..=17)) {
        // Nine cards lie on the table in the best way to meld them.
        let (mine, theirs) = both.split_at(9);
        let table = arrange::least(Hand::of(mine).unwrap(), &Table::default());
        let found = arrange::least(Hand::of(theirs).unwrap(), &Table::of(table.melds()));
        assert_sound(&found, theirs);
        let melds: Vec<_> = table.melds().iter().map(|meld| brute::plain(&meld.iter().collect::<Vec<_>>())).collect();
        prop_assert_eq!(found.deadwood, brute::least_laying_off(&brute::plain(theirs), &melds));
    }

    #[test]
    fn of_equal_arrangements_lays_the_one_that_leaves_the_opponent_most(both in close_hand(10..=15)) {
        let (mine, theirs) = both.split_at(10);
        let (laid, answer) = arrange::least_against(Hand::of(mine).unwrap(), Hand::of(theirs).unwrap());
        assert_sound(&laid, mine);
        assert_sound(&answer, theirs);
        let ways = brute::ways(&brute::plain(mine));
        let least = ways.iter().map(|(_, left)| brute::value(left)).min().unwrap();
        let equal = ways.iter().filter(|(_, left)| brute::value(left) == least);
        let most = equal.map(|(melds, _)| brute::least_laying_off(&brute::plain(theirs), melds)).max().unwrap();
        prop_assert_eq!((laid.deadwood, answer.deadwood), (least, most));
    }

    #[test]
    fn lay_offs_can_be_made_in_the_order_in_which_they_are_told(both in close_hand(9..=17)) {
        let (mine, theirs) = both.split_at(9);
        let melds = arrange::least(Hand::of(mine).unwrap(), &Table::default());
        let table = Table::of(melds.melds());
        let found = arrange::least(Hand::of(theirs).unwrap(), &table);
        let mut lying: Vec<Vec<Card>> = melds.melds().iter().map(|meld| meld.iter().collect()).collect();
        for laid in table.lay_offs(found.laid_off) {
            lying[laid.meld].push(laid.card);
            prop_assert!(MeldRules::GIN.judge(&lying[laid.meld]).is_ok(), "{:?}", lying);
        }
        let cards = lying.iter().map(|meld| meld.len() as u32).sum::<u32>();
        prop_assert_eq!(cards, melds.melds().iter().map(|meld| meld.len()).sum::<u32>() + found.laid_off.len());
    }
}
