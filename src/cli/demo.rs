//! `kupa demo`: the service on a fresh SQLite database, with a room that looks lived in.

mod club;

use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::app::{self, App, StartError};
use crate::config::{Config, LogOptions};
use crate::domain::act::Refused;
use crate::store::dialect::Address;
use crate::store::{StoreError, migrate};
use crate::telemetry;
use crate::web::password;
use club::Club;

/// The database's file.
const FILE: &str = "kupa-demo.db";

/// The options of `kupa demo`.
#[derive(Debug, Args)]
pub struct DemoArgs {
    /// Where the service listens: an address and a port
    #[arg(long, env = "KUPA_LISTEN", value_name = "ADDR", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,
    /// Where the database is made anew and kept; if it is not said: among the temporary files, and gone at the end
    #[arg(long, env = "KUPA_DATA", value_name = "DIR")]
    pub data: Option<PathBuf>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub logging: LogOptions,
}

/// Why there is no demonstration.
#[derive(Debug, thiserror::Error)]
pub enum NotShown {
    /// The log.
    #[error("{0}")]
    Log(String),
    /// Somebody else listens there, or nobody may.
    #[error("cannot listen on {0}: {1}")]
    Listen(SocketAddr, std::io::Error),
    /// The folder.
    #[error("cannot use {0}: {1}")]
    Folder(PathBuf, std::io::Error),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// All else.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The sample room did something that its own rules refuse.
    #[error("the sample room cannot be filled: {0}")]
    Filled(#[from] Refused),
}

/// Makes the database, fills it, prints how to come in, and serves until it is asked to stop.
///
/// # Errors
/// [`NotShown`].
pub fn demo(args: &DemoArgs) -> Result<(), NotShown> {
    telemetry::start(&args.logging).map_err(NotShown::Log)?;
    let listener = TcpListener::bind(args.listen).map_err(|error| NotShown::Listen(args.listen, error))?;
    let address = listener.local_addr().unwrap_or(args.listen);
    let temporary = std::env::temp_dir().join(format!("kupa-demo-{}", std::process::id()));
    let folder = args.data.as_ref().unwrap_or(&temporary);
    let database = fresh(folder).map_err(|error| NotShown::Folder(folder.clone(), error))?;
    let shown = show(address, &database, listener);
    if args.data.is_none()
        && let Err(error) = std::fs::remove_dir_all(&temporary)
    {
        tracing::warn!(%error, folder = %temporary.display(), "left behind");
    }
    shown
}

fn show(address: SocketAddr, database: &Path, listener: TcpListener) -> Result<(), NotShown> {
    migrate::up(&Address::Sqlite(database.to_owned()))?;
    let url = format!("sqlite:{}", database.display());
    let app = App::start(Config::for_demo(address, &url, password::chance()), None)?;
    let club = Club::fill(&app)?;
    println!("{}", club.welcome(address, &url));
    Ok(app::serve(app, listener)?)
}

/// The folder, with no database in it from an earlier time.
fn fresh(folder: &Path) -> std::io::Result<PathBuf> {
    std::fs::create_dir_all(folder)?;
    for end in ["", "-wal", "-shm"] {
        match std::fs::remove_file(folder.join(format!("{FILE}{end}"))) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(folder.join(FILE))
}
