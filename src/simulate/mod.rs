//! Random clubs in memory: the real committer and the real acts, with every invariant checked after each batch.
//!
//! An edge: it submits acts and reads the store. Only `cli` and the tests may name it; what is deployed never runs it.
//!
//! A seed gives a row of clubs; each is a history of steps that is generated round by round from what the store holds,
//! and can then be played again on any keeper, in batches of any size, with or without faults.

pub mod check;
pub mod faulty;
pub mod generate;
pub mod mutation;
pub mod node;
pub mod projection;
pub mod rng;
pub mod shared;
pub mod shrink;
pub mod stage;
pub mod step;

use std::fmt;

use check::Violation;
use generate::Club;
use mutation::Mutation;
use rng::Rng;
use stage::{Conditions, Stage, Tally};
use step::Step;

/// So many acts a club lives at most.
const CLUB_ACTS: usize = 50_000;

/// What to simulate.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// Everything follows from it.
    pub seed: u64,
    /// So many acts in all.
    pub acts: usize,
    /// So many in a batch at most.
    pub batch: usize,
    /// Whether commits fail, answers are lost, and rivals are first.
    pub faults: bool,
    /// A deliberate fault.
    pub mutation: Option<Mutation>,
}

/// A simulation in which every rule held.
#[derive(Debug, Default)]
pub struct Report {
    /// So many clubs.
    pub clubs: usize,
    /// So many acts.
    pub acts: usize,
    /// By name and refusal.
    pub tally: Tally,
}

/// A rule that broke, and the history that breaks it.
#[derive(Debug)]
pub struct Failure {
    /// The rule, as it breaks in the history.
    pub violation: Violation,
    /// Which club of the seed it was.
    pub club: usize,
    /// After so many acts of the whole simulation.
    pub after: usize,
    /// The history, as it was lived or as short as could be found.
    pub history: Vec<Step>,
    /// How it was played.
    pub conditions: Conditions,
}

impl Failure {
    /// The same failure, by the shortest history that can be found for it.
    #[must_use]
    pub fn shortened(self) -> Self {
        let history = shrink::shrink(self.history, self.conditions, &self.violation);
        let violation = shrink::replay(&history, self.conditions).err().unwrap_or(self.violation);
        Self { violation, history, ..self }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "broken in club {} after {} acts: {}", self.club, self.after, self.violation)?;
        writeln!(f, "a history that breaks it, {} acts:", self.history.len())?;
        self.history.iter().try_for_each(|step| writeln!(f, "{step}"))
    }
}

/// Simulates.
///
/// # Errors
/// The first rule that broke, with the club's history.
pub fn simulate(plan: Plan) -> Result<Report, Box<Failure>> {
    let mut report = Report::default();
    let mut lengths = Rng::new(plan.seed);
    while report.acts < plan.acts {
        let length = match report.clubs % 3 {
            0 => 2_000,
            1 => 10_000,
            _ => CLUB_ACTS,
        };
        let length = length.min(plan.acts - report.acts);
        let club = Club::new(lengths.next());
        let conditions =
            Conditions { seed: lengths.next(), batch: plan.batch, faults: plan.faults, mutation: plan.mutation };
        let mut history = Vec::with_capacity(length);
        match live(club, conditions, length, &mut history) {
            Ok(stage) => {
                report.clubs += 1;
                report.acts += history.len();
                stage.tally().iter().for_each(|(what, count)| *report.tally.entry(*what).or_default() += count);
            }
            Err(violation) => {
                let after = report.acts + history.len();
                return Err(Box::new(Failure { violation, club: report.clubs, after, history, conditions }));
            }
        }
    }
    Ok(report)
}

/// Lets a club live for so many acts, and records its history.
///
/// # Errors
/// The first rule that broke; the history ends with the round in which it did.
pub fn live(mut club: Club, conditions: Conditions, acts: usize, history: &mut Vec<Step>) -> Result<Stage, Violation> {
    let mut stage = Stage::new(conditions);
    while history.len() < acts {
        let mut steps = club.round(&stage.store().read());
        steps.truncate(acts - history.len());
        let began = history.len();
        history.append(&mut steps);
        stage.play(&history[began..])?;
    }
    stage.finish()?;
    Ok(stage)
}
