//! Payout tables (page 003 §16): for each range of entrants how many places are paid, and each one's share.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::prizes::WHOLE_BP;
use crate::domain::exact::Exact;
use crate::domain::fault::Fault;
use crate::domain::slug::Slug;

/// The most bands in a table, and the most places in a band.
const MAX_BANDS: usize = 100;
const MAX_PLACES: usize = 1000;

/// A payout table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Payout {
    /// Its bands, in the order of entrants and without gaps.
    pub bands: Vec<Band>,
}

/// What is paid for a range of entrants, counted as people: who re-enters counts once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Band {
    /// From so many entrants.
    pub from: u32,
    /// To so many; absent in the last band: any number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<u32>,
    /// The share of each paid place in basis points of the money, the first place first.
    pub shares_bp: Vec<u32>,
    /// The places that win a coupon beside their share, which may then be 0.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub coupons: Vec<CouponPlace>,
}

/// A place that wins a coupon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CouponPlace {
    /// Which place, from 1.
    pub place: u32,
    /// The kind of coupon.
    pub kind: Slug,
    /// Its face value, in units of the tournament's currency.
    pub face_value: Exact,
}

impl Band {
    /// Whether this band holds for so many entrants.
    #[must_use]
    pub fn holds_for(&self, entrants: u32) -> bool {
        entrants >= self.from && self.to.is_none_or(|to| entrants <= to)
    }
}

impl Payout {
    /// The band that holds for so many entrants; none beyond the table's end.
    #[must_use]
    pub fn band(&self, entrants: u32) -> Option<&Band> {
        self.bands.iter().find(|band| band.holds_for(entrants))
    }

    /// The band that will hold when more come: what the lobby shows beside the present one.
    #[must_use]
    pub fn next_band(&self, entrants: u32) -> Option<&Band> {
        self.bands.iter().find(|band| band.from > entrants)
    }

    /// The entrants in `least..=most` for whom the table has no band: the first of them.
    #[must_use]
    pub fn first_gap(&self, least: u32, most: u32) -> Option<u32> {
        let mut next = least;
        while next <= most {
            let Some(band) = self.band(next) else { return Some(next) };
            next = band.to?.checked_add(1)?;
        }
        None
    }

    /// What is wrong with the table found at `pointer`, money apart; nothing: it may be saved.
    #[must_use]
    pub fn faults(&self, pointer: &str) -> Vec<Fault> {
        let mut faults = Vec::new();
        if !(1..=MAX_BANDS).contains(&self.bands.len()) {
            faults.push(Fault::new(pointer, "bands_out_of_range", format!("1 to {MAX_BANDS} bands of entrants")));
        }
        let mut next = Some(1);
        for (index, band) in self.bands.iter().enumerate().take(MAX_BANDS) {
            let at = format!("{pointer}/{index}");
            match next {
                Some(from) if band.from == from => {}
                Some(from) => {
                    let how = format!("this band begins at {from} entrants: each begins where the one before it ends");
                    faults.push(Fault::new(format!("{at}/from"), "bands_not_contiguous", how));
                }
                None => {
                    let why = "the band before it has no end";
                    faults.push(Fault::new(format!("{at}/from"), "band_after_last", why));
                }
            }
            if band.to.is_some_and(|to| to < band.from) {
                let why = "a band does not end before it begins";
                faults.push(Fault::new(format!("{at}/to"), "band_empty", why));
            }
            next = band.to.and_then(|to| to.checked_add(1));
            band.check_shares(&at, &mut faults);
            band.check_coupons(&at, &mut faults);
        }
        faults
    }
}

impl Band {
    fn check_shares(&self, at: &str, faults: &mut Vec<Fault>) {
        let at = format!("{at}/shares_bp");
        if !(1..=MAX_PLACES).contains(&self.shares_bp.len()) {
            faults.push(Fault::new(&at, "places_out_of_range", format!("1 to {MAX_PLACES} paid places")));
        }
        let mut better = None;
        for (place, (index, share)) in (1_u32..).zip(self.shares_bp.iter().enumerate()).take(MAX_PLACES) {
            if better.is_some_and(|better| share > better) {
                let why = "a share never rises from a place to the next";
                faults.push(Fault::new(format!("{at}/{index}"), "share_rises", why));
            }
            if *share == 0 && !self.coupons.iter().any(|coupon| coupon.place == place) {
                let why = "a paid place has a share, or a coupon";
                faults.push(Fault::new(format!("{at}/{index}"), "share_zero", why));
            }
            better = Some(share);
        }
        let sum: u64 = self.shares_bp.iter().copied().map(u64::from).sum();
        if sum != u64::from(WHOLE_BP) {
            let how = format!("shares sum to {WHOLE_BP} basis points, which is 100 %; these sum to {sum}");
            faults.push(Fault::new(at, "shares_do_not_sum", how));
        }
    }

    fn check_coupons(&self, at: &str, faults: &mut Vec<Fault>) {
        let mut seen = BTreeSet::new();
        for (index, coupon) in self.coupons.iter().enumerate() {
            let at = format!("{at}/coupons/{index}/place");
            let paid = usize::try_from(coupon.place).is_ok_and(|place| (1..=self.shares_bp.len()).contains(&place));
            if !paid {
                let how = format!("a paid place, 1 to {}; its share may be 0", self.shares_bp.len());
                faults.push(Fault::new(&at, "coupon_place_not_paid", how));
            }
            if !seen.insert(coupon.place) {
                faults.push(Fault::new(at, "coupon_place_given_twice", "a place wins one coupon"));
            }
        }
    }
}

#[cfg(test)]
mod tests;
