//! Where a history is played in memory: batch by batch, with faults if wanted, judged after each.

use std::collections::BTreeMap;
use std::time::Duration;

use super::check::{Checker, Violation};
use super::faulty::{Faulty, Rival, Wrong};
use super::mutation::{Mutant, Mutation};
use super::node::{Hand, Node, Submitted, batches};
use super::rng::Rng;
use super::shared::Shared;
use super::step::{Answered, Order, Step};
use crate::domain::act::remembered::Remembered;
use crate::domain::codes::Code;
use crate::store::committer::{Patience, Writer};

/// The one shard of a history in memory.
const SHARD: i64 = 1;
/// A batch that is still unanswered after so many attempts of its callers never will be.
const ATTEMPTS: usize = 20;
/// The outcome of every so many'th act is compared with what is remembered of it; of all that are repeated.
const COMPARED: u32 = 16;
/// A full proof comes every so many acts.
pub const PROOF_EVERY: usize = 10_000;

/// How a history is played.
#[derive(Debug, Clone, Copy)]
pub struct Conditions {
    /// Chance of faults; what is asked is the history's own.
    pub seed: u64,
    /// The most acts in a batch.
    pub batch: usize,
    /// Whether commits fail, answers are lost, and rivals are first.
    pub faults: bool,
    /// A deliberate fault.
    pub mutation: Option<Mutation>,
}

/// Acts by name and refusal.
pub type Tally = BTreeMap<(&'static str, Option<Code>), u64>;

/// A history on its way.
pub struct Stage {
    conditions: Conditions,
    store: Shared,
    node: Node<Mutant<Faulty>>,
    checker: Checker,
    tally: Tally,
    since_proof: usize,
    answered: Vec<Step>,
}

impl std::fmt::Debug for Stage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Stage with {:?}", self.conditions)
    }
}

impl Stage {
    /// An empty club.
    #[must_use]
    pub fn new(conditions: Conditions) -> Self {
        let store = Shared::default();
        // With no patience every passing fault reaches the caller, who asks again; with much, the writer does.
        let limit = Duration::from_secs(if conditions.seed.is_multiple_of(2) { 0 } else { 3_600 });
        let books = Mutant::new(Faulty::new(store.clone()), conditions.mutation);
        let node = Node::new(books, SHARD, Patience { limit, pause: |_| () }).tampered(conditions.mutation);
        let (checker, tally) = (Checker::default(), Tally::new());
        Self { conditions, store, node, checker, tally, since_proof: 0, answered: Vec::new() }
    }

    /// The store.
    #[must_use]
    pub fn store(&self) -> &Shared {
        &self.store
    }

    /// What came of all acts so far.
    #[must_use]
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Plays steps, batch by batch.
    ///
    /// # Errors
    /// The first rule that does not hold.
    pub fn play(&mut self, steps: &[Step]) -> Result<(), Violation> {
        for batch in batches(steps, self.conditions.batch) {
            self.node.hand().move_to(batch[0].round);
            if self.conditions.faults {
                self.play_with_faults(batch)?;
            } else {
                self.ask(batch, Vec::new(), false)?;
            }
            self.checker.catch_up(&self.store.read())?;
            self.since_proof += batch.len();
            if self.since_proof >= PROOF_EVERY {
                self.finish()?;
            }
        }
        Ok(())
    }

    /// Proves the whole from nothing.
    ///
    /// # Errors
    /// The first rule that does not hold.
    pub fn finish(&mut self) -> Result<(), Violation> {
        self.since_proof = 0;
        Checker::prove(&self.store.read())
    }

    /// Plays a batch while things go wrong: attempts fail, requests arrive twice, answers are lost and asked for again.
    fn play_with_faults(&mut self, batch: &[Step]) -> Result<(), Violation> {
        let mut rng = Rng::split(self.conditions.seed, u64::from(batch[0].number));
        let wrong = if rng.once_in(3) { wrongs(&mut rng) } else { Vec::new() };
        let mut sent = batch.to_vec();
        if rng.once_in(4) {
            let at = rng.below(sent.len());
            sent.insert(at, sent[at].clone());
        }
        self.ask(&sent, wrong, false)?;
        if rng.once_in(4) && !self.answered.is_empty() {
            let again: Vec<Step> = (0..3).filter_map(|_| rng.pick(&self.answered).cloned()).collect();
            self.ask(&again, Vec::new(), true)?;
        }
        Ok(())
    }

