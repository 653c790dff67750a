//! `kupa serve`: the service.

use std::net::TcpListener;

use clap::Args;

use crate::app::{self, App, StartError};
use crate::config::{BadConfig, Config, Options};
use crate::store::migrate;
use crate::telemetry;

/// The options of `kupa serve`.
#[derive(Debug, Args)]
pub struct ServeArgs {
    #[command(flatten)]
    #[allow(missing_docs)]
    pub options: Options,
}

/// Why the service did not start.
#[derive(Debug, thiserror::Error)]
pub enum NotServed {
    /// The settings.
    #[error(transparent)]
    Config(#[from] BadConfig),
    /// The log.
    #[error("{0}")]
    Log(String),
    /// Somebody else listens there, or nobody may.
    #[error("cannot listen on {0}: {1}")]
    Listen(std::net::SocketAddr, std::io::Error),
    /// All else.
    #[error(transparent)]
    Start(#[from] StartError),
}

/// Serves until it is asked to stop.
///
/// # Errors
/// [`NotServed`].
pub fn serve(args: &ServeArgs) -> Result<(), NotServed> {
    let config = Config::from_options(&args.options)?;
    telemetry::start(&args.options.logging).map_err(NotServed::Log)?;
    let address = config.listen;
    let open_files = raise_open_files();
    if open_files < config.streams.all as u64 {
        tracing::warn!(open_files, streams = config.streams.all, "each stream takes an open file: raise `ulimit -n`");
    }
    let listener = TcpListener::bind(address).map_err(|error| NotServed::Listen(address, error))?;
    let app = App::start(config, None)?;
    warn_of_powers(&app);
    warn_of_connections(&app);
    let (scheme, at) =
        (if app.certificate.is_some() { "https" } else { "http" }, listener.local_addr().unwrap_or(address));
    tracing::info!(database = %app.store.address(), "serving on {scheme}://{at}");
    Ok(app::serve(app, listener)?)
}

/// Lets this process have as many files and connections open as it may at all: what shells give is a beginning. Says how
/// many that is.
pub fn raise_open_files() -> u64 {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    let given = limit.current;
    limit.current = limit.maximum;
    match setrlimit(Resource::Nofile, limit) {
        Ok(()) => limit.current.unwrap_or(u64::MAX),
        Err(error) => {
            tracing::warn!(%error, "the number of open files stays as it is");
            given.unwrap_or(u64::MAX)
        }
    }
}

/// A stream is a connection, too.
fn warn_of_connections(app: &App) {
    let threads =
        app.config.workers.or_else(|| std::thread::available_parallelism().map(usize::from).ok()).unwrap_or(1);
    let (connections, streams) = (app.config.serving.connections.saturating_mul(threads), app.config.streams.all);
    if connections <= streams {
        tracing::warn!(
            connections,
            streams,
            "fewer connections than live streams may be open: streams can take them all"
        );
    }
}

/// The books are safest where the service cannot take the triggers away that refuse changes.
fn warn_of_powers(app: &App) {
    let could = app.store.reader().and_then(|mut reader| migrate::could_drop_a_trigger(&mut reader));
    match could {
        Ok(true) => tracing::warn!(
            "this role owns the ledger's tables and could change postings; serve as another: `kupa migrate up` prints \
             its grants"
        ),
        Ok(false) => {}
        Err(error) => tracing::warn!(%error, "cannot find out what this role may do"),
    }
}
