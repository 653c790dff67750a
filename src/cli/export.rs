//! `kupa export`: the books for outside tools.

use std::error::Error;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use chrono::NaiveDate;
use clap::{Args, ValueEnum};

use crate::config::{Database, DatabaseOptions};
use crate::exports::{Days, csv, hledger};
use crate::store::books::Books;
use crate::store::{Settings, Store};

/// In which form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A journal that `hledger check --strict` accepts, with the live balances asserted
    Hledger,
    /// One row a posting
    Csv,
}

/// The options of `kupa export`.
#[derive(Debug, Args)]
pub struct ExportArgs {
    /// In which form
    #[arg(value_enum)]
    pub format: Format,
    /// The first day (UTC), as 2026-05-31; without it from the beginning
    #[arg(long, env = "KUPA_FROM", value_name = "DAY")]
    pub from: Option<NaiveDate>,
    /// The last day (UTC), included; without it up to the present
    #[arg(long, env = "KUPA_TO", value_name = "DAY")]
    pub to: Option<NaiveDate>,
    /// Where to: a file, or - for standard output
    #[arg(long, env = "KUPA_OUT", value_name = "PATH", default_value = "-")]
    pub out: PathBuf,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub database: DatabaseOptions,
}

/// Exports the books; a file is there only once it is whole.
///
/// # Errors
/// The days are the wrong way round, the books cannot be read, or the export cannot be written.
pub fn run(args: &ExportArgs, stdout: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    if args.from.zip(args.to).is_some_and(|(from, to)| from > to) {
        return Err("--from is after --to".into());
    }
    let database = Database::from_options(&args.database)?;
    let store = Store::open(&database.url, Settings { readers: database.pool, ..Settings::default() })?;
    if args.out == Path::new("-") {
        return write(&store, args, &mut BufWriter::new(stdout));
    }
    let mut half = args.out.clone().into_os_string();
    half.push(".part");
    let half = PathBuf::from(half);
    let file = File::create(&half).map_err(|error| format!("{}: {error}", half.display()))?;
    let mut file = BufWriter::new(file);
    if let Err(error) = write(&store, args, &mut file).and_then(|()| Ok(file.get_ref().sync_all()?)) {
        // What is left of it helps nobody; the error that is told is the first.
        drop(fs::remove_file(&half));
        return Err(error);
    }
    fs::rename(&half, &args.out).map_err(|error| format!("{}: {error}", args.out.display()))?;
    Ok(())
}

fn write(store: &Store, args: &ExportArgs, out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let days = Days { from: args.from, to: args.to };
    let mut reader = store.reader()?;
    let mut books = Books(&mut reader);
    match args.format {
        Format::Hledger => hledger::write(&mut books, days, out)?,
        Format::Csv => csv::write(&mut books, days, out)?,
    }
    Ok(())
}
