//! Why a game cannot be reckoned.

use crate::domain::exact::ExactError;
use crate::domain::money::MoneyError;
use crate::rules::rating::{Rating, RatingError};

/// Why a game cannot be reckoned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RakeError {
    /// A money game has a stake above 0 (`edge-cases.md` 27).
    #[error("the stake must be above 0")]
    StakeNotPositive,
    /// Refused, never rounded (`edge-cases.md` 28).
    #[error("the amount has more decimal places than its currency")]
    TooManyDecimalPlaces,
    /// An amount beyond what one request may name.
    #[error("the amount is out of range")]
    AmountOutOfRange,
    /// A limit that nothing could pass under.
    #[error("the limit must be above 0")]
    LimitNotPositive,
    /// The cube shows 1, 2, 4, 8 and so on.
    #[error("the cube must be a power of two")]
    CubeNotPowerOfTwo,
    /// 1, 2 or 3: single, gammon, backgammon.
    #[error("the result must be 1, 2 or 3")]
    ResultOutOfRange,
    /// A match is to at least one point.
    #[error("a match is to at least 1 point")]
    PointsOutOfRange,
    /// The schedule has no rates for matches (page 000, Dark Room).
    #[error("this schedule has no rates for matches")]
    MatchNotOffered,
    /// A player is rated below the schedule's least rating (page 000, Giants).
    #[error("both ratings must be at least {least}")]
    RatingTooLow {
        /// The least rating.
        least: Rating,
    },
    /// The code is not a currency with a minor unit.
    #[error("unknown currency")]
    UnknownCurrency,
    /// A text that should be a decimal is none.
    #[error("not a decimal: an optional minus, digits, and perhaps a point and digits")]
    NotADecimal,
    /// A rating with more than six decimal places.
    #[error("a rating has at most six decimal places")]
    RatingTooManyDecimals,
    /// A rating beyond what is held.
    #[error("the rating is out of range")]
    RatingOutOfRange,
    /// A schedule that was never validated: no row applies, a figure is absurd, or it takes more than passes.
    #[error("the schedule cannot be applied to this game")]
    ScheduleUnusable,
}

impl RakeError {
    /// The stable word of this refusal.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::StakeNotPositive => "stake_not_positive",
            Self::TooManyDecimalPlaces => "too_many_decimal_places",
            Self::AmountOutOfRange => "amount_out_of_range",
            Self::LimitNotPositive => "limit_not_positive",
            Self::CubeNotPowerOfTwo => "cube_not_power_of_two",
            Self::ResultOutOfRange => "result_out_of_range",
            Self::PointsOutOfRange => "points_out_of_range",
            Self::MatchNotOffered => "match_not_offered",
            Self::RatingTooLow { .. } => "rating_too_low",
            Self::UnknownCurrency => "unknown_currency",
            Self::NotADecimal => "not_a_decimal",
            Self::RatingTooManyDecimals => "rating_too_many_decimals",
            Self::RatingOutOfRange => "rating_out_of_range",
            Self::ScheduleUnusable => "schedule_unusable",
        }
    }
}

impl From<MoneyError> for RakeError {
    fn from(error: MoneyError) -> Self {
        match error {
            MoneyError::UnknownCurrency => Self::UnknownCurrency,
            MoneyError::TooManyDecimals => Self::TooManyDecimalPlaces,
            MoneyError::OutOfRange => Self::AmountOutOfRange,
        }
    }
}

impl From<ExactError> for RakeError {
    fn from(error: ExactError) -> Self {
        match error {
            ExactError::NotADecimal => Self::NotADecimal,
            ExactError::TooManyDecimals => Self::TooManyDecimalPlaces,
            ExactError::OutOfRange => Self::AmountOutOfRange,
        }
    }
}

impl From<RatingError> for RakeError {
    fn from(error: RatingError) -> Self {
        match error {
            RatingError::RatingTooManyDecimals => Self::RatingTooManyDecimals,
            RatingError::RatingOutOfRange | RatingError::LengthOutOfRange => Self::RatingOutOfRange,
        }
    }
}
