//! `kupa tournament`: the rules of tournaments, as the service applies them.

pub mod forecast;
pub mod replay;
mod script;
pub mod settle_round;

use clap::Subcommand;
use serde_json::Number;

use super::jsonl::LineError;
use crate::domain::act::Refused;
use crate::domain::codes::Code;
use crate::domain::tournaments::chips::Chips;

/// The commands below `kupa tournament`.
#[derive(Debug, Subcommand)]
pub enum TournamentCommand {
    /// Forecast a tournament from its settings: length, rounds, moves, pool and overlay over many runs
    #[command(long_about = forecast::ABOUT)]
    Forecast(forecast::ForecastArgs),
    /// Replay whole tournaments from their events: one JSON object a line in, one out
    #[command(long_about = replay::ABOUT)]
    Replay,
    /// Settle single rounds: one JSON object a line in, one out
    #[command(long_about = settle_round::ABOUT)]
    SettleRound(settle_round::SettleRoundArgs),
}

/// The most chips that an input names anywhere.
const MAX_CHIPS: u64 = 1_000_000_000_000_000;

fn refused(refused: &Refused) -> LineError {
    LineError::refused(refused.code.as_str(), refused.sentence())
}

fn whole<T: TryFrom<u64>>(number: &Number, code: Code) -> Result<T, LineError> {
    number.as_u64().and_then(|number| T::try_from(number).ok()).ok_or_else(|| LineError::of(code))
}

fn chips(number: &Number) -> Result<Chips, LineError> {
    let chips = whole(number, Code::ChipsOutOfRange)?;
    if chips > MAX_CHIPS { Err(LineError::of(Code::ChipsOutOfRange)) } else { Ok(Chips(chips)) }
}

fn ratio(number: &Number) -> Result<u64, LineError> {
    let ratio = whole(number, Code::RatioOutOfRange)?;
    if ratio == 0 { Err(LineError::of(Code::RatioOutOfRange)) } else { Ok(ratio) }
}

fn negative_points(number: &Number) -> Result<u64, LineError> {
    whole(number, Code::NegativePointsOutOfRange)
}