    /// Asks for steps as one batch, again and again until all are answered, and judges the answers.
    fn ask(&mut self, steps: &[Step], wrong: Vec<Wrong>, again: bool) -> Result<(), Violation> {
        let mut open: Vec<Step> = Vec::new();
        let mut wrong = Some(wrong);
        self.answered.clear();
        for attempt in 0..ATTEMPTS {
            let asked = if attempt == 0 { steps } else { &open };
            let submitted =
                self.node.submit(asked).map_err(|fault| Violation::new("a history is asked", fault.to_string()))?;
            let Submitted { waiting, mut listening, orders } = submitted;
            let wrong = wrong.take().unwrap_or_default();
            if !wrong.is_empty() {
                let rival = self.rival(asked, self.node.hand().clone())?;
                self.node.books().inner().plan(wrong, Some(rival));
            }
            self.node.process(waiting);
            self.node.books().inner().plan([], None);
            let mut failed = Vec::new();
            for ((step, order), listening) in asked.iter().zip(&orders).zip(&mut listening) {
                let compared =
                    again || self.conditions.faults || step.key != step.number || step.number % COMPARED == 0;
                match listening.hear(compared) {
                    Answered::Failed(Code::DatabaseAway) if self.conditions.faults => failed.push(step.clone()),
                    answered => self.judge(step, &**order, &answered, again)?,
                }
            }
            if failed.is_empty() {
                return Ok(());
            }
            open = failed;
        }
        Err(Violation::new("every caller is answered in the end", format!("{open:?}")))
    }

    /// Somebody else who is asked for the first steps of a batch too.
    fn rival(&mut self, steps: &[Step], hand: Hand) -> Result<Rival, Violation> {
        let first = &steps[..steps.len().div_ceil(2)];
        let submitted =
            self.node.submit(first).map_err(|fault| Violation::new("a history is asked", fault.to_string()))?;
        let patience = Patience { limit: Duration::ZERO, pause: |_| () };
        Ok(Box::new(move |store| {
            Writer::new(store.clone(), SHARD, Some(hand.clock()), patience).process(submitted.waiting);
        }))
    }

    fn judge(&mut self, step: &Step, order: &dyn Order, answered: &Answered, again: bool) -> Result<(), Violation> {
        let name = || format!("{step}: {answered:?}");
        let Answered::Decided { code, remembered, replayed, words } = answered else {
            return Err(Violation::new("every act is answered", name()));
        };
        if !again {
            *self.tally.entry((order.name(), *code)).or_default() += 1;
        }
        if matches!(code, Some(Code::Internal | Code::Unbalanced)) {
            return Err(Violation::new("no act fails by a fault of its own", name()));
        }
        if again && *code != Some(Code::KeyReused) && !replayed {
            return Err(Violation::new("a repeat is known as one", name()));
        }
        let Some(words) = words else { return Ok(()) };
        let store = self.store.read();
        let record = store.row::<Remembered>(&(format!("k{}", step.key), order.owner()));
        let asked = step.request_key().digest;
        let right = match (code, record) {
            (Some(Code::KeyReused), record) => record.is_some_and(|record| record.digest != asked),
            (_, record) if *remembered => {
                record.is_some_and(|record| record.digest == asked && record.outcome == *words)
            }
            (_, record) => record.is_none(),
        };
        if !right {
            return Err(Violation::new("what was answered is what is remembered", format!("{}: {record:?}", name())));
        }
        if *remembered {
            self.answered.push(step.clone());
        }
        Ok(())
    }
}

/// What goes wrong in the first attempts on a batch.
fn wrongs(rng: &mut Rng) -> Vec<Wrong> {
    // A batch that is halved does not fail besides: its callers would ask again in another order.
    match rng.below(4) {
        0 => vec![Wrong::Race],
        1 => vec![Wrong::Broken],
        _ => {
            let passing =
                [Wrong::Begin, Wrong::Load, Wrong::Write, Wrong::CommitLost, Wrong::CommitInDoubt, Wrong::Race];
            (0..=rng.below(2)).filter_map(|_| rng.pick(&passing).copied()).collect()
        }
    }
}
