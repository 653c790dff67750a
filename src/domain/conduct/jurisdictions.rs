//! Where nobody may play, and from what age on (`conduct`, Jurisdiction): one row, which an owner changes. It is read when
//! an account is opened, when somebody moves, and at every seat; never when a game is settled.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::domain::act::{Json, Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::fault::Fault;
use crate::domain::players::birth_date::BirthDate;
use crate::domain::players::person::Told;
use crate::domain::players::place::Place;
use crate::domain::players::player::Player;
use crate::domain::time::Time;

/// The row's key.
pub const ROW: i64 = 1;
/// The least age that the house may ask for.
pub const LEAST_AGE: i64 = 18;
/// The highest.
pub const MOST_AGE: i64 = 99;
/// Nobody alive is older.
const OLDEST: i32 = 130;
/// The places of the rooms' own page: Arizona, Connecticut, Florida, Louisiana, Montana.
const SHIPPED: [&str; 5] = ["US-AZ", "US-CT", "US-FL", "US-LA", "US-MT"];

crate::row! {
    /// Where nobody may play, and from what age on.
    pub struct Jurisdictions in "jurisdictions" key (
        /// Always [`ROW`].
        id: i64
    ) {
        /// The places.
        barred: Json<BTreeSet<Place>>,
        /// The least age of who opens an account, in years.
        min_age: i64,
        /// Whether nobody sits down of whom it is not known where they live.
        place_required: bool,
        /// Events told of it; also the version of the row.
        stream_seq: i64,
    }
}

/// What of it an owner sets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// The places.
    pub barred: BTreeSet<Place>,
    /// The least age.
    pub min_age: i64,
    /// Whether a seat needs a place.
    pub place_required: bool,
}

impl Terms {
    /// What is wrong with them.
    #[must_use]
    pub fn faults(&self) -> Vec<Fault> {
        let unknown = self.barred.iter().filter(|place| !place.is_known());
        let fault = |place| Fault::new("/barred", "unknown_place", format!("ISO 3166 has no {place}"));
        let mut faults: Vec<Fault> = unknown.map(fault).collect();
        if !(LEAST_AGE..=MOST_AGE).contains(&self.min_age) {
            faults.push(Fault::new("/min_age", "out_of_range", format!("from {LEAST_AGE} to {MOST_AGE}")));
        }
        faults
    }
}

/// Asks for the row.
pub fn need(needs: &mut Needs) {
    needs.jurisdictions.share(ROW);
}

/// The row; what is shipped where there is none.
#[must_use]
pub fn in_force(world: &World) -> Jurisdictions {
    world.jurisdictions.get(&ROW).cloned().unwrap_or_default()
}

impl Default for Jurisdictions {
    /// What is shipped: the places of the rooms' own page, and 18 years.
    fn default() -> Self {
        let barred = SHIPPED.iter().filter_map(|code| code.parse().ok()).collect();
        Self { id: ROW, barred: Json(barred), min_age: LEAST_AGE, place_required: false, stream_seq: 0 }
    }
}

impl Jurisdictions {
    /// What an owner sets of it.
    #[must_use]
    pub fn terms(&self) -> Terms {
        Terms { barred: self.barred.0.clone(), min_age: self.min_age, place_required: self.place_required }
    }

    /// Whether somebody may have an account, by what is told of them.
    ///
    /// # Errors
    /// `birth_date_impossible`, `too_young`, `region_missing`, `barred_place`.
    pub fn check_person(&self, person: &Told, now: Time) -> Result<(), Refused> {
        person.birth_date.map_or(Ok(()), |born| self.check_age(born, now))?;
        person.place.map_or(Ok(()), |place| self.check_place(place))
    }

    fn check_age(&self, born: BirthDate, now: Time) -> Result<(), Refused> {
        let age = born.age(now);
        if born.is_ahead(now) || age > OLDEST {
            return Err(Code::BirthDateImpossible.into());
        }
        if i64::from(age) < self.min_age {
            return Err(Refused::new(Code::TooYoung).with("least", self.min_age));
        }
        Ok(())
    }

    /// Whether who lives there may play.
    ///
    /// # Errors
    /// `barred_place`; `region_missing` for a country of which a region is barred.
    pub fn check_place(&self, place: Place) -> Result<(), Refused> {
        if self.barred.iter().any(|barred| barred.holds(&place)) {
            return Err(Code::BarredPlace.into());
        }
        if self.barred.iter().any(|barred| place.holds(barred)) {
            return Err(Refused::new(Code::RegionMissing).with("country", place));
        }
        Ok(())
    }

    /// Whether a player may take a seat, as far as it depends on where they live.
    ///
    /// # Errors
    /// `place_missing`, and as [`Jurisdictions::check_place`].
    pub fn check_seat(&self, player: &Player) -> Result<(), Refused> {
        match player.place {
            Some(place) => self.check_place(place),
            None if self.place_required => Err(Code::PlaceMissing.into()),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(rules: &Jurisdictions, place: &str) -> Option<Code> {
        rules.check_place(place.parse().unwrap()).err().map(|refused| refused.code)
    }

    #[test]
    fn the_places_of_the_rooms_page_are_barred_and_a_country_alone_does_not_tell() {
        let rules = Jurisdictions::default();
        for place in SHIPPED {
            assert_eq!(refused(&rules, place), Some(Code::BarredPlace), "{place}");
        }
        assert_eq!(refused(&rules, "US"), Some(Code::RegionMissing));
        for place in ["US-NY", "IL", "CA", "CA-QC"] {
            assert_eq!(refused(&rules, place), None, "{place}");
        }
    }

    #[test]
    fn a_barred_country_bars_its_regions() {
        let barred = Json(["FR".parse().unwrap()].into());
        let rules = Jurisdictions { barred, ..Jurisdictions::default() };
        assert_eq!(refused(&rules, "FR"), Some(Code::BarredPlace));
        assert_eq!(refused(&rules, "FR-IDF"), Some(Code::BarredPlace));
        assert_eq!(refused(&rules, "US"), None);
    }
}
