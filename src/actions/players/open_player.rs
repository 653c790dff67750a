use serde::{Deserialize, Serialize};

use crate::domain::act::remembered::Claim;
use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::ids::PlayerId;
use crate::domain::ledger::event::Stream;
use crate::domain::players::access::{Permission, permit};
use crate::domain::players::nickname;
use crate::domain::players::player::{Player, PlayerState};
use crate::domain::time::Time;

/// Opens a player's account. By staff or a client app.
#[derive(Debug, Clone, Serialize)]
pub struct OpenPlayer {
    /// Who asks.
    pub by: Actor,
    /// The new player's identity, drawn at the edge.
    pub player: PlayerId,
    /// The name that others see, as its owner writes it.
    pub nickname: String,
    /// Where mail goes.
    pub email: Option<String>,
    /// The password's argon2id hash.
    #[serde(skip)]
    pub password: Option<String>,
}

/// A player's account was opened.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PlayerOpened {
    /// The new player.
    pub player: PlayerId,
}

impl OpenPlayer {
    /// The words that only one player may have, with the refusal where they are taken.
    fn claims(&self) -> impl Iterator<Item = (&'static str, String, Code)> {
        let nickname = nickname::claims(&self.nickname).into_iter();
        let email = self.email.as_ref().map(|email| ("email", email.to_lowercase(), Code::EmailTaken));
        nickname.map(|(kind, word)| (kind, word, Code::NicknameTaken)).chain(email)
    }
}

impl Act for OpenPlayer {
    type Answer = PlayerOpened;
    const NAME: &'static str = "open_player";

    fn by(&self) -> Actor {
        self.by
    }

    fn needs(&self, _: &World, needs: &mut Needs) {
        for (kind, word, _) in self.claims() {
            needs.claims.lock((kind.to_owned(), word));
        }
        needs.players.lock(self.player);
    }

    fn decide(&self, world: &mut World, now: Time) -> Result<PlayerOpened, Refused> {
        permit(world, self.by, Permission::PlayersWrite, None)?;
        for (kind, word, taken) in self.claims() {
            if world.claims.get(&(kind.to_owned(), word)).is_some() {
                return Err(taken.into());
            }
        }
        for (kind, word, _) in self.claims() {
            world.claims.insert(Claim { kind: kind.to_owned(), word, owner: self.player.0 });
        }
        world.players.insert(Player {
            id: self.player,
            nickname: self.nickname.clone(),
            email: self.email.clone(),
            password: self.password.clone(),
            state: PlayerState::Active,
            suspended_until: None,
            debts: 0,
            opened_at: now,
            stream_seq: 0,
        });
        world.tell(Stream::Player(self.player), "player.opened", self)?;
        Ok(PlayerOpened { player: self.player })
    }
}
