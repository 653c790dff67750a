//! Instants: UTC, to the microsecond.

use std::fmt;

use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// An instant in UTC, held as microseconds since 1970. On the wire RFC 3339 with six decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Time(i64);

impl Time {
    /// From microseconds since 1970.
    #[must_use]
    pub const fn from_micros(micros: i64) -> Self {
        Self(micros)
    }

    /// Microseconds since 1970.
    #[must_use]
    pub const fn micros(self) -> i64 {
        self.0
    }

    /// From chrono; digits below the microsecond are cut.
    #[must_use]
    pub fn from_utc(at: DateTime<Utc>) -> Self {
        Self(at.timestamp_micros())
    }

    /// As chrono's type; an instant beyond its range becomes its nearest bound.
    #[must_use]
    pub fn to_utc(self) -> DateTime<Utc> {
        let bound = if self.0 < 0 { DateTime::<Utc>::MIN_UTC } else { DateTime::<Utc>::MAX_UTC };
        DateTime::from_timestamp_micros(self.0).unwrap_or(bound)
    }

    /// This much later (earlier if negative); stops at the bounds.
    #[must_use]
    pub fn after(self, delta: TimeDelta) -> Self {
        Self(self.0.saturating_add(delta.num_microseconds().unwrap_or(i64::MAX)))
    }

    /// The first instant of its day in UTC.
    #[must_use]
    pub const fn day(self) -> Self {
        Self(self.0.saturating_sub(self.0.rem_euclid(86_400_000_000)))
    }

    /// The time from `earlier` to this.
    #[must_use]
    pub fn since(self, earlier: Self) -> TimeDelta {
        TimeDelta::microseconds(self.0.saturating_sub(earlier.0))
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_utc().to_rfc3339_opts(SecondsFormat::Micros, true))
    }
}

impl Serialize for Time {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Time {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        let at = DateTime::parse_from_rfc3339(&text).map_err(serde::de::Error::custom)?;
        Ok(Self::from_utc(at.with_timezone(&Utc)))
    }
}
