//! What the columns of a file of players hold, as its first line says.

use crate::domain::games::Variant;
use crate::domain::money::Currency;

use super::fault::Fault;
use super::records::Record;

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Column {
    /// `nickname`: the name that others see. Never empty.
    Nickname,
    /// `email`: where mail goes.
    Email,
    /// `name`: who the person is.
    Name,
    /// `birth_date`: as 1970-12-31.
    BirthDate,
    /// `country`: where they live, by ISO 3166-1.
    Country,
    /// `region`: of the country, by ISO 3166-2.
    Region,
    /// `rating:VARIANT`: in points.
    Rating(Variant),
    /// `experience:VARIANT`: the lengths of rated matches played, added up.
    Experience(Variant),
    /// `balance:CURRENCY`: what the player holds.
    Balance(Currency),
}

/// What the columns are, for who does not know.
pub const KNOWN: &str =
    "nickname, email, name, birth_date, country, region, rating:VARIANT, experience:VARIANT, balance:CURRENCY";

impl Column {
    fn parse(name: &str) -> Option<Self> {
        let variant = |slug: &str| Variant::ALL.into_iter().find(|variant| variant.slug() == slug);
        match name.split_once(':') {
            None => match name {
                "nickname" => Some(Self::Nickname),
                "email" => Some(Self::Email),
                "name" => Some(Self::Name),
                "birth_date" => Some(Self::BirthDate),
                "country" => Some(Self::Country),
                "region" => Some(Self::Region),
                _ => None,
            },
            Some(("rating", slug)) => variant(slug).map(Self::Rating),
            Some(("experience", slug)) => variant(slug).map(Self::Experience),
            Some(("balance", code)) => Currency::from_code(code).ok().map(Self::Balance),
            Some(_) => None,
        }
    }
}

/// The columns of a file: each with its name.
#[derive(Debug, Clone, Default)]
pub struct Columns(Vec<(String, Column)>);

impl Columns {
    /// Reads the first line.
    ///
    /// # Errors
    /// Every fault of it.
    pub fn read(first: &Record) -> Result<Self, Vec<Fault>> {
        let mut columns: Vec<(String, Column)> = Vec::new();
        let mut faults = Vec::new();
        for (number, cell) in (1..).zip(&first.cells) {
            let name = cell.trim();
            match Column::parse(name) {
                None => {
                    faults.push(Fault::of(first.line, number, name, "unknown_column", format!("columns are {KNOWN}")))
                }
                Some(column) if columns.iter().any(|(_, known)| *known == column) => {
                    faults.push(Fault::of(first.line, number, name, "column_repeated", "it is there already"));
                }
                Some(column) => columns.push((name.to_owned(), column)),
            }
        }
        if !columns.iter().any(|(_, column)| *column == Column::Nickname) {
            faults.push(Fault::of(first.line, 1, "", "column_missing", "there is no column nickname"));
        }
        if faults.is_empty() { Ok(Self(columns)) } else { Err(faults) }
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The cells of a record, each with its number, the column's name, and what it holds.
    pub fn cells<'a>(&'a self, record: &'a Record) -> impl Iterator<Item = (usize, &'a str, Column, &'a str)> {
        let cells = (1..).zip(self.0.iter().zip(&record.cells));
        cells.map(|(number, ((name, column), cell))| (number, name.as_str(), *column, cell.as_str()))
    }

    /// Where a column stands, with its name; the first where there is none such.
    #[must_use]
    pub fn place(&self, column: Column) -> (usize, &str) {
        let found = (1..).zip(&self.0).find(|(_, (_, known))| *known == column);
        found.map_or((1, ""), |(number, (name, _))| (number, name.as_str()))
    }
}
