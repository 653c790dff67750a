//! What is wrong with a tournament that somebody wants to save: every fault at once, each with its place.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use super::{Settings, Start};
use crate::domain::exact::Exact;
use crate::domain::fault::{Fault, rating_fault};
use crate::domain::games::terms::CUBE_MAX;
use crate::domain::money::{MAX_AMOUNT_MINOR, Minor, MoneyError};
use crate::domain::time::Time;
use crate::domain::tournaments::chips::Chips;
use crate::domain::tournaments::game::Game;
use crate::domain::tournaments::levels::MAX_CHIPS;
use crate::domain::tournaments::payout::Band;
use crate::domain::tournaments::prizes::WHOLE_BP;

/// The most seats of a tournament, the most who may wait for one.
const PLAYERS: RangeInclusive<u32> = 2..=100_000;
const WAITING: RangeInclusive<u32> = 1..=100_000;
/// Re-entries allowed a player.
const RE_ENTRIES: RangeInclusive<u32> = 1..=100;
/// The time to decide after an elimination (§9).
const WINDOW_S: RangeInclusive<u32> = 20..=30;
/// The length of a break.
const BREAK_S: RangeInclusive<u32> = 10..=24 * 60 * 60;
/// The most breaks, the most kinds of coupon.
const MAX_ROWS: usize = 100;

impl Settings {
    /// Everything that is wrong with it; nothing: it may be saved.
    #[must_use]
    pub fn validate(&self) -> Vec<Fault> {
        let mut faults = self.name.faults("/name");
        self.check_seats(&mut faults);
        self.check_amounts(&mut faults);
        self.check_clock(&mut faults);
        self.check_re_entry(&mut faults);
        self.check_doors(&mut faults);
        self.check_cube(&mut faults);
        faults.extend(self.payout.faults("/payout"));
        self.check_coupons(&mut faults);
        if faults.is_empty() {
            self.check_payout_fits(&mut faults);
        }
        faults
    }

    fn check_seats(&self, faults: &mut Vec<Fault>) {
        check(PLAYERS.contains(&self.players.most), "/players/most", "players_out_of_range", &PLAYERS, faults);
        let least = self.least_players();
        if !(2..=self.players.most.max(2)).contains(&least) {
            let how = format!("2 to {} players", self.players.most);
            faults.push(Fault::new("/players/least", "least_players_out_of_range", how));
        } else if self.is_sit_and_go() && least != self.players.most {
            let why = "a sit-and-go starts when its last seat is taken: leave the least number out";
            faults.push(Fault::new("/players/least", "least_players_of_sit_and_go", why));
        }
        let seats = 2..=self.game.most_seats();
        check(seats.contains(&self.seats), "/seats", "seats_out_of_range", &seats, faults);
        if let Some(last) = self.final_table_seats {
            check(seats.contains(&last), "/final_table_seats", "seats_out_of_range", &seats, faults);
        }
        if !(Chips(1)..=MAX_CHIPS).contains(&self.starting_chips) {
            let how = format!("from 1 to {} chips", MAX_CHIPS.0);
            faults.push(Fault::new("/starting_chips", "chips_out_of_range", how));
        }
    }

    fn check_amounts(&self, faults: &mut Vec<Fault>) {
        let before = faults.len();
        let price = self.re_entry.map(|re_entry| ("/re_entry/price", re_entry.price));
        let amounts = [
            ("/buy_in", self.buy_in),
            ("/fee", self.fee),
            ("/guarantee", self.guarantee),
            ("/least_prize", self.least_prize),
        ];
        for (at, amount) in amounts.into_iter().chain(price) {
            self.check_amount(amount, at.to_owned(), faults);
        }
        if faults.len() == before && self.most_held().is_none_or(|most| most.0 > MAX_AMOUNT_MINOR) {
            let why = "with all seats taken and all re-entries used, the prize pool would be too large";
            faults.push(Fault::new("/players/most", "pool_out_of_range", why));
        }
    }

    /// The most that entrants can pay; none beyond what can be held.
    fn most_held(&self) -> Option<Minor> {
        let prices = self.prices().ok()?;
        let re_entries = self.re_entry.map_or(0, |re_entry| re_entry.allowed);
        let again = prices.re_entry.times(re_entries.into()).ok()?;
        prices.entry().ok()?.plus(again).ok()?.times(self.players.most.into()).ok()
    }

