use super::*;
use crate::rules::cards::{Card, Deck, cards};

fn list(text: &str) -> Vec<Card> {
    cards(text).unwrap()
}

fn left(text: &str) -> Seat {
    Seat { left: list(text), ..Seat::default() }
}

fn seat(melded: &str, left: &str) -> Seat {
    Seat { left: list(left), melded: Some(list(melded)), melds: Vec::new() }
}

fn valued(game: RummyGame, ended: Ended, winner: Option<usize>, seats: &[Seat]) -> Result<Valuation, RummyError> {
    value(&RummyRules::of(game), &Report { ended, winner, seats: seats.to_vec() })
}

fn negative(valuation: &Valuation) -> Vec<u32> {
    valuation.losses.iter().map(|loss| loss.negative_points).collect()
}

fn message(result: Result<Valuation, RummyError>) -> (&'static str, String) {
    let error = result.unwrap_err();
    (error.code(), error.to_string())
}

#[test]
fn the_page_example_is_32() {
    let valuation = valued(RummyGame::Rummy51, Ended::Hand, Some(0), &[Seat::default(), left("2C 2D 3S")]).unwrap();
    assert_eq!(negative(&valuation), [32]);
    assert_eq!((valuation.losses[0].left.sum, valuation.losses[0].bonus), (7, 25));
}

#[test]
fn cards_have_the_values_of_their_game() {
    let sum = |game| {
        negative(&valued(game, Ended::GoingDown, Some(0), &[Seat::default(), left("AS 9C TD JH QS KC JK")]).unwrap())[0]
    };
    assert_eq!(sum(RummyGame::Rummy), 11 + 9 + 40 + 25);
    assert_eq!(sum(RummyGame::Rummy51), 11 + 9 + 40 + 25);
    assert_eq!(sum(RummyGame::Rummy40), 11 + 9 + 40 + 15);
    assert_eq!(sum(RummyGame::Rummy500), 15 + 9 + 40 + 15);
}

#[test]
fn the_hand_bonus_is_added_for_each_loser_and_not_at_500() {
    let seats = [left("2C"), Seat::default(), left("JK 3D")];
    assert_eq!(negative(&valued(RummyGame::Rummy40, Ended::Hand, Some(1), &seats).unwrap()), [27, 43]);
    assert_eq!(negative(&valued(RummyGame::Rummy40, Ended::GoingDown, Some(1), &seats).unwrap()), [2, 18]);
    assert_eq!(negative(&valued(RummyGame::Rummy500, Ended::Hand, Some(1), &seats).unwrap()), [2, 18]);
    let rules = RummyRules { hand_bonus: 50, ..RummyRules::of(RummyGame::Rummy) };
    let report = Report { ended: Ended::Hand, winner: Some(1), seats: seats.to_vec() };
    assert_eq!(negative(&value(&rules, &report).unwrap()), [52, 78]);
}

#[test]
fn edge_case_12_a_hand_that_nobody_can_finish_is_void() {
    for game in [RummyGame::Rummy, RummyGame::Rummy51, RummyGame::Rummy40] {
        assert_eq!(valued(game, Ended::Nobody, None, &[left("2C"), left("3C")]), Err(RummyError::Void));
    }
    assert_eq!(RummyError::Void.code(), "hand_void");
}

#[test]
fn at_500_a_loser_is_charged_with_the_distance_of_the_scores_and_never_below_0() {
    let seats = [seat("8D 7S 6S 5C", "QH AS"), seat("TD 4H", ""), seat("KS KC KD", "2C")];
    let valuation = valued(RummyGame::Rummy500, Ended::GoingDown, Some(1), &seats).unwrap();
    let scores: Vec<i64> = valuation.scores.iter().map(|score| score.points).collect();
    assert_eq!((scores, negative(&valuation)), (vec![1, 14, 28], vec![13, 0]));
    assert_eq!(valuation.winner, 1, "who went out wins, also with a lower score");
}

#[test]
fn at_500_the_highest_score_wins_where_nobody_went_out_and_of_equals_the_lower_seat() {
    let seats = [seat("2C", "3C"), seat("KS KC KD", "9D"), seat("TD JD QD", "9C")];
    let valuation = valued(RummyGame::Rummy500, Ended::Nobody, None, &seats).unwrap();
    assert_eq!((valuation.winner, negative(&valuation)), (1, vec![22, 0]));
    let steps = valuation.steps();
    assert!(steps.iter().any(|step| step.step == "highest_score" && step.seat == Some(1) && step.value == 21));
    let given = valued(RummyGame::Rummy500, Ended::Nobody, Some(1), &seats);
    assert_eq!(message(given).0, "winner_given");
    let out = [seat("2C", ""), seat("3C", "4C")];
    assert_eq!(message(valued(RummyGame::Rummy500, Ended::Nobody, None, &out)).0, "card_count");
}

