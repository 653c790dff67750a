//! Random clubs: every rule holds, however acts are batched and whatever fails; and each deliberate fault is caught.

mod differential;
mod mutations;

use kupa::cli::simulate::SimulateArgs;
use kupa::simulate::generate::Club;
use kupa::simulate::projection::{difference, fingerprint};
use kupa::simulate::shrink::replay;
use kupa::simulate::stage::Conditions;
use kupa::simulate::step::Step;
use kupa::simulate::{Plan, live, simulate};
use proptest::prelude::*;

fn conditions(seed: u64, batch: usize, faults: bool) -> Conditions {
    Conditions { seed, batch, faults, mutation: None }
}

/// A history that the club of a seed lives.
fn history(seed: u64, acts: usize) -> Vec<Step> {
    let mut history = Vec::new();
    live(Club::new(seed), conditions(seed, 64, false), acts, &mut history).expect("every rule holds");
    history
}

#[test]
fn every_rule_holds_in_random_clubs() {
    for (seed, batch, faults) in [(1, 1, false), (2, 64, false), (3, 16, true)] {
        if let Err(failure) = simulate(Plan { seed, acts: 4_000, batch, faults, mutation: None }) {
            panic!("{}", failure.shortened());
        }
    }
}

#[test]
fn batches_and_faults_change_nothing_that_is_kept() {
    for seed in [11, 12] {
        let history = history(seed, 1_500);
        let first = replay(&history, conditions(seed, 1, false)).unwrap();
        // Chance of an even seed lets every fault reach the caller, that of an odd one leaves them to the writer.
        for (batch, faults, chance) in [(64, false, 0), (1, true, 2), (64, true, 3), (7, true, 4)] {
            let other = replay(&history, conditions(chance, batch, faults)).unwrap();
            let (left, right) = (first.store().read(), other.store().read());
            let differing = difference(&left, &right);
            assert!(differing.is_empty(), "batch {batch}, faults {faults}: {differing:#?}");
            assert_eq!(fingerprint(&left), fingerprint(&right));
        }
    }
}

#[test]
fn the_same_seed_is_the_same_history() {
    let told = |history: Vec<Step>| history.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(told(history(5, 500)), told(history(5, 500)));
    assert_ne!(told(history(5, 500)), told(history(6, 500)));
}

#[test]
fn the_command_tells_acts_by_outcome() {
    let args = SimulateArgs { seed: 4, acts: 1_000, batch: 64, faults: true };
    let mut told = Vec::new();
    kupa::cli::simulate::simulate(&args, &mut told).unwrap();
    let told = String::from_utf8(told).unwrap();
    assert!(told.contains(" open_game done\n") && told.contains(" join_game game_not_open\n"), "{told}");
    assert!(told.lines().last().unwrap().starts_with("1000 acts ("), "{told}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_part_of_a_history_keeps_the_rules(seed in any::<u64>(), batch in 1_usize..100, gaps in any::<u64>()) {
        let mut number = 0_u32;
        let part: Vec<Step> = history(seed, 400).into_iter().filter(|_| {
            number += 1;
            gaps.rotate_right(number) & 3 != 0
        }).collect();
        if let Err(violation) = replay(&part, conditions(gaps, batch, true)) {
            prop_assert!(false, "{violation}");
        }
    }
}
