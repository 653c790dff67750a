//! The binary: parses the command line and calls one command.

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    kupa::cli::run(kupa::cli::Cli::parse())
}
