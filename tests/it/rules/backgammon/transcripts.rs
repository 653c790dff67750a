//! Twenty matches and sessions that GNU Backgammon 1.07 played and exported, with what it recorded of each game.

use kupa::rules::backgammon::notation::mat;
use kupa::rules::backgammon::{Class, Ending};
use serde_json::{Value, json};

use crate::support::transcripts::{FOLDER, manifest, text};

/// What a manifest tells of a game, from our own replay of it.
fn told(game: &kupa::rules::backgammon::MatchGame) -> Value {
    let outcome = game.game.outcome().unwrap();
    let (ending, class) = match outcome.ending {
        Ending::Played(class) => ("borne_off", Some(class)),
        Ending::Dropped | Ending::BeaverDropped => ("drop", None),
        Ending::Resigned(class) => ("resign", Some(class)),
        Ending::Tied => ("tied", None),
    };
    json!({
        "start_score": game.score,
        "crawford": game.game.options().crawford,
        "winner": outcome.winner.unwrap().index(),
        "points": outcome.points,
        "cube": outcome.cube,
        "ending": ending,
        "class": class.map(Class::points),
    })
}

#[test]
fn every_transcript_replays_to_the_recorded_scores() {
    let mut games = 0;
    for row in manifest() {
        let file = row["file"].as_str().unwrap();
        let transcript = mat::read(&text(file)).unwrap_or_else(|error| panic!("{FOLDER}/{file}: {error}"));
        let played = &transcript.played;
        assert_eq!(json!(transcript.players), row["players"], "{file}");
        assert_eq!(
            json!([played.options().length, played.score()]),
            json!([row["length"], row["final_score"]]),
            "{file}"
        );
        let found: Vec<Value> = played.games().iter().map(told).collect();
        let expected = row["games"].as_array().unwrap();
        assert_eq!(found.len(), expected.len(), "{file}");
        for (found, expected) in found.iter().zip(expected) {
            for (key, value) in found.as_object().unwrap() {
                // With Jacoby and the cube in the centre a resigned gammon shows as one point.
                let hidden =
                    key == "class" && found["ending"] == "resign" && found["cube"] == 1 && row["jacoby"] == true;
                assert!(hidden || *value == expected[key], "{file}: {key}: {found} {expected}");
            }
            games += 1;
        }
    }
    assert_eq!(games, 63);
}

#[test]
fn every_transcript_is_written_so_that_it_reads_the_same() {
    for row in manifest() {
        let file = row["file"].as_str().unwrap();
        let read = mat::read(&text(file)).unwrap();
        let written = mat::write(&read).unwrap();
        assert_eq!(mat::read(&written).unwrap().played.score(), read.played.score(), "{file}");
        assert_eq!(mat::read(&written).unwrap(), read, "{file}");
        same_columns(&text(file), &written, file);
    }
}

/// The lines of games are GNU Backgammon's to the letter, but for the order of a roll's moves, spaces at the end, and rolls
/// that it shows though nothing can be played: against a closed board we do not roll.
fn same_columns(theirs: &str, ours: &str, file: &str) {
    let lines = |text: &str| -> Vec<String> {
        let games = text.split_once(" point match").unwrap().1;
        games.lines().map(ordered).filter(|line| !line.is_empty()).collect()
    };
    for (theirs, ours) in lines(theirs).iter().zip(&lines(ours)) {
        assert_eq!(theirs, ours, "{file}");
    }
    assert_eq!(lines(theirs).len(), lines(ours).len(), "{file}");
}

/// A line with the moves of each roll in order, and columns as they are.
fn ordered(line: &str) -> String {
    let mut words: Vec<(usize, String)> = Vec::new();
    let mut at = 0;
    for piece in line.split(' ') {
        if !piece.is_empty() {
            words.push((at, piece.to_owned()));
        }
        at += piece.len() + 1;
    }
    let is_move = |word: &(usize, String)| word.1.contains('/');
    for run in words.chunk_by_mut(|a, b| is_move(a) && is_move(b)) {
        let mut moves: Vec<String> = run.iter().map(|(_, word)| word.clone()).collect();
        moves.sort();
        run.iter_mut().zip(moves).filter(|(word, _)| is_move(word)).for_each(|(word, sorted)| *word = (0, sorted));
    }
    let unplayed = |at: usize| words[at].1.ends_with(':') && !words.get(at + 1).is_some_and(is_move);
    let shown = (0..words.len()).filter(|at| !unplayed(*at)).map(|at| &words[at]);
    shown.map(|(at, word)| format!("{at}:{word} ")).collect()
}
