use super::*;

fn set(text: &str) -> CardSet {
    CardSet::of(&cards(text).unwrap()).unwrap()
}

fn hand(text: &str) -> Hand {
    Hand::of_set(set(text)).unwrap()
}

#[test]
fn a_card_is_read_in_either_case_and_written_in_one() {
    for card in Card::all() {
        let text = card.to_string();
        assert_eq!(text.parse(), Ok(card));
        assert_eq!(text.to_lowercase().parse(), Ok(card));
        assert_eq!(serde_json::from_str::<Card>(&serde_json::to_string(&card).unwrap()).unwrap(), card);
    }
    let ten: Card = "tD".parse().unwrap();
    assert_eq!((ten.to_string(), format!("{ten:#}")), ("TD".into(), "Td".into()));
    assert_eq!((ten.rank(), ten.suit(), ten.number()), (Some(10), Some(Suit::Diamonds), 35));
    assert_eq!((Card::JOKER.rank(), Card::JOKER.suit(), Card::JOKER.to_string()), (None, None, "JK".into()));
}

#[test]
fn a_text_that_is_no_card_is_named_and_a_long_one_shortened() {
    assert_eq!(NoSuchCard::CODE, "unknown_card");
    for text in ["", "A", "10S", "1S", "AX", "SA", "A S", "\u{e9}", "JOKER", "A\0"] {
        assert_eq!(text.parse::<Card>().unwrap_err().found, text);
    }
    assert_eq!("9".repeat(1 << 20).parse::<Card>().unwrap_err().found, "9".repeat(12));
    assert_eq!(cards("AS 2S 2X 3X").unwrap_err().to_string(), "there is no card \"2X\"");
}

#[test]
fn a_deck_names_every_card_that_is_there_too_often() {
    let two = Deck { packs: 2, jokers: 1 };
    assert_eq!(two.check(&cards("AS AS KH JK").unwrap()), Ok(()));
    let surpluses = two.check(&cards("AS JK AS KH JK AS AS").unwrap()).unwrap_err();
    let said = "AS is there 4 times, 2 more than the deck holds; JK is there 2 times, 1 more than the deck holds";
    assert_eq!((Surpluses::CODE, surpluses.to_string().as_str()), ("card_surplus", said));
    let joker = Deck::ONE_PACK.check(&cards("JK").unwrap()).unwrap_err();
    assert_eq!(joker.to_string(), "JK is there once, 1 more than the deck holds");
}

#[test]
fn a_hand_is_at_most_eleven_different_cards() {
    assert_eq!(Hand::of(&cards("AS AS").unwrap()), Err(HandError::Repeated(Repeated("AS".parse().unwrap()))));
    assert!(Hand::of(&[Card::JOKER]).is_err());
    assert!(Hand::of(&cards("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS").unwrap()).is_ok());
    let twelve = cards("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS").unwrap();
    assert_eq!(Hand::of(&twelve), Err(HandError::TooMany { found: 12 }));
}

#[test]
fn at_gin_a_meld_is_a_set_of_different_suits_or_a_run_with_the_ace_low() {
    let judge = |text: &str| MeldRules::GIN.judge(&cards(text).unwrap());
    assert_eq!(judge("7S 7C 7D"), Ok(Shape::Set));
    assert_eq!(judge("7S 7C 7D 7H"), Ok(Shape::Set));
    assert_eq!(judge("3S AS 2S"), Ok(Shape::Run));
    assert_eq!(judge("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"), Ok(Shape::Run));
    assert_eq!(judge("AS 2S"), Err(NoMeld::TooFew { found: 2 }));
    assert_eq!(judge("7S 7C 7S"), Err(NoMeld::SuitTwice { card: "7S".parse().unwrap() }));
    for neither in ["QS KS AS", "KS AS 2S", "AS 2S 4S", "AS 2S 3C", "AS 2S 2S 3S", "7S 7C 8C"] {
        assert_eq!(judge(neither), Err(NoMeld::Neither), "{neither}");
    }
}

#[test]
fn where_the_ace_is_high_too_it_ends_a_run_and_never_stands_within() {
    let rules = MeldRules { aces: Aces::LowOrHigh, suits_repeat: false, set_most: 4 };
    let judge = |text: &str| rules.judge(&cards(text).unwrap());
    assert_eq!(judge("AS 2S 3S"), Ok(Shape::Run));
    assert_eq!(judge("AS QS KS"), Ok(Shape::Run));
    assert_eq!(judge("KS AS 2S"), Err(NoMeld::Neither));
    assert_eq!(judge("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"), Err(NoMeld::Neither));
}

