//! The opening of an account: the words that only one player may have, and the row.

use serde::Serialize;

use super::claims::{self, Word};
use super::person::{Person, Told};
use super::player::{Player, PlayerState};
use crate::domain::act::{Actor, Needs, Refused, World};
use crate::domain::conduct::jurisdictions;
use crate::domain::ids::PlayerId;
use crate::domain::ledger::event::Stream;
use crate::domain::time::Time;

/// What an account is opened with.
#[derive(Debug, Clone, Copy)]
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
    pub password: Option<&'a str>,
    /// Who it is.
    pub person: &'a Told,
}

/// What the event says: of personal data what was told, not what it says.
#[derive(Debug, Serialize)]
struct Facts<'a> {
    by: Actor,
    player: PlayerId,
    nickname: &'a str,
    told: Vec<&'static str>,
}

impl Opening<'_> {
    fn claims(&self) -> impl Iterator<Item = Word> + use<> {
        claims::of_account(self.nickname, self.email, self.person)
    }

    /// Asks for what [`Opening::open`] touches.
    pub fn need(&self, needs: &mut Needs) {
        self.claims().for_each(|word| claims::need(needs, word));
        jurisdictions::need(needs);
        needs.players.lock(self.player);
        needs.people.lock(self.player);
    }

    /// Opens the account, and tells so.
    ///
    /// # Errors
    /// Those of [`check_person`](jurisdictions::Jurisdictions::check_person); `nickname_taken`, `email_taken`,
    /// `person_known`.
    pub fn open(&self, world: &mut World, now: Time) -> Result<(), Refused> {
        jurisdictions::in_force(world).check_person(self.person, now)?;
        let owner = self.player.0;
        self.claims().try_for_each(|word| claims::check(world, word, owner))?;
        self.claims().for_each(|word| claims::take(world, word, owner));
        let Told { name, birth_date, place, address } = self.person.clone();
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
            place,
            email_verified_at: None,
        });
        let person = Person { player: self.player, name, birth_date, address };
        if person != Person::unknown(self.player) {
            world.people.insert(person);
        }
        let email = self.email.map(|_| "email");
        let told = email.into_iter().chain(self.person.fields()).collect();
        let facts = Facts { by: self.by, player: self.player, nickname: self.nickname, told };
        world.tell(Stream::Player(self.player), "player.opened", &facts)
    }
}
