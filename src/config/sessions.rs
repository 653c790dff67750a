//! Settings of sessions.

use super::{Faults, Options};

/// How long sessions last.
#[derive(Debug, Clone, Copy)]
pub struct SessionConfig {
    /// So many seconds unused.
    pub idle_s: i64,
    /// So many seconds at most.
    pub most_s: i64,
}

impl SessionConfig {
    pub(super) fn check(options: &Options, faults: &mut Faults) -> Self {
        let idle_s = 3_600 * faults.number("session-idle-h", &options.session_idle_h, 1, 87_600);
        let most_s = 3_600 * faults.number("session-most-h", &options.session_most_h, 1, 87_600);
        Self { idle_s, most_s }
    }
}
