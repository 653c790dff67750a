//! One player of a file, checked cell by cell.

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::columns::{Column, Columns};
use super::fault::Fault;
use super::records::Record;
use crate::actions::players::ImportPlayer;
use crate::domain::exact::Exact;
use crate::domain::games::Variant;
use crate::domain::games::play::Strength;
use crate::domain::ids::PlayerId;
use crate::domain::money::{Currency, Minor, Money, MoneyError};
use crate::domain::players::birth_date::{BadDate, BirthDate};
use crate::domain::players::person::{Told, parse_name};
use crate::domain::players::place::{NoPlace, Place};
use crate::domain::players::rating::START_MILLIONTHS;
use crate::domain::players::{correction, nickname};
use crate::domain::text::is_email;
use crate::rules::rating::Rating;

/// What the cells hold.
#[derive(Debug, Default)]
struct Cells {
    nickname: String,
    email: Option<String>,
    name: Option<String>,
    born: Option<BirthDate>,
    country: Option<String>,
    region: Option<String>,
    /// By the variant's slug: the order of the columns makes no other player.
    strengths: BTreeMap<&'static str, (Variant, Option<i64>, Option<i64>)>,
    balances: Vec<Money>,
}

/// Reads a record.
///
/// # Errors
/// Every fault of it.
pub fn read(columns: &Columns, record: &Record) -> Result<ImportPlayer, Vec<Fault>> {
    if record.cells.len() != columns.count() {
        let says = format!("{} cells in place of {}", record.cells.len(), columns.count());
        return Err(vec![Fault::of(record.line, record.cells.len(), "", "wrong_number_of_cells", says)]);
    }
    let mut cells = Cells::default();
    let mut faults = Vec::new();
    for (number, name, column, text) in columns.cells(record) {
        if let Err((code, says)) = cells.take(column, text.trim()) {
            faults.push(Fault::of(record.line, number, name, code, says));
        }
    }
    let place = cells.place().unwrap_or_else(|(column, code, says)| {
        let (number, name) = columns.place(column);
        faults.push(Fault::of(record.line, number, name, code, says.to_owned()));
        None
    });
    if faults.is_empty() { Ok(cells.act(place)) } else { Err(faults) }
}

