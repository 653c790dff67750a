//! From a pool, a payout table's row and a final ranking to who wins what.

use std::collections::BTreeSet;

use super::{Award, CouponPrize, Group, Place, Prize, PrizeError, Reckoning, TieRule, WHOLE_BP};
use crate::domain::money::{Minor, MoneyError};

/// Reckons the prizes. A pool of 0 pays nobody (`edge-cases` 1).
///
/// # Errors
/// [`PrizeError`].
pub fn award(from: &Reckoning) -> Result<Award, PrizeError> {
    check_shares(&from.shares_bp)?;
    check_coupons(&from.coupons)?;
    check_ranking(&from.ranking)?;
    if from.pool.is_negative() || from.least_prize.is_negative() {
        return Err(PrizeError::OutOfRange);
    }
    if from.pool.is_zero() {
        return Ok(Award { from: from.clone(), money: Minor::ZERO, places: Vec::new(), prizes: Vec::new() });
    }
    let winners = from.ranking.iter().filter(|group| !group.disqualified);
    let filled: usize = winners.map(|group| width(group, from.ties)).sum();
    let most = filled.min(from.shares_bp.len());
    if most == 0 {
        return Err(PrizeError::NobodyToPay);
    }
    let coupons = covered(&from.coupons, most, from.pool)?;
    let mut money = from.pool;
    for coupon in &coupons {
        money = money.minus(coupon.face_value)?;
    }
    let places = places(from, most, money, &coupons)?;
    let prizes = prizes(from, &places)?;
    Ok(Award { from: from.clone(), money, places, prizes })
}

fn check_shares(shares: &[u32]) -> Result<(), PrizeError> {
    let falling = shares.is_sorted_by(|better, worse| better >= worse);
    let sum: u64 = shares.iter().copied().map(u64::from).sum();
    if falling && sum == u64::from(WHOLE_BP) { Ok(()) } else { Err(PrizeError::SharesFaulty) }
}

fn check_coupons(coupons: &[CouponPrize]) -> Result<(), PrizeError> {
    let places: BTreeSet<u32> = coupons.iter().map(|coupon| coupon.place).collect();
    let right = coupons.iter().all(|coupon| coupon.place > 0 && coupon.face_value.is_positive());
    if right && places.len() == coupons.len() { Ok(()) } else { Err(PrizeError::CouponsFaulty) }
}

fn check_ranking(ranking: &[Group]) -> Result<(), PrizeError> {
    let mut seen = BTreeSet::new();
    let apart = ranking.iter().flat_map(|group| &group.registrations).all(|number| seen.insert(*number));
    let filled = ranking.iter().all(|group| !group.registrations.is_empty());
    let last = ranking.is_sorted_by_key(|group| group.disqualified);
    if apart && filled && last { Ok(()) } else { Err(PrizeError::RankingFaulty) }
}

/// How many places a group fills.
fn width(group: &Group, ties: TieRule) -> usize {
    match ties {
        TieRule::Pooled => group.registrations.len(),
        TieRule::OnePlace => 1,
    }
}

/// The coupons that are won: of the places that somebody fills, best first, until the pool does not pay for one.
fn covered(coupons: &[CouponPrize], most: usize, pool: Minor) -> Result<Vec<CouponPrize>, PrizeError> {
    let mut sorted: Vec<CouponPrize> = coupons.iter().filter(|coupon| reaches(most, coupon.place)).copied().collect();
    sorted.sort_by_key(|coupon| coupon.place);
    let mut spent = Minor::ZERO;
    let mut won = Vec::with_capacity(sorted.len());
    for coupon in sorted {
        spent = spent.plus(coupon.face_value)?;
        if spent > pool {
            break;
        }
        won.push(coupon);
    }
    Ok(won)
}

fn reaches(most: usize, place: u32) -> bool {
    usize::try_from(place).is_ok_and(|place| place <= most)
}

/// The paid places. Shares are rounded down, and the units left over go one each to the best places. The shares of
/// places that are not paid go to the best place.
fn places(from: &Reckoning, most: usize, money: Minor, coupons: &[CouponPrize]) -> Result<Vec<Place>, PrizeError> {
    let mut places = Vec::with_capacity(most);
    for (place, share_bp) in (1_u32..).zip(from.shares_bp.iter().copied()).take(most) {
        let coupon = coupons.iter().find(|coupon| coupon.place == place).copied();
        places.push(Place { place, share_bp, rounded: part(money, share_bp)?, left_over: Minor::ZERO, coupon });
    }
    let unpaid = |last: &Place| last.place > 1 && last.coupon.is_none() && last.rounded < from.least_prize;
    while places.last().is_some_and(unpaid) {
        places.pop();
    }
    let missing: u32 = from.shares_bp.iter().skip(places.len()).sum();
    if let Some(best) = places.first_mut() {
        best.share_bp += missing; // at most the whole
        best.rounded = part(money, best.share_bp)?;
    }
    let mut left = money;
    for place in &places {
        left = left.minus(place.rounded)?;
    }
    // Each rounding lost less than a unit, so fewer units than places are left.
    for place in places.iter_mut().take(usize::try_from(left.0).unwrap_or(0)) {
        place.left_over = Minor(1);
    }
    Ok(places)
}

/// A share of an amount, rounded down.
fn part(money: Minor, share_bp: u32) -> Result<Minor, MoneyError> {
    let part = i128::from(money.0) * i128::from(share_bp) / i128::from(WHOLE_BP);
    i64::try_from(part).map(Minor).map_err(|_| MoneyError::OutOfRange)
}

fn prizes(from: &Reckoning, places: &[Place]) -> Result<Vec<Prize>, PrizeError> {
    let mut prizes = Vec::new();
    let (mut rank, mut rest) = (1, places);
    for group in &from.ranking {
        let (theirs, below) = rest.split_at(width(group, from.ties).min(rest.len()));
        let [first, ..] = theirs else { break };
        let sharing = u32::try_from(group.registrations.len()).map_err(|_| PrizeError::OutOfRange)?;
        let mut pooled = Minor::ZERO;
        for place in theirs {
            pooled = pooled.plus(place.rounded)?.plus(place.left_over)?;
            if let (2.., Some(coupon)) = (sharing, place.coupon) {
                pooled = pooled.plus(coupon.face_value)?;
            }
        }
        let (each, odd) = (pooled.0 / i64::from(sharing), pooled.0 % i64::from(sharing));
        let mut numbers = group.registrations.clone();
        numbers.sort_unstable();
        for (registration, earlier) in numbers.into_iter().zip(0..) {
            let odd_unit = Minor(i64::from(earlier < odd));
            prizes.push(Prize {
                registration,
                rank,
                rank_to: rank + (sharing - 1),
                place: first.place,
                place_to: theirs.last().map_or(first.place, |last| last.place),
                sharing,
                pooled,
                odd_unit,
                money: Minor(each).plus(odd_unit)?,
                coupon: first.coupon.filter(|_| sharing == 1),
            });
        }
        rank += sharing;
        rest = below;
    }
    prizes.retain(|prize| prize.worth().is_positive());
    Ok(prizes)
}
