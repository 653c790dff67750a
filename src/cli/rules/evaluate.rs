//! `kupa rules evaluate`.

use std::io::{Read, Write};

use serde::Serialize;

use super::PositionLine;
use crate::cli::jsonl::{LineError, StreamEnd, stream};
use crate::domain::codes::Code;
use crate::rules::backgammon::evaluate::{Evaluator, NotEvaluated, Plain};

/// What `--help` says of it.
pub(super) const ABOUT: &str = "\
Judge positions, the mover being about to roll: one JSON object a line on standard input, one on
standard output.

In:   {\"pos\": \".....A............a......N.n\"}
Out:  {\"p\": [0.8125, 0.0, 0.0, 0.0, 0.0], \"eq\": 0.625, \"exact\": true}

pos           28 characters, seen by the side to move, as in `kupa rules plays`
variant       backgammon (the default), tavla, nackgammon or portes
p             the mover's chances: to win, to win a gammon or more, to win a backgammon, to lose a
              gammon or more, to lose a backgammon
eq            the points that the mover wins on average, from -3 to 3, without a cube
exact         whether these are the true figures: bear-offs of up to six checkers a side. Larger
              ones and races rest on how many rolls each side takes by itself; where checkers can
              still be hit it is a plain estimate

What the rules refuse answers {\"error\": \"...\", \"message\": \"...\"} and the run goes on. A line of
another shape ends the run with exit status 2 and its number on standard error.";

#[derive(Serialize)]
struct Answer {
    p: [f64; 5],
    eq: f64,
    exact: bool,
}

/// `kupa rules evaluate`.
///
/// # Errors
/// [`StreamEnd`], where the run ended before its input did.
pub fn run(input: impl Read, output: impl Write) -> Result<(), StreamEnd> {
    stream(input, output, |line: PositionLine| answer(&line))
}

fn answer(line: &PositionLine) -> Result<Answer, LineError> {
    let (variant, position) = line.position()?;
    let found = Plain.evaluate(&position).map_err(|error| match error {
        NotEvaluated::GameOver => LineError::of(Code::GameOver),
        NotEvaluated::OtherMovement => LineError::of(Code::VariantNotEvaluated),
    })?;
    let chances = found.chances.in_variant(variant);
    let p = [chances.win, chances.win_gammon, chances.win_backgammon, chances.lose_gammon, chances.lose_backgammon];
    Ok(Answer { p: p.map(millionths), eq: millionths(chances.equity()), exact: found.exact })
}

/// As it is shown: the sixth decimal is beyond what any of the figures is good for.
fn millionths(figure: f64) -> f64 {
    (figure * 1e6).round() / 1e6
}
