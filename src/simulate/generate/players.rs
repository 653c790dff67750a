//! People who join.

use super::Club;
use crate::actions::players::{ClosePlayer, CorrectRating, OpenPlayer, ReinstatePlayer, SuspendPlayer};
use crate::domain::act::Actor;
use crate::domain::games::terms::Variant;
use crate::domain::ids::PlayerId;
use crate::domain::players::access::Role;
use crate::domain::players::player::{Player, PlayerState};
use crate::simulate::node::time_of;
use crate::simulate::step::Asked;
use crate::store::memory::Memory;

impl Club {
    pub(super) fn open_player(&mut self, by: Actor) -> Asked {
        let player = PlayerId(self.uuid());
        self.players.push(player);
        let nickname = format!("player{}", self.players.len());
        let email = self.rng.once_in(2).then(|| format!("{nickname}@example.com"));
        Asked::act(OpenPlayer { by, player, nickname, email, password: None })
    }
}

/// Opens an account; now and then with a nickname that is taken.
pub(super) fn open(club: &mut Club, _: &Memory) -> Option<Asked> {
    let by = club.cashier();
    if club.players.len() < 2 * club.members && club.rng.once_in(3) {
        return Some(club.open_player(by));
    }
    let nickname = format!("Player{}", club.rng.below(club.members) + 1);
    Some(Asked::act(OpenPlayer { by, player: PlayerId(club.uuid()), nickname, email: None, password: None }))
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
