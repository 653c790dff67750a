//! What is wrong with a room that somebody wants to save, and what the owner should know before saving it.

use std::collections::BTreeSet;

use super::room::{Room, Stakes};
use crate::domain::exact::Exact;
use crate::domain::fault::{Fault, rating_fault};
use crate::domain::games::terms::{CUBE_MAX, Variant};
use crate::domain::money::{Currency, Minor};
use crate::domain::rake::Schedule;

/// The most stakes in a list.
const MAX_STAKES: usize = 200;
/// The longest match that a room may offer.
const MAX_POINTS: u32 = 1000;
/// The most automatic doubles: six bring the cube to the usual maximum of 64.
const MAX_AUTOMATIC_DOUBLES: u8 = 6;
/// Waits are from ten seconds to thirty days.
const WAIT_S: std::ops::RangeInclusive<u32> = 10..=30 * 24 * 60 * 60;
/// The longest slug.
const MAX_SLUG: usize = 64;

impl Room {
    /// Everything that is wrong with it; nothing: it may be saved.
    #[must_use]
    pub fn validate(&self) -> Vec<Fault> {
        let mut faults = self.name.faults("/name");
        if !is_slug(&self.schedule) {
            let how = format!("a slug: 1 to {MAX_SLUG} of a to z, 0 to 9 and _");
            faults.push(Fault::new("/schedule", "slug_malformed", how));
        }
        faults.extend(self.least_rating.and_then(|least| rating_fault(least, "/least_rating")));
        if self.stakes.is_empty() {
            faults.push(Fault::new("/stakes", "currencies_missing", "a room plays for at least one currency"));
        }
        for (currency, stakes) in &self.stakes {
            check_stakes(stakes, *currency, &mut faults);
        }
        self.check_kinds(&mut faults);
        self.check_options(&mut faults);
        let waits = [("unjoined_expires_s", self.unjoined_expires_s), ("report_confirm_s", self.report_confirm_s)];
        for (field, wait) in waits {
            if !WAIT_S.contains(&wait) {
                let how = format!("from {} to {} seconds", WAIT_S.start(), WAIT_S.end());
                faults.push(Fault::new(format!("/{field}"), "wait_out_of_range", how));
            }
        }
        faults
    }

    fn check_kinds(&self, faults: &mut Vec<Fault>) {
        if !self.kinds.single && self.kinds.matches.is_none() {
            faults.push(Fault::new("/kinds", "kinds_missing", "a room offers single games, matches or both"));
        }
        if self.kinds.matches.is_some_and(|matches| !(1..=MAX_POINTS).contains(&matches.points_max)) {
            let how = format!("matches to 1 up to {MAX_POINTS} points");
            faults.push(Fault::new("/kinds/match/points_max", "points_out_of_range", how));
        }
        if self.variants.is_empty() {
            faults.push(Fault::new("/variants", "variants_missing", "a room offers at least one variant"));
        }
        let mut seen = BTreeSet::new();
        for (index, variant) in self.variants.iter().enumerate() {
            if !seen.insert(variant) {
                let at = format!("/variants/{index}");
                faults.push(Fault::new(at, "variant_given_twice", format!("{} stands above already", variant.slug())));
            }
        }
    }

    fn check_options(&self, faults: &mut Vec<Fault>) {
        let options = &self.options;
        if !options.cube_max.is_power_of_two() || !(2..=CUBE_MAX).contains(&options.cube_max) {
            let how = format!("a power of two from 2 to {CUBE_MAX}");
            faults.push(Fault::new("/options/cube_max", "cube_max_out_of_range", how));
        }
        if options.automatic_doubles_max > MAX_AUTOMATIC_DOUBLES {
            let how = format!("at most {MAX_AUTOMATIC_DOUBLES}");
            faults.push(Fault::new("/options/automatic_doubles_max", "automatic_doubles_out_of_range", how));
        }
    }

    /// What the owner should know before saving this room with that schedule; none of it forbids it.
    #[must_use]
    pub fn warnings(&self, schedule: &Schedule) -> Vec<Fault> {
        let mut warnings = Vec::new();
        for currency in self.stakes.keys().filter(|currency| !schedule.has_figures_for(**currency)) {
            let what =
                format!("the schedule's bounds and cap were written for {} and count in {currency}", schedule.currency);
            warnings.push(Fault::new(format!("/stakes/{currency}"), "figures_not_set", what));
        }
        if self.kinds.matches.is_some() && !schedule.offers_matches() {
            let what = "the schedule has no rates for matches: every match will be refused";
            warnings.push(Fault::new("/kinds/match", "match_not_in_schedule", what));
        }
        if self.least_rating.is_some() && self.least_rating < schedule.least_rating {
            let what = "the schedule asks for a higher rating, which counts";
            warnings.push(Fault::new("/least_rating", "least_rating_below_schedule", what));
        }
        if self.anonymous && self.surcharges && !schedule.surcharges.is_empty() {
            let what = "the rake tells anonymous players how far their ratings lie apart";
            warnings.push(Fault::new("/surcharges", "surcharges_betray_ratings", what));
        }
        if self.options.cube && !self.variants.iter().any(|variant| variant.has_cube()) {
            let what = "none of the variants is played with a cube";
            warnings.push(Fault::new("/options/cube", "cube_without_variant", what));
        }
        warnings
    }

    /// Whether games of a variant may be played here at all.
    #[must_use]
    pub fn offers(&self, variant: Variant) -> bool {
        self.variants.contains(&variant)
    }
}

fn is_slug(text: &str) -> bool {
    let plain = text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_');
    plain && !text.is_empty() && text.len() <= MAX_SLUG
}

fn check_stakes(stakes: &Stakes, currency: Currency, faults: &mut Vec<Fault>) {
    let at = format!("/stakes/{currency}");
    match stakes {
        Stakes::Range { least, most, step } => {
            let fields = [("least", least), ("most", most), ("step", step)];
            for (field, amount) in fields {
                check_amount(*amount, currency, format!("{at}/range/{field}"), faults);
            }
            if least > most {
                faults.push(Fault::new(
                    format!("{at}/range/most"),
                    "stakes_not_ascending",
                    "the most is not below the least",
                ));
            }
        }
        Stakes::List(list) if list.is_empty() || list.len() > MAX_STAKES => {
            faults.push(Fault::new(format!("{at}/list"), "stakes_out_of_range", format!("1 to {MAX_STAKES} stakes")));
        }
        Stakes::List(list) => {
            for (index, amount) in list.iter().enumerate() {
                let place = format!("{at}/list/{index}");
                if index.checked_sub(1).and_then(|before| list.get(before)).is_some_and(|before| before >= amount) {
                    faults.push(Fault::new(&place, "stakes_not_ascending", "stakes ascend"));
                }
                check_amount(*amount, currency, place, faults);
            }
        }
    }
}

fn check_amount(amount: Exact, currency: Currency, at: String, faults: &mut Vec<Fault>) {
    match Minor::from_decimal(amount.0, currency) {
        Ok(minor) if minor.is_positive() => {}
        Ok(_) => faults.push(Fault::new(at, "stake_not_positive", "a stake is above 0")),
        Err(crate::domain::money::MoneyError::TooManyDecimals) => {
            let why = format!("{currency} has {} decimal places", currency.exponent());
            faults.push(Fault::new(at, "too_many_decimal_places", why));
        }
        Err(_) => faults.push(Fault::new(at, "amount_out_of_range", "the amount is too large")),
    }
}
