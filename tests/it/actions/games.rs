use kupa::domain::money::Currency;

use crate::support::table::{club, matches, single};

#[test]
fn the_pages_single_game_pays_winner_loser_and_house() {
    let (mut club, ann, bob) = club(10_000, 10_000);
    let game = club.begin(ann, bob, "main", single(500));
    assert_eq!((club.escrow(game), club.cash(ann), club.cash(bob)), (3_000, 8_500, 8_500));
    // 1500 of both is a low rating: a quarter more than 4.9 % of 10.
    let settled = club.settle(game, ann, 2, 1);
    assert_eq!((settled.amount.0, settled.rake_each.0), (1_000, 61));
    assert_eq!((club.cash(ann), club.cash(bob)), (10_000 + 1_000 - 122, 9_000));
    assert_eq!((club.escrow(game), club.rake(Currency::usd())), (0, 122));
}

#[test]
fn a_match_is_worth_its_stake_once() {
    let (mut club, ann, bob) = club(10_000, 10_000);
    let game = club.begin(ann, bob, "empire", matches(1_000, 3));
    assert_eq!(club.escrow(game), 2_000);
    club.settle(game, bob, 1, 1);
    assert_eq!((club.cash(ann), club.cash(bob), club.rake(Currency::usd())), (9_000, 10_930, 70));
}
