//! The day on which somebody was born, and how old that makes them.

use std::fmt;
use std::str::FromStr;

use chrono::{Datelike, NaiveDate};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::domain::time::Time;

/// The first year in which anybody alive was born.
const FIRST_YEAR: i32 = 1900;

/// A day of birth, from 1900 on: `1970-12-31`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BirthDate(NaiveDate);

/// A text that is no day of birth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a day from 1900 on is expected, written as 1970-12-31")]
pub struct BadDate;

impl BirthDate {
    /// The age in whole years at a time, by the day in UTC; below zero for who is not born yet. Who was born on the 29th
    /// of February is a year older on the 1st of March where there is no 29th.
    #[must_use]
    pub fn age(self, now: Time) -> i32 {
        let today = now.to_utc().date_naive();
        let had_birthday = (today.month(), today.day()) >= (self.0.month(), self.0.day());
        today.year() - self.0.year() - i32::from(!had_birthday)
    }

    /// Whether it lies ahead.
    #[must_use]
    pub fn is_ahead(self, now: Time) -> bool {
        self.0 > now.to_utc().date_naive()
    }

    /// As it is written.
    #[must_use]
    pub fn as_str(self) -> String {
        self.to_string()
    }
}

impl FromStr for BirthDate {
    type Err = BadDate;

    fn from_str(text: &str) -> Result<Self, BadDate> {
        let date = NaiveDate::parse_from_str(text, "%Y-%m-%d").ok().filter(|date| date.year() >= FIRST_YEAR);
        // chrono reads 1970-1-1 as well.
        date.map(Self).filter(|date| date.to_string() == text).ok_or(BadDate)
    }
}

impl fmt::Display for BirthDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.format("%Y-%m-%d"))
    }
}

/// Personal data: it is not written into logs.
impl fmt::Debug for BirthDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a day of birth")
    }
}

impl Serialize for BirthDate {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for BirthDate {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
    }
}

crate::text_column!(BirthDate);

#[cfg(test)]
mod tests {
    use super::*;

    fn age(born: &str, at: &str) -> i32 {
        let at = chrono::DateTime::parse_from_rfc3339(at).unwrap();
        born.parse::<BirthDate>().unwrap().age(Time::from_utc(at.to_utc()))
    }

    #[test]
    fn a_year_is_full_on_the_birthday() {
        assert_eq!(age("2000-05-17", "2018-05-16T23:59:59Z"), 17);
        assert_eq!(age("2000-05-17", "2018-05-17T00:00:00Z"), 18);
        assert_eq!(age("2000-02-29", "2018-02-28T12:00:00Z"), 17);
        assert_eq!(age("2000-02-29", "2018-03-01T00:00:00Z"), 18);
        assert_eq!(age("2000-02-29", "2020-02-29T00:00:00Z"), 20);
        assert_eq!(age("2030-01-01", "2020-02-29T00:00:00Z"), -10);
    }

    #[test]
    fn a_day_has_one_form() {
        assert_eq!("1970-12-31".parse::<BirthDate>().unwrap().to_string(), "1970-12-31");
        for bad in
            ["", "1970-1-1", "1899-12-31", "1970-02-30", "2001-02-29", "31.12.1970", "1970-12-31 ", "+1970-12-31"]
        {
            assert!(bad.parse::<BirthDate>().is_err(), "{bad}");
        }
    }
}
