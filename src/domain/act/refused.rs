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
        matches!(self.code.class(), Class::Missing | Class::Conflict | Class::Refused)
            && !matches!(self.code, Code::KeyReused | Code::NotDue)
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
        let refusals = [
            Refused::from(RakeError::StakeNotPositive),
            RakeError::TooManyDecimalPlaces.into(),
            RakeError::AmountOutOfRange.into(),
            RakeError::LimitNotPositive.into(),
            RakeError::CubeNotPowerOfTwo.into(),
            RakeError::ResultOutOfRange.into(),
            RakeError::PointsOutOfRange.into(),
            RakeError::MatchNotOffered.into(),
            RakeError::RatingTooLow { least }.into(),
            RakeError::UnknownCurrency.into(),
            RakeError::NotADecimal.into(),
            RakeError::RatingTooManyDecimals.into(),
            RakeError::RatingOutOfRange.into(),
            RakeError::ScheduleUnusable.into(),
            RatingError::LengthOutOfRange.into(),
            RoomRefusal::CurrencyNotOffered { currency }.into(),
            RoomRefusal::StakeNotOffered { stake: Exact::ZERO, currency }.into(),
            RoomRefusal::SingleNotOffered.into(),
            RoomRefusal::MatchNotOffered.into(),
            RoomRefusal::PointsOutOfRange { points_max: 1 }.into(),
            RoomRefusal::VariantNotOffered { variant: Variant::Tavla }.into(),
            RoomRefusal::OptionNotOffered { option: "cube" }.into(),
            RoomRefusal::TooManyAutomaticDoubles { most: 1 }.into(),
            RoomRefusal::CubeMaxOutOfRange { cube_max: 2 }.into(),
            RoomRefusal::LimitBelowStake.into(),
            RoomRefusal::RatingTooLow { least }.into(),
        ];
        for refused in refusals {
            assert_ne!(refused.code, Code::Internal);
            let left = refused.sentence();
            assert!(
                refused.code == Code::UnknownCurrency || refused.code == Code::TooManyDecimals || !left.contains('{'),
                "{left}"
            );
        }
    }
}
