//! How far the plain evaluator's judgements are from a strong program's.

use std::collections::BTreeMap;

use kupa::rules::backgammon::Position;
use kupa::rules::backgammon::evaluate::chances::Chances;
use kupa::rules::backgammon::evaluate::{Evaluator, Plain, without_contact};

/// A line a position: its text, its kind, and the five chances as GNU Backgammon sees them two plies deep. Lines come in
/// pairs: the same board, with the one side on roll and with the other.
const ROWS: &str = include_str!("../../../data/bg_eval.txt");

/// Sums of how far the chance of winning and the equity are off.
#[derive(Default)]
struct Off {
    rows: u32,
    win: f64,
    equity: f64,
}

impl Off {
    fn assert_below(&self, win: f64, equity: f64) {
        let rows = f64::from(self.rows);
        let (mean_win, mean_equity) = (self.win / rows, self.equity / rows);
        assert!(
            mean_win <= win && mean_equity <= equity,
            "win {mean_win:.4}, equity {mean_equity:.4} of {}",
            self.rows
        );
        eprintln!("win {mean_win:.5}, equity {mean_equity:.5} of {}", self.rows);
    }
}

fn rows() -> impl Iterator<Item = (&'static str, Position, Chances)> {
    ROWS.lines().map(|line| {
        let words: Vec<&str> = line.split(' ').collect();
        let figure = |at: usize| words[at].parse().unwrap();
        let chances = Chances {
            win: figure(2),
            win_gammon: figure(3),
            win_backgammon: figure(4),
            lose_gammon: figure(5),
            lose_backgammon: figure(6),
        };
        (words[1], words[0].parse().unwrap(), chances)
    })
}

#[test]
fn judgements_are_as_far_off_as_is_said_of_them() {
    let mut off: BTreeMap<&str, Off> = BTreeMap::new();
    for (number, (kind, position, theirs)) in rows().enumerate() {
        let has_contact = without_contact(&position).unwrap().is_none();
        // Two boards that were called back games are races.
        let kind = match kind {
            "race" | "bearoff" => kind,
            _ if has_contact => "contact",
            _ => "race",
        };
        assert_eq!(has_contact, kind == "contact", "{position}");
        // The weights of the estimate were fitted to every other pair.
        if has_contact && number / 2 % 2 == 0 {
            continue;
        }
        let ours = Plain.evaluate(&position).unwrap().chances;
        let off = off.entry(kind).or_default();
        off.rows += 1;
        off.win += (ours.win - theirs.win).abs();
        off.equity += (ours.equity() - theirs.equity()).abs();
    }
    off["bearoff"].assert_below(0.002, 0.003);
    off["race"].assert_below(0.002, 0.025);
    off["contact"].assert_below(0.075, 0.25);
    assert_eq!(off.values().map(|off| off.rows).sum::<u32>(), 660 + 644 + 1448);
}
