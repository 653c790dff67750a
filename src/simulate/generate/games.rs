//! Games that are offered.

use super::Club;
use crate::actions::games::OpenGame;
use crate::domain::act::Actor;
use crate::domain::games::terms::{GameKind, GameOptions, Terms, Variant};
use crate::domain::ids::{GameId, PlayerId};
use crate::domain::money::{Currency, Minor};
use crate::simulate::step::Asked;
use crate::store::memory::Memory;

/// A seat is offered only while fewer games than this are open for each member.
const GAMES_A_MEMBER: usize = 3;

impl Club {
    /// Who acts for a player: mostly they themselves, or the rooms' app; rarely somebody else.
    pub(super) fn for_player(&mut self, player: PlayerId) -> Actor {
        match self.rng.below(40) {
            0 => Actor::Player(self.player()),
            1 => self.somebody(),
            2..=15 => self.clients.get(1).map_or(Actor::System, |client| Actor::Client(*client)),
            _ => Actor::Player(player),
        }
    }

    fn terms(&mut self) -> Option<Terms> {
        let variant = if self.rng.once_in(3) { *self.rng.pick(&Variant::ALL)? } else { Variant::Backgammon };
        let kind = if self.rng.once_in(4) {
            GameKind::Match { points: u32::try_from(self.rng.within(1, 27)).ok()? }
        } else {
            GameKind::Single
        };
        let single = kind == GameKind::Single;
        let stake = match self.rng.below(50) {
            0 => Minor(self.rng.within(-1, 1)),
            1 => Minor(i64::MAX / 4),
            2..=20 => Minor(self.rng.within(1, 40) * 500),
            _ => Minor(self.rng.within(1, 2_500)),
        };
        let limit = (single && self.rng.once_in(4)).then(|| Minor(stake.0.saturating_mul(self.rng.within(1, 12))));
        let cube = variant.has_cube() && !self.rng.once_in(8) || self.rng.once_in(60);
        let options = GameOptions {
            cube,
            jacoby: single && cube && self.rng.once_in(4),
            beavers: single && cube && self.rng.once_in(2),
            automatic_doubles: if single && cube && self.rng.once_in(5) { 2 } else { 0 },
            cube_max: if self.rng.once_in(10) { 4 } else { 64 },
            crawford: !self.rng.once_in(9),
        };
        let currency = if self.rng.once_in(40) { self.currency() } else { Currency::usd() };
        Some(Terms { kind, variant, stake, currency, limit, options })
    }
}

/// Offers a seat.
pub(super) fn open(club: &mut Club, _: &Memory) -> Option<Asked> {
    if club.games.len() > GAMES_A_MEMBER * club.members + 3 {
        return None;
    }
    let (game, player, room, terms) = (GameId(club.uuid()), club.player(), club.room()?, club.terms()?);
    let by = club.for_player(player);
    club.games.push(game);
    Some(Asked::act(OpenGame { by, game, player, room, terms }))
}
