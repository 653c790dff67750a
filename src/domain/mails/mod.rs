//! Mail to people: asked for by an act, delivered by a job, and what its secret is good for.

pub mod mail;

use chrono::TimeDelta;
use uuid::Uuid;

pub use mail::{Language, Mail, MailKind, MailState};

use crate::domain::act::{Actor, ActorKind, Refused, World};
use crate::domain::codes::Code;
use crate::domain::ids::{MailId, PlayerId, StaffId};
use crate::domain::ledger::event::Stream;
use crate::domain::sessions::sign_outs;
use crate::domain::time::Time;

/// So long the secret in a mail is good, from the moment at which it is tried to be sent.
pub const GOOD_FOR: TimeDelta = TimeDelta::hours(1);
/// A mail that could not be sent for so long is given up.
pub const GIVEN_UP_AFTER: TimeDelta = TimeDelta::hours(24);
/// So many days after it was asked for a mail is forgotten, and the address with it.
pub const KEPT_DAYS: i64 = 7;

/// How long a mail rests after so many attempts: a minute, doubled each time, an hour at most.
#[must_use]
pub fn rest(attempts: i64) -> TimeDelta {
    TimeDelta::minutes(2_i64.saturating_pow(u32::try_from(attempts - 1).unwrap_or(0)).clamp(1, 60))
}

impl Mail {
    /// Whose account it is about, as who acts; none for a kind that gets no mail.
    #[must_use]
    pub fn of(&self) -> Option<Actor> {
        match self.account_kind {
            ActorKind::Player => Some(Actor::Player(PlayerId(self.account))),
            ActorKind::Staff => Some(Actor::Staff(StaffId(self.account))),
            ActorKind::Client | ActorKind::System => None,
        }
    }

    /// The stream in which what becomes of it is told.
    #[must_use]
    pub fn stream(&self) -> Option<Stream> {
        match self.of()? {
            Actor::Player(id) => Some(Stream::Player(id)),
            Actor::Staff(id) => Some(Stream::Staff(id)),
            Actor::Client(_) | Actor::System => None,
        }
    }
}

/// A mail that waits to be sent.
#[must_use]
pub fn waiting(id: MailId, kind: MailKind, to: Addressee, sign_outs: i64, now: Time) -> Mail {
    Mail {
        id,
        kind,
        account_kind: to.account_kind,
        account: to.account,
        address: to.address,
        language: to.language,
        sign_outs,
        state: MailState::Waiting,
        attempts: 0,
        asked_at: now,
        due_at: now,
        valid_until: None,
        used_at: None,
    }
}

/// To whom a mail goes.
#[derive(Debug, Clone)]
pub struct Addressee {
    /// What kind of account.
    pub account_kind: ActorKind,
    /// Whose.
    pub account: Uuid,
    /// The address.
    pub address: String,
    /// The language.
    pub language: Language,
}

/// The mail whose secret somebody brings, for the account that it is about, if that is good for something. The act has
/// locked the mail and named how often the account has signed out.
///
/// # Errors
/// `mail_token_invalid`.
pub fn check_secret(world: &World, mail: MailId, kind: MailKind, by: Actor, now: Time) -> Result<Mail, Refused> {
    let found =
        world.mails.get(&mail).filter(|mail| mail.kind == kind && mail.of() == Some(by) && mail.used_at.is_none());
    let found = found.filter(|mail| mail.valid_until.is_some_and(|until| now < until));
    let found = found.filter(|mail| mail.sign_outs == sign_outs::count(world, mail.account));
    found.cloned().ok_or_else(|| Code::MailTokenInvalid.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rests_grow_to_an_hour() {
        let minutes: Vec<i64> =
            [0, 1, 2, 3, 6, 7, 8, 64, 65, 1_000, i64::MAX].map(|at| rest(at).num_minutes()).to_vec();
        assert_eq!(minutes, [1, 1, 2, 4, 32, 60, 60, 60, 60, 60, 1]);
    }
}
