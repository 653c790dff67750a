//! Whether the dice are fair and owe nothing to each other, by statistics; and what a hostile document does.
//!
//! Each judgement rejects a fair source once in a million times: the bounds are the 1e-6 quantiles, on both sides (dice
//! can also be too even), of chi-square with the stated degrees of freedom and of the normal distribution. There are 23 of
//! them, so that a fair source fails at all once in forty thousand. The secrets are fixed: the outcome is always the same.

use std::iter;

use kupa::rules::dice::published::Published;
use kupa::rules::dice::{Dice, Secret, Words};
use proptest::prelude::*;

const ROLLS: usize = 1_000_000;

/// Chi-square for so many cells that should be equally full, with its bounds.
struct Judged {
    chi_square: f64,
    bounds: (f64, f64),
}

impl Judged {
    fn is_fair(&self) -> bool {
        (self.bounds.0..self.bounds.1).contains(&self.chi_square)
    }
}

fn judge(cells: &[u32]) -> Judged {
    let bounds = match cells.len() {
        6 => (0.0129, 35.89),
        36 => (8.376, 89.95),
        1296 => (1067.3, 1551.5),
        other => panic!("no bounds for {other} cells"),
    };
    let expected = f64::from(cells.iter().sum::<u32>()) / cells.len() as f64;
    assert!(expected > 100.0, "too few for the approximation");
    let chi_square = cells.iter().map(|cell| (f64::from(*cell) - expected).powi(2) / expected).sum();
    Judged { chi_square, bounds }
}

/// How often each of so many cells comes.
fn counted<const N: usize>(which: impl Iterator<Item = usize>) -> [u32; N] {
    let mut cells = [0; N];
    which.for_each(|cell| cells[cell] += 1);
    cells
}

fn pair(dice: &[u8; 2]) -> usize {
    usize::from(dice[0] - 1) * 6 + usize::from(dice[1] - 1)
}

fn face(die: u8) -> usize {
    usize::from(die - 1)
}

/// The correlation of the sums of two rolls so many rolls apart, in standard deviations of a fair source's.
fn correlation(rolls: &[[u8; 2]], lag: usize) -> f64 {
    let sum = |dice: &[u8; 2]| f64::from(dice[0] + dice[1]) - 7.0;
    let variance = 35.0 / 6.0;
    let covered = rolls.len() - lag;
    let covariance: f64 = rolls.iter().zip(&rolls[lag..]).map(|(one, other)| sum(one) * sum(other)).sum();
    covariance / variance / (covered as f64).sqrt()
}

/// The two-sided 1e-6 quantile of the normal distribution.
const NORMAL_BOUND: f64 = 4.892;

/// Every judgement over the rolls of one game; the names of those that were not passed.
fn failures(rolls: &[[u8; 2]]) -> Vec<String> {
    let mut judged = vec![
        ("first die".to_owned(), judge(&counted::<6>(rolls.iter().map(|dice| face(dice[0]))))),
        ("second die".to_owned(), judge(&counted::<6>(rolls.iter().map(|dice| face(dice[1]))))),
        ("pairs".to_owned(), judge(&counted::<36>(rolls.iter().map(pair)))),
    ];
    let (neighbours, _) = rolls.as_chunks::<2>();
    let follow = neighbours.iter().map(|[one, next]| pair(one) * 36 + pair(next));
    judged.push(("a roll and the next".to_owned(), judge(&counted::<1296>(follow))));
    let unfair = judged.iter().filter(|(_, judged)| !judged.is_fair());
    let mut failures: Vec<String> = unfair.map(|(name, judged)| format!("{name}: {}", judged.chi_square)).collect();
    let far = (1..=10).map(|lag| (lag, correlation(rolls, lag))).filter(|(_, z)| z.abs() >= NORMAL_BOUND);
    failures.extend(far.map(|(lag, z)| format!("correlation at lag {lag}: {z}")));
    failures
}

fn no_words() -> [Words; 2] {
    [Words::none(), Words::none()]
}

#[test]
fn a_million_rolls_of_a_game_are_fair_and_owe_nothing_to_each_other() {
    let dice = Dice::new(&Secret::new([42; 32]), &no_words());
    let rolls: Vec<[u8; 2]> = (1..=ROLLS as u64).map(|k| dice.roll(k)).collect();
    assert_eq!(failures(&rolls), [""; 0]);
}

