//! How many rolls a home board takes by itself.

use super::home::{Home, MOST_CHECKERS, rolls};
use super::single;

/// Chances below this at the end of a distribution are left out.
const NEGLIGIBLE: f64 = 1e-9;

/// The distributions of rolls of every home board of up to 15 checkers.
#[derive(Debug, Clone)]
pub struct OneSided {
    all_off: Distributions,
    first_off: Distributions,
}

impl OneSided {
    /// Computes the tables.
    #[must_use]
    pub fn compute() -> Self {
        let all = Home::all(MOST_CHECKERS);
        let plays = Plays::of(&all);
        Self {
            all_off: Distributions::compute(&all, &plays, |board| board.checkers() == 0),
            first_off: Distributions::compute(&all, &plays, |board| board.checkers() < MOST_CHECKERS),
        }
    }

    /// The chances of needing 0, 1, 2, .. rolls until the last checker is off, each play being the one that leaves the
    /// fewest on average.
    #[must_use]
    pub fn all_off(&self, board: &Home) -> &[f32] {
        self.all_off.of(board)
    }

    /// The chances of needing 0, 1, 2, .. rolls until the first of all 15 checkers is off (0 rolls where one is), each play
    /// being the one that leaves the fewest on average: who fears a gammon first tries to save it.
    #[must_use]
    pub fn first_off(&self, board: &Home) -> &[f32] {
        self.first_off.of(board)
    }
}

/// Where one die leads from each board: numbers of boards.
struct Plays {
    /// Where the plays of a board with a die begin in `after`, at `board * 6 + die - 1`; they end where the next begin.
    begins: Vec<usize>,
    after: Vec<u16>,
}

impl Plays {
    fn of(all: &[Home]) -> Self {
        let mut plays = Self { begins: vec![0], after: Vec::new() };
        for board in all {
            for die in 1..=6 {
                // There are 54,264 boards.
                let numbers = board.after(die).filter_map(|after| u16::try_from(after.number(MOST_CHECKERS)).ok());
                plays.after.extend(numbers);
                plays.begins.push(plays.after.len());
            }
        }
        plays
    }

    fn after(&self, board: usize, die: u8) -> &[u16] {
        let place = board * 6 + usize::from(die) - 1;
        &self.after[self.begins[place]..self.begins[place + 1]]
    }
}

/// The best boards that one, two and three plays of each die lead to, at `[plays - 1][die - 1]`.
type Runs = [[u16; 6]; 3];

/// For each board by its number, the chances of being done with 0, 1, 2, .. rolls.
#[derive(Debug, Clone)]
struct Distributions {
    /// Where each board's chances begin in `chances`; they end where the next one's begin.
    begins: Vec<usize>,
    chances: Vec<f32>,
}

impl Distributions {
    /// Takes boards in the order of their numbers: every play leads to one that has been reckoned.
    fn compute(all: &[Home], plays: &Plays, done: impl Fn(&Home) -> bool) -> Self {
        let mut table = Self { begins: vec![0], chances: Vec::new() };
        let mut means: Vec<f64> = Vec::with_capacity(all.len());
        let mut runs: Vec<Runs> = Vec::with_capacity(all.len());
        let mut sums: Vec<f64> = Vec::new();
        for (number, board) in all.iter().enumerate() {
            if done(board) {
                table.push(&[1.0]);
                means.push(0.0);
                runs.push([[u16::try_from(number).unwrap_or(u16::MAX); 6]; 3]);
                continue;
            }
            let best = |boards: &mut dyn Iterator<Item = u16>| -> u16 {
                let mean = |board: &u16| means[usize::from(*board)];
                boards.min_by(|one, other| mean(one).total_cmp(&mean(other))).unwrap_or_default()
            };
            let run = |after: &u16, plays: usize, die: u8| runs[usize::from(*after)][plays - 1][usize::from(die) - 1];
            let mut mean = 1.0;
            sums.clear();
            for (high, low, throws) in rolls() {
                let after = if high == low {
                    best(&mut plays.after(number, high).iter().map(|after| run(after, 3, high)))
                } else {
                    let high_first = plays.after(number, high).iter().map(|after| run(after, 1, low));
                    let low_first = plays.after(number, low).iter().map(|after| run(after, 1, high));
                    best(&mut high_first.chain(low_first))
                };
                let after = usize::from(after);
                let weight = f64::from(throws) / 36.0;
                mean += weight * means[after];
                let chances = table.at(after);
                if sums.len() <= chances.len() {
                    sums.resize(chances.len() + 1, 0.0);
                }
                sums.iter_mut().skip(1).zip(chances).for_each(|(sum, chance)| *sum += weight * f64::from(*chance));
            }
            let mut own_runs = Runs::default();
            for (index, die) in (1..=6).enumerate() {
                let after = plays.after(number, die);
                own_runs[0][index] = best(&mut after.iter().copied());
                own_runs[1][index] = best(&mut after.iter().map(|after| run(after, 1, die)));
                own_runs[2][index] = best(&mut after.iter().map(|after| run(after, 2, die)));
            }
            table.push(&sums);
            means.push(mean);
            runs.push(own_runs);
        }
        table
    }

    fn push(&mut self, chances: &[f64]) {
        let held = chances.iter().rposition(|chance| *chance >= NEGLIGIBLE).map_or(0, |last| last + 1);
        self.chances.extend(chances.iter().take(held).map(|chance| single(*chance)));
        self.begins.push(self.chances.len());
    }

    fn at(&self, number: usize) -> &[f32] {
        &self.chances[self.begins[number]..self.begins[number + 1]]
    }

    fn of(&self, board: &Home) -> &[f32] {
        self.at(board.number(MOST_CHECKERS))
    }
}
