mod faults;
mod hostile;
mod reckoning;

use super::*;
use crate::domain::money::{Currency, Minor};
use crate::rules::rating::Rating;

fn schedule(slug: &str) -> Schedule {
    shipped::find_schedule(slug).unwrap()
}

/// A rating in hundredths of a point.
fn rating(hundredths: i64) -> Rating {
    Rating::from_millionths(hundredths * 10_000)
}

fn single(stake_cents: i64, cube: u32, result: u8) -> Reckoning {
    game(Played::Single { cube, result }, stake_cents)
}

fn game(played: Played, stake_cents: i64) -> Reckoning {
    Reckoning {
        played,
        stake: Minor(stake_cents),
        currency: Currency::usd(),
        limit: None,
        rating_winner: rating(190_000),
        rating_loser: rating(190_000),
        surcharges: true,
        adjudicated: None,
    }
}
