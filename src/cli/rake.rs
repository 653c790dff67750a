//! `kupa rake`: the house's commission, reckoned as a settlement reckons it.

use std::collections::BTreeMap;
use std::io::{Read, Write};

use clap::builder::FalseyValueParser;
use clap::{Args, Subcommand};
use serde::{Deserialize, Serialize};
use serde_json::Number;

use super::jsonl::{LineError, StreamEnd, stream};
use crate::domain::codes::Code;
use crate::domain::exact::{Exact, ExactError};
use crate::domain::money::{Currency, Minor};
use crate::domain::rake::{Explanation, Played, RakeError, Reckoning, Schedule, Shown, Step, TierBasis};
use crate::domain::rake::{reckon as reckon_game, shipped};
use crate::rules::rating::Rating;

/// The commands below `kupa rake`.
#[derive(Debug, Subcommand)]
pub enum RakeCommand {
    /// Reckon the rake of finished games: one JSON object a line in, one out
    #[command(long_about = RECKON)]
    Reckon(ReckonArgs),
}

/// The options of `kupa rake reckon`.
#[derive(Debug, Args)]
pub struct ReckonArgs {
    /// Add each step of the reckoning, named, as `steps`
    #[arg(long, env = "KUPA_EXPLAIN", value_parser = FalseyValueParser::new())]
    pub explain: bool,
}

const RECKON: &str = "\
Reckon the rake of finished games: one JSON object a line on standard input, one on standard output.

In:   {\"schedule\": \"sheshbesh\", \"kind\": \"single\", \"currency\": \"USD\", \"stake\": \"5\",
       \"cube\": 1, \"result\": 2, \"rating_winner\": \"1700\", \"rating_loser\": \"1700\"}
Out:  {\"amount\": \"10.00\", \"rate_percent\": \"4.9\", \"surcharge_percent\": \"0\", \"discount_percent\": \"0\",
       \"capped\": false, \"rake_each\": \"0.49\", \"house\": \"0.98\", \"winner\": \"9.02\", \"loser\": \"-10.00\"}

schedule      sheshbesh, giants, dark_room or gammonempire
kind          single, with cube and result (1 single, 2 gammon, 3 backgammon); or match, with points
tier_basis    stake (the default) or amount: what chooses the tier of a single game
limit         the most that can pass, if the table has a limit

A game that the rules refuse answers {\"error\": \"...\", \"message\": \"...\"} and the run goes on.
A line of another shape ends the run with exit status 2 and its number on standard error.";

#[derive(Deserialize)]
struct Line {
    schedule: String,
    kind: String,
    currency: String,
    stake: String,
    rating_winner: String,
    rating_loser: String,
    tier_basis: Option<String>,
    limit: Option<String>,
    cube: Option<Number>,
    result: Option<Number>,
    points: Option<Number>,
}

#[derive(Serialize)]
struct Answer {
    #[serde(flatten)]
    figures: Shown,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Vec<Step>>,
}

/// `kupa rake reckon`.
///
/// # Errors
/// [`StreamEnd`], where the run ended before its input did.
pub fn reckon(input: impl Read, output: impl Write, args: &ReckonArgs) -> Result<(), StreamEnd> {
    let schedules = Schedules::shipped();
    stream(input, output, |line: Line| {
        let explanation = schedules.reckon(&line)?;
        let steps = args.explain.then(|| explanation.steps());
        Ok(Answer { figures: explanation.shown(), steps })
    })
}

/// The shipped schedules, each by stake and by amount.
struct Schedules(BTreeMap<&'static str, [Schedule; 2]>);

impl Schedules {
    fn shipped() -> Self {
        let both = |schedule: Schedule| {
            let by_amount = Schedule { tier_basis: TierBasis::Amount, ..schedule.clone() };
            [Schedule { tier_basis: TierBasis::Stake, ..schedule }, by_amount]
        };
        Self(shipped::schedules().into_iter().map(|(slug, schedule)| (slug, both(schedule))).collect())
    }

    fn reckon(&self, line: &Line) -> Result<Explanation, LineError> {
        let played = line.played()?;
        let found = self.0.get(line.schedule.as_str());
        let [by_stake, by_amount] = found.ok_or_else(|| LineError::of(Code::UnknownSchedule))?;
        let schedule = match line.tier_basis.as_deref() {
            None | Some("stake") => by_stake,
            Some("amount") => by_amount,
            Some(_) => return Err(LineError::of(Code::UnknownTierBasis)),
        };
        let reckoned = line.game(played).and_then(|game| reckon_game(schedule, &game));
        reckoned.map_err(|error| LineError::refused(error.code(), error.to_string()))
    }
}

impl Line {
    /// What was played. Numbers out of any range are refused like other wrong ones; their absence is a wrong shape.
    fn played(&self) -> Result<Played, LineError> {
        let refused = |error: RakeError| LineError::refused(error.code(), error.to_string());
        match self.kind.as_str() {
            "single" => {
                let cube = self.cube.as_ref().ok_or_else(|| LineError::missing("cube"))?;
                let result = self.result.as_ref().ok_or_else(|| LineError::missing("result"))?;
                let cube = whole(cube).ok_or_else(|| refused(RakeError::CubeNotPowerOfTwo))?;
                let result = whole(result).ok_or_else(|| refused(RakeError::ResultOutOfRange))?;
                Ok(Played::Single { cube, result })
            }
            "match" => {
                let points = self.points.as_ref().ok_or_else(|| LineError::missing("points"))?;
                let points = whole(points).ok_or_else(|| refused(RakeError::PointsOutOfRange))?;
                Ok(Played::Match { points })
            }
            _ => Err(LineError::of(Code::UnknownKind)),
        }
    }

    fn game(&self, played: Played) -> Result<Reckoning, RakeError> {
        let currency = Currency::from_code(&self.currency)?;
        let money = |text: &String| Ok::<_, RakeError>(Minor::from_decimal(text.parse::<Exact>()?.0, currency)?);
        Ok(Reckoning {
            played,
            stake: money(&self.stake)?,
            currency,
            limit: self.limit.as_ref().map(money).transpose()?,
            rating_winner: rating(&self.rating_winner)?,
            rating_loser: rating(&self.rating_loser)?,
            surcharges: true,
            adjudicated: None,
        })
    }
}

fn whole<T: TryFrom<u64>>(number: &Number) -> Option<T> {
    number.as_u64().and_then(|number| T::try_from(number).ok())
}

/// A rating as stored: its decimals decide, so more of them than are stored are refused, not rounded.
fn rating(text: &str) -> Result<Rating, RakeError> {
    let points: Exact = text.parse().map_err(|error| match error {
        ExactError::NotADecimal => RakeError::NotADecimal,
        ExactError::TooManyDecimals => RakeError::RatingTooManyDecimals,
        ExactError::OutOfRange => RakeError::RatingOutOfRange,
    })?;
    Ok(Rating::from_decimal(points.0)?)
}
