//! Transcripts that somebody has damaged, and text that never was one: read or refused, and never a panic. What is read is
//! what it was read as: written again, it comes to the same score.

use kupa::rules::backgammon::notation::{Transcript, TranscriptError, mat, sgf};
use kupa::rules::backgammon::{Act, Match, MatchOptions, Options, Variant};
use proptest::prelude::*;

use super::random::{Chance, finished, match_options};

/// Pieces that mean something somewhere.
const PIECES: &[&str] = &[
    "\n",
    " ",
    "\t",
    ":",
    "/",
    "*",
    "(",
    ")",
    "[",
    "]",
    ";",
    "\\",
    "0",
    "1",
    "6",
    "25",
    "99999999999999999999",
    "-",
    "é",
    "\u{feff}",
    "\0",
    "31:",
    "66: ",
    "8/5",
    "bar/20",
    "6/off",
    "(2)",
    " Doubles => 2",
    " Takes",
    " Drops",
    " Beavers => 4",
    "      Wins 1 point",
    "Wins 2 points",
    "\n Game 2\n",
    "\n North : 0   South : 0\n",
    " 5 point match\n",
    "; [Jacoby \"On\"]\n",
    "; [Variation \"Tavla\"]\n",
    "Cannot Move",
    "????",
    "8/4(2)*",
    "; Set Pos=",
    " Raccoons => 8",
    "\r",
    "(;GM[6]",
    ";W[31hefe]",
    ";B[double]",
    ";W[take]",
    ";B[drop]",
    ";W[]",
    "RE[W+1]",
    "RE[B+2R]",
    "CV[2]",
    "CO[n]",
    "KU[opening:33]",
    "KU[limit:1]",
    ";KU[cap:1]",
    ";KU[resign:W:gammon:single]",
    ";KU[accept:B]",
    ";KU[refuse:B]",
    "RU[Hypergammon1]",
    "RU[Crawford:CrawfordGame]",
    "RU[Fevga]",
    "MI[length:3][ws:2]",
    "PL[B]DI[21]",
    "AE[a]",
];

/// Damages a text in a few places: pieces put in, taken out, doubled or exchanged.
fn damaged(chance: &mut Chance, text: &str) -> String {
    let mut signs: Vec<char> = text.chars().collect();
    for _ in 0..=chance.below(4) {
        let at = chance.below(signs.len() + 1);
        let end = (at + chance.below(12)).min(signs.len());
        match chance.below(4) {
            0 => drop(signs.drain(at..end)),
            1 => drop(signs.splice(at..at, chance.pick(PIECES).chars())),
            2 => drop(signs.splice(at..end, chance.pick(PIECES).chars())),
            _ => {
                let copied: Vec<char> = signs[at..end].to_vec();
                let to = chance.below(signs.len() + 1);
                drop(signs.splice(to..to, copied));
            }
        }
    }
    signs.into_iter().collect()
}

/// A match that reads in both notations, and not long.
fn transcript(chance: &mut Chance, variant: Variant) -> Transcript {
    let options = match_options(chance, variant);
    Transcript { players: ["a".into(), "b".into()], played: finished(chance, options, 1) }
}

fn judged(read: Result<Transcript, TranscriptError>, lines: usize) -> Option<Transcript> {
    match read {
        Ok(transcript) => Some(transcript),
        Err(error) => {
            assert!((1..=lines.max(1)).contains(&error.line), "{error}");
            assert!(!error.fault.code().is_empty() && error.to_string().len() < 100_000);
            None
        }
    }
}

fn lines(text: &str) -> usize {
    text.matches(['\n', '\r']).count() + 1
}

fn read_mat(text: &str) {
    if let Some(read) = judged(mat::read(text), lines(text)) {
        let again = mat::read(&mat::write(&read).unwrap()).unwrap();
        assert_eq!(
            (again.played.score(), again.played.winner()),
            (read.played.score(), read.played.winner()),
            "{text}"
        );
    }
}

fn read_sgf(text: &str) {
    if let Some(read) = judged(sgf::read(text), lines(text)) {
        let again = sgf::read(&sgf::write(&read)).unwrap();
        assert_eq!(
            (again.played.score(), again.played.winner()),
            (read.played.score(), read.played.winner()),
            "{text}"
        );
    }
}

proptest! {
    #[test]
    fn a_damaged_mat_is_read_or_refused(seed in any::<u64>()) {
        let mut chance = Chance::new(seed);
        let variant = chance.pick(&[Variant::Backgammon, Variant::Nackgammon, Variant::Tavla]);
        if let Ok(text) = mat::write(&transcript(&mut chance, variant)) {
            read_mat(&damaged(&mut chance, &text));
        }
    }

    #[test]
    fn a_damaged_sgf_is_read_or_refused(seed in any::<u64>()) {
        let mut chance = Chance::new(seed);
        let variant = chance.pick(&Variant::ALL);
        let text = sgf::write(&transcript(&mut chance, variant));
        read_sgf(&damaged(&mut chance, &text));
    }

    #[test]
    fn text_that_never_was_a_transcript_is_read_or_refused(seed in any::<u64>(), text in "\\PC{0,80}") {
        let mut chance = Chance::new(seed);
        let pieces: String = (0..chance.below(60)).map(|_| chance.pick(PIECES)).collect();
        for text in [&text, &pieces, &format!(" 5 point match\n Game 1\n a:0 b:0\n  1) {pieces}"), &format!("(;GM[6]{pieces}")] {
            read_mat(text);
            read_sgf(text);
        }
    }

    #[test]
    fn a_damaged_list_of_acts_is_replayed_or_refused(seed in any::<u64>()) {
        let mut chance = Chance::new(seed);
        let variant = chance.pick(&Variant::ALL);
        let played = transcript(&mut chance, variant).played;
        let game = &played.games()[0].game;
        let json = damaged(&mut chance, &serde_json::to_string(game.acts()).unwrap());
        if let Ok(acts) = serde_json::from_str::<Vec<Act>>(&json) {
            let _ = Match::replay(MatchOptions::session(*game.options()), [acts.as_slice()]);
        }
        let mut acts = game.acts().to_vec();
        let (a, b) = (chance.below(acts.len()), chance.below(acts.len()));
        acts.swap(a, b);
        let _ = Match::replay(MatchOptions::session(Options { jacoby: true, ..*game.options() }), [acts.as_slice()]);
    }
}
