//! All that an edge receives.

use crate::config::Config;
use crate::domain::time::Time;
use crate::store::committer::{Clock, Committer};
use crate::web::throttle::Throttle;
use crate::web::token::Tokens;

/// The running service.
#[derive(Debug)]
pub struct App {
    /// The settings.
    pub config: Config,
    /// The way to write.
    pub committer: Committer,
    /// Issues and checks tokens.
    pub tokens: Tokens,
    /// Guesses at credentials.
    pub throttle: Throttle,
    /// A clock in place of the machine's.
    pub clock: Option<Clock>,
}

impl App {
    /// Now, by this process's clock: for tokens and guesses. Acts are judged by the database's.
    #[must_use]
    pub fn now(&self) -> Time {
        self.clock.as_ref().map_or_else(|| Time::from_utc(chrono::Utc::now()), |clock| (clock.0)())
    }
}
