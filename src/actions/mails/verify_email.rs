use serde::{Deserialize, Serialize};

use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::ids::{MailId, PlayerId};
use crate::domain::ledger::event::Stream;
use crate::domain::mails::{MailKind, check_secret};
use crate::domain::time::Time;

/// Says that mail to a player's address has reached them: they have brought its secret.
#[derive(Debug, Clone, Serialize)]
pub struct VerifyEmail {
    /// The player.
    pub player: PlayerId,
    /// The mail.
    pub mail: MailId,
}

/// The address is the player's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct EmailVerified {
    /// The player.
    pub player: PlayerId,
}

impl Act for VerifyEmail {
    type Answer = EmailVerified;
    const NAME: &'static str = "verify_email";

    fn by(&self) -> Actor {
        Actor::Player(self.player)
    }

    fn needs(&self, _: &World, needs: &mut Needs) {
        needs.sign_outs.read(self.player.0);
        needs.players.lock(self.player);
        needs.mails.lock(self.mail);
    }

    fn decide(&self, world: &mut World, now: Time) -> Result<EmailVerified, Refused> {
        let mail = check_secret(world, self.mail, MailKind::Verification, self.by(), now)?;
        let player = world.players.get(&self.player).ok_or(Code::UnknownPlayer)?;
        if player.email.as_ref() != Some(&mail.address) {
            return Err(Code::MailTokenInvalid.into());
        }
        world.players.edit(&self.player).email_verified_at = Some(now);
        world.mails.edit(&self.mail).used_at = Some(now);
        world.tell(Stream::Player(self.player), "player.email_verified", self)?;
        Ok(EmailVerified { player: self.player })
    }
}
