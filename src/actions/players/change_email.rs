use serde::{Deserialize, Serialize};

use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::ids::PlayerId;
use crate::domain::ledger::event::Stream;
use crate::domain::players::access::{Permission, permit_own};
use crate::domain::players::claims::{self, Word};
use crate::domain::players::player::PlayerState;
use crate::domain::staff::check_reason;
use crate::domain::time::Time;

/// Gives a player another e-mail address: the new mailbox is theirs and the old one free, in one act. By the player, who
/// has just shown that they know the password, or by staff, with a reason, or a client app.
#[derive(Debug, Clone, Serialize)]
pub struct ChangeEmail {
    /// Who asks.
    pub by: Actor,
    /// Of whom.
    pub player: PlayerId,
    /// The address that whoever asks has read; it must still be so.
    #[serde(skip)]
    pub before: Option<String>,
    /// The new address.
    #[serde(skip)]
    pub email: String,
    /// A player: the hash that their password was compared with; it must still be so.
    #[serde(skip)]
    pub seen: Option<String>,
    /// Why; staff must say.
    #[serde(skip)]
    pub reason: Option<String>,
}

/// A player has another address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct EmailChanged {
    /// The player.
    pub player: PlayerId,
}

impl ChangeEmail {
    fn old(&self) -> impl Iterator<Item = Word> + use<> {
        self.before.clone().into_iter().flat_map(|email| [claims::of_email(&email), claims::of_spelling(&email)])
    }

    fn check(&self, world: &World) -> Result<(), Refused> {
        permit_own(world, self.by, self.player, Permission::PlayersWrite)?;
        let player = world.players.get(&self.player).ok_or(Code::UnknownPlayer)?;
        if self.by.staff().is_some() {
            check_reason(self.reason.as_deref().unwrap_or_default())?;
        }
        if matches!(self.by, Actor::Player(_)) {
            if player.state == PlayerState::Closed {
                return Err(Code::PlayerClosed.into());
            }
            if self.seen.is_none() || player.password != self.seen {
                return Err(Code::AccountChanged.into());
            }
        }
        if player.email != self.before {
            return Err(Code::AccountChanged.into());
        }
        if self.before.as_deref() == Some(self.email.as_str()) {
            return Err(Code::AlreadySo.into());
        }
        claims::check(world, claims::of_email(&self.email), self.player.0)
    }
}

impl Act for ChangeEmail {
    type Answer = EmailChanged;
    const NAME: &'static str = "change_email";

    fn by(&self) -> Actor {
        self.by
    }

    fn needs(&self, _: &World, needs: &mut Needs) {
        self.old().for_each(|word| claims::need(needs, word));
        claims::need(needs, claims::of_email(&self.email));
        needs.players.lock(self.player);
    }

    fn decide(&self, world: &mut World, _: Time) -> Result<EmailChanged, Refused> {
        self.check(world)?;
        let owner = self.player.0;
        self.old().for_each(|word| claims::release(world, word, owner));
        claims::take(world, claims::of_email(&self.email), owner);
        let row = world.players.edit(&self.player);
        (row.email, row.email_verified_at) = (Some(self.email.clone()), None);
        world.tell_why(Stream::Player(self.player), "player.email_changed", self, self.reason.as_deref())?;
        Ok(EmailChanged { player: self.player })
    }
}
