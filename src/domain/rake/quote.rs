//! The quote before a game: the rake of every result that it can have, with each step (`rake.md`, "What people need").

use serde::Serialize;

use super::error::RakeError;
use super::explanation::{Explanation, Played, Reckoning, Shown, Step};
use super::reckon::reckon;
use super::schedule::Schedule;
use crate::domain::games::terms::GameKind;
use crate::domain::money::{Currency, Minor};
use crate::rules::rating::Rating;

/// What somebody wants to know before a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Question {
    /// A single game or a match.
    pub kind: GameKind,
    /// The stake.
    pub stake: Minor,
    /// Its currency.
    pub currency: Currency,
    /// The table's limit.
    pub limit: Option<Minor>,
    /// Both ratings; the reckoning is the same whoever wins.
    pub ratings: [Rating; 2],
    /// Whether the room applies the schedule's surcharges.
    pub surcharges: bool,
    /// The highest cube to quote for: 64 unless the table says otherwise, 1 without a cube.
    pub cube_max: u32,
    /// The highest result to quote for: 3, or 2 in variants without triples.
    pub result_max: u8,
}

/// The answer: a line for each result.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Quote {
    /// Cubes ascending, and results within each; for a match one line.
    pub lines: Vec<QuoteLine>,
}

/// What one result would cost.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct QuoteLine {
    /// The result.
    pub played: Played,
    /// The figures as people read them.
    #[serde(flatten)]
    pub figures: Shown,
    /// Why: each step.
    pub steps: Vec<Step>,
    /// The whole reckoning.
    #[serde(skip)]
    pub explanation: Explanation,
}

/// Quotes the rake of each result that a game can have.
///
/// # Errors
/// [`RakeError`] as for the reckoning of each; `cube_not_power_of_two` and `result_out_of_range` also for the highest
/// ones asked for.
pub fn quote(schedule: &Schedule, question: &Question) -> Result<Quote, RakeError> {
    let played: Vec<Played> = match question.kind {
        GameKind::Match { points } => vec![Played::Match { points }],
        GameKind::Single if !question.cube_max.is_power_of_two() => return Err(RakeError::CubeNotPowerOfTwo),
        GameKind::Single if !(1..=3).contains(&question.result_max) => return Err(RakeError::ResultOutOfRange),
        GameKind::Single => (0..=question.cube_max.trailing_zeros())
            .flat_map(|turned| {
                (1..=question.result_max).map(move |result| Played::Single { cube: 1 << turned, result })
            })
            .collect(),
    };
    let lines = played.into_iter().map(|played| line(schedule, question, played)).collect::<Result<_, _>>()?;
    Ok(Quote { lines })
}

fn line(schedule: &Schedule, question: &Question, played: Played) -> Result<QuoteLine, RakeError> {
    let game = Reckoning {
        played,
        stake: question.stake,
        currency: question.currency,
        limit: question.limit,
        rating_winner: question.ratings[0],
        rating_loser: question.ratings[1],
        surcharges: question.surcharges,
        adjudicated: None,
    };
    let explanation = reckon(schedule, &game)?;
    Ok(QuoteLine { played, figures: explanation.shown(), steps: explanation.steps(), explanation })
}
