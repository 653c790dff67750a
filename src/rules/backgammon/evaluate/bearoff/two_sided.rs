//! The exact chance of winning a bear-off of at most six checkers a side.

use std::ops::Range;

use super::home::{Home, rolls};
use super::single;

/// The most checkers that either side may have.
pub const MOST_CHECKERS: u8 = 6;
/// The most pips that so many checkers can need.
const MOST_PIPS: u8 = 36;

/// The chance of winning, cubeless, in every position of at most six checkers a side.
#[derive(Debug, Clone)]
pub struct TwoSided {
    /// The row of each board by its number. Rows are in the order of pips, so boards of as many pips are neighbours.
    rows: Vec<usize>,
    /// At `row of one side * boards + row of the other`: the chance of the one side, when the other is about to roll.
    waiting: Vec<f32>,
}

/// For each roll: of how many of the 36 throws, and the rows of the boards to which it can lead.
type Plays = Vec<(u8, Vec<usize>)>;

impl TwoSided {
    /// Computes the table.
    ///
    /// Every play lessens the pips of a side. So positions in the order of the pips of both sides taken together rest only
    /// on earlier ones, and those of as many pips on each side are reckoned at once.
    #[must_use]
    pub fn compute() -> Self {
        let mut all: Vec<Home> = Home::all(MOST_CHECKERS);
        all.sort_by_key(Home::pips);
        let boards = all.len();
        let mut rows = vec![0; boards];
        for (row, board) in all.iter().enumerate() {
            rows[board.number(MOST_CHECKERS)] = row;
        }
        let plays: Vec<Plays> = all.iter().map(|board| plays(board, &rows)).collect();
        let of_pips = |pips: u8| {
            let begin = all.partition_point(|board| board.pips() < pips);
            begin..all.partition_point(|board| board.pips() <= pips)
        };
        let mut table = Self { rows, waiting: vec![0.0; boards * boards] };
        // Whoever has no checker has won.
        table.waiting[..boards].fill(1.0);
        for both in 2..=2 * MOST_PIPS {
            for own in 1..both {
                table.fill(of_pips(own), &of_pips(both - own), &plays);
            }
        }
        table
    }

    /// Reckons the chances of the sides in some rows, about to roll, against those in some others.
    fn fill(&mut self, own: Range<usize>, opponents: &Range<usize>, plays: &[Plays]) {
        let boards = self.rows.len();
        let mut sums = vec![0.0; opponents.len()];
        let mut best = vec![0.0_f32; opponents.len()];
        for own in own {
            sums.fill(0.0);
            for (throws, after) in &plays[own] {
                best.fill(0.0);
                for row in after {
                    let chances = &self.waiting[row * boards..][opponents.clone()];
                    best.iter_mut().zip(chances).for_each(|(best, chance)| *best = best.max(*chance));
                }
                let throws = f64::from(*throws);
                sums.iter_mut().zip(&best).for_each(|(sum, best)| *sum += throws * f64::from(*best));
            }
            for (opponent, sum) in opponents.clone().zip(&sums) {
                self.waiting[opponent * boards + own] = single(1.0 - sum / 36.0);
            }
        }
    }

    /// The chance of the side that has `own` and is about to roll. `None`: a side has more than six checkers, or none.
    #[must_use]
    pub fn win(&self, own: &Home, opp: &Home) -> Option<f64> {
        let row = |board: &Home| {
            let fits = (1..=MOST_CHECKERS).contains(&board.checkers());
            fits.then(|| self.rows[board.number(MOST_CHECKERS)])
        };
        let place = row(opp)? * self.rows.len() + row(own)?;
        Some(1.0 - f64::from(self.waiting[place]))
    }
}

fn plays(board: &Home, rows: &[usize]) -> Plays {
    let of_roll = |(high, low, throws)| {
        let mut after = if high == low {
            played(vec![*board], &[high; 4])
        } else {
            [played(vec![*board], &[high, low]), played(vec![*board], &[low, high])].concat()
        };
        after.sort_unstable();
        after.dedup();
        (throws, after.iter().map(|board| rows[board.number(MOST_CHECKERS)]).collect())
    };
    rolls().map(of_roll).collect()
}

/// The boards to which some dice, played in turn, lead. A board that becomes empty stays so: the game has ended.
fn played(mut boards: Vec<Home>, dice: &[u8]) -> Vec<Home> {
    for die in dice {
        let (ended, going_on): (Vec<Home>, Vec<Home>) = boards.into_iter().partition(|board| board.checkers() == 0);
        boards = ended;
        boards.extend(going_on.into_iter().flat_map(|board| board.after(*die)));
        boards.sort_unstable();
        boards.dedup();
    }
    boards
}
