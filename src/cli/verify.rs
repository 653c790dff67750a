//! `kupa verify`: proves the books.

use std::error::Error;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use clap::Args;
use clap::builder::FalseyValueParser;

use crate::config::{Database, DatabaseOptions};
use crate::domain::ledger::account::Side;
use crate::domain::ledger::proof::{Counts, Proved, Since, Total};
use crate::domain::money::Minor;
use crate::store::proof::{Verified, verify};
use crate::store::{Settings, Store};

/// How often a long proof says how far it is.
const TELL_EVERY: Duration = Duration::from_secs(5);

/// The options of `kupa verify`.
#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// Prove everything from nothing, instead of what came since the last proof
    #[arg(long, env = "KUPA_FULL", value_parser = FalseyValueParser::new())]
    pub full: bool,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub database: DatabaseOptions,
}

/// Proves the books, and says what was proved, or the first fault. `false`: there is one.
///
/// # Errors
/// The books could not be read, or nobody could be told.
pub fn run(args: &VerifyArgs, out: &mut dyn Write, log: &mut dyn Write) -> Result<bool, Box<dyn Error>> {
    let database = Database::from_options(&args.database)?;
    let store = Store::open(&database.url, Settings { readers: database.pool, ..Settings::default() })?;
    let since = if args.full { Since::Nothing } else { Since::Checkpoint };
    let mut told = Instant::now();
    let mut progress = |counts: &Counts| {
        if told.elapsed() >= TELL_EVERY {
            told = Instant::now();
            // Nobody may be listening; the proof goes on.
            drop(writeln!(log, "so far: {}", figures(counts)));
        }
    };
    match verify(&store, since, &mut progress)? {
        Verified::Sound { proved, is_kept } => {
            tell(&proved, out)?;
            if !is_kept {
                writeln!(log, "another proof was kept meanwhile; the next one goes on from there")?;
            }
            Ok(true)
        }
        Verified::Faulty(fault) => {
            writeln!(out, "The books are WRONG. The first fault:\n  {fault}")?;
            Ok(false)
        }
    }
}

pub(super) fn figures(counts: &Counts) -> String {
    let Counts { transfers, postings, events, settlements, accounts, games } = counts;
    format!(
        "{transfers} transfers, {postings} postings, {events} events, {settlements} settlements reckoned again, \
         {accounts} accounts, {games} games"
    )
}

fn tell(proved: &Proved, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "The books are sound.")?;
    if proved.checkpoint.from_nothing {
        writeln!(out, "  proved from nothing: {}", figures(&proved.counts))?;
    } else {
        writeln!(out, "  proved since {}: {}", places(&proved.since), figures(&proved.counts))?;
    }
    writeln!(out, "  up to {}", places(&proved.cut))?;
    proved.totals.iter().try_for_each(|total| writeln!(out, "  {}", line(total)))
}

/// The first shards by number; where there are many, how many more.
pub(super) fn places(cut: &[(i64, i64)]) -> String {
    const SHOWN: usize = 8;
    let place = |(shard, seq): &(i64, i64)| format!("shard {shard} number {seq}");
    let shown: Vec<String> = cut.iter().take(SHOWN).map(place).collect();
    match (cut.len(), cut.len().saturating_sub(SHOWN)) {
        (0, _) => "nothing yet".to_owned(),
        (_, 0) => shown.join(", "),
        (_, more) => format!("{} and {more} shards more", shown.join(", ")),
    }
}

fn line(total: &Total) -> String {
    let side = |side| total.lines.get(&side).copied().unwrap_or_default();
    let text = |amount: Minor| amount.to_decimal(total.currency);
    format!(
        "{}: assets {} = liabilities to players {} + escrows {} + pools {} + house {}",
        total.currency,
        -text(side(Side::Assets)),
        text(side(Side::Players)),
        text(side(Side::Escrows)),
        text(side(Side::Pools)),
        text(side(Side::House)),
    )
}

#[cfg(test)]
mod tests {
    use super::places;

    #[test]
    fn a_cut_of_many_shards_is_told_in_one_line() {
        let cut: Vec<(i64, i64)> = (1..=1000).map(|shard| (shard, 5)).collect();
        assert_eq!(places(&cut[..2]), "shard 1 number 5, shard 2 number 5");
        assert!(places(&cut).ends_with("shard 8 number 5 and 992 shards more"));
    }
}
