//! People who join.

use super::Club;
use crate::actions::players::{ChangePerson, ClosePlayer, CorrectRating, OpenPlayer, ReinstatePlayer, SuspendPlayer};
use crate::domain::act::Actor;
use crate::domain::games::terms::Variant;
use crate::domain::ids::PlayerId;
use crate::domain::players::access::Role;
use crate::domain::players::person::{Person, Told};
use crate::domain::players::player::{Player, PlayerState};
use crate::simulate::node::time_of;
use crate::simulate::step::Asked;
use crate::store::memory::Memory;

impl Club {
    /// Somebody of a number: always of one name, and living mostly where one may play.
    fn person(&mut self, number: usize) -> Told {
        let place = [None, Some("IL"), Some("US-NY"), Some("US-NY"), Some("CA"), Some("US-AZ")][self.rng.below(6)];
        let year = [1950, 1999, 2012][usize::from(self.rng.once_in(20)) + usize::from(self.rng.once_in(20))];
        Told {
            name: self.rng.once_in(2).then(|| format!("Somebody {number}")),
            birth_date: format!("{year}-02-28").parse().ok().filter(|_| self.rng.once_in(2)),
            place: place.and_then(|code| code.parse().ok()).filter(|_| self.rng.once_in(2)),
            address: None,
        }
    }

    pub(super) fn open_player(&mut self, by: Actor) -> Asked {
        let player = PlayerId(self.uuid());
        self.players.push(player);
        let nickname = format!("player{}", self.players.len());
        let email = self.rng.once_in(2).then(|| format!("{nickname}@example.com"));
        let person = self.person(self.players.len());
        Asked::act(OpenPlayer { by, player, nickname, email, password: None, person })
    }
}

/// Tells more of somebody, or that they live elsewhere.
pub(super) fn change_person(club: &mut Club, store: &Memory) -> Option<Asked> {
    let player = club.player();
    let by = match club.rng.below(3) {
        0 => club.one_of(Role::Support),
        _ => Actor::Player(player),
    };
    let somebody = club.rng.below(2 * club.members) + 1;
    let told = club.person(somebody);
    let before = store.row::<Person>(&player).cloned().unwrap_or_else(|| Person::unknown(player));
    let reason = by.staff().map(|_| club.reason());
    Some(Asked::act(ChangePerson { by, player, before, told, reason }))
}

/// Opens an account; now and then with a nickname that is taken.
pub(super) fn open(club: &mut Club, _: &Memory) -> Option<Asked> {
    let by = club.cashier();
    if club.players.len() < 2 * club.members && club.rng.once_in(3) {
        return Some(club.open_player(by));
    }
    let nickname = format!("Player{}", club.rng.below(club.members) + 1);
    let somebody = club.rng.below(club.members) + 1;
    let (player, person) = (PlayerId(club.uuid()), club.person(somebody));
    Some(Asked::act(OpenPlayer { by, player, nickname, email: None, password: None, person }))
}

/// Suspends, closes or brings back a player.
pub(super) fn sanction(club: &mut Club, store: &Memory) -> Option<Asked> {
    let (by, player, reason) = (club.one_of(Role::Compliance), club.player(), club.reason());
    let active = store.row::<Player>(&player).is_none_or(|row| row.state == PlayerState::Active);
    Some(match (active, club.rng.below(12)) {
        (true, 0) => Asked::act(ClosePlayer { by, player, reason }),
        (true, _) => {
            let rounds = u32::try_from(club.rng.below(6)).unwrap_or(0);
            Asked::act(SuspendPlayer { by, player, until: time_of(club.round + rounds), reason })
        }
        (false, _) => Asked::act(ReinstatePlayer { by, player, reason }),
    })
}

/// Corrects a rating: mostly into the range of those who may sit with the giants.
pub(super) fn correct_rating(club: &mut Club, _: &Memory) -> Option<Asked> {
    let (by, player, reason) = (club.one_of(Role::Compliance), club.player(), club.reason());
    let variant = *club.rng.pick(&Variant::ALL)?;
    let rating = club.rng.within(1_200_000_000, 2_100_000_000);
    let experience = club.rng.once_in(2).then(|| club.rng.within(0, 500));
    Some(Asked::act(CorrectRating { by, player, variant, rating, experience, reason }))
}
