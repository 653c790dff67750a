//! `kupa dice verify`: recomputes a game's dice from what was published of them.

use std::error::Error;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write, stdin};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use serde::{Deserialize, Serialize};

use crate::rules::dice::published::{Fault, Published};

/// The longest object that is read: it has to be held whole.
const MAX_OBJECT_BYTES: u64 = 1 << 20;

/// The commands below `kupa dice`.
#[derive(Debug, Subcommand)]
pub enum DiceCommand {
    /// Recompute every roll from published data alone; exit status 1 if one is not as published
    #[command(long_about = VERIFY)]
    Verify(VerifyArgs),
}

const VERIFY: &str = "\
Recompute every roll of finished games from published data alone: one JSON object a game, as many
as there are, and a line of JSON for each on standard output.

In:   {\"method\": \"kupa-dice-1\", \"game\": \"gam_..\", \"commitment\": \"4bb0..\", \"secret\": \"0707..\",
       \"words\": [\"luck\", \"\"], \"rolls\": [[4, 3], [4, 4], [4, 2]]}
Out:  {\"game\": \"gam_..\", \"verified\": true, \"rolls\": 3}
  or  {\"game\": \"gam_..\", \"verified\": false, \"fault\": \"roll_differs\", \"message\": \"..\",
       \"roll\": 3, \"published\": [6, 6], \"recomputed\": [4, 2]}

commitment   the secret's SHA-256, published before the game
words        what each player added before the first roll
rolls        in order, opening rolls included; the dice in the order in which they fell

Exit status 0 where every game verifies, 1 where one does not, 2 where what was read is not such
an object. docs/dice.md tells the method, with ten lines of Python that do the same.";

/// The options of `kupa dice verify`.
#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// The published games; - is standard input
    pub file: PathBuf,
}

#[derive(Serialize)]
struct Verdict<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<&'a str>,
    verified: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    rolls: Option<usize>,
    #[serde(flatten)]
    wrong: Option<Wrong>,
}

#[derive(Serialize)]
struct Wrong {
    fault: &'static str,
    message: String,
    #[serde(flatten)]
    roll: Option<WrongRoll>,
}

#[derive(Serialize)]
struct WrongRoll {
    roll: u64,
    published: [u64; 2],
    recomputed: [u8; 2],
}

impl Verdict<'_> {
    fn on(document: &Published) -> Verdict<'_> {
        let game = document.game.as_deref();
        match document.verify() {
            Ok(()) => Verdict { game, verified: true, rolls: Some(document.rolls.len()), wrong: None },
            Err(fault) => {
                let (code, message) = (fault.code(), fault.to_string());
                let roll = match fault {
                    Fault::RollDiffers { roll, published, recomputed } => {
                        Some(WrongRoll { roll, published, recomputed })
                    }
                    _ => None,
                };
                let wrong = Some(Wrong { fault: code, message, roll });
                Verdict { game, verified: false, rolls: None, wrong }
            }
        }
    }
}

/// Opens the file and judges every game in it. `false`: one does not verify.
///
/// # Errors
/// As [`verify`], or the file cannot be opened.
pub fn run(args: &VerifyArgs, output: impl Write) -> Result<bool, Box<dyn Error>> {
    if args.file == Path::new("-") {
        return verify(stdin().lock(), output);
    }
    let file = File::open(&args.file).map_err(|error| format!("{}: {error}", args.file.display()))?;
    verify(file, output)
}

/// Judges every game of the input as a stream. `false`: one does not verify. A reader that has gone away ends it.
///
/// # Errors
/// What was read is not a published game, the input cannot be read or the output not be written; the games before it have
/// been judged.
pub fn verify(input: impl Read, output: impl Write) -> Result<bool, Box<dyn Error>> {
    let mut output = BufWriter::new(output);
    let mut sound = true;
    let ended = judge_all(&mut BufReader::new(input), &mut output, &mut sound);
    match ended.and_then(|()| Ok(output.flush()?)) {
        Err(error) if is_broken_pipe(error.as_ref()) => {
            // What could not be written is nobody's any more; dropping the writer would only try once more.
            drop(output.into_parts());
            Ok(sound)
        }
        ended => ended.map(|()| sound),
    }
}

fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

fn judge_all(input: &mut impl BufRead, output: &mut impl Write, sound: &mut bool) -> Result<(), Box<dyn Error>> {
    let mut number = 0_u64;
    while skip_space(input)? {
        number += 1;
        let document = read(input).map_err(|reason| format!("game {number}: {reason}"))?;
        let verdict = Verdict::on(&document);
        *sound &= verdict.verified;
        let line = serde_json::to_string(&verdict)?;
        writeln!(output, "{line}")?;
    }
    Ok(())
}

/// Goes on to what is not white space; whether there is something.
fn skip_space(input: &mut impl BufRead) -> io::Result<bool> {
    loop {
        let waiting = input.fill_buf()?;
        if waiting.is_empty() {
            return Ok(false);
        }
        let space = waiting.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let found = space < waiting.len();
        input.consume(space);
        if found {
            return Ok(true);
        }
    }
}

/// Reads one object and no byte after it.
fn read(input: &mut impl BufRead) -> Result<Published, String> {
    let mut bounded = input.take(MAX_OBJECT_BYTES);
    let mut json = serde_json::Deserializer::from_reader(&mut bounded);
    let document = Published::deserialize(&mut json);
    document.map_err(|error| {
        if bounded.limit() == 0 {
            return format!("longer than {MAX_OBJECT_BYTES} bytes");
        }
        error.to_string()
    })
}