    fn check_amount(&self, amount: Exact, at: String, faults: &mut Vec<Fault>) {
        match Minor::from_decimal(amount.0, self.currency) {
            Ok(minor) if !minor.is_negative() => {}
            Ok(_) => faults.push(Fault::new(at, "amount_negative", "an amount is 0 or more")),
            Err(MoneyError::TooManyDecimals) => {
                let why = format!("{} has {} decimal places", self.currency, self.currency.exponent());
                faults.push(Fault::new(at, "too_many_decimal_places", why));
            }
            Err(_) => faults.push(Fault::new(at, "amount_out_of_range", "the amount is too large")),
        }
    }

    fn check_clock(&self, faults: &mut Vec<Fault>) {
        faults.extend(self.levels.faults("/levels"));
        if self.no_round_last_s >= self.levels.every_s.max(1) {
            let why = "less than a level lasts, or no round would ever start";
            faults.push(Fault::new("/no_round_last_s", "no_round_starts", why));
        }
        if self.breaks.len() > MAX_ROWS {
            faults.push(Fault::new("/breaks", "too_many_breaks", format!("at most {MAX_ROWS} breaks")));
        }
        let mut before = 0;
        for (index, pause) in self.breaks.iter().enumerate().take(MAX_ROWS) {
            let at = format!("/breaks/{index}");
            if pause.after_level <= before {
                let why = "breaks stand in the order of their levels, which count from 1";
                faults.push(Fault::new(format!("{at}/after_level"), "breaks_not_ascending", why));
            }
            if pause.after_level >= self.levels.last().max(1) {
                let why = "the last level does not end, so that no break follows it";
                faults.push(Fault::new(format!("{at}/after_level"), "break_after_last_level", why));
            }
            let right = BREAK_S.contains(&pause.seconds);
            check(right, &format!("{at}/seconds"), "break_time_out_of_range", &BREAK_S, faults);
            before = pause.after_level;
        }
    }

    fn check_re_entry(&self, faults: &mut Vec<Fault>) {
        let Some(terms) = self.re_entry else { return };
        let allowed = RE_ENTRIES.contains(&terms.allowed);
        check(allowed, "/re_entry/allowed", "re_entries_out_of_range", &RE_ENTRIES, faults);
        check(WINDOW_S.contains(&terms.window_s), "/re_entry/window_s", "window_out_of_range", &WINDOW_S, faults);
        self.check_level(terms.last_level, "/re_entry/last_level", faults);
    }

    fn check_level(&self, level: u32, at: &str, faults: &mut Vec<Fault>) {
        let levels = 1..=self.levels.last().max(1);
        check(levels.contains(&level), at, "level_out_of_range", &levels, faults);
    }

    fn check_doors(&self, faults: &mut Vec<Fault>) {
        if let Some(late) = self.late_registration {
            self.check_level(late.last_level, "/late_registration/last_level", faults);
            if self.is_sit_and_go() {
                let why = "a sit-and-go is full when it starts";
                faults.push(Fault::new("/late_registration", "late_registration_of_sit_and_go", why));
            }
        }
        if let Some(list) = self.waiting_list {
            check(WAITING.contains(&list.most), "/waiting_list/most", "waiting_list_out_of_range", &WAITING, faults);
            if self.is_sit_and_go() {
                let why = "a sit-and-go starts when it is full: nobody waits for a seat";
                faults.push(Fault::new("/waiting_list", "waiting_list_of_sit_and_go", why));
            }
        }
        let conditions = &self.conditions;
        let ratings = [("rating_least", conditions.rating_least), ("rating_most", conditions.rating_most)];
        for (field, rating) in ratings {
            faults.extend(rating.and_then(|rating| rating_fault(rating, &format!("/conditions/{field}"))));
        }
        if let (Some(least), Some(most)) = (conditions.rating_least, conditions.rating_most)
            && least > most
        {
            let why = "nobody's rating is at least the one and at most the other";
            faults.push(Fault::new("/conditions/rating_most", "ratings_empty", why));
        }
    }

    fn check_cube(&self, faults: &mut Vec<Fault>) {
        let Some(cube) = self.cube else { return };
        if self.game != Game::Backgammon {
            faults.push(Fault::new("/cube", "cube_without_backgammon", "the cube belongs to backgammon"));
        }
        if !cube.max.is_power_of_two() || !(2..=CUBE_MAX).contains(&cube.max) {
            let how = format!("a power of two from 2 to {CUBE_MAX}");
            faults.push(Fault::new("/cube/max", "cube_max_out_of_range", how));
        }
    }

