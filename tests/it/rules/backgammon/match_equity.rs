//! Our table of match chances beside a published one.

use kupa::rules::backgammon::evaluate::match_equity::{MatchEquity, Score};
use serde_json::Value;

/// Kazaross XG2 to 25 points, as GNU Backgammon holds it.
const ROWS: &str = include_str!("../../../data/match_equity.jsonl");

#[test]
fn is_near_the_published_table() {
    let table = MatchEquity::compute(25, true);
    let mut differences = Vec::new();
    for line in ROWS.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let away = |field: &str| u16::try_from(row[field].as_u64().unwrap()).unwrap();
        let crawford_over = row["kind"] == "post_crawford";
        let score = Score { away: away("away"), opp_away: away("opp_away"), crawford_over };
        differences.push((table.between_games(score).unwrap() - row["mwc"].as_f64().unwrap()).abs());
    }
    let largest = differences.iter().copied().fold(0.0, f64::max);
    let mean = differences.iter().sum::<f64>() / differences.len() as f64;
    assert!(largest < 0.0053 && mean < 0.0006, "largest {largest:.6}, mean {mean:.6}");
    assert_eq!(differences.len(), 325);
}
