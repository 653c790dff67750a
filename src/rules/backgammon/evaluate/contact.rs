//! A plain estimate where checkers can still hit each other: what a beginner counts, and no more.
//!
//! The chance of winning is a logistic function of who rolls and of seven differences between the sides: the lead in the race,
//! which counts for more the nearer the end; points held at home; the longest prime; blots that the side to roll can hit,
//! and checkers on the bar, both the more the stronger the board they must enter; checkers far back; checkers buried on the
//! lowest points. The share of gammons among a side's wins is another, of how far the loser is behind and how well it is
//! shut out. It plans nothing, and knows no back game from a lost one: take it as a judgement by the look of the board.
//!
//! The weights were fitted to half of some 2,900 positions as a strong program judges them, most of them from wild games, and
//! to the start with the weight of 200 of them, and rounded. On the other half the chance of winning is 0.07 off on average,
//! the equity 0.25 (a test measures it).

use super::super::{BAR, Counts, OFF};
use super::chances::Chances;

/// The chances of a side about to roll and its opponent, each seen from its own side.
pub(super) fn estimate(own: &Counts, opp: &Counts) -> Chances {
    let (own, opp) = (Side::of(own, opp), Side::of(opp, own));
    let lead = (opp.pips - own.pips) * libm::exp(-(own.pips + opp.pips) / 75.0);
    let score = 0.08
        + 0.23 * lead
        + 0.12 * (own.home - opp.home)
        + 0.16 * (own.prime - opp.prime)
        + 0.042 * own.home * opp.blots
        + 0.117 * (own.home * opp.bar - opp.home * own.bar)
        + 0.05 * (opp.back - own.back)
        + 0.17 * (opp.buried - own.buried);
    let win = logistic(score);
    let win_gammon = win * gammons(&own, &opp);
    let lose_gammon = (1.0 - win) * gammons(&opp, &own);
    Chances {
        win,
        win_gammon,
        win_backgammon: win_gammon * backgammons(&own, &opp),
        lose_gammon,
        lose_backgammon: lose_gammon * backgammons(&opp, &own),
    }
}

/// The share of gammons among the games that `winner` wins.
fn gammons(winner: &Side, loser: &Side) -> f64 {
    if loser.off > 0.0 {
        return 0.0;
    }
    logistic(
        -1.57 + 1.03 * loser.pips / 100.0 - 0.47 * winner.pips / 100.0 - 0.2 * loser.home
            + 0.13 * winner.home * loser.bar
            + 0.044 * winner.home * loser.back
            + 0.175 * winner.off,
    )
}

/// The share of backgammons among the gammons that `winner` wins.
fn backgammons(winner: &Side, loser: &Side) -> f64 {
    logistic(-5.2 + 1.53 * loser.pips / 100.0 + 0.23 * winner.off)
}

fn logistic(score: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-score))
}

/// What is counted of a side.
struct Side {
    pips: f64,
    /// Checkers borne off.
    off: f64,
    /// Checkers on the bar.
    bar: f64,
    /// Checkers on the bar or in the other side's home board.
    back: f64,
    /// Points held in its own home board.
    home: f64,
    /// Checkers on its ace and deuce points.
    buried: f64,
    /// The most points in a row that it holds on its own half of the board.
    prime: f64,
    /// Checkers alone on a point, with one of the other side up to six pips behind them.
    blots: f64,
}

impl Side {
    fn of(own: &Counts, opp: &Counts) -> Self {
        let bar = usize::from(BAR);
        let count =
            |places: &mut dyn Iterator<Item = usize>| -> f64 { places.map(|place| f64::from(own[place])).sum() };
        // A checker of the other side at its place q is on 25 - q of ours, and moves up from there.
        let is_shot_at = |point: usize| (1..=6).any(|pips| point >= pips && opp[bar + pips - point] > 0);
        let blots = (1..bar).filter(|point| own[*point] == 1 && is_shot_at(*point)).count();
        let half = own[1..=12].split(|checkers| *checkers < 2);
        Self {
            pips: (0_u8..).zip(own).map(|(place, checkers)| f64::from(place) * f64::from(*checkers)).sum(),
            off: f64::from(own[usize::from(OFF)]),
            bar: f64::from(own[bar]),
            back: count(&mut (19..=bar)),
            home: whole(own[1..=6].iter().filter(|checkers| **checkers >= 2).count()),
            buried: count(&mut (1..=2)),
            prime: whole(half.map(<[u8]>::len).max().unwrap_or_default()),
            blots: whole(blots),
        }
    }
}

/// A count on a board.
fn whole(count: usize) -> f64 {
    u8::try_from(count).map_or(0.0, f64::from)
}

#[cfg(test)]
mod tests;
