//! Races: no checker can hit another any more. Each side is taken alone: how many rolls it needs is a distribution, and the
//! two are set against each other.
//!
//! A side with all its checkers at home has its distribution from the table ([`super::bearoff::one_sided_table`]). For any other a
//! formula takes it on from there: the checkers outside are put on the six point, and the pips to there are rolls more, as
//! many as they are on average, with the variance that the dice give them; the sum is taken as normal, cut into whole
//! rolls. The same is done for the roll with which the first of 15 checkers is borne off (no gammon) and for the one with
//! which the last leaves the winner's home board (no backgammon); where one roll may be all that is left for it, the chance
//! that this roll does it is counted out.

use std::borrow::Cow;

use super::super::{BAR, Counts, OFF};
use super::Evaluation;
use super::bearoff::home::{Home, rolls};
use super::bearoff::{exact, one_sided_table};
use super::chances::Chances;

/// What a roll moves on average, in pips.
const PIPS_A_ROLL: f64 = 49.0 / 6.0;
/// What each pip adds to the variance of the number of rolls: that of a roll's pips, divided by the third power of their
/// mean.
const VARIANCE_A_PIP: f64 = 0.0345;
/// The same for what takes few rolls: whole dice do a checker's whole way. Found by comparison.
const VARIANCE_A_PIP_SHORT: f64 = 0.02;
/// The pips that are lost where whole dice carry checkers out of the winner's home board. Found by comparison.
const LOST_ON_LEAVING: f64 = 2.0;
/// A distribution ends where less than this is left.
const NEGLIGIBLE: f64 = 1e-9;
/// A winner with less than this chance of being done in two rolls is not thought to be.
const NOT_SO_SOON: f32 = 1e-4;

/// The chances of a side and its opponent, each seen from its own side, where no checker can hit another and neither side
/// has finished. `None`: one still can.
pub(super) fn evaluate(own: &Counts, opp: &Counts) -> Option<Evaluation> {
    if rearmost(own) + rearmost(opp) >= usize::from(BAR) {
        return None;
    }
    let (own_home, opp_home) = (BroughtIn::of(own)?, BroughtIn::of(opp)?);
    if own_home.pips == 0
        && opp_home.pips == 0
        && let Some(win) = exact(&own_home.home, &opp_home.home)
    {
        return Some(Evaluation { chances: Chances::of_single(win), exact: true });
    }
    let (own_done, opp_done) = (own_home.all_off(), opp_home.all_off());
    let win_before = |theirs: &[f32]| first(&own_done, theirs);
    let lose_before = |ours: &[f32]| 1.0 - first(ours, &opp_done);
    let chances = Chances {
        win: win_before(&opp_done),
        win_gammon: win_before(&first_off(opp, &opp_home, &own_done)),
        win_backgammon: win_before(&left(opp, &own_done)),
        lose_gammon: lose_before(&first_off(own, &own_home, &opp_done)),
        lose_backgammon: lose_before(&left(own, &opp_done)),
    };
    Some(Evaluation { chances: chances.made_possible(), exact: false })
}

/// The place of the checker that has the farthest to go.
fn rearmost(counts: &Counts) -> usize {
    counts.iter().rposition(|checkers| *checkers > 0).unwrap_or_default()
}

/// A side as if the checkers outside its home board stood on its six point, and the pips that bring them there.
struct BroughtIn {
    home: Home,
    pips: u16,
}

impl BroughtIn {
    fn of(counts: &Counts) -> Option<Self> {
        let mut points = [0; 6];
        let mut pips = 0;
        for (place, checkers) in (0_u16..).zip(counts).skip(1) {
            if let Some(point) = points.get_mut(usize::from(place) - 1) {
                *point = *checkers;
            } else {
                points[5] += checkers;
                pips += (place - 6) * u16::from(*checkers);
            }
        }
        Some(Self { home: Home::new(points)?, pips })
    }

    fn all_off(&self) -> Cow<'static, [f32]> {
        self.brought_in(one_sided_table().all_off(&self.home), VARIANCE_A_PIP)
    }

    fn brought_in(&self, at_home: &'static [f32], variance_a_pip: f64) -> Cow<'static, [f32]> {
        if self.pips == 0 || at_home.len() == 1 {
            return Cow::Borrowed(at_home);
        }
        let moment = |of: &dyn Fn(f64) -> f64| -> f64 {
            (0_u16..).zip(at_home).map(|(rolls, chance)| f64::from(*chance) * of(f64::from(rolls))).sum()
        };
        let mean = moment(&|rolls| rolls);
        let variance = moment(&|rolls| (rolls - mean) * (rolls - mean));
        let pips = f64::from(self.pips);
        Cow::Owned(normal(mean + pips / PIPS_A_ROLL, variance + pips * variance_a_pip))
    }
}

