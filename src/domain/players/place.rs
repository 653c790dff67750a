//! Where somebody lives: a country, or a region of it.

use std::fmt;
use std::str::FromStr;

use rust_iso3166::{from_alpha2, iso3166_2};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The longest code: `GB-ABC`.
const MOST: usize = 6;

/// A country by its code of ISO 3166-1 (`IL`), or a region by that of ISO 3166-2 (`US-AZ`), which begins with its
/// country's. What is kept was once in the lists; a code may leave them, and stays readable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    text: [u8; MOST],
    length: u8,
}

/// A text that has not the form of a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a place is a country of ISO 3166-1, like IL, or a region of ISO 3166-2, like US-AZ")]
pub struct BadPlace;

/// Why country and region are no place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoPlace {
    /// There is no such country.
    Country,
    /// There is no such region in the country.
    Region,
}

impl Place {
    /// A country, or a region of it, by the lists of ISO 3166.
    ///
    /// # Errors
    /// [`NoPlace`] says which of the two is none.
    pub fn of(country: &str, region: Option<&str>) -> Result<Self, NoPlace> {
        let whole: Self = country.parse().map_err(|_| NoPlace::Country)?;
        if from_alpha2(country).is_none() {
            return Err(NoPlace::Country);
        }
        let Some(region) = region else { return Ok(whole) };
        let part: Self = region.parse().map_err(|_| NoPlace::Region)?;
        let known = part.is_region() && iso3166_2::from_code(region).is_some();
        if known && part.country() == country { Ok(part) } else { Err(NoPlace::Region) }
    }

    /// Whether the lists of ISO 3166 have it.
    #[must_use]
    pub fn is_known(self) -> bool {
        Self::of(self.country(), self.region()).is_ok()
    }

    /// The code.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.text.get(..usize::from(self.length)).and_then(|text| std::str::from_utf8(text).ok()).unwrap_or_default()
    }

    /// The country's code.
    #[must_use]
    pub fn country(&self) -> &str {
        self.as_str().get(..2).unwrap_or_default()
    }

    /// The region's code, where it is one.
    #[must_use]
    pub fn region(&self) -> Option<&str> {
        self.is_region().then(|| self.as_str())
    }

    /// Whether it is a region.
    #[must_use]
    pub fn is_region(&self) -> bool {
        self.length > 2
    }

    /// Whether another place lies in this one: a country holds its regions.
    #[must_use]
    pub fn holds(&self, other: &Self) -> bool {
        self == other || (!self.is_region() && self.country() == other.country())
    }
}

impl FromStr for Place {
    type Err = BadPlace;

    fn from_str(code: &str) -> Result<Self, BadPlace> {
        let (country, region) = code.split_once('-').map_or((code, None), |(country, region)| (country, Some(region)));
        let is_country = country.len() == 2 && country.bytes().all(|letter| letter.is_ascii_uppercase());
        let is_part = |part: &str| {
            (1..=3).contains(&part.len()) && part.bytes().all(|it| it.is_ascii_uppercase() || it.is_ascii_digit())
        };
        if !is_country || !region.is_none_or(is_part) {
            return Err(BadPlace);
        }
        let mut text = [0; MOST];
        text.iter_mut().zip(code.bytes()).for_each(|(to, from)| *to = from);
        Ok(Self { text, length: u8::try_from(code.len()).map_err(|_| BadPlace)? })
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for Place {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Place {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
    }
}

crate::text_column!(Place);

#[cfg(test)]
mod tests {
    use super::*;

    fn place(code: &str) -> Place {
        code.parse().unwrap()
    }

    #[test]
    fn a_place_is_a_country_or_a_region_of_it() {
        assert_eq!(Place::of("IL", None), Ok(place("IL")));
        assert_eq!(Place::of("US", Some("US-AZ")), Ok(place("US-AZ")));
        assert_eq!((place("US-AZ").country(), place("US-AZ").region()), ("US", Some("US-AZ")));
        assert_eq!(place("IL").region(), None);
        for country in ["", "il", "XX", "US-AZ", "USA", "Ü"] {
            assert_eq!(Place::of(country, None), Err(NoPlace::Country), "{country:?}");
        }
        for region in ["", "AZ", "US", "US-ZZ", "CA-QC", "us-az", "US-AZ ", "US-"] {
            assert_eq!(Place::of("US", Some(region)), Err(NoPlace::Region), "{region:?}");
        }
    }

    #[test]
    fn a_country_holds_its_regions_and_no_others() {
        assert!(place("US").holds(&place("US-AZ")) && place("US").holds(&place("US")));
        assert!(place("US-AZ").holds(&place("US-AZ")));
        assert!(!place("US-AZ").holds(&place("US")) && !place("US-AZ").holds(&place("US-CT")));
        assert!(!place("CA").holds(&place("US-AZ")));
    }

    #[test]
    fn what_the_lists_no_longer_have_stays_readable() {
        assert!(!place("YU").is_known() && place("FR-75C").is_known());
        assert_eq!(place("YU").to_string(), "YU");
    }
}
