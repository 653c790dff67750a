//! `kupa rules match`.

use std::error::Error;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use crate::rules::backgammon::notation::{Fault, Transcript, mat};

/// What `--help` says of it.
pub(super) const ABOUT: &str = "\
Replay transcripts of matches and money sessions, and score them: a line of JSON on standard output
for each file.

Out:  {\"file\": \"final.mat\", \"length\": 5, \"games\": [{\"start_score\": [0, 0], \"crawford\": false,
       \"winner\": 1, \"points\": 2, \"cube\": 2}, ..], \"final_score\": [0, 6]}
  or  {\"file\": \"final.mat\", \"error\": \"illegal_play\", \"message\": \"..\", \"line\": 17}

FILE          .mat text, as GNU Backgammon, Jellyfish and others export it
length        points of the match; 0 for a session of single games
start_score   of the left and the right player, before the game
winner        0 the left player, 1 the right one
points        won: the cube times what counts
cube          its value at the end

Every roll, play and double is judged by the rules, and every score and result shown is compared.
A file that breaks a rule says which and on which line, and the run goes on. Exit status 0; 1 where a
file cannot be read.";

/// The longest file that is read: it is held whole.
const MAX_FILE_BYTES: u64 = 64 << 20;

/// The options of `kupa rules match`.
#[derive(Debug, Args)]
pub struct MatchArgs {
    /// The transcripts
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
}

#[derive(Serialize)]
struct Replayed {
    file: String,
    length: u32,
    games: Vec<Game>,
    final_score: [u64; 2],
}

#[derive(Serialize)]
struct Game {
    start_score: [u64; 2],
    crawford: bool,
    winner: Option<usize>,
    points: u32,
    cube: u32,
}

#[derive(Serialize)]
struct Wrong {
    file: String,
    error: &'static str,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
}

/// `kupa rules match`: whether every file could be read.
///
/// # Errors
/// The output cannot be written. A reader that has gone away ends the run quietly.
pub fn run(args: &MatchArgs, mut output: impl Write) -> Result<bool, Box<dyn Error>> {
    let mut all_read = true;
    for path in &args.files {
        let file = path.to_string_lossy().into_owned();
        let line = match text(path) {
            Err(error) => {
                all_read = false;
                let message = format!("it cannot be read: {error}");
                serde_json::to_string(&Wrong { file, error: "file_unreadable", message, line: None })?
            }
            Ok(text) => match replayed(&text) {
                Ok(transcript) => serde_json::to_string(&scored(file, &transcript))?,
                Err((fault, line)) => {
                    let (error, message) = (fault.code(), fault.to_string());
                    serde_json::to_string(&Wrong { file, error, message, line: Some(line) })?
                }
            },
        };
        match writeln!(output, "{line}").and_then(|()| output.flush()) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(all_read),
            written => written?,
        }
    }
    Ok(all_read)
}

/// The text of a file; bytes that are no UTF-8, as in old files' names of players, are replaced.
fn text(path: &Path) -> Result<String, io::Error> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes)?;
    if u64::try_from(bytes.len()).unwrap_or(u64::MAX) > MAX_FILE_BYTES {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("it has more than {MAX_FILE_BYTES} bytes")));
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn replayed(text: &str) -> Result<Transcript, (Fault, usize)> {
    let transcript = mat::read(text).map_err(|error| (error.fault, error.line))?;
    let unfinished = transcript.played.games().last().is_none_or(|last| last.game.outcome().is_none());
    if unfinished { Err((Fault::GameNotFinished, mat::lines(text).count().max(1))) } else { Ok(transcript) }
}

fn scored(file: String, transcript: &Transcript) -> Replayed {
    let played = &transcript.played;
    let games = played.games().iter().filter_map(|game| {
        let outcome = game.game.outcome()?;
        Some(Game {
            start_score: game.score,
            crawford: game.game.options().crawford,
            winner: outcome.winner.map(|winner| winner.index()),
            points: outcome.points,
            cube: outcome.cube,
        })
    });
    Replayed { file, length: played.options().length, games: games.collect(), final_score: played.score() }
}
