//! `kupa import players`: players of another system, brought over whole or not at all.
//!
//! The file is read twice. The first reading writes nothing and names every fault; only a faultless file whose sums are
//! what the other system says is read again and written, row by row, each row one act. A run that was cut short is simply
//! started again: a row that was brought over is found, and changes nothing.

mod columns;
mod fault;
mod records;
mod row;
mod survey;
mod totals;

use std::error::Error;
use std::fs::File;
use std::io::{BufReader, Seek, Write};
use std::path::PathBuf;

use clap::builder::FalseyValueParser;
use clap::{Args, Subcommand};
use uuid::Uuid;

use self::columns::Columns;
use self::records::{Record, Records};
use self::survey::{Survey, survey};
pub use self::totals::Total;
use self::totals::{Totals, shown};
use super::single_act::open;
use crate::actions::players::{ImportPlayer, PlayerImported};
use crate::config::DatabaseOptions;
use crate::domain::act::{Refused, RequestKey};
use crate::domain::codes::Code;
use crate::domain::time::Time;
use crate::store::committer::{Books, Decided, Patience, Waiter, Waiting, Writer};

/// So many rows are written in one transaction.
const BATCH: usize = 200;

/// `kupa import ..`
#[derive(Debug, Subcommand)]
pub enum ImportCommand {
    /// Players of another system, from a file of comma-separated values, with ratings and opening balances
    Players(ImportPlayersArgs),
}

/// The options of `kupa import players`.
#[derive(Debug, Args)]
pub struct ImportPlayersArgs {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub database: DatabaseOptions,
    /// The file: its first line names the columns
    pub file: PathBuf,
    /// What the other system says that is in the file: CURRENCY=AMOUNT for each currency, and players=COUNT if you like
    #[arg(long, env = "KUPA_CONTROL_TOTAL", value_name = "USD=12.50,..", value_delimiter = ',', required = true)]
    pub control_total: Vec<Total>,
    /// Read and check everything, and write nothing
    #[arg(long, env = "KUPA_DRY_RUN", value_parser = FalseyValueParser::new())]
    pub dry_run: bool,
}

/// Reads, checks, and writes. `false`: the file has faults and nothing was written, or a row was refused.
///
/// # Errors
/// The file or the database cannot be read.
pub fn players(args: &ImportPlayersArgs, out: &mut dyn Write) -> Result<bool, Box<dyn Error>> {
    let totals = Totals::new(&args.control_total)?;
    let store = open(&args.database)?;
    let mut file = File::open(&args.file).map_err(|error| format!("{}: {error}", args.file.display()))?;
    let now = Time::from_utc(chrono::Utc::now());
    let found = survey(BufReader::new(&file), &totals, &mut *store.reader()?, now)?;
    if found.wrong > 0 {
        tell_faults(&found, out)?;
        return Ok(false);
    }
    let new = found.players - found.known;
    writeln!(out, "{} players: {new} to be brought over, {} brought over before", found.players, found.known)?;
    for (currency, sum) in &found.sums {
        writeln!(out, "  {} {currency}, as the control total says", shown(*sum, *currency))?;
    }
    if args.dry_run {
        writeln!(out, "A dry run: nothing was written.")?;
        return Ok(true);
    }
    file.rewind()?;
    let writer = store.writers(1, None, Patience::default())?.pop().ok_or("the database gives no writer")?;
    write(BufReader::new(&file), writer, out)
}

fn tell_faults(found: &Survey, out: &mut dyn Write) -> std::io::Result<()> {
    for fault in &found.faults {
        match fault.line {
            0 => writeln!(out, "the whole: {}: {}", fault.code, fault.says)?,
            _ => writeln!(out, "{fault}")?,
        }
    }
    if found.wrong > found.faults.len() {
        writeln!(out, "and {} faults more", found.wrong - found.faults.len())?;
    }
    writeln!(out, "{} faults: nothing was written.", found.wrong)
}

/// What has come of the rows so far.
struct Written {
    run: Uuid,
    new: u64,
    known: u64,
}

/// The second reading: rows become acts. It stops where one is refused; what was written before stays.
fn write<B: Books>(
    input: impl std::io::BufRead,
    mut writer: Writer<B>,
    out: &mut dyn Write,
) -> Result<bool, Box<dyn Error>> {
    let mut records = Records::new(input);
    let mut next = || -> Result<Option<Record>, Box<dyn Error>> {
        records.next().transpose()?.transpose().map_err(|_| CHANGED.into())
    };
    let first = next()?.ok_or(CHANGED)?;
    let columns = Columns::read(&first).map_err(|_| CHANGED)?;
    let mut written = Written { run: Uuid::now_v7(), new: 0, known: 0 };
    let mut batch: Vec<(u64, ImportPlayer)> = Vec::with_capacity(BATCH);
    loop {
        let record = next()?;
        let is_last = record.is_none();
        if let Some(record) = record {
            let row = row::read(&columns, &record).map_err(|_| CHANGED)?;
            batch.push((record.line, row));
        }
        let is_full = batch.len() >= BATCH || is_last;
        if is_full && let Err((line, refused)) = submit(&mut writer, std::mem::take(&mut batch), &mut written) {
            writeln!(out, "line {line}: {refused}")?;
            writeln!(out, "STOPPED after {} new players: put it right, and run it again.", written.new)?;
            return Ok(false);
        }
        if is_last {
            break;
        }
    }
    writeln!(out, "Done: {} players brought over, {} were here before.", written.new, written.known)?;
    Ok(true)
}

/// Said where the second reading does not find what the first has found.
const CHANGED: &str = "the file was changed while it was read: what was written stays; run it again";

fn submit<B: Books>(
    writer: &mut Writer<B>,
    batch: Vec<(u64, ImportPlayer)>,
    written: &mut Written,
) -> Result<(), (u64, Refused)> {
    let mut waiting: Vec<Box<dyn Waiting>> = Vec::with_capacity(batch.len());
    let mut answers = Vec::with_capacity(batch.len());
    for (line, act) in batch {
        // A key for this run alone: that a player is brought over once is the act's own doing, for ever.
        let key = RequestKey::new(format!("import:{}:{line}", written.run), &[], None);
        let (waiter, answer) = Waiter::new(act, key);
        waiting.push(Box::new(waiter));
        answers.push((line, answer));
    }
    writer.process(waiting);
    let mut first = Ok(());
    for (line, mut answer) in answers {
        let answered = answer.try_recv().unwrap_or_else(|_| Err(Code::Internal.into()));
        match answered.and_then(Decided::into_result) {
            Ok(PlayerImported { before: true, .. }) => written.known += 1,
            Ok(PlayerImported { before: false, .. }) => written.new += 1,
            Err(refused) => first = first.and(Err((line, refused))),
        }
    }
    first
}
