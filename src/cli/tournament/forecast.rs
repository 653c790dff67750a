//! `kupa tournament forecast`.

use std::error::Error;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::domain::tournaments::forecast::model::Model;
use crate::domain::tournaments::forecast::{Forecast, forecast};
use crate::domain::tournaments::settings::Settings;

/// What `--help` says of it.
pub(super) const ABOUT: &str = "\
Forecast a tournament from its settings: it is played many times over by the rules that settle real
ones, and one JSON object on standard output tells how it went.

FILE  the settings of a tournament, one JSON object; - is standard input
Out:  {\"entrants\": 60, \"runs\": 200, \"seed\": 1, \"model\": {..}, \"unended_runs\": 0,
       \"length_s\": {\"least\": 6120, \"p5\": 6840, \"p25\": .., \"p50\": .., \"p75\": .., \"p95\": ..,
       \"most\": .., \"mean\": ..}, ..}

length_s             from the start to the end, in seconds
final_table_after_s  from the start to the final table
last_level           the level in force at the end
rounds, re_entries   of all together
moves, waits         players who changed their table; who were left waiting for a seat
pool_minor           the prize pool, in minor units of the currency
overlay_minor        what the house adds to reach the guarantee; in overlay_bp of 10000 runs it does
house_minor          the fees less that
places_paid, best_prize_minor

p5: five of a hundred runs have this or less. What happens at the tables is a model, not knowledge:
all players are equally strong, all enter before the start, and who is out re-enters by chance alone.
--model FILE replaces it; the answer shows the one that was used, in the same form:

{\"round_s\": [120, 240], \"negative_points\": [5, 20, 85], \"re_enters_bp\": 5000, \"longest_s\": 172800}

round_s          how long a round takes with the pause after it; each value is equally likely
negative_points  what a hand is worth against each loser; each value is equally likely
re_enters_bp     how many of 10000 players who are out and may re-enter do
longest_s        a run that has not ended by then is broken off and counted in unended_runs

The same settings, model and seed give the same forecast. Exit status 0; 2 where there is none.";

/// The longest document that is read.
const MAX_DOCUMENT_BYTES: u64 = 1 << 20;

/// The options of `kupa tournament forecast`.
#[derive(Debug, Args)]
pub struct ForecastArgs {
    /// The settings; - is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    pub file: PathBuf,
    /// How many people enter
    #[arg(long, env = "KUPA_ENTRANTS")]
    pub entrants: u32,
    /// How many tournaments are played
    #[arg(long, env = "KUPA_RUNS", default_value_t = 200)]
    pub runs: u32,
    /// The seed from which everything follows
    #[arg(long, env = "KUPA_SEED", default_value_t = 1)]
    pub seed: u64,
    /// What happens at the tables, as a JSON document; without it, what is usual for the game
    #[arg(long, env = "KUPA_MODEL", value_name = "FILE")]
    pub model: Option<PathBuf>,
}

#[derive(Serialize)]
struct Answer<'a> {
    seed: u64,
    model: &'a Model,
    #[serde(flatten)]
    forecast: Forecast,
}

/// `kupa tournament forecast`. Always `true`: there is nothing to judge.
///
/// # Errors
/// A document cannot be read or has faults, nothing can be forecast from it, or the output cannot be written.
pub fn run(args: &ForecastArgs, input: impl Read, mut output: impl Write) -> Result<bool, Box<dyn Error>> {
    let settings: Settings = document(&args.file, input)?;
    let faults: Vec<String> = settings
        .validate()
        .into_iter()
        .map(|fault| format!("{}: {} ({})", fault.pointer, fault.message, fault.code))
        .collect();
    if !faults.is_empty() {
        return Err(faults.join("\n").into());
    }
    let model = match &args.model {
        Some(file) => document(file, io::empty())?,
        None => Model::of(settings.game, settings.cube.is_some()),
    };
    let forecast = forecast(&settings, &model, args.entrants, args.runs, args.seed)?;
    let answer = Answer { seed: args.seed, model: &model, forecast };
    let line = serde_json::to_string(&answer)?;
    match writeln!(output, "{line}").and_then(|()| output.flush()) {
        // A reader that has gone away ends it.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(true),
    }
}

/// The document in a file, or on standard input.
fn document<T: DeserializeOwned>(file: &Path, input: impl Read) -> Result<T, Box<dyn Error>> {
    let named = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
    let read = |from: &mut dyn Read| {
        let mut text = String::new();
        from.take(MAX_DOCUMENT_BYTES + 1).read_to_string(&mut text).map(|_| text)
    };
    let text = if file == Path::new("-") {
        read(&mut { input })
    } else {
        File::open(file).and_then(|mut file| read(&mut file))
    };
    let text = text.map_err(|error| named(&error))?;
    if u64::try_from(text.len()).is_ok_and(|bytes| bytes > MAX_DOCUMENT_BYTES) {
        return Err(named(&format!("longer than {MAX_DOCUMENT_BYTES} bytes")).into());
    }
    Ok(serde_json::from_str(&text).map_err(|error| named(&error))?)
}
