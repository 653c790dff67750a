use serde::{Deserialize, Serialize};

use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::ids::MailId;
use crate::domain::mails::{MailKind, check_secret};
use crate::domain::sessions::{check_account, need_account, password, sign_outs, stream};
use crate::domain::time::Time;

/// Gives somebody, who has brought the secret of a mail to them, another password. All their sessions end, and no other mail
/// of before opens anything. Mail to a player's address has then reached them.
#[derive(Debug, Clone, Serialize)]
pub struct ConfirmReset {
    /// Whose account it is.
    pub by: Actor,
    /// The mail.
    pub mail: MailId,
    /// The new password's argon2id hash.
    #[serde(skip)]
    pub password: String,
}

/// The password was changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResetConfirmed {
    /// How often the account has ended its sessions.
    pub times: i64,
}

impl Act for ConfirmReset {
    type Answer = ResetConfirmed;
    const NAME: &'static str = "confirm_reset";

    fn by(&self) -> Actor {
        self.by
    }

    fn needs(&self, _: &World, needs: &mut Needs) {
        need_account(self.by, needs);
        needs.mails.lock(self.mail);
    }

    fn decide(&self, world: &mut World, now: Time) -> Result<ResetConfirmed, Refused> {
        let mail = check_secret(world, self.mail, MailKind::Reset, self.by, now)?;
        check_account(world, self.by)?;
        password::set(world, self.by, &self.password);
        if let Actor::Player(id) = self.by
            && world.players.get(&id).is_some_and(|player| player.email.as_ref() == Some(&mail.address))
        {
            world.players.edit(&id).email_verified_at.get_or_insert(now);
        }
        world.mails.edit(&self.mail).used_at = Some(now);
        let times = sign_outs::add(world, self.by.uuid());
        world.tell(stream(self.by)?, "password.reset", self)?;
        Ok(ResetConfirmed { times })
    }
}
