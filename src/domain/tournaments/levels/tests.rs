use serde_json::{Value, json};

use super::*;

fn levels(fees: &[u64]) -> Levels {
    let levels = fees.iter().map(|fee| Level { round_fee: Chips(*fee), chip_ratio: 1 }).collect();
    Levels { every_s: 600, levels }
}

fn found(levels: &Levels) -> Vec<(String, String)> {
    levels.faults("/levels").into_iter().map(|fault| (fault.pointer, fault.code.into_owned())).collect()
}

fn pairs(faults: &[(&str, &str)]) -> Vec<(String, String)> {
    faults.iter().map(|(pointer, code)| ((*pointer).to_owned(), (*code).to_owned())).collect()
}

#[test]
fn levels_count_from_one_and_the_last_ones_values_stay() {
    let schedule = levels(&[10, 20, 40]);
    let fee = |n| schedule.get(n).map(|level| level.round_fee.0);
    assert_eq!([fee(1), fee(2), fee(3), fee(4), fee(u32::MAX)], [Some(10), Some(20), Some(40), Some(40), Some(40)]);
    assert_eq!((fee(0), schedule.last()), (None, 3));
    assert_eq!(levels(&[]).get(1), None);
}

#[test]
fn a_round_may_be_free_and_fees_may_stay() {
    assert_eq!(found(&levels(&[0])), []);
    assert_eq!(found(&levels(&[0, 0, 30, 30])), []);
}

#[test]
fn a_round_fee_that_falls_is_refused_at_its_place() {
    assert_eq!(found(&levels(&[10, 20, 19, 19, 20])), pairs(&[("/levels/levels/2/round_fee", "round_fee_falls")]));
}

#[test]
fn every_fault_is_told_at_once_each_with_its_place() {
    let mut schedule = levels(&[50, 40, 1_000_000_001]);
    schedule.every_s = 9;
    schedule.levels[1].chip_ratio = 0;
    schedule.levels[2].chip_ratio = 1_000_001;
    let all = [
        ("/levels/every_s", "level_time_out_of_range"),
        ("/levels/levels/1/round_fee", "round_fee_falls"),
        ("/levels/levels/1/chip_ratio", "chip_ratio_out_of_range"),
        ("/levels/levels/2/round_fee", "chips_out_of_range"),
        ("/levels/levels/2/chip_ratio", "chip_ratio_out_of_range"),
    ];
    assert_eq!(found(&schedule), pairs(&all));
}

#[test]
fn there_is_at_least_one_level_and_at_most_a_hundred() {
    assert_eq!(found(&levels(&[])), pairs(&[("/levels/levels", "levels_missing")]));
    assert_eq!(found(&levels(&[7; 100])), []);
    assert_eq!(found(&levels(&[7; 101])), pairs(&[("/levels/levels", "too_many_levels")]));
}

#[test]
fn a_level_lasts_ten_seconds_to_a_day() {
    for (every_s, right) in [(9, false), (10, true), (86_400, true), (86_401, false)] {
        assert_eq!(Levels { every_s, ..levels(&[1]) }.faults("").is_empty(), right, "{every_s}");
    }
}

#[test]
fn fees_and_ratios_are_whole_and_not_negative() {
    for level in [
        json!({"round_fee": -1, "chip_ratio": 1}),
        json!({"round_fee": 1.5, "chip_ratio": 1}),
        json!({"round_fee": 1, "chip_ratio": -1}),
        json!({"round_fee": 1, "chip_ratio": 1.5}),
        json!({"round_fee": 1, "chip_ratio": 1, "ante": 1}),
        json!({"round_fee": 1}),
    ] {
        let document: Value = json!({"every_s": 60, "levels": [level]});
        assert!(serde_json::from_value::<Levels>(document.clone()).is_err(), "{document}");
    }
}
