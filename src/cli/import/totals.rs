//! What the other system says that its players are and hold, all in all.

use std::collections::BTreeMap;
use std::str::FromStr;

use super::row::balance;
use crate::domain::money::{Currency, Minor};

/// A control total: `USD=1234.50`, or `players=12`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Total {
    /// How many players.
    Players(u64),
    /// How much of a currency, in minor units.
    Sum(Currency, i64),
}

impl FromStr for Total {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let how = || format!("{text:?} is no control total: it is CURRENCY=AMOUNT, like USD=1234.50, or players=COUNT");
        let (of, amount) = text.trim().split_once('=').ok_or_else(how)?;
        if of == "players" {
            return amount.parse().map(Self::Players).map_err(|_| how());
        }
        let currency = Currency::from_code(of).map_err(|_| how())?;
        let sum = balance(amount, currency).map_err(|(_, says)| format!("{text:?}: {says}"))?;
        Ok(Self::Sum(currency, sum.minor.0))
    }
}

/// All of them.
#[derive(Debug, Clone, Default)]
pub struct Totals {
    players: Option<u64>,
    sums: BTreeMap<Currency, i64>,
}

impl Totals {
    /// All together.
    ///
    /// # Errors
    /// One is there twice.
    pub fn new(all: &[Total]) -> Result<Self, String> {
        let mut totals = Self::default();
        for total in all {
            let twice = match *total {
                Total::Players(count) => totals.players.replace(count).is_some(),
                Total::Sum(currency, sum) => totals.sums.insert(currency, sum).is_some(),
            };
            if twice {
                return Err("a control total is given twice".to_owned());
            }
        }
        Ok(totals)
    }

    /// Where a file differs, each as a sentence. Every currency in it must have its control total.
    #[must_use]
    pub fn differences(&self, players: u64, sums: &BTreeMap<Currency, i128>) -> Vec<String> {
        let mut found = Vec::new();
        if let Some(should) = self.players.filter(|should| *should != players) {
            found.push(format!("the file has {players} players, the control total is {should}"));
        }
        for (currency, should) in &self.sums {
            let sum = sums.get(currency).copied().unwrap_or(0);
            if sum != i128::from(*should) {
                let should = Minor(*should).to_decimal(*currency);
                found.push(format!("the file has {} {currency}, the control total is {should}", shown(sum, *currency)));
            }
        }
        for (currency, sum) in sums.iter().filter(|(currency, _)| !self.sums.contains_key(currency)) {
            let sum = shown(*sum, *currency);
            found.push(format!("the file has {sum} {currency}, and there is no control total of it"));
        }
        found
    }
}

/// A sum of minor units as people write it.
pub(super) fn shown(sum: i128, currency: Currency) -> String {
    let small = i64::try_from(sum).ok().map(|sum| Minor(sum).to_decimal(currency).to_string());
    small.unwrap_or_else(|| format!("{sum} minor units of"))
}
