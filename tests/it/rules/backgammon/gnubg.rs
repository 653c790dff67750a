//! Exports judged by GNU Backgammon itself, where it is found.

use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use kupa::rules::backgammon::notation::{Moment, Stage, Transcript, gnu_id, mat, sgf, xgid};
use kupa::rules::backgammon::{Act, Match, MatchGame, MatchOptions, Options, Player, Variant};
use tempfile::TempDir;

use super::random::{Chance, finished, match_options, offered};
use crate::support::missing::found;

/// Long enough for a slow machine; a program that hangs is killed.
const SECONDS: &str = "300";

/// What GNU Backgammon says when it is given these commands in a folder; none where it is missing.
fn gnubg(folder: &Path, commands: &str) -> Option<String> {
    let program = found("gnubg")?;
    let file = folder.join("commands");
    std::fs::write(&file, format!("set display off\nset confirm new off\n{commands}")).unwrap();
    let output = Command::new("timeout")
        .arg(SECONDS)
        .arg(program)
        .args(["-t", "-q", "-c"])
        .arg(file)
        .current_dir(folder)
        .env("HOME", folder)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Winner, points and cube of a game.
type End = (Option<Player>, u32, u32);

/// The end of each game, and the score after them.
fn ends(played: &Match) -> (Vec<End>, [u64; 2]) {
    let outcomes = played.games().iter().map(|game| game.game.outcome().unwrap());
    (outcomes.map(|end| (end.winner, end.points, end.cube)).collect(), played.score())
}

/// A thousand games: matches and sessions, with the cube and all that is agreed on everywhere.
fn thousand(mut options: impl FnMut(&mut Chance) -> MatchOptions) -> Vec<Transcript> {
    let (mut transcripts, mut games) = (Vec::new(), 0);
    for seed in 0.. {
        let mut chance = Chance::new(seed);
        let options = options(&mut chance);
        let played = finished(&mut chance, options, 12);
        games += played.games().len();
        // A name may look like a comment.
        let white = chance.pick(&["North", "; north", "// north", "# north", ": 3 point match"]);
        transcripts.push(Transcript { players: [white.into(), "South".into()], played });
        if games >= 1_000 {
            return transcripts;
        }
    }
    transcripts
}

fn plain(chance: &mut Chance) -> MatchOptions {
    let variant = chance.pick(&[Variant::Backgammon, Variant::Backgammon, Variant::Nackgammon]);
    let game = Options { variant, cube: !chance.one_in(4), ..Options::default() };
    match chance.pick(&[0, 1, 2, 3, 5, 7, 11]) {
        0 => MatchOptions::session(game),
        length => MatchOptions::to(length, game),
    }
}

#[test]
fn gnu_backgammon_imports_and_scores_what_is_exported_as_mat() {
    let folder = TempDir::new().unwrap();
    let transcripts = thousand(plain);
    let mut commands = "set jacoby off\nset automatic doubles 0\n".to_owned();
    for (at, transcript) in transcripts.iter().enumerate() {
        std::fs::write(folder.path().join(format!("{at}.mat")), mat::write(transcript).unwrap()).unwrap();
        writeln!(commands, "import mat {at}.mat\nsave match {at}.sgf\nexport match mat {at}-again.mat").unwrap();
    }
    let Some(said) = gnubg(folder.path(), &commands) else { return };
    for wrong in ["WARNING", "Invalid", "doesn't follow"] {
        assert!(!said.contains(wrong), "{said}");
    }
    for (at, transcript) in transcripts.iter().enumerate() {
        let saved = std::fs::read_to_string(folder.path().join(format!("{at}.sgf"))).unwrap();
        let read = sgf::read(&saved).unwrap_or_else(|error| panic!("{at}: {error}"));
        assert_eq!(ends(&read.played), ends(&transcript.played), "{at}");
        let [read, written] =
            [&read.played, &transcript.played].map(|played| (played.options().length, played.options().game.variant));
        assert_eq!(read, written, "{at}");
        // Where a turn passed without a roll it exchanges the columns when it exports.
        let passed = |game: &MatchGame| game.game.acts().iter().any(|act| matches!(act, Act::Pass { .. }));
        if !transcript.played.games().iter().any(passed) {
            let again = std::fs::read_to_string(folder.path().join(format!("{at}-again.mat"))).unwrap();
            let read = mat::read(&again).unwrap_or_else(|error| panic!("{at}: {error}\n{again}"));
            assert_eq!(ends(&read.played), ends(&transcript.played), "{at}");
        }
    }
}

#[test]
fn gnu_backgammon_loads_and_scores_what_is_exported_as_sgf() {
    let folder = TempDir::new().unwrap();
    let transcripts = thousand(|chance| MatchOptions {
        // It ends abnormally on matches with cubes of hundreds.
        game: Options { limit: None, cube_max: 64, ..match_options(chance, Variant::Backgammon).game },
        ..plain(chance)
    });
    let mut commands = String::new();
    for (at, transcript) in transcripts.iter().enumerate() {
        std::fs::write(folder.path().join(format!("{at}.sgf")), sgf::write(transcript)).unwrap();
        writeln!(commands, "load match {at}.sgf\nsave match {at}-again.sgf").unwrap();
    }
    let Some(_) = gnubg(folder.path(), &commands) else { return };
    for (at, transcript) in transcripts.iter().enumerate() {
        let saved = std::fs::read_to_string(folder.path().join(format!("{at}-again.sgf"))).unwrap();
        let read = sgf::read(&saved).unwrap_or_else(|error| panic!("{at}: {error}"));
        assert_eq!(ends(&read.played), ends(&transcript.played), "{at}");
    }
}

/// Moments of random matches, the bottom player on turn and nothing pending: what GNU Backgammon takes of an XGID.
fn moments() -> Vec<Moment> {
    let mut moments = Vec::new();
    for seed in 0..200 {
        let mut chance = Chance::new(seed);
        let (jacoby, beavers) = (chance.one_in(2), chance.one_in(2));
        let options =
            MatchOptions { game: Options { jacoby, beavers, ..plain(&mut chance).game }, ..plain(&mut chance) };
        let mut played = Match::new(options);
        for _ in 0..chance.below(60) + 5 {
            if played.games().last().unwrap().game.outcome().is_some() {
                break;
            }
            let act = offered(&mut chance, &played.games().last().unwrap().game);
            played.act(&act).unwrap();
        }
        let moment = Moment::of_match(&played).unwrap();
        let told = moment.stage == Stage::Playing && moment.pending.is_none();
        if told && moment.turn == Player::Black {
            moments.push(moment);
        }
    }
    moments
}

#[test]
fn gnu_backgammon_reads_an_xgid_as_the_same_ids_and_rules() {
    let folder = TempDir::new().unwrap();
    let moments = moments();
    assert!(moments.len() > 20 && moments.iter().any(|moment| moment.roll.is_some()));
    assert!([true, false].iter().all(|on| moments.iter().any(|told| told.length == 0 && told.beavers == *on)));
    let ids: Vec<String> = moments.iter().map(|moment| xgid::of(moment).unwrap()).collect();
    let commands: String = ids.iter().map(|id| format!("set xgid {id}\nshow beavers\nshow rng\n")).collect();
    let Some(said) = gnubg(folder.path(), &commands) else { return };
    // It may show the board more than once: what it showed last before it was asked for the generator is what it read.
    let last =
        |answer: &str, what: &str| answer.rsplit_once(what).map(|(_, id)| id.lines().next().unwrap().trim().to_owned());
    let answers: Vec<&str> = said.split("You are using the ").collect();
    assert_eq!(answers.len(), moments.len() + 1, "{said}");
    for ((moment, id), answer) in moments.iter().zip(&ids).zip(answers) {
        // In a match it tells what it holds of sessions.
        if moment.length == 0 {
            let none = answer.contains("No beavers allowed in money sessions");
            assert_eq!(none, !moment.beavers, "{id}: {answer}");
        }
        let ours = (gnu_id::of_position(&moment.position).unwrap(), gnu_id::of_match(moment).unwrap());
        assert_eq!((last(answer, "Position ID:"), last(answer, "Match ID   :")), (Some(ours.0), Some(ours.1)), "{id}");
    }
}
