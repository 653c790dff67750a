//! Exact decimals: text on the wire, never a number that somebody's parser might turn into a float.

use std::fmt;
use std::str::FromStr;

use rust_decimal::Decimal;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Why a text is not an exact decimal that can be held.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ExactError {
    /// Not of the form `-12.34`: an optional minus, digits, and perhaps a point and digits.
    #[error("not a decimal: an optional minus, digits, and perhaps a point and digits")]
    NotADecimal,
    /// More decimal places than can be held without rounding.
    #[error("more decimal places than can be held")]
    TooManyDecimals,
    /// More digits before the point than can be held.
    #[error("the number is too large")]
    OutOfRange,
}

/// A decimal figure of a document: a percentage, a bound, a cap. In JSON always a string.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Exact(pub Decimal);

impl Exact {
    /// 0.
    pub const ZERO: Self = Self(Decimal::ZERO);

    /// Decimal places after trailing zeros.
    #[must_use]
    pub fn places(self) -> u32 {
        self.0.normalize().scale()
    }

    /// The same value without trailing zeros.
    #[must_use]
    pub fn plain(self) -> Self {
        Self(self.0.normalize())
    }

    /// Below 0.
    #[must_use]
    pub fn is_negative(self) -> bool {
        self.0.is_sign_negative() && !self.0.is_zero()
    }
}

impl FromStr for Exact {
    type Err = ExactError;

    fn from_str(text: &str) -> Result<Self, ExactError> {
        let unsigned = text.strip_prefix('-').unwrap_or(text);
        let (whole, places) = match unsigned.split_once('.') {
            Some((_, "")) => return Err(ExactError::NotADecimal),
            Some(parts) => parts,
            None => (unsigned, ""),
        };
        if whole.is_empty() || !whole.bytes().chain(places.bytes()).all(|byte| byte.is_ascii_digit()) {
            return Err(ExactError::NotADecimal);
        }
        let short = if places.len() > 10 { text.trim_end_matches('0').trim_end_matches('.') } else { text };
        Decimal::from_str_exact(short).map(Self).map_err(|_| match whole.trim_start_matches('0').len() {
            0..=20 => ExactError::TooManyDecimals,
            _ => ExactError::OutOfRange,
        })
    }
}

impl fmt::Display for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl From<Decimal> for Exact {
    fn from(value: Decimal) -> Self {
        Self(value)
    }
}

impl Serialize for Exact {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Exact {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Text;
        impl serde::de::Visitor<'_> for Text {
            type Value = Exact;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a decimal as a string, like \"4.9\"")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Exact, E> {
                text.parse().map_err(E::custom)
            }
        }
        from.deserialize_str(Text)
    }
}

/// A product on its way, held exactly as `mantissa / 10^scale`; the one rounding comes at its end.
#[derive(Debug, Clone, Copy)]
pub struct Product {
    mantissa: i128,
    scale: u32,
}

impl Product {
    /// A whole number of units of `10^-scale`.
    #[must_use]
    pub fn of(units: i64, scale: u32) -> Self {
        Self { mantissa: i128::from(units), scale }
    }

    /// Times a percentage, that is, so many hundredths; none where that leaves the range.
    #[must_use]
    pub fn times_percent(self, percent: Decimal) -> Option<Self> {
        let mantissa = self.mantissa.checked_mul(percent.mantissa())?;
        Some(Self { mantissa, scale: self.scale.checked_add(percent.scale())?.checked_add(2)? })
    }

    /// The exact value without trailing zeros; none where a decimal cannot hold it.
    #[must_use]
    pub fn value(self) -> Option<Exact> {
        let (mut mantissa, mut scale) = (self.mantissa, self.scale);
        while scale > 0 && mantissa % 10 == 0 {
            (mantissa, scale) = (mantissa / 10, scale - 1);
        }
        Decimal::try_from_i128_with_scale(mantissa, scale).ok().map(Exact)
    }

    /// Whole units of `10^-places` and what remains, as `(units, remainder, divisor)`; none beyond the range.
    #[must_use]
    pub fn units(self, places: u32) -> Option<(i64, i128, i128)> {
        let divisor = 10_i128.checked_pow(self.scale.checked_sub(places)?)?;
        let units = i64::try_from(self.mantissa / divisor).ok()?;
        Some((units, self.mantissa % divisor, divisor))
    }
}

impl From<Exact> for Product {
    fn from(value: Exact) -> Self {
        Self { mantissa: value.0.mantissa(), scale: value.0.scale() }
    }
}

#[cfg(test)]
mod tests;
