//! Bear-offs against figures reckoned elsewhere: GNU Backgammon's databases and a program written from the rules alone.

use kupa::rules::backgammon::evaluate::{Evaluator, Plain};
use serde_json::Value;

const ROWS: &str = include_str!("../../../data/bg_bearoff.jsonl");

/// What the other programs' storage of 16 bits allows.
const TOLERANCE: f64 = 1e-4;

#[test]
fn agree_with_every_row_of_both_sources() {
    let mut rows = [0; 2];
    for line in ROWS.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let found = Plain.evaluate(&row["pos"].as_str().unwrap().parse().unwrap()).unwrap();
        assert_eq!(found.exact, row["db"] == "two-sided", "{row}");
        rows[usize::from(found.exact)] += 1;
        for (figure, ours) in [
            ("p_win", found.chances.win),
            ("p_win_gammon", found.chances.win_gammon),
            ("p_lose_gammon", found.chances.lose_gammon),
        ] {
            let theirs = [row[figure].as_f64(), row[format!("indep_{figure}")].as_f64()];
            let off = theirs.into_iter().flatten().map(|theirs| (ours - theirs).abs());
            assert!(off.fold(0.0, f64::max) <= TOLERANCE, "{figure}: {ours} for {row}");
        }
    }
    assert_eq!(rows, [397, 243]);
}
