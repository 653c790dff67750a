//! `kupa maintenance on`, `kupa maintenance off`: the house's main switch, on its own machine.

use clap::{Args, Subcommand};

use super::single_act::{NotDone, submit};
use crate::actions::switches::ThrowSwitch;
use crate::config::DatabaseOptions;
use crate::domain::act::{Actor, Refused};
use crate::domain::codes::Code;
use crate::domain::switches::Switch;

/// `kupa maintenance ..`
#[derive(Debug, Subcommand)]
pub enum MaintenanceCommand {
    /// No new game is offered or begins; games under way go on, are settled and paid
    On(MaintenanceArgs),
    /// Games begin again
    Off(MaintenanceArgs),
}

/// The options of both.
#[derive(Debug, Args)]
pub struct MaintenanceArgs {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub database: DatabaseOptions,
    /// Why: told in the audit log
    #[arg(long, env = "KUPA_REASON", value_name = "TEXT")]
    pub reason: String,
}

/// `kupa maintenance`. That it is so already is no failure: scripts may say it twice.
///
/// # Errors
/// [`NotDone`].
pub fn maintenance(command: &MaintenanceCommand) -> Result<(), NotDone> {
    let (on, args) = match command {
        MaintenanceCommand::On(args) => (true, args),
        MaintenanceCommand::Off(args) => (false, args),
    };
    let word = if on { "on" } else { "off" };
    let act = ThrowSwitch { by: Actor::System, switch: Switch::Maintenance, on, reason: args.reason.clone() };
    match submit(&args.database, act) {
        Ok(done) => println!("maintenance is {word} since {}", done.at),
        Err(NotDone::Refused(Refused { code: Code::AlreadySo, .. })) => println!("maintenance is {word} already"),
        Err(error) => return Err(error),
    }
    Ok(())
}