#[test]
fn unfair_dice_are_found_out() {
    // A linear congruential generator: fair enough before it is spoilt.
    let mut state = 1_u64;
    let mut byte = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    };
    let modulo: Vec<[u8; 2]> = (0..ROLLS).map(|_| [byte() % 6 + 1, byte() % 6 + 1]).collect();
    assert!(!failures(&modulo).is_empty(), "bytes 252 to 255 favour the faces 1 to 4");

    let mut fair = iter::repeat_with(byte).filter(|byte| *byte < 252).map(|byte| byte % 6 + 1);
    let mut sticky: Vec<[u8; 2]> = (0..ROLLS).map(|_| [fair.next().unwrap(), fair.next().unwrap()]).collect();
    assert_eq!(failures(&sticky), [""; 0]);
    for at in (0..ROLLS - 1).step_by(100) {
        sticky[at + 1] = sticky[at];
    }
    assert!(!failures(&sticky).is_empty(), "one roll in a hundred repeats the one before");

    let even: Vec<[u8; 2]> = (0..ROLLS).map(|k| [(k % 6) as u8 + 1, (k / 6 % 6) as u8 + 1]).collect();
    assert!(failures(&even).iter().any(|name| name.starts_with("pairs")), "every pair in its turn is too even");
}

/// The rolls of so many games at their number `k`, judged over the 36 pairs.
fn assert_games_are_fair(k: u64, game: impl Fn(u64) -> Dice) {
    let judged = judge(&counted::<36>((0..20_000).map(|n| pair(&game(n).roll(k)))));
    assert!(judged.is_fair(), "{}", judged.chi_square);
}

#[test]
fn the_same_roll_of_many_games_is_fair() {
    let secret = |n: u64| {
        let mut bytes = [0; 32];
        bytes[24..].copy_from_slice(&n.to_be_bytes());
        Secret::new(bytes)
    };
    for k in [1, 2, 50, u64::MAX, 1 << 32] {
        assert_games_are_fair(k, |n| Dice::new(&secret(n), &no_words()));
    }
}

#[test]
fn whatever_words_a_player_tries_the_dice_stay_fair() {
    let secret = Secret::new([3; 32]);
    for place in 0..2 {
        for k in [1, 2] {
            assert_games_are_fair(k, |n| {
                let mut words = no_words();
                words[place] = Words::new(n.to_string()).unwrap();
                Dice::new(&secret, &words)
            });
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_was_thrown_verifies_from_its_document(
        secret in any::<[u8; 32]>(), first in ".{0,40}", second in ".{0,40}", rolls in 0_u64..200,
    ) {
        let words = [Words::new(first).unwrap(), Words::new(second).unwrap()];
        let document = serde_json::to_string(&Published::of(&Secret::new(secret), &words, rolls, None)).unwrap();
        let read: Published = serde_json::from_str(&document).unwrap();
        prop_assert_eq!(read.rolls.len() as u64, rolls);
        prop_assert_eq!(read.verify(), Ok(()));
    }

    #[test]
    fn a_spoilt_document_is_refused_or_found_false(
        at in any::<prop::sample::Index>(), byte in any::<u8>(), cut in any::<bool>(),
    ) {
        let document = serde_json::to_vec(&Published::of(&Secret::new([5; 32]), &no_words(), 30, None)).unwrap();
        let mut spoilt = document.clone();
        let at = at.index(spoilt.len());
        if cut { spoilt.truncate(at) } else { spoilt[at] = byte }
        if let Ok(read) = serde_json::from_slice::<Published>(&spoilt) {
            let original: Published = serde_json::from_slice(&document).unwrap();
            let same = read.secret.eq_ignore_ascii_case(&original.secret)
                && read.commitment.eq_ignore_ascii_case(&original.commitment);
            let same = same && (&read.method, &read.words, &read.rolls) == (&original.method, &original.words, &original.rolls);
            prop_assert_eq!(read.verify().is_ok(), same);
        }
    }

    #[test]
    fn no_document_makes_it_panic(
        method in "(kupa-dice-1|.{0,9})", hex in prop::collection::vec("([0-9a-fA-F]{64}|.{0,70})", 2),
        words in any::<[String; 2]>(), rolls in prop::collection::vec(any::<[u64; 2]>(), 0..9),
    ) {
        let document = Published { method, game: None, commitment: hex[0].clone(), secret: hex[1].clone(), words, rolls };
        prop_assert!(document.verify().is_err());
    }
}