/// The chances of a loser of having borne off a checker after 0, 1, 2, .. rolls.
fn first_off(counts: &Counts, home: &BroughtIn, winner: &[f32]) -> Cow<'static, [f32]> {
    let chances = home.brought_in(one_sided_table().first_off(&home.home), VARIANCE_A_PIP_SHORT);
    let is_table = home.pips == 0 || counts[usize::from(OFF)] > 0;
    if is_table { chances } else { with_first_roll(chances.into_owned(), counts, is_off, winner).into() }
}

/// The chances of a loser of having left the winner's home board after 0, 1, 2, .. rolls; where a checker is off, after none.
fn left(counts: &Counts, winner: &[f32]) -> Vec<f32> {
    if is_off(counts) || is_out(counts) {
        return vec![1.0];
    }
    let far = (0_u16..).zip(counts).map(|(place, checkers)| place.saturating_sub(18) * u16::from(*checkers));
    let pips = f64::from(far.sum::<u16>());
    // The last roll counts whole: half a roll more on average.
    let chances = normal((pips + LOST_ON_LEAVING) / PIPS_A_ROLL + 0.5, pips * VARIANCE_A_PIP);
    with_first_roll(chances, counts, is_out, winner)
}

fn is_off(counts: &Counts) -> bool {
    counts[usize::from(OFF)] > 0
}

fn is_out(counts: &Counts) -> bool {
    counts[19..].iter().all(|checkers| *checkers == 0)
}

/// The distribution with the chance of being done in one roll counted out, where the winner may be done in two.
fn with_first_roll(mut chances: Vec<f32>, counts: &Counts, is_done: fn(&Counts) -> bool, winner: &[f32]) -> Vec<f32> {
    if winner.iter().take(3).sum::<f32>() < NOT_SO_SOON {
        return chances;
    }
    let mut done = 0_u8;
    for (high, low, throws) in rolls() {
        let dice: &[&[u8]] = if high == low { &[&[high; 4]] } else { &[&[high, low], &[low, high]] };
        if dice.iter().any(|dice| can_be(is_done, *counts, usize::from(BAR), dice)) {
            done += throws;
        }
    }
    let first_roll = f32::from(done) / 36.0;
    // Later rolls keep their share of what is left.
    let later: f32 = chances.iter().skip(2).sum();
    let factor = if later > 0.0 { (1.0 - first_roll) / later } else { 0.0 };
    chances.iter_mut().skip(2).for_each(|chance| *chance *= factor);
    chances.iter_mut().zip([0.0, first_roll]).for_each(|(chance, counted)| *chance = counted);
    chances
}

/// Whether a side by itself can be done with these dice in this order. Equal dice move checkers in the order of their places,
/// the rearmost first: none before `from`.
fn can_be(is_done: fn(&Counts) -> bool, counts: Counts, from: usize, dice: &[u8]) -> bool {
    if is_done(&counts) {
        return true;
    }
    let Some((die, rest)) = dice.split_first() else { return false };
    let die = usize::from(*die);
    let rear = rearmost(&counts);
    (1..=from.min(rear)).rev().filter(|place| counts[*place] > 0).any(|place| {
        // Borne off by a number that is too high: only from the rearmost place, and only from home.
        let may = place > die || rear <= 6 && (place == die || place == rear);
        let mut after = counts;
        after[place] -= 1;
        after[place.saturating_sub(die)] += 1;
        let next = if rest.first() == dice.first() { place } else { usize::from(BAR) };
        may && can_be(is_done, after, next, rest)
    })
}

/// The normal distribution of that mean and variance, cut into whole numbers from 0.
fn normal(mean: f64, variance: f64) -> Vec<f32> {
    let deviation = libm::sqrt(variance);
    let mut chances = Vec::new();
    let mut below = 0.0;
    for rolls in 0_u16.. {
        let up_to = 0.5 * libm::erfc((mean - f64::from(rolls) - 0.5) / deviation / std::f64::consts::SQRT_2);
        #[allow(clippy::cast_possible_truncation)] // stored as those of the table are
        chances.push((up_to - below) as f32);
        below = up_to;
        if up_to > 1.0 - NEGLIGIBLE {
            break;
        }
    }
    chances
}

/// The chance that who rolls first is done first: with the n-th roll, the other not being done with n - 1.
fn first(own: &[f32], opp: &[f32]) -> f64 {
    let mut chance = 0.0;
    let mut opp_left = 1.0;
    for (n, own) in own.iter().enumerate() {
        opp_left -= n.checked_sub(1).and_then(|n| opp.get(n)).copied().map_or(0.0, f64::from);
        chance += f64::from(*own) * opp_left;
    }
    chance
}

#[cfg(test)]
mod tests;
