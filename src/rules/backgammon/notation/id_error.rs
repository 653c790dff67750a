//! What is wrong with an id, and what an id cannot say.

use super::super::position::Impossibles;

/// Why an id cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum IdError {
    /// It has another length.
    #[error("{id} has {expected} characters, not {found}")]
    Length {
        /// Which id.
        id: &'static str,
        /// As many as it has.
        expected: usize,
        /// As many as were given.
        found: usize,
    },
    /// A character that says nothing there.
    #[error("character {at} of {id} cannot be {found:?}")]
    Character {
        /// Which id.
        id: &'static str,
        /// Which character, from 1.
        at: usize,
        /// What it is.
        found: char,
    },
    /// It has another number of fields.
    #[error("an XGID has 10 fields, not {found}")]
    Fields {
        /// As many as were given.
        found: usize,
    },
    /// A field says something that cannot be.
    #[error("{field} cannot be {found}")]
    Field {
        /// Which field.
        field: &'static str,
        /// What it says; shortened.
        found: String,
    },
    /// Bits are set where an id has none.
    #[error("{0} has bits beyond its end")]
    Beyond(&'static str),
    /// Two things are said that cannot both be.
    #[error("{0}")]
    Contradiction(&'static str),
    /// The position cannot be.
    #[error(transparent)]
    Impossible(#[from] Impossibles),
}

impl IdError {
    /// The stable word of this refusal.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Length { .. } => "id_length",
            Self::Character { .. } => "id_character",
            Self::Fields { .. } => "id_fields",
            Self::Field { .. } => "id_field",
            Self::Beyond(_) => "id_beyond",
            Self::Contradiction(_) => "id_contradiction",
            Self::Impossible(_) => "position_impossible",
        }
    }

    /// A field, with as much of what it says as a reader needs.
    pub(super) fn field(field: &'static str, found: impl ToString) -> Self {
        Self::Field { field, found: found.to_string().chars().take(20).collect() }
    }
}

/// What a notation cannot say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{notation} cannot say {what}")]
pub struct Unsayable {
    /// The notation.
    pub notation: &'static str,
    /// What it cannot say.
    pub what: &'static str,
}
