use serde::{Deserialize, Serialize};

use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::ids::MailId;
use crate::domain::mails::{GIVEN_UP_AFTER, Mail, MailState};
use crate::domain::time::Time;

/// What came of an attempt to send a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The mail server has taken it.
    Sent,
    /// It could not be reached, or asked for patience.
    NotNow,
    /// It will never take it.
    Refused,
}

/// Says what came of an attempt: sent, given up, or to be tried again. By the clock.
#[derive(Debug, Clone, Serialize)]
pub struct MarkMail {
    /// Which.
    pub mail: MailId,
    /// Whose account it is about: there it is told that it was given up.
    pub of: Actor,
    /// What came of it.
    pub outcome: Outcome,
}

/// What has become of the mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MailMarked {
    /// Its state.
    pub state: MailState,
}

impl Act for MarkMail {
    type Answer = MailMarked;
    const NAME: &'static str = "mark_mail";

    fn by(&self) -> Actor {
        Actor::System
    }

    fn needs(&self, _: &World, needs: &mut Needs) {
        match self.of {
            Actor::Player(id) => needs.players.lock(id),
            Actor::Staff(id) => needs.staff.lock(id),
            Actor::Client(_) | Actor::System => {}
        }
        needs.mails.lock(self.mail);
    }

    fn decide(&self, world: &mut World, now: Time) -> Result<MailMarked, Refused> {
        let waits = |mail: &&Mail| mail.state == MailState::Waiting && mail.of() == Some(self.of);
        let mail = world.mails.get(&self.mail).filter(waits).ok_or(Code::NotDue)?;
        let (stream, is_old) = (mail.stream(), now.since(mail.asked_at) >= GIVEN_UP_AFTER);
        let state = match self.outcome {
            Outcome::Sent => MailState::Sent,
            Outcome::Refused => MailState::Failed,
            Outcome::NotNow if is_old => MailState::Failed,
            Outcome::NotNow => return Ok(MailMarked { state: MailState::Waiting }),
        };
        world.mails.edit(&self.mail).state = state;
        if state == MailState::Failed {
            stream.map_or(Ok(()), |stream| world.tell(stream, "mail.given_up", self))?;
        }
        Ok(MailMarked { state })
    }
}
