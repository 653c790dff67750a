//! Text that is no card, and hands and reports that nobody could hold: read or refused, and never a panic.

use kupa::domain::codes::Code;
use kupa::rules::cards::{Aces, Card, Deck, MeldRules, cards};
use kupa::rules::gin::{GinRules, Hands, Outcome, judge, least_deadwood, value_reported};
use kupa::rules::rummy::{Ended, Report, RummyGame, RummyRules, Seat, value};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

fn documented(word: &str) -> bool {
    Code::ALL.iter().any(|code| code.as_str() == word)
}

fn any_card() -> impl Strategy<Value = Card> {
    select(Card::all().collect::<Vec<_>>())
}

fn any_cards(most: usize) -> impl Strategy<Value = Vec<Card>> {
    vec(any_card(), 0..=most)
}

fn any_seat() -> impl Strategy<Value = Seat> {
    let seat = |(left, melded, melds)| Seat { left, melded, melds };
    (any_cards(16), proptest::option::of(any_cards(16)), vec(any_cards(6), 0..3)).prop_map(seat)
}

proptest! {
    #[test]
    fn text_is_cards_or_is_refused_with_its_beginning(text in "\\PC{0,60}", near in "[A2-9TJQKX ajqk1SCDHscdh]{0,40}") {
        for text in [text, near] {
            match cards(&text) {
                Ok(read) => {
                    let again: String = read.iter().map(|card| format!("{card} ")).collect();
                    prop_assert_eq!(cards(&again).unwrap(), read);
                }
                Err(error) => prop_assert!(text.contains(&error.found) && error.found.chars().count() <= 12),
            }
        }
    }

    #[test]
    fn hands_are_judged_or_refused(
        knocker in any_cards(12),
        defender in any_cards(12),
        melds in proptest::option::of(vec(any_cards(5), 0..4)),
        up_card in proptest::option::of(any_card()),
    ) {
        let hands = Hands { knocker: &knocker, defender: &defender, knocker_melds: melds.as_deref(), up_card };
        for rules in [GinRules::GIN, GinRules::OKLAHOMA_GIN] {
            if let Err(error) = judge(&rules, &hands) {
                prop_assert!(!error.to_string().is_empty() && documented(error.code()));
            }
            for ended in [Outcome::Gin, Outcome::Knock, Outcome::Undercut] {
                let _ = value_reported(&rules, ended, &knocker, &defender, up_card);
            }
        }
        prop_assert_eq!(least_deadwood(&knocker).is_ok(), (10..=11).contains(&knocker.len()) && Deck::ONE_PACK.check(&knocker).is_ok());
    }

    #[test]
    fn reports_are_valued_or_refused(
        ended in select(vec![Ended::Hand, Ended::GoingDown, Ended::Nobody]),
        winner in proptest::option::of(0_usize..5),
        seats in vec(any_seat(), 0..5),
    ) {
        let report = Report { ended, winner, seats };
        for game in RummyGame::ALL {
            match value(&RummyRules::of(game), &report) {
                Ok(valuation) => prop_assert_eq!(valuation.losses.len() + 1, report.seats.len()),
                Err(error) => prop_assert!(!error.to_string().is_empty() && documented(error.code())),
            }
        }
    }

    #[test]
    fn any_cards_are_a_meld_or_not_in_whatever_order(cards in any_cards(15), high in any::<bool>(), repeat in any::<bool>()) {
        let aces = if high { Aces::LowOrHigh } else { Aces::Low };
        let rules = MeldRules { aces, suits_repeat: repeat, set_most: 4 };
        let mut turned = cards.clone();
        turned.reverse();
        prop_assert_eq!(rules.judge(&cards).is_ok(), rules.judge(&turned).is_ok());
    }
}
