//! The prize pool (page 003 §16): what entrants paid for it, raised by the house to the guarantee.

use serde::{Deserialize, Serialize};

use crate::domain::money::{Minor, MoneyError};

/// What a prize pool is made of. Fees are no part of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pool {
    /// All buy-ins, also those that a coupon paid.
    #[serde(rename = "buy_ins_minor")]
    pub buy_ins: Minor,
    /// All prices of re-entries.
    #[serde(rename = "re_entries_minor")]
    pub re_entries: Minor,
    /// What the house guarantees; 0: nothing.
    #[serde(default, rename = "guarantee_minor")]
    pub guarantee: Minor,
}

impl Pool {
    /// The pool of so many entries and re-entries at these prices.
    ///
    /// # Errors
    /// [`MoneyError::OutOfRange`].
    pub fn of(
        (entries, buy_in): (u32, Minor),
        (re_entries, price): (u32, Minor),
        guarantee: Minor,
    ) -> Result<Self, MoneyError> {
        let (buy_ins, re_entries) = (buy_in.times(entries.into())?, price.times(re_entries.into())?);
        Ok(Self { buy_ins, re_entries, guarantee })
    }

    /// What entrants paid.
    ///
    /// # Errors
    /// [`MoneyError::OutOfRange`].
    pub fn paid_in(self) -> Result<Minor, MoneyError> {
        self.buy_ins.plus(self.re_entries)
    }

    /// What the house adds to reach the guarantee; 0 where that is reached.
    ///
    /// # Errors
    /// [`MoneyError::OutOfRange`].
    pub fn overlay(self) -> Result<Minor, MoneyError> {
        Ok(self.guarantee.minus(self.paid_in()?)?.max(Minor::ZERO))
    }

    /// The prize pool.
    ///
    /// # Errors
    /// [`MoneyError::OutOfRange`].
    pub fn total(self) -> Result<Minor, MoneyError> {
        self.paid_in()?.plus(self.overlay()?)
    }
}
