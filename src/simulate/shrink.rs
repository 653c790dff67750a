//! The shortest history that still fails: parts of it are left out as long as the same rule breaks.

use super::check::Violation;
use super::stage::{Conditions, Stage};
use super::step::Step;

/// So many acts are played at most in search of a shorter history.
const PLAYED_AT_MOST: usize = 2_000_000;

/// Plays a history from nothing to its end.
///
/// # Errors
/// The first rule that does not hold.
pub fn replay(history: &[Step], conditions: Conditions) -> Result<Stage, Violation> {
    let mut stage = Stage::new(conditions);
    stage.play(history)?;
    stage.finish()?;
    Ok(stage)
}

/// Leaves out of a failing history what its failure does not need.
#[must_use]
pub fn shrink(history: Vec<Step>, conditions: Conditions, failure: &Violation) -> Vec<Step> {
    let mut kept = history;
    let mut budget = PLAYED_AT_MOST;
    let mut size = kept.len().div_ceil(2);
    while size > 0 {
        let before = kept.len();
        // From the end: what came last hangs on what came first, not the other way round.
        let mut end = kept.len();
        while end > 0 {
            let start = end.saturating_sub(size);
            if budget < kept.len() {
                return kept;
            }
            budget -= kept.len();
            let mut tried = kept.clone();
            tried.drain(start..end);
            if replay(&tried, conditions).is_err_and(|other| other.rule == failure.rule) {
                kept = tried;
            }
            end = start;
        }
        // At single steps again as long as something goes.
        size = if size > 1 { size / 2 } else { usize::from(kept.len() < before) };
    }
    kept
}
