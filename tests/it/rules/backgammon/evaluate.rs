//! How far the plain evaluator's judgements are from a strong program's.

use std::collections::BTreeMap;

use kupa::rules::backgammon::Position;
use kupa::rules::backgammon::evaluate::chances::Chances;
use kupa::rules::backgammon::evaluate::match_equity::{self, MatchEquity, Score};
use kupa::rules::backgammon::evaluate::{Evaluator, Plain, without_contact};
use sha2::{Digest, Sha256};

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
    off["bearoff"].assert_below(0.0001, 0.0002);
    off["race"].assert_below(0.002, 0.016);
    off["contact"].assert_below(0.075, 0.25);
    assert_eq!(off.values().map(|off| off.rows).sum::<u32>(), 660 + 644 + 1448);
}

/// The SHA-256 of figures' bits.
fn digest(figures: impl Iterator<Item = f64>) -> String {
    let mut sha = Sha256::new();
    figures.for_each(|figure| sha.update(figure.to_bits().to_be_bytes()));
    sha.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Games were settled by these figures. Where one changes, on purpose, the version changes with it.
#[test]
fn figures_are_the_same_to_the_last_bit_as_long_as_the_version_is() {
    let judged = rows().flat_map(|(_, position, _)| {
        let Chances { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon } =
            Plain.evaluate(&position).unwrap().chances;
        [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon]
    });
    let plain = [Plain.version(), &digest(judged)].join(" ");
    assert_eq!(plain, "kupa-plain-1 1b658b6bca5485658726f04479766bb91f88e7d37e82bc8f0ed04667f43fce3c");

    let chances = [true, false].into_iter().flat_map(|crawford_rule| {
        let table = MatchEquity::compute(25, crawford_rule);
        let scores = (1..=25).flat_map(|away| (1..=25).map(move |opp_away| (away, opp_away)));
        scores.flat_map(move |(away, opp_away)| {
            [false, true].map(|crawford_over| table.between_games(Score { away, opp_away, crawford_over }).unwrap())
        })
    });
    let table = [match_equity::VERSION, &digest(chances)].join(" ");
    assert_eq!(table, "kupa-match-equity-1 6913b89751502fc3cd0d9d9085ebb8becc971d030d986e5d92c4948b8ab966ec");
}
