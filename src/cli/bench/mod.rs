//! `kupa bench`: measures the running system against references in the same run. The last line is one JSON object with
//! the figures and ratios.

mod cpu;
mod fill;
mod half_open;
mod kill;
mod load;
mod obvious;
mod plain;
mod scratch;
mod settle;
mod streams;

use std::process::ExitCode;

/// `kupa bench ..`
#[derive(Debug, clap::Subcommand)]
pub enum Bench {
    /// Settles games over HTTP, and by the obvious way (one transaction a settlement) on the same database
    Settle(settle::Options),
    /// Kills the server in the middle of such a load, again and again: what was answered is there once, nothing is half there
    Kill(kill::Options),
    /// Opens live streams by the ten thousand: what an idle one costs, and how soon an event is heard
    Streams(streams::Options),
    /// Opens connections that send half a request and no more: memory of each, and that all are cut in time
    HalfOpen(half_open::Options),
}

/// Runs a benchmark.
#[must_use]
pub fn run(bench: &Bench) -> ExitCode {
    let ran = match bench {
        Bench::Settle(options) => settle::run(options),
        Bench::Kill(options) => kill::run(options),
        Bench::Streams(options) => streams::run(options),
        Bench::HalfOpen(options) => half_open::run(options),
    };
    match ran {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("kupa bench: {error}");
            ExitCode::FAILURE
        }
    }
}