    fn check_coupons(&self, faults: &mut Vec<Fault>) {
        if self.coupons_accepted.len() > MAX_ROWS {
            let how = format!("at most {MAX_ROWS} kinds of coupon");
            faults.push(Fault::new("/coupons_accepted", "too_many_coupons", how));
        }
        let mut seen = BTreeSet::new();
        for (index, kind) in self.coupons_accepted.iter().enumerate() {
            if !seen.insert(kind) {
                let at = format!("/coupons_accepted/{index}");
                faults.push(Fault::new(at, "coupon_given_twice", format!("{kind} stands above already")));
            }
        }
        let free = self.prices().and_then(|prices| prices.entry()).is_ok_and(Minor::is_zero);
        if free && !self.coupons_accepted.is_empty() {
            let why = "a coupon cannot pay a free entry";
            faults.push(Fault::new("/coupons_accepted", "coupon_for_free_entry", why));
        }
        for (band, row) in self.payout.bands.iter().enumerate() {
            for (index, coupon) in row.coupons.iter().enumerate() {
                let at = format!("/payout/{band}/coupons/{index}/face_value");
                self.check_amount(coupon.face_value, at.clone(), faults);
                if coupon.face_value.0.is_zero() {
                    faults.push(Fault::new(at, "face_value_not_positive", "a coupon is worth more than 0"));
                }
            }
        }
    }

    /// Every number of entrants has a band; whatever comes in, the pool pays the band's coupons, and no place is worth
    /// more than a better one.
    fn check_payout_fits(&self, faults: &mut Vec<Fault>) {
        let (least, most) = (self.least_players(), self.players.most);
        if let Some(gap) = self.payout.first_gap(least, most) {
            let how = format!("there is no band for {gap} entrants, and {most} may enter");
            faults.push(Fault::new("/payout", "entrants_not_covered", how));
        }
        for (index, band) in self.payout.bands.iter().enumerate() {
            let (from, to) = (band.from.max(least), band.to.unwrap_or(most).min(most));
            // Between these numbers of entrants the pool only grows.
            let more = band.coupons.iter().map(|coupon| coupon.place).filter(|place| *place > from);
            let numbers: BTreeSet<u32> = std::iter::once(from).chain(more).filter(|number| *number <= to).collect();
            let fault = numbers.into_iter().find_map(|entrants| self.coupons_fault(band, entrants));
            if let Some((code, what)) = fault {
                faults.push(Fault::new(format!("/payout/{index}/coupons"), code, what));
            }
        }
    }

    /// What is wrong with a band's coupons with so many entrants, who pay no more than they must.
    fn coupons_fault(&self, band: &Band, entrants: u32) -> Option<(&'static str, String)> {
        let (prices, coupons) = (self.prices().ok()?, self.coupon_prizes(band).ok()?);
        let pool = (i128::from(prices.buy_in.0) * i128::from(entrants)).max(i128::from(prices.guarantee.0));
        let won: Vec<_> = coupons.iter().filter(|coupon| coupon.place <= entrants).collect();
        let faces: i128 = won.iter().map(|coupon| i128::from(coupon.face_value.0)).sum();
        if faces > pool {
            return Some((
                "coupons_not_covered",
                format!("with {entrants} entrants the prize pool does not pay these"),
            ));
        }
        let mut better = None;
        for (place, share) in (1..=entrants).zip(&band.shares_bp) {
            let face = won.iter().find(|coupon| coupon.place == place);
            let face = face.map_or(0, |coupon| i128::from(coupon.face_value.0));
            let worth = (pool - faces) * i128::from(*share) + face * i128::from(WHOLE_BP);
            if better.is_some_and(|better| worth > better) {
                let what = format!("with {entrants} entrants place {place} would win more than the one before it");
                return Some(("prize_rises", what));
            }
            better = Some(worth);
        }
        None
    }

    /// What is wrong with publishing it now: a start that has passed.
    #[must_use]
    pub fn start_fault(&self, now: Time) -> Option<Fault> {
        match self.start {
            Start::At(at) if at <= now => Some(Fault::new("/start/at", "start_in_past", "the start lies ahead")),
            Start::At(_) | Start::WhenFull => None,
        }
    }
}

/// A figure within bounds, or a fault that names them.
fn check(right: bool, at: &str, code: &'static str, bounds: &RangeInclusive<u32>, faults: &mut Vec<Fault>) {
    if !right {
        faults.push(Fault::new(at, code, format!("from {} to {}", bounds.start(), bounds.end())));
    }
}
