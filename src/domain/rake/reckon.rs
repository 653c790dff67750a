//! The reckoning of one game (`rake.md`): rate, match maximum, surcharges, discount, one rounding, cap.

use rust_decimal::{Decimal, RoundingStrategy};

use super::error::RakeError;
use super::explanation::{ChosenTier, Explanation, Played, Reckoning};
use super::figures::find;
use super::schedule::{Figures, Rounding, Schedule, TierBasis};
use crate::domain::exact::{Exact, Product};
use crate::domain::money::{Currency, MAX_AMOUNT_MINOR, Minor};
use crate::rules::rating::Rating;

/// The highest percentage, and the most decimal places of one, that is reckoned with at all.
const MAX_PERCENT: Decimal = Decimal::from_parts(10_000, 0, 0, false, 0);
const MAX_PLACES: u32 = 6;

/// Reckons one game by a schedule.
///
/// # Errors
/// [`RakeError`], each with its stable code.
pub fn reckon(schedule: &Schedule, game: &Reckoning) -> Result<Explanation, RakeError> {
    let (worth, amount) = amounts(game)?;
    if let (Played::Match { .. }, None) = (game.played, &schedule.matches) {
        return Err(RakeError::MatchNotOffered);
    }
    if let Some(least) = schedule.least_rating
        && (game.rating_winner < least || game.rating_loser < least)
    {
        return Err(RakeError::RatingTooLow { least });
    }
    reckon_amount(schedule, game, worth, amount).ok_or(RakeError::ScheduleUnusable)
}

/// What the game was worth before the limit, and what passes.
fn amounts(game: &Reckoning) -> Result<(i128, Minor), RakeError> {
    if !game.stake.is_positive() {
        return Err(RakeError::StakeNotPositive);
    }
    if game.stake.0 > MAX_AMOUNT_MINOR {
        return Err(RakeError::AmountOutOfRange);
    }
    let stake = i128::from(game.stake.0);
    let (worth, most) = match game.played {
        Played::Single { cube, .. } if !cube.is_power_of_two() => return Err(RakeError::CubeNotPowerOfTwo),
        Played::Single { result, .. } if !(1..=3).contains(&result) => return Err(RakeError::ResultOutOfRange),
        Played::Match { points: 0 } => return Err(RakeError::PointsOutOfRange),
        Played::Single { cube, result } => {
            let value = stake * i128::from(cube);
            (value * i128::from(result), value * 3)
        }
        Played::Match { .. } => (stake, stake),
    };
    let worth = match game.adjudicated.map(|adjudicated| i128::from(adjudicated.0)) {
        Some(adjudicated) if !(0..=most).contains(&adjudicated) => return Err(RakeError::AmountOutOfRange),
        Some(adjudicated) => adjudicated,
        None => worth,
    };
    let limit = match game.limit {
        Some(limit) if !limit.is_positive() => return Err(RakeError::LimitNotPositive),
        Some(limit) => limit.0,
        None => i64::MAX,
    };
    match i64::try_from(worth.min(i128::from(limit))) {
        Ok(amount) if amount <= MAX_AMOUNT_MINOR => Ok((worth, Minor(amount))),
        _ => Err(RakeError::AmountOutOfRange),
    }
}

/// The tier and its rate.
struct Rate {
    tier: ChosenTier,
    base: Decimal,
    uncapped: Decimal,
    rate: Decimal,
    discountable: bool,
}

/// The reckoning once the game is accepted; none where the schedule is not fit for it.
fn reckon_amount(schedule: &Schedule, game: &Reckoning, worth: i128, amount: Minor) -> Option<Explanation> {
    let figures = schedule.figures_for(game.currency);
    let places = game.currency.exponent();
    let (tier_basis, basis) = match (game.played, schedule.tier_basis) {
        (Played::Single { .. }, TierBasis::Amount) => (TierBasis::Amount, worth),
        _ => (TierBasis::Stake, i128::from(game.stake.0)),
    };
    let basis = Exact(Decimal::try_from_i128_with_scale(basis, places).ok()?);
    let rate = rate(schedule, figures, game.played, basis)?;
    let gap = game.rating_winner.gap(game.rating_loser);
    let (low, wide) = surcharges(schedule, game, gap)?;
    let surcharge = low + wide;
    let discount = if rate.discountable { discount(schedule, figures, basis)? } else { Decimal::ZERO };

    let surcharged_rate = Product::from(Exact(rate.rate)).times_percent(Decimal::ONE_HUNDRED + surcharge)?;
    let unrounded = unrounded(amount, places, rate.rate, surcharge, discount)?;
    let rounded = round(unrounded, places, schedule.rounding)?;
    let cap = match schedule.cap_for(figures) {
        Some(cap) => Some(cut(cap, game.currency)?),
        None => None,
    };
    let rake_each = cap.map_or(rounded, |cap| rounded.min(cap));
    let house = rake_each.times(2).ok()?;
    let winner = amount.minus(house).ok()?;
    if rake_each.is_negative() || winner.is_negative() {
        return None;
    }
    Some(Explanation {
        game: *game,
        amount,
        limited: i128::from(amount.0) < worth,
        tier_basis,
        basis,
        tier: rate.tier,
        base_rate_percent: Exact(rate.base).plain(),
        uncapped_rate_percent: Exact(rate.uncapped).plain(),
        rate_percent: Exact(rate.rate).plain(),
        rating_gap: gap,
        low_surcharge_percent: Exact(low).plain(),
        gap_surcharge_percent: Exact(wide).plain(),
        surcharge_percent: Exact(surcharge).plain(),
        surcharged_rate_percent: surcharged_rate.value()?,
        discount_percent: Exact(discount).plain(),
        unrounded: unrounded.value()?,
        rounding: schedule.rounding,
        rounded,
        cap,
        capped: cap.is_some_and(|cap| rounded > cap),
        rake_each,
        house,
        winner,
        loser: amount.negated().ok()?,
    })
}

