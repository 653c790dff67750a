//! A refusal: why an act was not done.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::domain::codes::{Class, Code};
use crate::domain::money::MoneyError;

/// Why an act was not done: a stable code and the figures that explain it. Nothing was changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refused {
    /// The stable word.
    pub code: Code,
    /// What the sentence needs, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub params: BTreeMap<String, String>,
}

impl Refused {
    /// A refusal without parameters.
    #[must_use]
    pub fn new(code: Code) -> Self {
        Self { code, params: BTreeMap::new() }
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
    /// may well be otherwise next time (permission, our own faults, being busy) are not.
    #[must_use]
    pub fn is_remembered(&self) -> bool {
        matches!(self.code.class(), Class::Missing | Class::Conflict | Class::Refused) && self.code != Code::KeyReused
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

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.sentence())
    }
}

impl std::error::Error for Refused {}
