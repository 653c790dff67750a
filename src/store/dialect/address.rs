//! Where a database is, and how a session with it is set up.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use diesel::connection::SimpleConnection;
use diesel::prelude::*;

use super::Db;

/// Where the database is.
#[derive(Clone, PartialEq, Eq)]
pub enum Address {
    /// `postgres://..` or `postgresql://..`, as libpq takes it.
    Postgres(String),
    /// `sqlite:path`: a file.
    Sqlite(PathBuf),
}

/// An address that names no database we know.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadAddress {
    /// Another scheme, or none.
    #[error("DATABASE_URL begins with {0:?}: it must be postgres://user@host/name or sqlite:path/to/file.db")]
    Scheme(String),
    /// No file.
    #[error("DATABASE_URL must name a file after sqlite: (a database in memory would be lost at the end)")]
    NoFile,
}

/// What a session is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Session {
    /// A writer's: short statements by key, in transactions.
    Writer,
    /// Reads alone.
    Reader,
    /// Set-up, migrations, tests: nothing is forbidden.
    Owner,
}

impl FromStr for Address {
    type Err = BadAddress;

    fn from_str(url: &str) -> Result<Self, BadAddress> {
        let (scheme, rest) = url.split_once(':').unwrap_or(("", url));
        match scheme {
            "postgres" | "postgresql" if rest.starts_with("//") => Ok(Self::Postgres(url.to_owned())),
            "sqlite" => {
                let path = rest.strip_prefix("//").unwrap_or(rest);
                if path.is_empty() || path.starts_with(':') {
                    Err(BadAddress::NoFile)
                } else {
                    Ok(Self::Sqlite(path.into()))
                }
            }
            // Not the whole: it may hold a password.
            other => Err(BadAddress::Scheme(other.to_owned())),
        }
    }
}

impl fmt::Display for Address {
    /// Without user and password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Postgres(url) => {
                let rest = url.split_once("//").map_or("", |(_, rest)| rest);
                let place = rest.split_once('?').map_or(rest, |(place, _)| place);
                write!(f, "postgres://{}", place.rsplit_once('@').map_or(place, |(_, place)| place))
            }
            Self::Sqlite(path) => write!(f, "sqlite:{}", path.display()),
        }
    }
}

impl Address {
    /// What a driver said, without what it quotes of the password: where an address is mistyped, a driver takes parts
    /// of the password for a host or a port and repeats them.
    #[must_use]
    pub(in crate::store) fn discreet(&self, said: &str) -> String {
        let Self::Postgres(url) = self else { return said.to_owned() };
        let Some((before, _)) = url.rsplit_once('@') else { return said.to_owned() };
        let user_and_password = before.split_once("//").map_or(before, |(_, rest)| rest);
        let Some((user, password)) = user_and_password.split_once(':') else { return said.to_owned() };
        let parts: Vec<&str> = password.split([':', '@', '/', '?', '#', '%']).filter(|part| part.len() > 1).collect();
        let tells = |quoted: &str| quoted != user && parts.iter().any(|part| quoted.contains(part));
        let pieces = said.split('"').enumerate();
        let kept: Vec<&str> =
            pieces.map(|(at, piece)| if at % 2 == 1 && tells(piece) { ".." } else { piece }).collect();
        kept.join("\"")
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Address {
    /// Opens a session.
    ///
    /// # Errors
    /// What the database says. A file of SQLite that is not there is made only for [`Session::Owner`].
    pub fn connect(&self, session: Session) -> ConnectionResult<Db> {
        Ok(match self {
            Self::Postgres(url) => Db::Pg(connect_pg(url, session)?),
            Self::Sqlite(path) => Db::Lite(connect_lite(path, session)?),
        })
    }
}

/// What all sessions of PostgreSQL share. Faults are told apart by their text where diesel gives no kind: in English,
/// if we may choose. What was answered must be durable, whatever the server's default.
const PG_ALL: &str = "SET TIME ZONE 'UTC';
DO $$ BEGIN PERFORM set_config('lc_messages', 'C', false); EXCEPTION WHEN insufficient_privilege THEN NULL; END $$;
SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off';
SET lock_timeout = '5s';";

/// Plans by key for ever, made once: a plan made while a table was small would scan it for ever after.
const PG_WRITER: &str = "SET application_name = 'kupa writer'; SET enable_seqscan = off;
SET plan_cache_mode = force_generic_plan; SET default_transaction_isolation = 'read committed';
SET statement_timeout = '30s'; SET idle_in_transaction_session_timeout = '60s';";

const PG_READER: &str = "SET application_name = 'kupa reader'; SET default_transaction_read_only = on;
SET statement_timeout = '30s'; SET idle_in_transaction_session_timeout = '60s';";

pub(super) fn connect_pg(url: &str, session: Session) -> ConnectionResult<PgConnection> {
    let mut connection = PgConnection::establish(url)?;
    let own = match session {
        Session::Writer => PG_WRITER,
        Session::Reader => PG_READER,
        Session::Owner => "SET application_name = 'kupa owner';",
    };
    connection.batch_execute(PG_ALL).map_err(ConnectionError::CouldntSetupConfiguration)?;
    connection.batch_execute(own).map_err(ConnectionError::CouldntSetupConfiguration)?;
    Ok(connection)
}

/// The wait for locks comes first: the other settings may have to wait themselves.
const LITE_ALL: &str = "PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY;";

/// Batches write the same pages over and over, so the log is copied into the file rarely, and most of it by another thread
/// (see [`Checkpoints`](super::checkpoint::Checkpoints)); the writer's own mark is for what that one leaves. Few pages of
/// its own: SQLite goes through all of them at almost every commit, and the operating system has the rest at hand.
const LITE_WRITER: &str = "PRAGMA wal_autocheckpoint = 8000; PRAGMA cache_size = -8192;";

const LITE_READER: &str = "PRAGMA query_only = ON; PRAGMA cache_size = -8192;";

pub(super) fn connect_lite(path: &Path, session: Session) -> ConnectionResult<SqliteConnection> {
    if session != Session::Owner && !path.exists() {
        return Err(ConnectionError::BadConnection(format!("there is no file {}", path.display())));
    }
    let name = path.to_str().ok_or_else(|| ConnectionError::InvalidConnectionUrl("a path that is not UTF-8".into()))?;
    // A name that begins with `file:` would be taken for an address with parameters of its own.
    let name = if name.starts_with("file:") { format!("./{name}") } else { name.to_owned() };
    let mut connection = SqliteConnection::establish(&name)?;
    connection.batch_execute(LITE_ALL).map_err(ConnectionError::CouldntSetupConfiguration)?;
    let own = match session {
        Session::Writer => LITE_WRITER,
        Session::Reader => LITE_READER,
        Session::Owner => "",
    };
    connection.batch_execute(own).map_err(ConnectionError::CouldntSetupConfiguration)?;
    Ok(connection)
}

#[cfg(test)]
mod tests;
