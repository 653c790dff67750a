//! A tournament's amounts in whole minor units.

use serde::{Deserialize, Serialize};

use super::Settings;
use crate::domain::exact::Exact;
use crate::domain::money::{Minor, MoneyError};
use crate::domain::tournaments::payout::{Band, CouponPlace};
use crate::domain::tournaments::prizes::{CouponPrize, Group, Pool, PrizeError, Reckoning};

/// What a tournament costs and promises.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prices {
    /// Of each entry, for the prize pool.
    #[serde(rename = "buy_in_minor")]
    pub buy_in: Minor,
    /// Of each entry, for the house.
    #[serde(rename = "fee_minor")]
    pub fee: Minor,
    /// Of each re-entry, for the prize pool.
    #[serde(rename = "re_entry_minor")]
    pub re_entry: Minor,
    /// What the house raises the prize pool to.
    #[serde(rename = "guarantee_minor")]
    pub guarantee: Minor,
    /// Places with less money are not paid.
    #[serde(rename = "least_prize_minor")]
    pub least_prize: Minor,
}

impl Prices {
    /// What an entry costs: buy-in and fee.
    ///
    /// # Errors
    /// [`MoneyError::OutOfRange`].
    pub fn entry(self) -> Result<Minor, MoneyError> {
        self.buy_in.plus(self.fee)
    }
}

impl Settings {
    /// Its amounts.
    ///
    /// # Errors
    /// [`MoneyError`] for amounts that are never saved.
    pub fn prices(&self) -> Result<Prices, MoneyError> {
        let minor = |amount: Exact| Minor::from_decimal(amount.0, self.currency);
        Ok(Prices {
            buy_in: minor(self.buy_in)?,
            fee: minor(self.fee)?,
            re_entry: self.re_entry.map_or(Ok(Minor::ZERO), |re_entry| minor(re_entry.price))?,
            guarantee: minor(self.guarantee)?,
            least_prize: minor(self.least_prize)?,
        })
    }

    /// The coupons that a band's places win, in minor units of the tournament's currency.
    ///
    /// # Errors
    /// [`MoneyError`] for face values that are never saved.
    pub fn coupon_prizes(&self, band: &Band) -> Result<Vec<CouponPrize>, MoneyError> {
        let prize = |coupon: &CouponPlace| {
            let face_value = Minor::from_decimal(coupon.face_value.0, self.currency)?;
            Ok(CouponPrize { place: coupon.place, kind: coupon.kind, face_value })
        };
        band.coupons.iter().map(prize).collect()
    }
    /// What the prizes are reckoned from, with this ranking of all who entered, each counted once however often they
    /// entered, and so many re-entries. A ranking without ties is a preview: "what if it ended so".
    ///
    /// # Errors
    /// [`PrizeError`] for amounts and tables that are never saved, and where more entered than ever may.
    pub fn reckoning(&self, re_entries: u32, ranking: Vec<Group>) -> Result<Reckoning, PrizeError> {
        let prices = self.prices()?;
        let entrants: usize = ranking.iter().map(|group| group.registrations.len()).sum();
        let entrants = u32::try_from(entrants).map_err(|_| PrizeError::OutOfRange)?;
        let band = self.payout.band(entrants).ok_or(PrizeError::SharesFaulty)?;
        let pool = Pool::of((entrants, prices.buy_in), (re_entries, prices.re_entry), prices.guarantee)?;
        Ok(Reckoning {
            pool: pool.total()?,
            shares_bp: band.shares_bp.clone(),
            coupons: self.coupon_prizes(band)?,
            least_prize: prices.least_prize,
            ties: self.ties,
            ranking,
        })
    }
}