/// A percentage that can be reckoned with exactly; none for one that no validated schedule holds.
fn usable(percent: Exact) -> Option<Decimal> {
    let percent = if percent.0.scale() > MAX_PLACES { percent.0.normalize() } else { percent.0 };
    let fits = percent.scale() <= MAX_PLACES && percent >= Decimal::ZERO && percent <= MAX_PERCENT;
    fits.then_some(percent)
}

fn rate(schedule: &Schedule, figures: Option<&Figures>, played: Played, basis: Exact) -> Option<Rate> {
    match played {
        Played::Single { .. } => {
            let bounds = figures.map(|figures| figures.single_bounds.as_slice());
            let (index, band) = find(&schedule.single, bounds, basis)?;
            let row = schedule.single.get(index)?;
            let rate = usable(row.rate_percent)?;
            let tier = ChosenTier { number: index + 1, band };
            Some(Rate { tier, base: rate, uncapped: rate, rate, discountable: !row.no_discount })
        }
        Played::Match { points } => {
            let rows = schedule.matches.as_deref()?;
            let bounds = figures.map(|figures| figures.match_bounds.as_slice());
            let (index, band) = find(rows, bounds, basis)?;
            let row = rows.get(index)?;
            let base = usable(row.base_percent)?;
            let further = Decimal::from(points.checked_sub(1)?);
            let uncapped = base.checked_add(usable(row.step_percent)?.checked_mul(further)?)?;
            let rate = uncapped.min(usable(row.max_percent)?);
            let tier = ChosenTier { number: index + 1, band };
            Some(Rate { tier, base, uncapped, rate, discountable: true })
        }
    }
}

/// The surcharges for a low rating and for the distance of both.
fn surcharges(schedule: &Schedule, game: &Reckoning, gap: Rating) -> Option<(Decimal, Decimal)> {
    if !game.surcharges || schedule.surcharges.is_empty() {
        return Some((Decimal::ZERO, Decimal::ZERO));
    }
    let low = match &schedule.surcharges.low_rating {
        Some(low) if game.rating_winner < low.below || game.rating_loser < low.below => usable(low.percent)?,
        _ => Decimal::ZERO,
    };
    let rows = &schedule.surcharges.gap;
    if rows.is_empty() {
        return Some((low, Decimal::ZERO));
    }
    let (index, _) = find(rows, None, Exact(Decimal::new(gap.millionths(), 6)))?;
    Some((low, usable(rows.get(index)?.percent)?))
}

fn discount(schedule: &Schedule, figures: Option<&Figures>, basis: Exact) -> Option<Decimal> {
    if schedule.discounts.is_empty() {
        return Some(Decimal::ZERO);
    }
    let bounds = figures.map(|figures| figures.discount_bounds.as_slice());
    let (index, _) = find(&schedule.discounts, bounds, basis)?;
    usable(schedule.discounts.get(index)?.percent).filter(|discount| *discount <= Decimal::ONE_HUNDRED)
}

/// One player's rake, exactly. Factors of 100 % are left out: they would only lengthen the product.
fn unrounded(amount: Minor, places: u32, rate: Decimal, surcharge: Decimal, discount: Decimal) -> Option<Product> {
    let mut product = Product::of(amount.0, places).times_percent(rate)?;
    if !surcharge.is_zero() {
        product = product.times_percent(Decimal::ONE_HUNDRED + surcharge)?;
    }
    if !discount.is_zero() {
        product = product.times_percent(Decimal::ONE_HUNDRED - discount)?;
    }
    Some(product)
}

/// The one rounding. What comes in is never below 0.
fn round(product: Product, places: u32, rounding: Rounding) -> Option<Minor> {
    let (units, remainder, divisor) = product.units(places)?;
    let twice = remainder.checked_mul(2)?;
    let up = match rounding {
        Rounding::HalfAwayFromZero => twice >= divisor,
        Rounding::HalfEven => twice > divisor || (twice == divisor && units % 2 == 1),
        Rounding::Down => false,
    };
    Some(Minor(units.checked_add(i64::from(up))?))
}

/// A cap in a currency with fewer places than it was written with is cut, never raised.
fn cut(cap: Exact, currency: Currency) -> Option<Minor> {
    let cut = cap.0.round_dp_with_strategy(currency.exponent(), RoundingStrategy::ToZero);
    Minor::from_decimal(cut, currency).ok().filter(|cap| !cap.is_negative())
}
