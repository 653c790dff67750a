//! The command line: one file a command. Each reads and writes what it is handed, so that tests call it directly.

pub mod backup;
pub mod bench;
mod by_player;
pub mod demo;
pub mod dice;
pub mod doctor;
pub mod export;
pub mod health;
pub mod import;
pub mod jsonl;
pub mod maintenance;
pub mod migrate;
pub mod rake;
pub mod rules;
pub mod serve;
pub mod simulate;
pub mod single_act;
pub mod staff;
pub mod tournament;
pub mod verify;

use std::error::Error;
use std::io::{stderr, stdin, stdout};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Tournament and ledger backend for backgammon and rummy rooms.
///
/// The commands that apply rules need neither server nor database: each reads JSON Lines on standard input and writes
/// one JSON line for each, in order. Every option can also be given as an environment variable (KUPA_...).
#[derive(Debug, Parser)]
#[command(name = "kupa", version, propagate_version = true, max_term_width = 110)]
pub struct Cli {
    /// What to do
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Copy a database of SQLite while the service runs; exit status 1 if the copy is not sound
    Backup(backup::BackupArgs),
    /// Measures the running system against references in the same run
    #[command(subcommand)]
    Bench(bench::Bench),
    /// Client apps
    #[command(subcommand)]
    Client(staff::ClientCommand),
    /// The service on a fresh SQLite database with a sample room; prints address and sign-ins
    Demo(demo::DemoArgs),
    /// Dice that anyone can check
    #[command(subcommand)]
    Dice(dice::DiceCommand),
    /// Look at settings, secrets, database and disk, and say what to do; exit status 1 if something has failed
    Doctor(Box<doctor::DoctorArgs>),
    /// Ask the service that listens here whether it is ready; exit status 1 if not
    Health(health::HealthArgs),
    /// Bring over what another system holds
    #[command(subcommand)]
    Import(import::ImportCommand),
    /// Maintenance mode: no new game begins, all else goes on
    #[command(subcommand)]
    Maintenance(maintenance::MaintenanceCommand),
    /// The schema of the database
    #[command(subcommand)]
    Migrate(migrate::MigrateCommand),
    /// The house's commission on games
    #[command(subcommand)]
    Rake(rake::RakeCommand),
    /// The rules of the games
    #[command(subcommand)]
    Rules(rules::RulesCommand),
    /// Prove the books, while the service runs or not: exit 0, or 1 and the first fault, named
    Verify(verify::VerifyArgs),
    /// Write the books for outside tools
    Export(export::ExportArgs),
    /// The service
    Serve(Box<serve::ServeArgs>),
    /// Members of staff
    #[command(subcommand)]
    Staff(staff::StaffCommand),
    /// Random clubs in memory with every invariant checked; exit status 1 and the shortest failing history
    Simulate(simulate::SimulateArgs),
    /// The rules of tournaments
    #[command(subcommand)]
    Tournament(tournament::TournamentCommand),
}

/// Runs one command.
#[must_use]
pub fn run(cli: Cli) -> ExitCode {
    match cli.command {
        Command::Backup(args) => ended(backup::run(&args, &mut stdout().lock(), &mut stderr())),
        Command::Bench(bench) => bench::run(&bench),
        Command::Client(command) => told(staff::client(&command)),
        Command::Demo(args) => told(demo::demo(&args)),
        Command::Dice(dice::DiceCommand::Verify(args)) => ended(dice::run(&args, stdout().lock())),
        Command::Doctor(args) => ended(doctor::run(&args, &mut stdout().lock())),
        Command::Health(args) => told(health::health(&args)),
        Command::Import(import::ImportCommand::Players(args)) => ended(import::players(&args, &mut stdout().lock())),
        Command::Maintenance(command) => told(maintenance::maintenance(&command)),
        Command::Migrate(command) => told(migrate::migrate(&command)),
        Command::Rake(rake::RakeCommand::Reckon(args)) => streamed(rake::reckon(stdin(), stdout().lock(), &args)),
        Command::Rules(rules::RulesCommand::Evaluate) => streamed(rules::evaluate::run(stdin(), stdout().lock())),
        Command::Rules(rules::RulesCommand::Gin(args)) => streamed(rules::gin::run(stdin(), stdout().lock(), &args)),
        Command::Rules(rules::RulesCommand::Hand(args)) => streamed(rules::hand::run(stdin(), stdout().lock(), &args)),
        Command::Rules(rules::RulesCommand::Match(args)) => ended(rules::matches::run(&args, stdout().lock())),
        Command::Rules(rules::RulesCommand::Plays) => streamed(rules::plays::run(stdin(), stdout().lock())),
        Command::Rules(rules::RulesCommand::Rating) => streamed(rules::rating(stdin(), stdout().lock())),
        Command::Rules(rules::RulesCommand::Result) => streamed(rules::result::run(stdin(), stdout().lock())),
        Command::Serve(args) => told(serve::serve(&args)),
        Command::Staff(command) => told(staff::staff(&command)),
        Command::Simulate(args) => told(simulate::simulate(&args, stdout().lock())),
        Command::Tournament(tournament::TournamentCommand::Forecast(args)) => {
            ended(tournament::forecast::run(&args, stdin(), stdout().lock()))
        }
        Command::Tournament(tournament::TournamentCommand::Replay) => {
            streamed(tournament::replay::run(stdin(), stdout().lock()))
        }
        Command::Tournament(tournament::TournamentCommand::SettleRound(args)) => {
            streamed(tournament::settle_round::run(stdin(), stdout().lock(), &args))
        }
        Command::Verify(args) => ended(verify::run(&args, &mut stdout().lock(), &mut stderr())),
        Command::Export(args) => ended(export::run(&args, &mut stdout().lock()).map(|()| true)),
    }
}

/// The exit status of a command that finds something good (0) or not (1), or that could not look (2).
fn ended(ended: Result<bool, Box<dyn Error>>) -> ExitCode {
    match ended {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("kupa: {error}");
            ExitCode::from(2)
        }
    }
}

/// The exit status of a command that succeeds in silence or says why not.
fn told(result: Result<(), impl std::fmt::Display>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("kupa: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The exit status of a command that answers lines.
fn streamed(ended: Result<(), jsonl::StreamEnd>) -> ExitCode {
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(end) => {
            eprintln!("kupa: {end}");
            ExitCode::from(end.exit_status())
        }
    }
}
