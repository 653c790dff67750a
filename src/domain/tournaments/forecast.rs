//! What a tournament will be like, before it is published: how long, how many rounds, re-entries and moves, what pool, and
//! how often the house must add to it.
//!
//! Tournaments are played from first draw to last round by the rules that settle real ones; only what happens at the
//! tables is invented, by a [`Model`]. The same seed gives the same forecast.

pub mod model;
mod play;
pub mod spread;

use serde::Serialize;

use super::prizes::{Group, Pool, PrizeError, award};
use super::ranking::{Rank, RankedBy};
use super::seed::Seed;
use super::settings::Settings;
use crate::domain::act::Refused;
use crate::domain::money::{Minor, MoneyError};
use crate::rules::secret::Secret;
use model::Model;
use play::{Play, Played};
use spread::Spread;

/// The most entrants times runs that are forecast at once.
pub const MOST_ENTRIES: u64 = 10_000_000;

/// A forecast; every figure over all runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Forecast {
    /// People who enter.
    pub entrants: u32,
    /// Tournaments played.
    pub runs: u32,
    /// Of these, how many had not ended after [`Model::longest_s`]; their figures are those of that moment.
    pub unended_runs: u32,
    /// From the start to the end, in seconds.
    pub length_s: Spread,
    /// From the start to the final table, in seconds.
    pub final_table_after_s: Spread,
    /// The level in force at the end.
    pub last_level: Spread,
    /// Rounds at all tables together.
    pub rounds: Spread,
    /// Re-entries by all together.
    pub re_entries: Spread,
    /// Players who changed their table.
    pub moves: Spread,
    /// Players who were left waiting for a seat.
    pub waits: Spread,
    /// The prize pool.
    pub pool_minor: Spread,
    /// What the house adds to reach the guarantee.
    pub overlay_minor: Spread,
    /// In how many of all runs it adds something, in basis points.
    pub overlay_bp: u32,
    /// What the house earns in fees less what it adds.
    pub house_minor: Spread,
    /// Places that win something.
    pub places_paid: Spread,
    /// What the best prize is worth.
    pub best_prize_minor: Spread,
}

/// Why nothing is forecast.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ForecastError {
    /// Fewer or more than may play.
    #[error("from {least} to {most} entrants may play")]
    Entrants {
        /// The least.
        least: u32,
        /// The most.
        most: u32,
    },
    /// None, or more than are played at once.
    #[error("at least one run, and entrants times runs at most {MOST_ENTRIES}")]
    Runs,
    /// The model cannot be played.
    #[error("{0}")]
    Model(&'static str),
    /// The settings are not such as are saved.
    #[error("the settings cannot be played: {0}")]
    Settings(String),
}

impl From<Refused> for ForecastError {
    fn from(refused: Refused) -> Self {
        Self::Settings(refused.sentence())
    }
}

impl From<MoneyError> for ForecastError {
    fn from(error: MoneyError) -> Self {
        Self::Settings(error.to_string())
    }
}

impl From<PrizeError> for ForecastError {
    fn from(error: PrizeError) -> Self {
        Self::Settings(error.to_string())
    }
}

/// Plays a tournament with these settings and so many entrants `runs` times over. The settings must have been found free
/// of faults.
///
/// # Errors
/// [`ForecastError`].
pub fn forecast(
    settings: &Settings,
    model: &Model,
    entrants: u32,
    runs: u32,
    seed: u64,
) -> Result<Forecast, ForecastError> {
    let (least, most) = (settings.least_players(), settings.players.most);
    if !(least..=most).contains(&entrants) {
        return Err(ForecastError::Entrants { least, most });
    }
    if runs == 0 || u64::from(entrants) * u64::from(runs) > MOST_ENTRIES {
        return Err(ForecastError::Runs);
    }
    model.check().map_err(ForecastError::Model)?;
    let mut played = Vec::new();
    for run in 0..runs {
        let play = Play::begin(settings, model, seed_of(seed, run), entrants)?;
        played.push(Priced::of(settings, play.finish()?)?);
    }
    let spread = |of: fn(&Priced) -> i64| Spread::of(played.iter().map(of).collect());
    let count = |of: fn(&Priced) -> bool| u32::try_from(played.iter().filter(|run| of(run)).count()).unwrap_or(runs);
    let overlaid = u64::from(count(|run| run.overlay > 0)) * 10_000 / u64::from(runs);
    Ok(Forecast {
        entrants,
        runs,
        unended_runs: count(|run| !run.played.ended),
        length_s: spread(|run| run.played.length_s),
        final_table_after_s: spread(|run| run.played.final_table_after_s),
        last_level: spread(|run| run.played.last_level.into()),
        rounds: spread(|run| run.played.rounds.into()),
        re_entries: spread(|run| run.played.re_entries.into()),
        moves: spread(|run| run.played.moves.into()),
        waits: spread(|run| run.played.waits.into()),
        pool_minor: spread(|run| run.pool),
        overlay_minor: spread(|run| run.overlay),
        overlay_bp: u32::try_from(overlaid).unwrap_or(u32::MAX),
        house_minor: spread(|run| run.house),
        places_paid: spread(|run| run.places),
        best_prize_minor: spread(|run| run.best_prize),
    })
}

/// The seed of one run.
fn seed_of(seed: u64, run: u32) -> Seed {
    let mut bytes = [0; 32];
    let numbers = seed.to_be_bytes().into_iter().chain(run.to_be_bytes());
    bytes.iter_mut().zip(numbers).for_each(|(byte, number)| *byte = number);
    Seed::new(Secret::new(bytes))
}

/// A run and its money, in minor units.
struct Priced {
    played: Played,
    pool: i64,
    overlay: i64,
    house: i64,
    places: i64,
    best_prize: i64,
}

impl Priced {
    fn of(settings: &Settings, played: Played) -> Result<Self, ForecastError> {
        let group = |rank: &Rank| Group {
            registrations: rank.registrations.clone(),
            disqualified: matches!(rank.by, RankedBy::Disqualification(_)),
        };
        let ranking = played.ranking.iter().map(group).collect();
        let won = award(&settings.reckoning(played.re_entries, ranking)?)?;
        let prices = settings.prices()?;
        let pool = Pool::of((played.entrants, prices.buy_in), (played.re_entries, prices.re_entry), prices.guarantee)?;
        let overlay = pool.overlay()?;
        let fees: Minor = prices.fee.times(played.entrants.into())?;
        Ok(Self {
            pool: pool.total()?.0,
            overlay: overlay.0,
            house: fees.minus(overlay)?.0,
            places: i64::try_from(won.prizes.len()).unwrap_or(i64::MAX),
            best_prize: won.prizes.first().map_or(0, |prize| prize.worth().0),
            played,
        })
    }
}

#[cfg(test)]
mod tests;
