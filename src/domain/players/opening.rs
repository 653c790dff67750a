//! The opening of an account: the words that only one player may have, and the row.

use serde::Serialize;

use super::nickname;
use super::player::{Player, PlayerState};
use crate::domain::act::remembered::Claim;
use crate::domain::act::{Actor, Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::ids::PlayerId;
use crate::domain::ledger::event::Stream;
use crate::domain::time::Time;

/// What an account is opened with.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Opening<'a> {
    /// Who opens it.
    pub by: Actor,
    /// The new player's identity.
    pub player: PlayerId,
    /// The name that others see.
    pub nickname: &'a str,
    /// Where mail goes.
    pub email: Option<&'a str>,
    /// The password's argon2id hash.
    #[serde(skip)]
    pub password: Option<&'a str>,
}

/// The words that a nickname and an e-mail address take, with the refusal where they are taken.
pub fn claims(nickname: &str, email: Option<&str>) -> impl Iterator<Item = (&'static str, String, Code)> + use<> {
    let nickname = nickname::claims(nickname).into_iter();
    let email = email.map(|email| ("email", email.to_lowercase(), Code::EmailTaken));
    nickname.map(|(kind, word)| (kind, word, Code::NicknameTaken)).chain(email)
}

impl Opening<'_> {
    fn claims(&self) -> impl Iterator<Item = (&'static str, String, Code)> + use<> {
        claims(self.nickname, self.email)
    }

    /// Asks for what [`Opening::open`] touches.
    pub fn need(&self, needs: &mut Needs) {
        for (kind, word, _) in self.claims() {
            needs.claims.lock((kind.to_owned(), word));
        }
        needs.players.lock(self.player);
    }

    /// Opens the account, and tells so.
    ///
    /// # Errors
    /// `nickname_taken`, `email_taken`.
    pub fn open(&self, world: &mut World, now: Time) -> Result<(), Refused> {
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
            nickname: self.nickname.to_owned(),
            email: self.email.map(str::to_owned),
            password: self.password.map(str::to_owned),
            state: PlayerState::Active,
            suspended_until: None,
            debts: 0,
            opened_at: now,
            stream_seq: 0,
        });
        world.tell(Stream::Player(self.player), "player.opened", self)
    }
}
