//! `kupa simulate`: random clubs in memory, with every invariant checked.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::time::Instant;

use clap::Args;

use crate::simulate::{Failure, Plan, Report, simulate as run};

/// What to simulate.
#[derive(Debug, Args)]
pub struct SimulateArgs {
    /// The seed from which everything follows
    #[arg(long, env = "KUPA_SEED", default_value_t = 1)]
    pub seed: u64,
    /// How many acts, over as many clubs as that takes
    #[arg(long, env = "KUPA_ACTS", default_value_t = 1_000_000)]
    pub acts: usize,
    /// The most acts in a batch; never more than the 64 of a round
    #[arg(long, env = "KUPA_BATCH", default_value_t = 500, value_parser = batch)]
    pub batch: usize,
    /// Lose commits and answers, repeat requests, and let rivals be first with keys
    #[arg(long, env = "KUPA_FAULTS")]
    pub faults: bool,
}

fn batch(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(batch) if (1..=10_000).contains(&batch) => Ok(batch),
        _ => Err("a batch has 1 to 10000 acts".to_owned()),
    }
}

/// Why a simulation ended before its end.
#[derive(Debug, thiserror::Error)]
pub enum SimulateError {
    /// A rule broke.
    #[error("{0}")]
    Broken(Box<Failure>),
    /// The report cannot be written.
    #[error("the report cannot be written: {0}")]
    Output(#[from] io::Error),
}

/// Simulates, and writes acts a second and acts by outcome.
///
/// # Errors
/// The rule that broke, with the shortest history found that breaks it; the output's fault.
pub fn simulate(args: &SimulateArgs, mut out: impl Write) -> Result<(), SimulateError> {
    let SimulateArgs { seed, acts, batch, faults } = *args;
    let began = Instant::now();
    let plan = Plan { seed, acts, batch, faults, mutation: None };
    let report = run(plan).map_err(|failure| SimulateError::Broken(Box::new(failure.shortened())))?;
    out.write_all(told(&report, began.elapsed().as_millis()).as_bytes())?;
    Ok(())
}

fn told(report: &Report, millis: u128) -> String {
    let mut text = String::new();
    for ((act, refused), count) in &report.tally {
        let outcome = refused.map_or("done", |code| code.as_str());
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{count:>10} {act} {outcome}");
    }
    let acts = u128::try_from(report.acts).unwrap_or(0);
    let second = acts * 1_000 / millis.max(1);
    let done: u64 = report.tally.iter().filter(|((_, refused), _)| refused.is_none()).map(|(_, count)| count).sum();
    let _ =
        writeln!(text, "{acts} acts ({done} done) in {} clubs, every rule held; {second} acts a second", report.clubs);
    text
}
