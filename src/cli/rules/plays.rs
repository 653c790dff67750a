//! `kupa rules plays`.

use std::io::{Read, Write};

use serde::{Deserialize, Serialize};
use serde_json::Number;

use super::{position, variant};
use crate::cli::jsonl::{LineError, StreamEnd, stream};
use crate::domain::codes::Code;
use crate::rules::backgammon::{Plays, Roll};

/// What `--help` says of it.
pub(super) const ABOUT: &str = "\
Find the positions that legal plays lead to: one JSON object a line on standard input, one on
standard output.

In:   {\"pos\": \"b....E.C...eE...c.e....B....\", \"dice\": [6, 6]}
Out:  {\"n\": 11, \"dice_used\": 4, \"results\": \"b....EBC...eC...cBe......... b....E...\"}

pos           28 characters, seen by the side to move: its points 1 to 24, its bar, its off, the
              opponent's bar, the opponent's off; . for none, A to O for 1 to 15 of the mover's
              checkers, a to o for the opponent's; in plakoto the letter is of the side that pins, and
              /8/15 after them names the points with a pinned checker
dice          the two dice, in any order
variant       backgammon (the default), tavla, nackgammon, portes, plakoto, fevga or acey_deucey
n             how many positions the legal plays lead to
dice_used     how many dice every legal play uses: 0 to 4
results       these positions, still seen by the mover, in the order of their bytes; where nothing
              can be played, the position itself

What the rules refuse answers {\"error\": \"...\", \"message\": \"...\"} and the run goes on. A line of
another shape ends the run with exit status 2 and its number on standard error.";

#[derive(Deserialize)]
struct Line {
    pos: String,
    dice: [Number; 2],
    variant: Option<String>,
}

#[derive(Serialize)]
struct Answer {
    n: usize,
    dice_used: u8,
    results: String,
}

/// `kupa rules plays`.
///
/// # Errors
/// [`StreamEnd`], where the run ended before its input did.
pub fn run(input: impl Read, output: impl Write) -> Result<(), StreamEnd> {
    let mut plays = Plays::new();
    stream(input, output, |line: Line| answer(&mut plays, &line))
}

fn answer(plays: &mut Plays, line: &Line) -> Result<Answer, LineError> {
    let position = position(variant(line.variant.as_deref())?, &line.pos)?;
    let [a, b] = &line.dice;
    let roll = Roll::new(die(a)?, die(b)?).map_err(|_| LineError::of(Code::DieOutOfRange))?;
    if position.is_over() {
        return Err(LineError::of(Code::GameOver));
    }
    plays.find(&position, roll);
    let mut results: Vec<String> = plays.iter().map(|legal| legal.position.to_string()).collect();
    results.sort_unstable();
    Ok(Answer { n: plays.len(), dice_used: plays.dice_used(), results: results.join(" ") })
}

fn die(number: &Number) -> Result<u8, LineError> {
    let die = number.as_u64().and_then(|die| u8::try_from(die).ok());
    die.ok_or_else(|| LineError::of(Code::DieOutOfRange))
}
