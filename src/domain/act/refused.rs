//! A refusal: why an act was not done.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::domain::codes::{Class, Code};
use crate::domain::fault::Fault;
use crate::domain::money::MoneyError;
use crate::domain::rake::RakeError;
use crate::domain::rooms::RoomRefusal;
use crate::rules::rating::RatingError;

/// Why an act was not done: a stable code and the figures that explain it. Nothing was changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refused {
    /// The stable word.
    pub code: Code,
    /// What the sentence needs, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub params: BTreeMap<String, String>,
    /// What is wrong with a document, each fault with its place.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<Fault>,
}

impl Refused {
    /// A refusal without parameters.
    #[must_use]
    pub fn new(code: Code) -> Self {
        Self { code, params: BTreeMap::new(), faults: Vec::new() }
    }

    /// The same with a parameter more.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl fmt::Display) -> Self {
        self.params.insert(name.to_owned(), value.to_string());
        self
    }

    /// The sentence, with its parameters filled in.
    #[must_use]
    pub fn sentence(&self) -> String {
        self.params
            .iter()
            .fold(self.code.sentence().to_owned(), |text, (name, value)| text.replace(&format!("{{{name}}}"), value))
    }

    /// Whether a repeat of the same request must be told the same: refusals decided on state are; those that
    /// may well be otherwise next time (permission, our own faults, being busy, a clock that came early) are not.
    #[must_use]
    pub fn is_remembered(&self) -> bool {
        matches!(self.code.class(), Class::Missing | Class::Conflict | Class::Stale | Class::Refused)
            && !matches!(self.code, Code::KeyReused | Code::NotDue | Code::InProgress)
    }

    /// The same for a word by which a part of the domain knows its refusal; every such word is a code.
    fn by_word(word: &str) -> Self {
        Self::new(word.parse().unwrap_or(Code::Internal))
    }

    /// A document that cannot be saved.
    #[must_use]
    pub fn document(faults: Vec<Fault>) -> Self {
        Self { faults, ..Self::new(Code::DocumentInvalid) }
    }
}

impl From<Code> for Refused {
    fn from(code: Code) -> Self {
        Self::new(code)
    }
}

impl From<MoneyError> for Refused {
    fn from(error: MoneyError) -> Self {
        Self::new(match error {
            MoneyError::UnknownCurrency => Code::UnknownCurrency,
            MoneyError::TooManyDecimals => Code::TooManyDecimals,
            MoneyError::OutOfRange => Code::AmountOutOfRange,
        })
    }
}

impl From<RakeError> for Refused {
    fn from(error: RakeError) -> Self {
        let refused = Self::by_word(error.code());
        match error {
            RakeError::RatingTooLow { least } => refused.with("least", least),
            _ => refused,
        }
    }
}

impl From<RoomRefusal> for Refused {
    fn from(error: RoomRefusal) -> Self {
        error.params().into_iter().fold(Self::by_word(error.code()), |refused, (name, value)| refused.with(name, value))
    }
}

impl From<RatingError> for Refused {
    fn from(error: RatingError) -> Self {
        Self::by_word(error.code())
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.sentence())
    }
}

impl std::error::Error for Refused {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::exact::Exact;
    use crate::domain::games::Variant;
    use crate::domain::money::Currency;
    use crate::rules::rating::Rating;

    #[test]
    fn every_word_of_rake_and_ratings_and_rooms_is_a_code() {
        let least = Rating::START;
        let currency = Currency::usd();
        let refusals: [(Refused, Code); 27] = [
            (RakeError::StakeNotPositive.into(), Code::StakeNotPositive),
            (RakeError::TooManyDecimalPlaces.into(), Code::TooManyDecimals),
            (RakeError::AmountOutOfRange.into(), Code::AmountOutOfRange),
            (RakeError::LimitNotPositive.into(), Code::LimitNotPositive),
            (RakeError::CubeNotPowerOfTwo.into(), Code::CubeNotPowerOfTwo),
            (RakeError::ResultOutOfRange.into(), Code::ResultOutOfRange),
            (RakeError::PointsOutOfRange.into(), Code::PointsOutOfRange),
            (RakeError::MatchNotOffered.into(), Code::MatchNotOffered),
            (RakeError::RatingTooLow { least }.into(), Code::RatingTooLow),
            (RakeError::UnknownCurrency.into(), Code::UnknownCurrency),
            (RakeError::NotADecimal.into(), Code::NotADecimal),
            (RakeError::RatingTooManyDecimals.into(), Code::RatingTooManyDecimals),
            (RakeError::RatingOutOfRange.into(), Code::RatingOutOfRange),
            (RakeError::ScheduleUnusable.into(), Code::ScheduleUnusable),
            (RatingError::LengthOutOfRange.into(), Code::LengthOutOfRange),
            (RoomRefusal::CurrencyNotOffered { currency }.into(), Code::CurrencyNotOffered),
            (RoomRefusal::StakeNotPositive.into(), Code::StakeNotPositive),
            (RoomRefusal::StakeNotOffered { stake: Exact::ZERO, currency }.into(), Code::StakeNotOffered),
            (RoomRefusal::SingleNotOffered.into(), Code::SingleNotOffered),
            (RoomRefusal::MatchNotOffered.into(), Code::MatchNotOffered),
            (RoomRefusal::PointsOutOfRange { points_max: 1 }.into(), Code::PointsOutOfRange),
            (RoomRefusal::VariantNotOffered { variant: Variant::Tavla }.into(), Code::VariantNotOffered),
            (RoomRefusal::OptionNotOffered { option: "cube" }.into(), Code::OptionNotOffered),
            (RoomRefusal::TooManyAutomaticDoubles { most: 1 }.into(), Code::TooManyAutomaticDoubles),
            (RoomRefusal::CubeMaxOutOfRange { cube_max: 2 }.into(), Code::CubeMaxOutOfRange),
            (RoomRefusal::LimitBelowStake.into(), Code::LimitBelowStake),
            (RoomRefusal::RatingTooLow { least }.into(), Code::RatingTooLow),
        ];
        for (refused, code) in refusals {
            assert_eq!(refused.code, code);
            // These two are told by an edge, which knows the currency.
            let edges = matches!(code, Code::UnknownCurrency | Code::TooManyDecimals);
            assert!(edges || !refused.sentence().contains('{'), "{refused}");
        }
    }
}
