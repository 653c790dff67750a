use super::*;
use crate::rules::backgammon::{Class, Game, Options, Plays, Position, Roll, Variant};

/// A game in which white, who opened with 3-1, may next be doubled or roll.
fn opened() -> Game {
    let mut game = Game::new(Options::default());
    game.act(&Act::OpeningRoll { white: 3, black: 1 }).unwrap();
    game
}

#[test]
fn it_plays_the_first_of_the_results_in_byte_order() {
    for dice in [(3, 1), (6, 6), (5, 2)] {
        let plays = Plays::of(&Position::start(Variant::Backgammon), Roll::new(dice.0, dice.1).unwrap());
        let mut results: Vec<String> = plays.iter().map(|legal| legal.position.to_string()).collect();
        results.sort();
        assert_eq!(first_play(plays.as_slice()).unwrap().position.to_string(), results[0]);
    }
}

#[test]
fn it_acts_for_its_player_alone_and_never_doubles() {
    let mut game = opened();
    let plays = game.plays().unwrap().into_vec();
    assert_eq!(act(Player::Black, &game.offers(), &plays), None);
    let played = act(Player::White, &game.offers(), &plays).unwrap();
    assert!(matches!(played, Act::Play { by: Player::White, .. }));
    game.act(&played).unwrap();
    assert!(game.offers().contains(&Offer::Double { by: Player::Black }));
    assert_eq!(act(Player::Black, &game.offers(), &[]), None, "it waits for the referee's roll");
}

#[test]
fn it_refuses_a_double_and_accepts_a_resignation() {
    let mut game = opened();
    let plays = game.plays().unwrap().into_vec();
    game.act(&act(Player::White, &game.offers(), &plays).unwrap()).unwrap();
    game.act(&Act::Double { by: Player::Black }).unwrap();
    assert_eq!(act(Player::White, &game.offers(), &[]), Some(Act::Drop { by: Player::White }));
    let mut game = opened();
    game.act(&act(Player::White, &game.offers(), &plays).unwrap()).unwrap();
    game.act(&Act::Resign { by: Player::Black, class: Class::Single, owes: Class::Gammon }).unwrap();
    assert_eq!(act(Player::White, &game.offers(), &[]), Some(Act::Accept { by: Player::White }));
}

#[test]
fn at_cards_it_draws_from_the_stock_and_discards_that_card() {
    assert_eq!(CARD_TURN.map(CardStep::as_str), ["draw_from_stock", "discard_drawn"]);
}
