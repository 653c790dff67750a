use serde::{Deserialize, Serialize};

use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::ids::MailId;
use crate::domain::mails::{GOOD_FOR, MailState, rest};
use crate::domain::time::Time;

/// Takes a mail to be tried now: nobody else tries it before it has rested. By the clock.
#[derive(Debug, Clone, Serialize)]
pub struct LeaseMail {
    /// Which.
    pub mail: MailId,
}

/// It may be tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MailLeased {
    /// How often it was tried, this time included.
    pub attempts: i64,
}

impl Act for LeaseMail {
    type Answer = MailLeased;
    const NAME: &'static str = "lease_mail";

    fn by(&self) -> Actor {
        Actor::System
    }

    fn needs(&self, _: &World, needs: &mut Needs) {
        needs.mails.lock(self.mail);
    }

    fn decide(&self, world: &mut World, now: Time) -> Result<MailLeased, Refused> {
        let waits = world.mails.get(&self.mail).filter(|mail| mail.state == MailState::Waiting && mail.due_at <= now);
        let attempts = waits.ok_or(Code::NotDue)?.attempts + 1;
        let row = world.mails.edit(&self.mail);
        (row.attempts, row.due_at, row.valid_until) = (attempts, now.after(rest(attempts)), Some(now.after(GOOD_FOR)));
        Ok(MailLeased { attempts })
    }
}
