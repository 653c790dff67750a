//! `kupa migrate`: the schema.

use clap::{Args, Subcommand};

use crate::config::{BadConfig, Database, DatabaseOptions};
use crate::store::dialect::{Address, BadAddress};
use crate::store::{StoreError, migrate};

/// `kupa migrate ..`
#[derive(Debug, Subcommand)]
pub enum MigrateCommand {
    /// Bring the database to this program's schema; on PostgreSQL it also prints the grants of the service's role
    Up(UpArgs),
    /// Take the last steps back, with all that was kept in them
    Down(DownArgs),
    /// Show the steps, and which of them the database has
    Status(StatusArgs),
}

/// The options of `kupa migrate up`.
#[derive(Debug, Args)]
pub struct UpArgs {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub database: DatabaseOptions,
    /// The role that `kupa serve` runs as, for the grants
    #[arg(long, env = "KUPA_SERVE_ROLE", value_name = "ROLE", default_value = "kupa")]
    pub serve_role: String,
}

/// The options of `kupa migrate down`.
#[derive(Debug, Args)]
pub struct DownArgs {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub database: DatabaseOptions,
    /// How many steps
    #[arg(long, env = "KUPA_STEPS", value_name = "N", default_value_t = 1)]
    pub steps: usize,
    /// Also where there are transfers, which are lost with all else that the steps kept
    #[arg(long, env = "KUPA_LOSE_THE_BOOKS")]
    pub lose_the_books: bool,
}

/// The options of `kupa migrate status`.
#[derive(Debug, Args)]
pub struct StatusArgs {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub database: DatabaseOptions,
}

/// Why the schema is not as it was asked for.
#[derive(Debug, thiserror::Error)]
pub enum NotMigrated {
    /// The settings.
    #[error(transparent)]
    Config(#[from] BadConfig),
    /// The address.
    #[error(transparent)]
    Address(#[from] BadAddress),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There is money in the books.
    #[error(
        "the database holds transfers, and what a step kept is lost with it: back the database up, then say --lose-the-books"
    )]
    Books,
}

/// Runs it.
///
/// # Errors
/// [`NotMigrated`].
pub fn migrate(command: &MigrateCommand) -> Result<(), NotMigrated> {
    match command {
        MigrateCommand::Up(args) => {
            let address = address_of(&args.database)?;
            listed(&migrate::up(&address)?, "applied");
            if matches!(address, Address::Postgres(_)) {
                println!("\n-- Let the role that serves do this and no more:\n{}", migrate::grants(&args.serve_role));
            }
        }
        MigrateCommand::Down(args) => {
            let address = address_of(&args.database)?;
            if !args.lose_the_books && migrate::holds_books(&address)? {
                return Err(NotMigrated::Books);
            }
            listed(&migrate::down(&address, args.steps)?, "taken back");
        }
        MigrateCommand::Status(args) => {
            for step in migrate::status(&address_of(&args.database)?)? {
                let state = match (step.applied, step.known) {
                    (true, true) => "applied",
                    (true, false) => "applied by a newer program",
                    (false, _) => "pending",
                };
                println!("{} {state}", step.name);
            }
        }
    }
    Ok(())
}

fn address_of(options: &DatabaseOptions) -> Result<Address, NotMigrated> {
    Ok(Database::from_options(options)?.url.parse()?)
}

fn listed(names: &[String], what: &str) {
    names.iter().for_each(|name| println!("{name} {what}"));
    if names.is_empty() {
        println!("-- nothing to do");
    }
}
