//! Money: whole minor units of an ISO 4217 currency, and the exact decimals that stand for them at the edges.
//!
//! Never a float. Stored and posted as [`Minor`]; `rust_decimal` only where rates are applied or a person reads.

use std::fmt;
use std::str::FromStr;

use rust_decimal::Decimal;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The largest amount, in minor units, that one request may name: 10^15. Balances may grow beyond, up to `i64`.
pub const MAX_AMOUNT_MINOR: i64 = 1_000_000_000_000_000;

/// Why a decimal is not an amount of money.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MoneyError {
    /// The code is not an ISO 4217 currency with a minor unit.
    #[error("unknown currency")]
    UnknownCurrency,
    /// More places than the currency has; refused, never rounded (`edge-cases` 28).
    #[error("too many decimals")]
    TooManyDecimals,
    /// Beyond what one request may name, or beyond `i64` in a sum.
    #[error("amount out of range")]
    OutOfRange,
}

/// An ISO 4217 currency that has a minor unit.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Currency(iso_currency::Currency);

impl Currency {
    /// The currency of a three-letter code (upper case).
    ///
    /// # Errors
    /// [`MoneyError::UnknownCurrency`], also for codes without a minor unit (gold, testing).
    pub fn from_code(code: &str) -> Result<Self, MoneyError> {
        let found = iso_currency::Currency::from_code(code).ok_or(MoneyError::UnknownCurrency)?;
        found.exponent().map(|_| Self(found)).ok_or(MoneyError::UnknownCurrency)
    }

    /// US dollars, the currency of the shipped rooms.
    #[must_use]
    pub fn usd() -> Self {
        Self(iso_currency::Currency::USD)
    }

    /// The three-letter code.
    #[must_use]
    pub fn code(self) -> &'static str {
        self.0.code()
    }

    /// Decimal places: 2 for USD, 0 for JPY, 3 for KWD.
    #[must_use]
    pub fn exponent(self) -> u32 {
        u32::from(self.0.exponent().unwrap_or(0))
    }
}

impl PartialOrd for Currency {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Currency {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.code().cmp(other.code())
    }
}

impl fmt::Debug for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl fmt::Display for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl FromStr for Currency {
    type Err = MoneyError;

    fn from_str(code: &str) -> Result<Self, MoneyError> {
        Self::from_code(code)
    }
}

impl Serialize for Currency {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.code())
    }
}

impl<'de> Deserialize<'de> for Currency {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let code = String::deserialize(from)?;
        Self::from_code(&code).map_err(serde::de::Error::custom)
    }
}

/// Whole minor units (cents, fils) of some currency. Sums are checked; there is no unchecked arithmetic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Minor(pub i64);

impl Minor {
    /// Nothing.
    pub const ZERO: Self = Self(0);

    /// The sum.
    ///
    /// # Errors
    /// [`MoneyError::OutOfRange`] beyond `i64`.
    pub fn plus(self, other: Self) -> Result<Self, MoneyError> {
        self.0.checked_add(other.0).map(Self).ok_or(MoneyError::OutOfRange)
    }

    /// The difference.
    ///
    /// # Errors
    /// [`MoneyError::OutOfRange`] beyond `i64`.
    pub fn minus(self, other: Self) -> Result<Self, MoneyError> {
        self.0.checked_sub(other.0).map(Self).ok_or(MoneyError::OutOfRange)
    }

    /// So many times this.
    ///
    /// # Errors
    /// [`MoneyError::OutOfRange`] beyond `i64`.
    pub fn times(self, factor: i64) -> Result<Self, MoneyError> {
        self.0.checked_mul(factor).map(Self).ok_or(MoneyError::OutOfRange)
    }

    /// The opposite.
    ///
    /// # Errors
    /// [`MoneyError::OutOfRange`] for the least `i64`.
    pub fn negated(self) -> Result<Self, MoneyError> {
        self.0.checked_neg().map(Self).ok_or(MoneyError::OutOfRange)
    }

    /// Whether this is 0.
    #[must_use]
    pub fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// Above 0.
    #[must_use]
    pub fn is_positive(self) -> bool {
        self.0 > 0
    }

    /// Below 0.
    #[must_use]
    pub fn is_negative(self) -> bool {
        self.0 < 0
    }

    /// The minor units of a decimal amount.
    ///
    /// # Errors
    /// [`MoneyError::TooManyDecimals`] where the amount has more places (after trailing zeros) than the currency;
    /// [`MoneyError::OutOfRange`] beyond [`MAX_AMOUNT_MINOR`] either way.
    pub fn from_decimal(amount: Decimal, currency: Currency) -> Result<Self, MoneyError> {
        let amount = amount.normalize();
        if amount.scale() > currency.exponent() {
            return Err(MoneyError::TooManyDecimals);
        }
        let factor = 10_i128.pow(currency.exponent() - amount.scale());
        let minor = amount.mantissa().checked_mul(factor).ok_or(MoneyError::OutOfRange)?;
        let minor = i64::try_from(minor).map_err(|_| MoneyError::OutOfRange)?;
        if minor.unsigned_abs() > MAX_AMOUNT_MINOR.unsigned_abs() {
            return Err(MoneyError::OutOfRange);
        }
        Ok(Self(minor))
    }

    /// The amount as a decimal with the currency's own number of places: 902 USD is `9.02`.
    #[must_use]
    pub fn to_decimal(self, currency: Currency) -> Decimal {
        Decimal::new(self.0, currency.exponent())
    }
}

impl fmt::Display for Minor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// An amount of one currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Money {
    /// Whole minor units.
    pub minor: Minor,
    /// Of this currency.
    pub currency: Currency,
}

impl Money {
    /// So much of a currency.
    #[must_use]
    pub fn new(minor: i64, currency: Currency) -> Self {
        Self { minor: Minor(minor), currency }
    }
}

impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.minor.to_decimal(self.currency), self.currency)
    }
}
