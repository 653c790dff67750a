use serde::{Deserialize, Serialize};

use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::ids::PlayerId;
use crate::domain::players::access::{Permission, permit};
use crate::domain::players::opening::Opening;
use crate::domain::players::person::Told;
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
    #[serde(skip)]
    pub email: Option<String>,
    /// The password's argon2id hash.
    #[serde(skip)]
    pub password: Option<String>,
    /// Who it is.
    #[serde(skip)]
    pub person: Told,
}

/// A player's account was opened.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PlayerOpened {
    /// The new player.
    pub player: PlayerId,
}

impl OpenPlayer {
    fn opening(&self) -> Opening<'_> {
        Opening {
            by: self.by,
            player: self.player,
            nickname: &self.nickname,
            email: self.email.as_deref(),
            password: self.password.as_deref(),
            person: &self.person,
        }
    }
}

impl Act for OpenPlayer {
    type Answer = PlayerOpened;
    const NAME: &'static str = "open_player";

    fn by(&self) -> Actor {
        self.by
    }

    fn needs(&self, _: &World, needs: &mut Needs) {
        self.opening().need(needs);
    }

    fn decide(&self, world: &mut World, now: Time) -> Result<PlayerOpened, Refused> {
        permit(world, self.by, Permission::PlayersWrite, None)?;
        self.opening().open(world, now)?;
        Ok(PlayerOpened { player: self.player })
    }
}