#[test]
fn a_joker_stands_for_the_card_that_is_wanted() {
    let rules = MeldRules { aces: Aces::LowOrHigh, suits_repeat: false, set_most: 4 };
    let judge = |text: &str| rules.judge(&cards(text).unwrap());
    for run in ["3S JK 5S", "3S JK JK 6S", "JK 3S 4S", "QS KS JK", "JK AS 2S", "KS JK AS", "JK JK 2S 3S"] {
        assert_eq!(judge(run), Ok(Shape::Run), "{run}");
    }
    for set in ["7S JK 7D", "JK JK 7D", "7S 7C 7D JK"] {
        assert_eq!(judge(set), Ok(Shape::Set), "{set}");
    }
    assert_eq!(judge("JK JK JK"), Err(NoMeld::JokersAlone));
    assert_eq!(judge("7S 7C 7D 7H JK"), Err(NoMeld::SetTooLarge { most: 4, found: 5 }));
    assert_eq!(judge("3S JK 6S"), Err(NoMeld::Neither));
    assert_eq!(judge("KS JK 2S"), Err(NoMeld::Neither));
    let fourteen = "JK 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS JK";
    assert_eq!(judge(fourteen), Err(NoMeld::Neither));
}

#[test]
fn a_set_may_have_a_suit_twice_and_more_cards_where_a_room_says_so() {
    let rules = MeldRules { aces: Aces::Low, suits_repeat: true, set_most: 8 };
    assert_eq!(rules.judge(&cards("7S 7S 7D 7D 7C").unwrap()), Ok(Shape::Set));
}

#[test]
fn the_best_arrangement_has_whole_runs_and_tells_what_is_left() {
    let best = arrange::least(hand("6S 7S 8S 9S TS JS 4H 6H 7H TH JH"), &Table::default());
    assert_eq!(
        (best.melds(), best.unmatched, best.deadwood),
        (&[set("6S 7S 8S 9S TS JS")][..], set("4H 6H 7H TH JH"), 37)
    );
    let sequence = "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS";
    assert_eq!(arrange::least(hand(sequence), &Table::default()).melds(), [set(sequence)]);
    let none = arrange::least(Hand::default(), &Table::default());
    assert_eq!((none.melds(), none.deadwood), (&[][..], 0));
}

#[test]
fn a_card_does_more_laid_off_than_in_a_meld_of_ones_own() {
    // The 5 of hearts opens the place of the 6 and 7 on the run; in the set of fives it does not.
    let table = Table::of(&[set("2H 3H 4H")]);
    let best = arrange::least(hand("5S 5C 5H 6H 7H KD"), &table);
    assert_eq!((best.laid_off, best.deadwood), (set("5H 6H 7H"), 20));
    assert_eq!(arrange::least(hand("5S 5C 5H 6H 7H KD"), &Table::default()).deadwood, 20);
    let both = arrange::least(hand("5S 5C 5D 5H 6H 7H KD"), &table);
    assert_eq!((both.melds(), both.deadwood), (&[set("5S 5C 5D")][..], 10));
}

#[test]
fn lay_offs_are_told_in_an_order_in_which_they_can_be_made() {
    let table = Table::of(&[set("7S 7C 7D"), set("4H 5H 6H"), set("TH JH QH")]);
    let text = |cards: &str| {
        let told = table.lay_offs(set(cards)).into_iter().map(|laid| format!("{}>{}", laid.card, laid.meld));
        told.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(text("2H 3H 7H 8H KH"), "3H>1 2H>1 7H>1 8H>1 KH>2");
    assert_eq!(text("7H 8H 9H"), "7H>1 8H>1 9H>1");
    assert_eq!(text("AS 7H"), "7H>1");
    assert_eq!(table.laid_off(set("AH 2H 8H KH AD KS")), set("KH"));
    assert_eq!(Table::of(&[set("AS 2S 3S")]).laid_off(set("KS KC 4S AC")), set("4S"));
    assert_eq!(Table::of(&[set("JS QS KS")]).laid_off(set("TS AC 2C")), set("TS"));
    assert_eq!(Table::of(&[set("JH QH KH")]).laid_off(set("TH 9H")), set("TH 9H"));
    assert_eq!(Table::of(&[set("7S 7C 7D 7H")]).laid_off(set("6S 8S")), CardSet::EMPTY);
}

#[test]
fn of_equal_arrangements_the_one_that_leaves_the_opponent_most_is_laid() {
    // 4-5-6 of hearts with the sixes of three suits, or the fours: one of them takes the 3 and 7 of hearts, the other less.
    let knocker = hand("4H 5H 6H 7H 4S 4C 7S 7C AD 2D");
    let (laid, answer) = arrange::least_against(knocker, hand("3H 8H KS KC QD JS 9C TD 2C 5D"));
    let others = Table::of(laid.melds());
    assert_eq!(answer, arrange::least(hand("3H 8H KS KC QD JS 9C TD 2C 5D"), &others));
    assert_eq!(laid.deadwood, arrange::least(knocker, &Table::default()).deadwood);
}
