//! One act on a database that somebody may be serving or not.

use std::time::Duration;

use uuid::Uuid;

use crate::config::{BadConfig, Database, DatabaseOptions};
use crate::domain::act::{Act, Refused, RequestKey};
use crate::store::committer::{Committer, Patience, Settings};
use crate::store::{self, Store, StoreError};

/// Why it was not done.
#[derive(Debug, thiserror::Error)]
pub enum NotDone {
    /// The settings.
    #[error(transparent)]
    Config(#[from] BadConfig),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The act was refused.
    #[error("{0}")]
    Refused(#[from] Refused),
    /// The operating system.
    #[error(transparent)]
    System(#[from] std::io::Error),
}

/// Opens the database with one connection for reads.
///
/// # Errors
/// [`NotDone`].
pub fn open(options: &DatabaseOptions) -> Result<Store, NotDone> {
    let database = Database::from_options(options)?;
    Ok(Store::open(&database.url, store::Settings { readers: 1, wait: Duration::from_secs(5) })?)
}

/// Does the act.
///
/// # Errors
/// [`NotDone`].
pub fn submit<A: Act>(options: &DatabaseOptions, act: A) -> Result<A::Answer, NotDone> {
    let store = open(options)?;
    let committer = Committer::start(store.writers(1, None, Patience::default())?, Settings::default())?;
    let key = RequestKey::new(format!("cli:{}", Uuid::now_v7()), &[A::NAME.as_bytes()], None);
    Ok(committer.submit_and_wait(act, key)?.into_result()?)
}
