//! `kupa rules result`.

use std::io::{Read, Write};

use serde::Serialize;

use super::PositionLine;
use crate::cli::jsonl::{LineError, StreamEnd, stream};
use crate::domain::codes::Code;
use crate::rules::backgammon;

/// What `--help` says of it.
pub(super) const ABOUT: &str = "\
Say what finished games are worth: one JSON object a line on standard input, one on standard output.

In:   {\"pos\": \"........a.........haa.bb.O..\"}
Out:  {\"class\": \"gammon\", \"points\": 2}

pos           the finished board, seen by the winner, in the 28 characters of `kupa rules plays`
variant       backgammon (the default), tavla, nackgammon, portes, plakoto, fevga or acey_deucey
class         single, gammon or backgammon
points        1, 2 or 3: what the cube is multiplied with

What the rules refuse answers {\"error\": \"...\", \"message\": \"...\"} and the run goes on. A line of
another shape ends the run with exit status 2 and its number on standard error.";

#[derive(Serialize)]
struct Answer {
    class: &'static str,
    points: u8,
}

/// `kupa rules result`.
///
/// # Errors
/// [`StreamEnd`], where the run ended before its input did.
pub fn run(input: impl Read, output: impl Write) -> Result<(), StreamEnd> {
    stream(input, output, |line: PositionLine| answer(&line))
}

fn answer(line: &PositionLine) -> Result<Answer, LineError> {
    let (variant, position) = line.position()?;
    let class = backgammon::result(variant, &position);
    let class = class.ok_or_else(|| LineError::of(Code::GameNotFinished))?;
    Ok(Answer { class: class.slug(), points: class.points() })
}
