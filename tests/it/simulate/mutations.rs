//! Each deliberate fault is caught, soon, and told by a short history.

use kupa::simulate::mutation::Mutation;
use kupa::simulate::{Plan, simulate};

/// By then every fault must have shown.
const ACTS: usize = 100_000;

/// A fault that shows only where rivals are first may hide in one club for long: eight are played, an eighth as long each.
fn is_caught(mutation: Mutation) -> bool {
    let faults = mutation.wants_faults();
    let seeds = if faults { 1..=8 } else { 1..=1 };
    let acts = if faults { ACTS / 8 } else { ACTS };
    seeds.into_iter().any(|seed| simulate(Plan { seed, acts, batch: 16, faults, mutation: Some(mutation) }).is_err())
}

#[test]
fn every_deliberate_fault_is_caught() {
    let missed: Vec<&Mutation> = Mutation::ALL.iter().filter(|mutation| !is_caught(**mutation)).collect();
    assert!(missed.is_empty(), "not caught: {missed:?}");
}

#[test]
fn a_deliberate_fault_is_shown_by_a_short_history() {
    let plan = Plan { seed: 1, acts: ACTS, batch: 16, faults: false, mutation: Some(Mutation::PayTwice) };
    let failure = simulate(plan).expect_err("it is caught");
    let (rule, lived) = (failure.violation.rule, failure.history.len());
    let short = failure.shortened();
    assert_eq!(short.violation.rule, rule);
    // A schedule, a room, staff and apps that act, two players with money, a game opened, joined and settled.
    assert!(lived > 100 && short.history.len() <= 15, "{short}");
    assert!(short.to_string().contains("PublishRoom"), "{short}");
}
