//! A session.

use chrono::TimeDelta;
use uuid::Uuid;

use crate::domain::act::ActorKind;
use crate::domain::ids::SessionId;
use crate::domain::time::Time;

/// For so long the very same refresh, asked again because its answer was lost, is answered as it was.
pub const REPEAT_WITHIN: TimeDelta = TimeDelta::seconds(60);

/// The longest description of a device, in characters.
pub const MAX_DEVICE_CHARS: usize = 200;

crate::row! {
    /// A session: from a sign-in to its end, kept up by refresh tokens.
    pub struct Session in "sessions" key (
        /// Identity.
        id: SessionId
    ) {
        /// What kind of account signed in: a player's or that of a member of staff.
        account_kind: ActorKind,
        /// Whose it is.
        account: Uuid,
        /// How often the account had signed out everywhere by then: once it has done so again, the session is over.
        sign_outs: i64,
        /// On which device, in words.
        device: String,
        /// SHA-256 of the refresh token that is good now, in hex.
        current: String,
        /// Its number: 1 at the sign-in.
        number: i64,
        /// When it began.
        started_at: Time,
        /// When a token was last given for it.
        used_at: Time,
        /// It is over if it is not used before; never later than `ends_at`.
        idle_until: Time,
        /// It is over then, however much it is used.
        ends_at: Time,
        /// When it was ended before its time.
        ended_at: Option<Time>,
    }
}

impl Session {
    /// Whether it is over, for an account that has signed out everywhere so often.
    #[must_use]
    pub fn is_over(&self, sign_outs: i64, now: Time) -> bool {
        self.ended_at.is_some() || self.sign_outs != sign_outs || now >= self.idle_until
    }
}

/// Until when a session may stay unused: so many seconds from now on, and never beyond its end.
#[must_use]
pub fn idle_until(now: Time, idle_s: i64, ends_at: Time) -> Time {
    now.after(TimeDelta::try_seconds(idle_s).unwrap_or(TimeDelta::MAX)).min(ends_at)
}
