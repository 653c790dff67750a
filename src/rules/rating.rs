//! Ratings: the FIBS formula (`backgammon.md`, Ratings).
//!
//! `D = |r1 - r2|`, `P = 1 / (10^(D sqrt(N) / 2000) + 1)` the chance of the upset; the change is `4 K sqrt(N) (1 - P)`
//! for an upset and `4 K sqrt(N) P` otherwise, `K = max(1, 5 - experience / 100)`. The powers come from `libm`, whose
//! results are the same on every platform, and a change is fixed to millionths, half away from zero.

use std::fmt;

use rust_decimal::Decimal;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Millionths in one point.
const MILLION: i64 = 1_000_000;
/// The largest rating either way, in millionths: a thousand million points.
const MAX_MILLIONTHS: i64 = 1_000_000_000 * MILLION;

/// Why a rating cannot be reckoned or held.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RatingError {
    /// A rating is, or would become, larger than a thousand million points either way.
    #[error("the rating is out of range")]
    RatingOutOfRange,
    /// A rating has more than six decimal places.
    #[error("a rating has at most six decimal places")]
    RatingTooManyDecimals,
    /// The match length is 0.
    #[error("the length of a match is at least 1")]
    LengthOutOfRange,
}

impl RatingError {
    /// The stable word of this refusal.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::RatingOutOfRange => "rating_out_of_range",
            Self::RatingTooManyDecimals => "rating_too_many_decimals",
            Self::LengthOutOfRange => "length_out_of_range",
        }
    }
}

/// A rating, or a change of one, in millionths of a point: as stored, never rounded for a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rating(i64);

impl Rating {
    /// What a player begins with (`backgammon.md`, Ratings).
    pub const START: Self = Self(1500 * MILLION);

    /// From millionths of a point.
    #[must_use]
    pub const fn from_millionths(millionths: i64) -> Self {
        Self(millionths)
    }

    /// Millionths of a point.
    #[must_use]
    pub const fn millionths(self) -> i64 {
        self.0
    }

    /// From a decimal, exactly.
    ///
    /// # Errors
    /// [`RatingError::RatingTooManyDecimals`] beyond millionths, [`RatingError::RatingOutOfRange`] beyond what is held.
    pub fn from_decimal(points: Decimal) -> Result<Self, RatingError> {
        let points = points.normalize();
        if points.scale() > 6 {
            return Err(RatingError::RatingTooManyDecimals);
        }
        let factor = 10_i128.pow(6 - points.scale());
        let millionths = points.mantissa().checked_mul(factor).and_then(|wide| i64::try_from(wide).ok());
        Self(millionths.unwrap_or(i64::MAX)).in_range()
    }

    /// As a decimal, exactly, without trailing zeros.
    #[must_use]
    pub fn to_decimal(self) -> Decimal {
        Decimal::new(self.0, 6).normalize()
    }

    /// What is shown: whole points, cut and not rounded, so that 1619.99 never shows as 1620 (`edge-cases.md` 29).
    #[must_use]
    pub fn shown(self) -> i64 {
        self.0.div_euclid(MILLION)
    }

    /// This rating after a change.
    ///
    /// # Errors
    /// [`RatingError::RatingOutOfRange`] where it would leave the range.
    pub fn changed_by(self, change: Self) -> Result<Self, RatingError> {
        Self(self.0.checked_add(change.0).unwrap_or(i64::MAX)).in_range()
    }

    /// The distance between two ratings.
    #[must_use]
    pub fn gap(self, other: Self) -> Self {
        Self(i64::try_from(self.0.abs_diff(other.0)).unwrap_or(i64::MAX))
    }

    fn in_range(self) -> Result<Self, RatingError> {
        if self.0.unsigned_abs() > MAX_MILLIONTHS.unsigned_abs() {
            return Err(RatingError::RatingOutOfRange);
        }
        Ok(self)
    }
}

impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.to_decimal(), f)
    }
}

impl Serialize for Rating {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Rating {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        if !text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.' || byte == b'-') {
            return Err(serde::de::Error::custom("a rating is a decimal as a string, like \"1620.5\""));
        }
        let points = Decimal::from_str_exact(&text).map_err(serde::de::Error::custom)?;
        Self::from_decimal(points).map_err(serde::de::Error::custom)
    }
}

/// A player as the formula sees them **at the start** of the game (`edge-cases.md` 30).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rated {
    /// The rating before the game.
    pub rating: Rating,
    /// The sum of the match lengths played before it.
    pub experience: u64,
}

/// What a finished game does to both ratings. The two need not cancel: each player has a K of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RatingChange {
    /// Added to the winner's rating; never below 0.
    pub winner: Rating,
    /// Added to the loser's rating; never above 0.
    pub loser: Rating,
}

/// The chance of the lower rated of two players in a match to `length` points.
fn upset(length: u32, a: Rating, b: Rating) -> f64 {
    #[allow(clippy::cast_precision_loss)] // beyond 2^53 millionths the power is infinite and the chance 0
    let gap = a.0.abs_diff(b.0) as f64 / MILLION as f64;
    1.0 / (libm::pow(10.0, gap * libm::sqrt(f64::from(length)) / 2000.0) + 1.0)
}

fn checked(length: u32, a: Rating, b: Rating) -> Result<(), RatingError> {
    if length == 0 {
        return Err(RatingError::LengthOutOfRange);
    }
    a.in_range()?;
    b.in_range()?;
    Ok(())
}

/// The chance of `a` to beat `b` in a match to `length` points (1 for a money game).
///
/// # Errors
/// [`RatingError`] for a length of 0 or a rating out of range.
pub fn win_chance(length: u32, a: Rating, b: Rating) -> Result<f64, RatingError> {
    checked(length, a, b)?;
    let upset = upset(length, a, b);
    Ok(if a < b { upset } else { 1.0 - upset })
}

/// What a finished match to `length` points (1 for a money game) does to both ratings.
///
/// # Errors
/// [`RatingError`] for a length of 0, or a rating that is, or would come, out of range.
pub fn change(length: u32, winner: Rated, loser: Rated) -> Result<RatingChange, RatingError> {
    checked(length, winner.rating, loser.rating)?;
    let upset = upset(length, winner.rating, loser.rating);
    let surprise = if winner.rating < loser.rating { 1.0 - upset } else { upset };
    let weight = 4.0 * libm::sqrt(f64::from(length)) * surprise;
    let change = RatingChange {
        winner: Rating(millionths(weight * k(winner.experience))),
        loser: Rating(-millionths(weight * k(loser.experience))),
    };
    winner.rating.changed_by(change.winner)?;
    loser.rating.changed_by(change.loser)?;
    Ok(change)
}

/// How fast a player's rating moves: newcomers' five times as fast as that of one with 400 points behind them.
fn k(experience: u64) -> f64 {
    // Above 400 it is 1 whatever the experience, so the number fits a u32 and the float holds it exactly.
    let experience = u32::try_from(experience.min(400)).unwrap_or(400);
    5.0 - f64::from(experience) / 100.0
}

/// Fixed to millionths, half away from zero. At most `4 * 5 * sqrt(2^32)` points, so the cast cannot cut.
#[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)]
fn millionths(points: f64) -> i64 {
    libm::round(points * MILLION as f64) as i64
}

#[cfg(test)]
mod tests;
