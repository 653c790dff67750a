use serde::{Deserialize, Serialize};

use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::ids::PlayerId;
use crate::domain::ledger::event::Stream;
use crate::domain::players::access::{Permission, permit};
use crate::domain::players::claims;
use crate::domain::staff::{Changed, check_reason};
use crate::domain::time::Time;

/// Gives a player another nickname. By staff, with a reason, or a client app. The old one stays theirs: nobody else is
/// taken for them by it.
#[derive(Debug, Clone, Serialize)]
pub struct ChangeNickname {
    /// Who asks.
    pub by: Actor,
    /// Of whom.
    pub player: PlayerId,
    /// The new name.
    pub nickname: String,
    /// Why; staff must say.
    #[serde(skip)]
    pub reason: Option<String>,
}

/// A player has another nickname.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct NicknameChanged {
    /// The player.
    pub player: PlayerId,
}

impl Act for ChangeNickname {
    type Answer = NicknameChanged;
    const NAME: &'static str = "change_nickname";

    fn by(&self) -> Actor {
        self.by
    }

    fn needs(&self, _: &World, needs: &mut Needs) {
        claims::of_nickname(&self.nickname).for_each(|word| claims::need(needs, word));
        needs.players.lock(self.player);
    }

    fn decide(&self, world: &mut World, _: Time) -> Result<NicknameChanged, Refused> {
        permit(world, self.by, Permission::PlayersWrite, None)?;
        if self.by.staff().is_some() {
            check_reason(self.reason.as_deref().unwrap_or_default())?;
        }
        let before = world.players.get(&self.player).ok_or(Code::UnknownPlayer)?.nickname.clone();
        if before == self.nickname {
            return Err(Code::AlreadySo.into());
        }
        let owner = self.player.0;
        claims::of_nickname(&self.nickname).try_for_each(|word| claims::check(world, word, owner))?;
        claims::of_nickname(&self.nickname).for_each(|word| claims::take(world, word, owner));
        world.players.edit(&self.player).nickname.clone_from(&self.nickname);
        let facts = Changed { act: self, before: before.as_str(), after: self.nickname.as_str() };
        world.tell_why(Stream::Player(self.player), "player.nickname_changed", &facts, self.reason.as_deref())?;
        Ok(NicknameChanged { player: self.player })
    }
}
