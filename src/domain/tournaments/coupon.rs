//! Coupons: tickets that pay an entry (page 003 §11; `edge-cases` 1 to 3).

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};

use crate::domain::codes::Code;
use crate::domain::exact::Exact;
use crate::domain::fault::Fault;
use crate::domain::ids::PlayerId;
use crate::domain::money::{Currency, Minor, Money, MoneyError};
use crate::domain::names::Names;
use crate::domain::slug::Slug;
use crate::domain::time::Time;

/// The least time that a coupon has left when it comes back, in hours: as a rule, and where the house was the cause.
const LEAST_BACK_H: i64 = 24;
const LEAST_BACK_BY_HOUSE_H: i64 = 7 * 24;
/// The longest time that a coupon is given out for, in days.
const MAX_DAYS: u32 = 3650;

/// A kind of coupon. Which tournaments it pays, they name themselves (`coupons_accepted`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kind {
    /// What people call it.
    pub name: Names,
    /// The currency of the price.
    pub currency: Currency,
    /// The price that it pays: buy-in and fee. It is the face value of every coupon of this kind.
    pub price: Exact,
    /// A coupon expires so many days after it was given out.
    pub days: u32,
}

impl Kind {
    /// Everything that is wrong with it; nothing: it may be saved.
    #[must_use]
    pub fn validate(&self) -> Vec<Fault> {
        let mut faults = self.name.faults("/name");
        match Minor::from_decimal(self.price.0, self.currency) {
            Ok(price) if price.is_positive() => {}
            Ok(_) => faults.push(Fault::new("/price", "price_not_positive", "a coupon cannot pay a free entry")),
            Err(MoneyError::TooManyDecimals) => {
                let why = format!("{} has {} decimal places", self.currency, self.currency.exponent());
                faults.push(Fault::new("/price", "too_many_decimal_places", why));
            }
            Err(_) => faults.push(Fault::new("/price", "amount_out_of_range", "the amount is too large")),
        }
        if !(1..=MAX_DAYS).contains(&self.days) {
            faults.push(Fault::new("/days", "days_out_of_range", format!("1 to {MAX_DAYS} days")));
        }
        faults
    }
}

/// Where a coupon is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "state", deny_unknown_fields)]
pub enum CouponState {
    /// With the player, until it expires.
    Free {
        /// When.
        expires_at: Time,
    },
    /// Held by a registration: it does not age.
    Held {
        /// The time that it had left at registration, in microseconds.
        left_us: i64,
    },
    /// The tournament that it paid has started.
    Used {
        /// The time that it had left at registration, in microseconds: a crash gives it back.
        left_us: i64,
    },
}

crate::words! {
    /// How a coupon is listed.
    pub enum CouponStatus {
        /// It can pay an entry.
        Usable = "usable",
        /// A registration holds it.
        Held = "held",
        /// It paid an entry.
        Used = "used",
        /// Its time is over.
        Expired = "expired",
    }
}

/// Why a coupon comes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Return {
    /// The player withdrew.
    Withdrawal,
    /// The house cancelled the tournament, or could not go on with it.
    ByHouse,
}

/// A coupon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Coupon {
    /// Whose it is.
    pub player: PlayerId,
    /// Of which kind.
    pub kind: Slug,
    /// What it counts for: the kind's price when it was given out.
    pub face_value: Money,
    /// Where it is.
    pub at: CouponState,
}

/// What an entry asks of the coupon that pays it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Asked<'a> {
    /// Who enters.
    pub player: PlayerId,
    /// The kinds that the tournament accepts.
    pub accepted: &'a [Slug],
    /// What an entry costs: buy-in and fee.
    pub price: Money,
}

impl Coupon {
    /// How it is listed now.
    #[must_use]
    pub fn status(&self, now: Time) -> CouponStatus {
        match self.at {
            CouponState::Free { expires_at } if now < expires_at => CouponStatus::Usable,
            CouponState::Free { .. } => CouponStatus::Expired,
            CouponState::Held { .. } => CouponStatus::Held,
            CouponState::Used { .. } => CouponStatus::Used,
        }
    }

    /// Whether it can pay this entry now.
    ///
    /// # Errors
    /// The first of: `coupon_not_yours`; `coupon_used`, `coupon_held`, `coupon_expired`; `coupon_free_entry` where there
    /// is nothing to pay; `coupon_kind`, `coupon_price` where it is not the right one.
    pub fn may_pay(&self, asked: &Asked<'_>, now: Time) -> Result<(), Code> {
        if self.player != asked.player {
            return Err(Code::CouponNotYours);
        }
        match self.status(now) {
            CouponStatus::Usable => {}
            CouponStatus::Used => return Err(Code::CouponUsed),
            CouponStatus::Held => return Err(Code::CouponHeld),
            CouponStatus::Expired => return Err(Code::CouponExpired),
        }
        if asked.price.minor.is_zero() {
            return Err(Code::CouponFreeEntry);
        }
        if !asked.accepted.contains(&self.kind) {
            return Err(Code::CouponKind);
        }
        if self.face_value != asked.price {
            return Err(Code::CouponPrice);
        }
        Ok(())
    }

    /// A registration holds it from now on.
    ///
    /// # Errors
    /// Those of [`Coupon::may_pay`].
    pub fn hold(&mut self, asked: &Asked<'_>, now: Time) -> Result<(), Code> {
        self.may_pay(asked, now)?;
        if let CouponState::Free { expires_at } = self.at {
            self.at = CouponState::Held { left_us: expires_at.micros().saturating_sub(now.micros()) };
        }
        Ok(())
    }

    /// The tournament that it paid has started. One that is not held stays as it is.
    pub fn mark_used(&mut self) {
        if let CouponState::Held { left_us } = self.at {
            self.at = CouponState::Used { left_us };
        }
    }

    /// It comes back with the time that it had left, and not less than a day; seven days where the house was the cause
    /// (`edge-cases` 3). One that is with the player stays as it is.
    pub fn give_back(&mut self, why: Return, now: Time) {
        let (CouponState::Held { left_us } | CouponState::Used { left_us }) = self.at else { return };
        let least = TimeDelta::hours(match why {
            Return::Withdrawal => LEAST_BACK_H,
            Return::ByHouse => LEAST_BACK_BY_HOUSE_H,
        });
        self.at = CouponState::Free { expires_at: now.after(TimeDelta::microseconds(left_us).max(least)) };
    }
}

#[cfg(test)]
mod tests;