#[test]
fn groups_are_checked_and_flat_lists_are_not() {
    let grouped = |melds: &[&str]| Seat { melds: melds.iter().map(|meld| list(meld)).collect(), ..left("2H") };
    let worth = |seat: Seat| {
        valued(RummyGame::Rummy500, Ended::GoingDown, Some(0), &[Seat { left: Vec::new(), ..seat }, left("2D")])
    };
    let score = |seat: Seat| worth(seat).map(|valuation| valuation.scores[0].points);
    assert_eq!(score(grouped(&["7S 7C 7D", "QH KH AH", "2C JK 4C"])), Ok(21 + 35 + 21));
    let (code, said) = message(worth(grouped(&["7S 7C 7D", "QH KH 2S"])));
    assert_eq!((code, said.as_str()), ("no_meld", "meld 2 of player 1: it is neither a set nor a run"));
    assert_eq!(message(worth(grouped(&[""]))).0, "no_meld");
    assert_eq!(score(seat("QH 2S 9D", "")), Ok(21), "single cards laid on others' melds");
    // Flat and in groups are the same cards, not twice as many.
    let both = Seat { melded: Some(list("7S 7C 7D 7S 9H")), ..grouped(&["7S 7C 7D"]) };
    let with = |first: &Seat| {
        let seats = [Seat { left: Vec::new(), ..first.clone() }, seat("", "2D")];
        valued(RummyGame::Rummy500, Ended::GoingDown, Some(0), &seats)
    };
    assert_eq!(with(&both).unwrap().scores[0].points, 37);
    let (code, said) = message(with(&Seat { melded: Some(list("7S 7C")), ..both }));
    assert_eq!(
        (code, said.as_str()),
        ("group_not_melded", "7D stands in the groups more often than anybody has melded it")
    );
    // Groups of a game in which they do not count are checked too.
    let seats = [Seat { left: Vec::new(), ..grouped(&["QH KH 2S"]) }, left("2D")];
    assert_eq!(message(valued(RummyGame::Rummy, Ended::GoingDown, Some(0), &seats)).0, "no_meld");
}

#[test]
fn cards_are_counted_over_all_hands_and_melds_together() {
    let three = [seat("KS", ""), left("KS 2C"), left("KS KS JK")];
    let (code, said) = message(valued(RummyGame::Rummy500, Ended::GoingDown, Some(0), &three));
    assert_eq!((code, said.as_str()), ("card_surplus", "KS is there 4 times, 2 more than the deck holds"));
    let groups = |melds: &[&str]| melds.iter().map(|meld| list(meld)).collect();
    let grouped = [Seat { melds: groups(&["KS KC KD", "QS KS JS"]), ..Seat::default() }, left("KS")];
    let surplus = valued(RummyGame::Rummy500, Ended::GoingDown, Some(0), &grouped);
    assert_eq!(message(surplus).1, "KS is there 3 times, 1 more than the deck holds");
    let jokers = [Seat::default(), left("JK JK"), left("JK 2C")];
    assert_eq!(
        message(valued(RummyGame::Rummy, Ended::Hand, Some(0), &jokers)).1,
        "JK is there 3 times, 1 more than the deck holds"
    );
    let rules = RummyRules { deck: Deck { packs: 2, jokers: 4 }, ..RummyRules::of(RummyGame::Rummy) };
    assert!(value(&rules, &Report { ended: Ended::Hand, winner: Some(0), seats: jokers.to_vec() }).is_ok());
}

#[test]
fn a_loser_holds_1_to_14_cards_and_at_500_at_least_one() {
    let fifteen = "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC 2D 3D";
    let ended = |game, cards: &str| valued(game, Ended::Hand, Some(0), &[Seat::default(), left(cards)]);
    assert_eq!(message(ended(RummyGame::Rummy, "")).1, "player 2 has 0 cards left, not 1 to 14");
    assert_eq!(
        message(ended(RummyGame::Rummy51, fifteen)),
        ("card_count", "player 2 has 15 cards left, not 1 to 14".into())
    );
    assert!(ended(RummyGame::Rummy51, &fifteen[3..]).is_ok());
    assert!(ended(RummyGame::Rummy500, fifteen).is_ok());
    assert_eq!(message(ended(RummyGame::Rummy500, "")).1, "player 2 has 0 cards left, not at least 1");
    let winner = valued(RummyGame::Rummy, Ended::Hand, Some(0), &[left("2C 3C"), left("2D")]);
    assert_eq!(message(winner), ("winner_holds_cards", "the winner went out, and has 2 cards left".into()));
}

#[test]
fn a_hand_has_two_players_and_a_winner_among_them() {
    assert_eq!(message(valued(RummyGame::Rummy, Ended::Hand, Some(0), &[Seat::default()])).0, "player_count");
    for winner in [None, Some(2)] {
        let valuation = valued(RummyGame::Rummy, Ended::Hand, winner, &[left("2C"), left("2D")]);
        assert_eq!(message(valuation).0, "winner_not_at_table");
    }
}

#[test]
fn the_rules_are_written_and_read_as_they_are() {
    for game in RummyGame::ALL {
        let rules = RummyRules::of(game);
        assert_eq!(serde_json::from_str::<RummyRules>(&serde_json::to_string(&rules).unwrap()).unwrap(), rules);
        assert_eq!(RummyGame::of_slug(game.slug()), Some(game));
        assert_eq!(serde_json::to_value(game).unwrap(), game.slug());
    }
    assert_eq!(Ended::of_slug("gin"), None);
}
