//! What is wrong with a schedule that somebody wants to save: every fault at once, each with its place.

use rust_decimal::Decimal;

use super::faults_bands::{check_bands, check_bounds};
use super::figures::{Bounds, band_at};
use super::schedule::{Banded, Figures, Rounding, Schedule};
use crate::domain::exact::Exact;
use crate::domain::fault::{Fault, rating_fault};
use crate::domain::money::{Currency, MAX_AMOUNT_MINOR, Minor};
use crate::rules::rating::Rating;

/// The most rows in one table.
pub(super) const MAX_ROWS: usize = 100;
/// The most decimal places of a rate, and of a surcharge or discount. With them every product of a reckoning can be
/// held exactly.
const RATE_PLACES: u32 = 4;
const SHARE_PLACES: u32 = 2;
/// The highest surcharge.
const MAX_SURCHARGE: Decimal = Decimal::ONE_THOUSAND;

impl Schedule {
    /// Everything that is wrong with it; nothing: it may be saved.
    #[must_use]
    pub fn validate(&self) -> Vec<Fault> {
        let mut faults = self.name.faults("/name");
        self.check_single(&mut faults);
        self.check_matches(&mut faults);
        self.check_surcharges(&mut faults);
        self.check_discounts(&mut faults);
        if let Some(cap) = self.cap_each {
            check_cap(cap, self.currency, "/cap_each", &mut faults);
        }
        if let Some(least) = self.least_rating {
            faults.extend(rating_fault(least, "/least_rating"));
        }
        self.check_figures(&mut faults);
        if faults.is_empty() {
            self.check_that_the_winner_can_pay(&mut faults);
        }
        faults
    }

    fn check_single(&self, faults: &mut Vec<Fault>) {
        if self.single.is_empty() {
            faults.push(Fault::new("/single", "tiers_missing", "a schedule has rates for single games"));
        }
        check_bands(&self.single, self.currency.exponent(), "/single", faults);
        for (index, tier) in self.single.iter().enumerate().take(MAX_ROWS) {
            let at = format!("/single/{index}/rate_percent");
            check_percent(tier.rate_percent, Decimal::ONE_HUNDRED, RATE_PLACES, at, faults);
        }
    }

    fn check_matches(&self, faults: &mut Vec<Fault>) {
        let Some(tiers) = &self.matches else { return };
        if tiers.is_empty() {
            let how = "leave the table of match rates out where no matches are offered";
            faults.push(Fault::new("/match", "tiers_missing", how));
        }
        check_bands(tiers, self.currency.exponent(), "/match", faults);
        for (index, tier) in tiers.iter().enumerate().take(MAX_ROWS) {
            let figures = [
                ("base_percent", tier.base_percent),
                ("step_percent", tier.step_percent),
                ("max_percent", tier.max_percent),
            ];
            for (field, percent) in figures {
                let at = format!("/match/{index}/{field}");
                check_percent(percent, Decimal::ONE_HUNDRED, RATE_PLACES, at, faults);
            }
            if tier.max_percent < tier.base_percent {
                let at = format!("/match/{index}/max_percent");
                faults.push(Fault::new(at, "match_maximum_below_base", "the maximum is below the rate for one point"));
            }
        }
    }

    fn check_surcharges(&self, faults: &mut Vec<Fault>) {
        if let Some(low) = &self.surcharges.low_rating {
            faults.extend(rating_fault(low.below, "/surcharges/low_rating/below"));
            let at = "/surcharges/low_rating/percent".to_owned();
            check_percent(low.percent, MAX_SURCHARGE, SHARE_PLACES, at, faults);
        }
        check_bands(&self.surcharges.gap, 6, "/surcharges/gap", faults);
        for (index, row) in self.surcharges.gap.iter().enumerate().take(MAX_ROWS) {
            let at = format!("/surcharges/gap/{index}/percent");
            check_percent(row.percent, MAX_SURCHARGE, SHARE_PLACES, at, faults);
        }
    }

    fn check_discounts(&self, faults: &mut Vec<Fault>) {
        check_bands(&self.discounts, self.currency.exponent(), "/discounts", faults);
        for (index, row) in self.discounts.iter().enumerate().take(MAX_ROWS) {
            let at = format!("/discounts/{index}/percent");
            check_percent(row.percent, Decimal::ONE_HUNDRED, SHARE_PLACES, at, faults);
        }
    }

    fn check_figures(&self, faults: &mut Vec<Fault>) {
        for (currency, figures) in &self.figures {
            let at = format!("/figures/{currency}");
            if *currency == self.currency {
                let why = "the tables themselves hold the figures of the schedule's own currency";
                faults.push(Fault::new(&at, "figures_for_own_currency", why));
            }
            let tables = [
                ("single_bounds", &figures.single_bounds, self.single.len()),
                ("match_bounds", &figures.match_bounds, self.matches.as_ref().map_or(0, Vec::len)),
                ("discount_bounds", &figures.discount_bounds, self.discounts.len()),
            ];
            for (field, bounds, rows) in tables {
                check_bounds(bounds, rows, currency.exponent(), &format!("{at}/{field}"), faults);
            }
            match (self.cap_each, figures.cap_each) {
                (None, Some(_)) => {
                    let why = "the schedule has no cap for this figure to replace";
                    faults.push(Fault::new(format!("{at}/cap_each"), "cap_not_used", why));
                }
                (Some(_), None) => {
                    let why = "the schedule has a cap, so it needs one in this currency too";
                    faults.push(Fault::new(format!("{at}/cap_each"), "cap_missing", why));
                }
                (_, Some(cap)) => check_cap(cap, *currency, &format!("{at}/cap_each"), faults),
                (None, None) => {}
            }
        }
    }

