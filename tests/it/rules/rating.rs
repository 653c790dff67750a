//! The FIBS formula against figures reckoned elsewhere at fifty digits.

use kupa::rules::rating::{Rated, Rating, RatingError, change, win_chance};
use proptest::prelude::*;
use rust_decimal::Decimal;
use serde_json::Value;

const ROWS: &str = include_str!("../../data/rating_fibs.jsonl");

fn decimal(value: &Value) -> Decimal {
    Decimal::from_str_exact(value.as_str().unwrap()).unwrap()
}

fn rated(row: &Value, rating: &str, experience: &str) -> Rated {
    Rated {
        rating: Rating::from_decimal(decimal(&row[rating])).unwrap(),
        experience: row[experience].as_u64().unwrap(),
    }
}

#[test]
fn agrees_with_every_row_to_the_millionth() {
    let half_a_millionth = Decimal::new(5, 7);
    let mut rows = 0;
    for line in ROWS.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let length = u32::try_from(row["length"].as_u64().unwrap()).unwrap();
        let (one, two) = (rated(&row, "r1", "exp1"), rated(&row, "r2", "exp2"));
        let (one_change, two_change) = match row["winner"].as_u64().unwrap() {
            1 => change(length, one, two).map(|change| (change.winner, change.loser)).unwrap(),
            _ => change(length, two, one).map(|change| (change.loser, change.winner)).unwrap(),
        };
        for (got, want) in [(one_change, &row["change1"]), (two_change, &row["change2"])] {
            assert!((got.to_decimal() - decimal(want)).abs() <= half_a_millionth, "{got} {row}");
        }
        let chance = format!("{:.10}", win_chance(length, one.rating, two.rating).unwrap());
        assert_eq!(Value::from(chance), row["p1_win"], "{row}");
        rows += 1;
    }
    assert_eq!(rows, 200);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_value_makes_it_panic(length in any::<u32>(), a in any::<(i64, u64)>(), b in any::<(i64, u64)>()) {
        let [a, b] = [a, b].map(|(millionths, experience)| Rated { rating: Rating::from_millionths(millionths), experience });
        match change(length, a, b) {
            Ok(change) => prop_assert!(change.winner.millionths() >= 0 && change.loser.millionths() <= 0),
            Err(error) => prop_assert_ne!(error, RatingError::RatingTooManyDecimals),
        }
    }

    #[test]
    fn equally_experienced_players_exchange_what_they_play_for(
        length in 1_u32..30, a in 1_000_000_000_i64..2_500_000_000, b in 1_000_000_000_i64..2_500_000_000, experience in 0_u64..1000,
    ) {
        let [a, b] = [a, b].map(|millionths| Rated { rating: Rating::from_millionths(millionths), experience });
        let change = change(length, a, b).unwrap();
        prop_assert_eq!(change.winner.millionths(), -change.loser.millionths());
    }

    #[test]
    fn beating_a_stronger_player_is_worth_more(length in 1_u32..30, a in 1200_i64..2000, b in 1200_i64..2000, more in 1_i64..300) {
        let rated = |points: i64| Rated { rating: Rating::from_millionths(points * 1_000_000), experience: 500 };
        let less = change(length, rated(a), rated(b)).unwrap().winner;
        prop_assert!(change(length, rated(a), rated(b + more)).unwrap().winner > less);
    }
}
