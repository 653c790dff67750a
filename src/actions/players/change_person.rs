use serde::{Deserialize, Serialize};

use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::conduct::jurisdictions;
use crate::domain::ids::PlayerId;
use crate::domain::ledger::event::Stream;
use crate::domain::players::access::{Permission, permit_own};
use crate::domain::players::claims::{self, Word};
use crate::domain::players::person::{Person, Told};
use crate::domain::players::player::PlayerState;
use crate::domain::staff::check_reason;
use crate::domain::time::Time;

/// Tells more of a person, or otherwise: what is not said stays as it is. Players tell name and birth date once; what was
/// told is put right by staff, with a reason. A place from which nobody may play is recorded by staff alone: the player
/// sits down no more.
#[derive(Debug, Clone)]
pub struct ChangePerson {
    /// Who asks.
    pub by: Actor,
    /// Of whom.
    pub player: PlayerId,
    /// What whoever asks has read of them; it must still be so.
    pub before: Person,
    /// What is told.
    pub told: Told,
    /// Why; staff must say.
    pub reason: Option<String>,
}

/// More is known of a person, or otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PersonChanged {
    /// The player.
    pub player: PlayerId,
}

/// What the event says: what was told, not what it says. It is also all that is ever written of the act.
#[derive(Debug, Serialize)]
struct Facts {
    by: Actor,
    player: PlayerId,
    changed: Vec<&'static str>,
}

impl Serialize for ChangePerson {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.facts().serialize(to)
    }
}

impl ChangePerson {
    fn facts(&self) -> Facts {
        Facts { by: self.by, player: self.player, changed: self.told.fields() }
    }

    fn after(&self) -> Person {
        let (told, before) = (self.told.clone(), self.before.clone());
        Person {
            player: self.player,
            name: told.name.or(before.name),
            birth_date: told.birth_date.or(before.birth_date),
            address: told.address.or(before.address),
        }
    }

    /// The words for the person as known before and after.
    fn words(&self) -> [Option<Word>; 2] {
        [self.before.word(), self.after().word()].map(|word| word.map(claims::of_person))
    }

    /// Whether a player would change what they have told before.
    fn is_retold(&self) -> bool {
        let Person { name, birth_date, .. } = &self.before;
        let other_name = name.is_some() && self.told.name.is_some() && self.told.name != *name;
        let other_day = birth_date.is_some() && self.told.birth_date.is_some() && self.told.birth_date != *birth_date;
        other_name || other_day
    }

    fn check(&self, world: &World, now: Time) -> Result<(), Refused> {
        permit_own(world, self.by, self.player, Permission::PlayersWrite)?;
        let player = world.players.get(&self.player).ok_or(Code::UnknownPlayer)?;
        let by_staff = self.by.staff().is_some();
        if by_staff {
            check_reason(self.reason.as_deref().unwrap_or_default())?;
        } else if player.state == PlayerState::Closed {
            return Err(Code::PlayerClosed.into());
        }
        let unknown = Person::unknown(self.player);
        if *world.people.get(&self.player).unwrap_or(&unknown) != self.before {
            return Err(Code::AccountChanged.into());
        }
        if matches!(self.by, Actor::Player(_)) && self.is_retold() {
            return Err(Code::PersonFixed.into());
        }
        if self.after() == self.before && self.told.place.is_none_or(|place| player.place == Some(place)) {
            return Err(Code::AlreadySo.into());
        }
        let judged = Told { place: self.told.place.filter(|_| !by_staff), ..self.told.clone() };
        jurisdictions::in_force(world).check_person(&judged, now)
    }
}

impl Act for ChangePerson {
    type Answer = PersonChanged;
    const NAME: &'static str = "change_person";

    fn by(&self) -> Actor {
        self.by
    }

    fn needs(&self, _: &World, needs: &mut Needs) {
        self.words().into_iter().flatten().for_each(|word| claims::need(needs, word));
        jurisdictions::need(needs);
        needs.players.lock(self.player);
        needs.people.lock(self.player);
    }

    fn decide(&self, world: &mut World, now: Time) -> Result<PersonChanged, Refused> {
        self.check(world, now)?;
        let (owner, [before, after]) = (self.player.0, self.words());
        if before != after {
            after.clone().map_or(Ok(()), |word| claims::check(world, word, owner))?;
            before.into_iter().for_each(|word| claims::release(world, word, owner));
            after.into_iter().for_each(|word| claims::take(world, word, owner));
        }
        if let Some(place) = self.told.place {
            world.players.edit(&self.player).place = Some(place);
        }
        let after = self.after();
        if after != self.before {
            *world.people.edit_or_insert(&self.player, || Person::unknown(self.player)) = after;
        }
        let reason = self.reason.as_deref();
        world.tell_why(Stream::Player(self.player), "player.person_changed", &self.facts(), reason)?;
        Ok(PersonChanged { player: self.player })
    }
}