    /// Twice the rake must never exceed what passes (`rake.md`, Rounding). Whatever the tier, an amount can be as small
    /// as one minor unit (an adjudication, a limit), so the highest rate that can come about decides, and a cap cannot
    /// save it. Below one half of the amount the rounded rake never is above the half; at exactly one half it is for
    /// odd amounts, unless rakes are rounded down.
    fn check_that_the_winner_can_pay(&self, faults: &mut Vec<Fault>) {
        let surcharge = Decimal::ONE_HUNDRED + self.highest_surcharge();
        let too_much = |rate: Exact, discount: Decimal| {
            let rate = rate.0 * surcharge * (Decimal::ONE_HUNDRED - discount); // at most 10^2, 2100, 10^2, in 8 places
            let half = Decimal::from(500_000);
            rate > half || (rate == half && self.rounding != Rounding::Down)
        };
        let none = [None];
        let all: Vec<Option<&Figures>> = none.into_iter().chain(self.figures.values().map(Some)).collect();
        for (index, tier) in self.single.iter().enumerate() {
            let least = |figures: &Option<&Figures>| {
                let bounds = figures.map(|figures| figures.single_bounds.as_slice());
                self.least_discount(*figures, &self.single, bounds, index)
            };
            let discount = if tier.no_discount { None } else { all.iter().map(least).min() };
            if too_much(tier.rate_percent, discount.unwrap_or_default()) {
                faults.push(exceeds(format!("/single/{index}/rate_percent")));
            }
        }
        for (index, tier) in self.matches.iter().flatten().enumerate() {
            let rows = self.matches.as_deref().unwrap_or_default();
            let least = |figures: &Option<&Figures>| {
                let bounds = figures.map(|figures| figures.match_bounds.as_slice());
                self.least_discount(*figures, rows, bounds, index)
            };
            let highest = if tier.step_percent == Exact::ZERO { tier.base_percent } else { tier.max_percent };
            if too_much(highest, all.iter().map(least).min().unwrap_or_default()) {
                faults.push(exceeds(format!("/match/{index}/max_percent")));
            }
        }
    }

    /// The sum of the highest surcharges that two players can meet. The low one never applies where the least rating
    /// is not low.
    fn highest_surcharge(&self) -> Decimal {
        let gap = self.surcharges.gap.iter().map(|row| row.percent.0).max().unwrap_or_default();
        let reachable = |below: Rating| self.least_rating.is_none_or(|least| least < below);
        match &self.surcharges.low_rating {
            Some(low) if reachable(low.below) => gap + low.percent.0,
            _ => gap,
        }
    }

    /// The least discount that a game of this row can have: of the discounts whose band meets the row's.
    fn least_discount<T: Banded>(
        &self,
        figures: Option<&Figures>,
        rows: &[T],
        bounds: Bounds<'_>,
        index: usize,
    ) -> Decimal {
        let Some(tier) = band_at(rows, bounds, index) else { return Decimal::ZERO };
        let discount_bounds = figures.map(|figures| figures.discount_bounds.as_slice());
        let met = self.discounts.iter().enumerate().filter_map(|(place, discount)| {
            let band = band_at(&self.discounts, discount_bounds, place)?;
            band.meets(&tier).then_some(discount.percent.0)
        });
        met.min().unwrap_or_default()
    }
}

fn exceeds(at: String) -> Fault {
    let why = "with the highest surcharges, both players' rake could exceed the amount that passes";
    Fault::new(at, "rake_exceeds_amount", why)
}

fn check_percent(percent: Exact, most: Decimal, places: u32, at: String, faults: &mut Vec<Fault>) {
    if percent.is_negative() || percent.0 > most {
        faults.push(Fault::new(at, "percent_out_of_range", format!("a percentage from 0 to {most}")));
    } else if percent.places() > places {
        faults.push(Fault::new(at, "too_many_decimal_places", format!("at most {places} decimal places")));
    }
}

fn check_cap(cap: Exact, currency: Currency, at: &str, faults: &mut Vec<Fault>) {
    let most = Minor(MAX_AMOUNT_MINOR).to_decimal(currency);
    if cap.is_negative() || cap.0.is_zero() || cap.0 > most {
        faults.push(Fault::new(at, "cap_out_of_range", format!("a cap is above 0 and at most {most}")));
    } else if cap.places() > currency.exponent() {
        let why = format!("{currency} has {} decimal places", currency.exponent());
        faults.push(Fault::new(at, "too_many_decimal_places", why));
    }
}
