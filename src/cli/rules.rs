//! `kupa rules`: the rules of the games, as the referee applies them.

mod cards;
pub mod evaluate;
pub mod gin;
pub mod hand;
pub mod matches;
pub mod plays;
pub mod result;

use std::io::{Read, Write};

use clap::builder::FalseyValueParser;
use clap::{Args, Subcommand};
use rust_decimal::RoundingStrategy;
use serde::{Deserialize, Serialize};
use serde_json::Number;

use super::jsonl::{LineError, StreamEnd, stream};
use crate::domain::codes::Code;
use crate::domain::exact::{Exact, ExactError};
use crate::rules::backgammon::{Position, Variant};
use crate::rules::rating::{Rated, Rating, RatingError, change, win_chance};

/// The commands below `kupa rules`.
#[derive(Debug, Subcommand)]
pub enum RulesCommand {
    /// Judge backgammon positions: one JSON object a line in, one out
    #[command(long_about = evaluate::ABOUT)]
    Evaluate,
    /// Arrange and judge hands of gin: one JSON object a line in, one out
    #[command(long_about = gin::ABOUT)]
    Gin(ExplainArgs),
    /// Say what finished hands of gin and rummy are worth: one JSON object a line in, one out
    #[command(long_about = hand::ABOUT)]
    Hand(ExplainArgs),
    /// Replay and score transcripts of matches: .mat files, a line of JSON each
    #[command(long_about = matches::ABOUT)]
    Match(matches::MatchArgs),
    /// Find the legal plays of backgammon positions: one JSON object a line in, one out
    #[command(long_about = plays::ABOUT)]
    Plays,
    /// Say what finished games of backgammon are worth: one JSON object a line in, one out
    #[command(long_about = result::ABOUT)]
    Result,
    /// Reckon rating changes (FIBS formula): one JSON object a line in, one out
    #[command(long_about = RATING)]
    Rating,
}

/// The options of a command that can explain its figures.
#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// Add each step of the reckoning, named, as `steps`
    #[arg(long, env = "KUPA_EXPLAIN", value_parser = FalseyValueParser::new())]
    pub explain: bool,
}

const RATING: &str = "\
Reckon what a finished match does to both ratings, by the FIBS formula: one JSON object a line on
standard input, one on standard output.

In:   {\"length\": 3, \"r1\": \"1287.95\", \"exp1\": 131, \"r2\": \"1479.94\", \"exp2\": 237, \"winner\": 1}
Out:  {\"p1_win\": \"0.4054404871\", \"change1\": \"15.199956\", \"change2\": \"-10.833573\",
       \"new1\": \"1303.149956\", \"new2\": \"1469.106427\"}

length        points of the match; 1 for a money game
r1, r2        the ratings before the match
exp1, exp2    the sum of the match lengths that each had played before it
winner        1 or 2
p1_win        the chance of player 1 before the match

Changes are fixed to millionths. What the rules refuse answers {\"error\": \"...\",
\"message\": \"...\"} and the run goes on. A line of another shape ends the run with exit
status 2 and its number on standard error.";

#[derive(Deserialize)]
struct RatingLine {
    length: Number,
    r1: String,
    exp1: Number,
    r2: String,
    exp2: Number,
    winner: Number,
}

#[derive(Serialize)]
struct RatingAnswer {
    p1_win: String,
    change1: Rating,
    change2: Rating,
    new1: Rating,
    new2: Rating,
}

/// `kupa rules rating`.
///
/// # Errors
/// [`StreamEnd`], where the run ended before its input did.
pub fn rating(input: impl Read, output: impl Write) -> Result<(), StreamEnd> {
    stream(input, output, |line: RatingLine| rating_line(&line))
}

fn rating_line(line: &RatingLine) -> Result<RatingAnswer, LineError> {
    let length = line.length.as_u64().and_then(|length| u32::try_from(length).ok());
    let length = length.ok_or_else(|| refused(RatingError::LengthOutOfRange))?;
    let one = Rated { rating: points(&line.r1)?, experience: experience(&line.exp1)? };
    let two = Rated { rating: points(&line.r2)?, experience: experience(&line.exp2)? };
    let (change1, change2) = match line.winner.as_u64() {
        Some(1) => change(length, one, two).map(|change| (change.winner, change.loser)),
        Some(2) => change(length, two, one).map(|change| (change.loser, change.winner)),
        _ => return Err(LineError::of(Code::WinnerNotAtTable)),
    }
    .map_err(refused)?;
    let p1_win = win_chance(length, one.rating, two.rating).map_err(refused)?;
    Ok(RatingAnswer {
        p1_win: format!("{p1_win:.10}"),
        change1,
        change2,
        new1: one.rating.changed_by(change1).map_err(refused)?,
        new2: two.rating.changed_by(change2).map_err(refused)?,
    })
}

fn refused(error: RatingError) -> LineError {
    LineError::refused(error.code(), error.to_string())
}

fn experience(number: &Number) -> Result<u64, LineError> {
    number.as_u64().ok_or_else(|| LineError::of(Code::ExperienceOutOfRange))
}

/// A rating, brought to the millionths in which ratings are stored.
fn points(text: &str) -> Result<Rating, LineError> {
    let points: Exact = text.parse().map_err(|error: ExactError| match error {
        ExactError::NotADecimal => LineError::of(Code::NotADecimal),
        ExactError::TooManyDecimals => refused(RatingError::RatingTooManyDecimals),
        ExactError::OutOfRange => refused(RatingError::RatingOutOfRange),
    })?;
    let millionths = points.0.round_dp_with_strategy(6, RoundingStrategy::MidpointAwayFromZero);
    Rating::from_decimal(millionths).map_err(refused)
}

/// A line that is a position of a variant.
#[derive(Deserialize)]
struct PositionLine {
    pos: String,
    variant: Option<String>,
}

impl PositionLine {
    fn position(&self) -> Result<(Variant, Position), LineError> {
        let variant = variant(self.variant.as_deref())?;
        Ok((variant, position(variant, &self.pos)?))
    }
}

/// The variant of a word; without a word, backgammon.
fn variant(slug: Option<&str>) -> Result<Variant, LineError> {
    slug.map_or(Some(Variant::Backgammon), Variant::of_slug).ok_or_else(|| LineError::of(Code::UnknownVariant))
}

/// A position of a variant, from its text; refused with everything that is wrong with it.
fn position(variant: Variant, text: &str) -> Result<Position, LineError> {
    Position::read(variant.movement(), text)
        .map_err(|impossibles| LineError::refused(Code::PositionImpossible.as_str(), impossibles.to_string()))
}
