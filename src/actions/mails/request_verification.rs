use serde::{Deserialize, Serialize};

use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::ids::{MailId, PlayerId};
use crate::domain::ledger::event::Stream;
use crate::domain::mails::{Addressee, Language, MailKind, waiting};
use crate::domain::players::access::{Permission, permit_own};
use crate::domain::sessions::sign_outs;
use crate::domain::time::Time;

/// Asks for a mail by which a player shows that mail reaches their address. By the player, or somebody of the house.
#[derive(Debug, Clone, Serialize)]
pub struct RequestVerification {
    /// Who asks.
    pub by: Actor,
    /// The mail's identity, drawn at the edge.
    pub mail: MailId,
    /// For whom.
    pub player: PlayerId,
    /// The language of the mail.
    pub language: Language,
}

/// The mail waits to be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct VerificationRequested {
    /// The player.
    pub player: PlayerId,
}

impl Act for RequestVerification {
    type Answer = VerificationRequested;
    const NAME: &'static str = "request_verification";

    fn by(&self) -> Actor {
        self.by
    }

    fn needs(&self, _: &World, needs: &mut Needs) {
        needs.sign_outs.read(self.player.0);
        needs.players.lock(self.player);
        needs.mails.lock(self.mail);
    }

    fn decide(&self, world: &mut World, now: Time) -> Result<VerificationRequested, Refused> {
        permit_own(world, self.by, self.player, Permission::PlayersWrite)?;
        let player = world.players.get(&self.player).ok_or(Code::UnknownPlayer)?;
        let address = player.email.clone().ok_or(Code::EmailMissing)?;
        if player.email_verified_at.is_some() {
            return Err(Code::AlreadySo.into());
        }
        let (account_kind, account) = (Actor::Player(self.player).kind(), self.player.0);
        let to = Addressee { account_kind, account, address, language: self.language };
        world.mails.insert(waiting(self.mail, MailKind::Verification, to, sign_outs::count(world, account), now));
        world.tell(Stream::Player(self.player), "player.verification_asked", self)?;
        Ok(VerificationRequested { player: self.player })
    }
}
