//! What a position is worth: the chances of the side about to roll, by an [`Evaluator`], for backgammon, nackgammon, tavla and
//! portes.
//!
//! Small bear-offs are exact, larger ones and races rest on how many rolls each side takes ([`bearoff`]), and what has contact
//! is judged by the evaluator at hand: here [`Plain`], which is honest about being plain. [`match_equity`] makes of these
//! chances that of winning a match. [`chances::fixed`] brings a figure to the four decimals by which games are settled.
//!
//! Nothing is random and nothing depends on the machine: all powers come from `libm`, all sums have a fixed order.
//!
//! ```
//! use kupa::rules::backgammon::Position;
//! use kupa::rules::backgammon::evaluate::chances::fixed;
//! use kupa::rules::backgammon::evaluate::{Evaluator, Plain};
//!
//! // Each side has one checker left, on its six point. Nine rolls of 36 do not bear it off.
//! let position: Position = ".....A............a......N.n".parse()?;
//! let evaluation = Plain.evaluate(&position).expect("backgammon, and not over");
//! assert!(evaluation.exact);
//! assert_eq!(fixed(evaluation.chances.win).to_string(), "0.8125");
//! # Ok::<(), kupa::rules::backgammon::Impossibles>(())
//! ```

pub mod bearoff;
pub mod chances;
mod contact;
pub mod match_equity;
mod race;

use super::{Legal, Movement, Plays, Position, Roll, Variant, result};
use chances::Chances;

/// What an evaluator says of a position.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Evaluation {
    /// The chances of the side about to roll, as if nobody had a cube.
    pub chances: Chances,
    /// Whether they are the true ones, not an estimate.
    pub exact: bool,
}

/// Why a position has no evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotEvaluated {
    /// It is of a game whose checkers do not hit each other: plakoto, fevga or acey-deucey.
    #[error("only positions of backgammon, nackgammon, tavla and portes are evaluated")]
    OtherMovement,
    /// A side has borne off all its checkers.
    #[error("the game is over")]
    GameOver,
}

/// Judges positions. The same evaluator says the same of the same position, always and everywhere.
pub trait Evaluator {
    /// What is stored with every figure of this evaluator. It changes whenever any figure does.
    fn version(&self) -> &'static str;

    /// The chances of the side from which the position is seen, about to roll. They count backgammons;
    /// [`Chances::in_variant`] makes them those of a game without.
    ///
    /// # Errors
    /// [`NotEvaluated`].
    fn evaluate(&self, position: &Position) -> Result<Evaluation, NotEvaluated>;
}

/// What needs no judgement of contact: bear-offs and races. `None`: a checker can still be hit.
///
/// # Errors
/// [`NotEvaluated`].
pub fn without_contact(position: &Position) -> Result<Option<Evaluation>, NotEvaluated> {
    if position.movement() != Movement::Hitting {
        return Err(NotEvaluated::OtherMovement);
    }
    if position.is_over() {
        return Err(NotEvaluated::GameOver);
    }
    Ok(race::evaluate(&position.own(), &position.opp()))
}

/// Bear-offs and races as [`without_contact`], and a plain estimate of everything else.
#[derive(Debug, Clone, Copy, Default)]
pub struct Plain;

impl Evaluator for Plain {
    fn version(&self) -> &'static str {
        "kupa-plain-1"
    }

    fn evaluate(&self, position: &Position) -> Result<Evaluation, NotEvaluated> {
        let known = without_contact(position)?;
        Ok(known.unwrap_or_else(|| {
            let chances = contact::estimate(&position.own(), &position.opp());
            Evaluation { chances, exact: false }
        }))
    }
}

/// The best legal play of a roll, and what the side that plays it has after it. `worth` is what that side tries to have most
/// of: the equity, or its chance in the match. Of equal plays the first.
///
/// # Errors
/// [`NotEvaluated`].
pub fn best_play(
    evaluator: &dyn Evaluator,
    variant: Variant,
    position: &Position,
    roll: Roll,
    worth: impl Fn(&Chances) -> f64,
) -> Result<(Legal, Evaluation), NotEvaluated> {
    without_contact(position)?;
    let mut best: Option<(Legal, Evaluation, f64)> = None;
    let mut exact = true;
    for legal in &Plays::of(position, roll) {
        let found = match result(variant, &legal.position) {
            Some(class) => Evaluation { chances: Chances::won(class), exact: true },
            None => {
                let theirs = evaluator.evaluate(&legal.position.turned())?;
                Evaluation { chances: theirs.chances.turned().in_variant(variant), ..theirs }
            }
        };
        exact &= found.exact;
        let worth = worth(&found.chances);
        if best.is_none_or(|(_, _, most)| worth > most) {
            best = Some((*legal, found, worth));
        }
    }
    let (legal, found, _) = best.ok_or(NotEvaluated::GameOver)?;
    Ok((legal, Evaluation { exact, ..found }))
}

#[cfg(test)]
mod tests;