type Wrong = (&'static str, String);

impl Cells {
    /// Takes the text of a cell; an empty one says nothing.
    fn take(&mut self, column: Column, text: &str) -> Result<(), Wrong> {
        if text.is_empty() {
            return match column {
                Column::Nickname => Err(("nickname_missing", "every player has one".to_owned())),
                _ => Ok(()),
            };
        }
        match column {
            Column::Nickname => {
                self.nickname = nickname::parse(text).map_err(|says| ("nickname_malformed", says))?;
            }
            Column::Email if is_email(text) => self.email = Some(text.to_owned()),
            Column::Email => return Err(("email_malformed", "it is no e-mail address".to_owned())),
            Column::Name => {
                self.name = Some(parse_name(text).map_err(|says| ("name_malformed", says))?);
            }
            Column::BirthDate => {
                self.born = Some(text.parse().map_err(|error: BadDate| ("date_malformed", error.to_string()))?);
            }
            Column::Country => self.country = Some(text.to_owned()),
            Column::Region => self.region = Some(text.to_owned()),
            Column::Rating(variant) => self.strength(variant).1 = Some(rating(text)?),
            Column::Experience(variant) => self.strength(variant).2 = Some(experience(text)?),
            Column::Balance(currency) => {
                let sum = balance(text, currency)?;
                if !sum.minor.is_zero() {
                    self.balances.push(sum);
                }
            }
        }
        Ok(())
    }

    fn strength(&mut self, variant: Variant) -> &mut (Variant, Option<i64>, Option<i64>) {
        self.strengths.entry(variant.slug()).or_insert((variant, None, None))
    }

    fn place(&self) -> Result<Option<Place>, (Column, &'static str, &'static str)> {
        let region = self.region.as_deref();
        let Some(country) = &self.country else {
            let missing = (Column::Country, "country_missing", "a region is one of a country");
            return if region.is_some() { Err(missing) } else { Ok(None) };
        };
        Place::of(country, region).map(Some).map_err(|no| match no {
            NoPlace::Country => (Column::Country, "unknown_country", "a country by its code of ISO 3166-1, like IL"),
            NoPlace::Region => (Column::Region, "unknown_region", "a region of the country by its code, like US-NY"),
        })
    }

    fn act(mut self, place: Option<Place>) -> ImportPlayer {
        let said = |(variant, rating, experience): (Variant, Option<i64>, Option<i64>)| {
            let (rating, experience) = (rating.unwrap_or(START_MILLIONTHS), experience.unwrap_or(0));
            (variant, Strength { rating, experience })
        };
        let strengths = self.strengths.into_values().map(said).collect();
        self.balances.sort_unstable_by_key(|sum| sum.currency.code());
        let player = PlayerId(Uuid::nil());
        let person = Told { name: self.name, birth_date: self.born, place, address: None };
        let (nickname, email, balances) = (self.nickname, self.email, self.balances);
        let mut act = ImportPlayer { player, nickname, email, person, strengths, balances };
        act.player = identity(&act);
        act
    }
}

/// A player's identity: what is known of them, hashed into a UUID of version 8. The same row is the same player.
fn identity(act: &ImportPlayer) -> PlayerId {
    let mut sha = Sha256::new();
    let mut put = |text: &str| {
        sha.update(text.len().to_be_bytes());
        sha.update(text);
    };
    put("imported player");
    put(&act.nickname);
    put(act.email.as_deref().unwrap_or_default());
    for (variant, Strength { rating, experience }) in &act.strengths {
        put(&format!("{} {rating} {experience}", variant.slug()));
    }
    put("");
    let Told { name, birth_date, place, .. } = &act.person;
    put(name.as_deref().unwrap_or_default());
    put(&birth_date.map(|date| date.to_string()).unwrap_or_default());
    put(&place.map(|place| place.to_string()).unwrap_or_default());
    act.balances.iter().for_each(|sum| put(&format!("{} {}", sum.minor, sum.currency)));
    let digest = sha.finalize();
    let mut half = [0; 16];
    half.copy_from_slice(&digest[..16]);
    PlayerId(uuid::Builder::from_custom_bytes(half).into_uuid())
}

fn rating(text: &str) -> Result<i64, Wrong> {
    let exact: Exact = text.parse().map_err(|error| ("rating_malformed", format!("{error}")))?;
    let rating = Rating::from_decimal(exact.0).map_err(|error| (error.code(), error.to_string()))?;
    let strength = Strength { rating: rating.millionths(), experience: 0 };
    correction::check(strength).map_err(|refused| (refused.code.as_str(), "from 0 to 100000 points".to_owned()))?;
    Ok(strength.rating)
}

fn experience(text: &str) -> Result<i64, Wrong> {
    let wrong = || ("experience_malformed", "a whole number from 0 to 1000000000".to_owned());
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let experience = text.parse::<i64>().ok().filter(|_| digits).ok_or_else(wrong)?;
    correction::check(Strength { rating: START_MILLIONTHS, experience }).map_err(|_| wrong())?;
    Ok(experience)
}

/// An amount from zero on.
pub(super) fn balance(text: &str, currency: Currency) -> Result<Money, Wrong> {
    let exact: Exact = text.parse().map_err(|error| ("amount_malformed", format!("{error}")))?;
    if exact.is_negative() {
        return Err(("amount_negative", "what a player owes is not brought over".to_owned()));
    }
    match Minor::from_decimal(exact.0, currency) {
        Ok(minor) => Ok(Money { minor, currency }),
        Err(MoneyError::TooManyDecimals) => {
            Err(("too_many_decimal_places", format!("{currency} has {} of them", currency.exponent())))
        }
        Err(error) => Err(("amount_out_of_range", error.to_string())),
    }
}
