use serde::{Deserialize, Serialize};

use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::ids::PlayerId;
use crate::domain::players::birth_date::BirthDate;
use crate::domain::players::opening::Opening;
use crate::domain::players::person::Told;
use crate::domain::players::place::Place;
use crate::domain::time::Time;

/// Opens a player's own account. By anybody; so who they are, their age and where they live must be told. There is nobody
/// yet whose keys the request could be remembered under: it is the system's.
#[derive(Debug, Clone)]
pub struct SignUp {
    /// The new player's identity, drawn at the edge.
    pub player: PlayerId,
    /// The name that others see.
    pub nickname: String,
    /// Where mail goes, and by which they sign in.
    pub email: String,
    /// The password's argon2id hash.
    pub password: String,
    /// The real name.
    pub name: String,
    /// The day of birth.
    pub birth_date: BirthDate,
    /// Where they live.
    pub place: Place,
    /// The postal address.
    pub address: Option<String>,
}

/// A player has an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SignedUp {
    /// The new player.
    pub player: PlayerId,
}

/// The player alone: all else is personal.
impl Serialize for SignUp {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.player.serialize(to)
    }
}

impl SignUp {
    fn person(&self) -> Told {
        Told {
            name: Some(self.name.clone()),
            birth_date: Some(self.birth_date),
            place: Some(self.place),
            address: self.address.clone(),
        }
    }

    fn opening<'a>(&'a self, person: &'a Told) -> Opening<'a> {
        Opening {
            by: Actor::Player(self.player),
            player: self.player,
            nickname: &self.nickname,
            email: Some(&self.email),
            password: Some(&self.password),
            person,
        }
    }
}

impl Act for SignUp {
    type Answer = SignedUp;
    const NAME: &'static str = "sign_up";

    fn by(&self) -> Actor {
        Actor::System
    }

    fn needs(&self, _: &World, needs: &mut Needs) {
        self.opening(&self.person()).need(needs);
    }

    fn decide(&self, world: &mut World, now: Time) -> Result<SignedUp, Refused> {
        self.opening(&self.person()).open(world, now)?;
        Ok(SignedUp { player: self.player })
    }
}
