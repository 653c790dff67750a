//! Short names that never change: of rooms, schedules, payment providers.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A name of 1 to 31 characters `a-z 0-9 _ -` that begins with a letter. Held in place, so it copies freely.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slug {
    bytes: [u8; 31],
    length: u8,
}

/// A text that is not a slug.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a name is 1 to 31 of a-z, 0-9, _ and -, and begins with a letter")]
pub struct BadSlug;

impl Slug {
    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..usize::from(self.length)]).unwrap_or_default()
    }
}

impl FromStr for Slug {
    type Err = BadSlug;

    fn from_str(text: &str) -> Result<Self, BadSlug> {
        let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_' || byte == b'-';
        let starts = text.bytes().next().is_some_and(|byte| byte.is_ascii_lowercase());
        let length = u8::try_from(text.len()).map_err(|_| BadSlug)?;
        if !starts || text.len() > 31 || !text.bytes().all(fits) {
            return Err(BadSlug);
        }
        let mut bytes = [0; 31];
        bytes[..text.len()].copy_from_slice(text.as_bytes());
        Ok(Self { bytes, length })
    }
}

impl fmt::Display for Slug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for Slug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for Slug {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Slug {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(from)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
