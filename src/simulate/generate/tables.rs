//! What happens at the tables: seats are taken, cubes turned, results told, disputed and decided.

use super::{Club, remember};
use crate::actions::games::{
    AutomaticDouble, BeaverGame, ConcedeGame, ConfirmGame, DecideGame, Decision, DisputeGame, DoubleGame, DropDouble,
    EscalateClaim, ExpireGame, JoinGame, LapseDouble, LeaveGame, ReportGame, TakeDouble, VoidGame,
};
use crate::domain::act::Actor;
use crate::domain::games::game::{Claimed, Game, GameState, KindWord, Seat};
use crate::domain::ids::PlayerId;
use crate::domain::players::access::Role;
use crate::simulate::step::Asked;
use crate::store::memory::Memory;

/// So many of the games that ended last are still talked about.
const TALKED_ABOUT: usize = 40;

/// Something about one of the games: what its state asks for, or now and then what it does not.
pub(super) fn go_on(club: &mut Club, store: &Memory) -> Option<Asked> {
    let ended = club.rng.once_in(30);
    let id = *if ended { club.rng.pick(&club.ended) } else { club.rng.pick(&club.games) }?;
    let Some(game) = store.row::<Game>(&id) else {
        // Its opening is in this round, or was refused.
        if club.rng.once_in(4) {
            club.games.retain(|known| *known != id);
        }
        return None;
    };
    if !ended && !matches!(game.state, GameState::Open) && !game.state.is_under_way() {
        club.games.retain(|known| *known != id);
        remember(&mut club.ended, id, TALKED_ABOUT);
        return None;
    }
    let state = if club.rng.once_in(50) { *club.rng.pick(GameState::ALL)? } else { game.state };
    match state {
        GameState::Open => open(club, game),
        GameState::Playing => playing(club, game),
        GameState::Reported => reported(club, game),
        GameState::Disputed => disputed(club, game),
        GameState::Withdrawn | GameState::Expired | GameState::Settled | GameState::Voided => over(club, game),
    }
}

impl Club {
    fn seat(&mut self, game: &Game) -> PlayerId {
        if self.rng.once_in(60) {
            return self.player();
        }
        let seat = if self.rng.once_in(2) { Seat::Opener } else { Seat::Joiner };
        game.player_in(seat).unwrap_or(game.opener)
    }

    fn result(&mut self, game: &Game) -> u8 {
        let most = if game.variant.has_triples() || self.rng.once_in(20) { 3 } else { 2 };
        u8::try_from(self.rng.within(1, most)).unwrap_or(1)
    }

    /// A report of a game: mostly by the rooms' app, with the cube as it stands.
    fn report(&mut self, by: Actor, game: &Game, winner: PlayerId) -> Asked {
        let (result, wrong) = (self.result(game), self.rng.once_in(20));
        let cube = u32::try_from(game.cube).unwrap_or(1) * if wrong { 2 } else { 1 };
        Asked::act(ReportGame { by, game: game.id, winner, result, cube })
    }

    /// Who decides and voids: a director, or the house itself where none is left.
    fn decider(&mut self) -> Actor {
        if self.rng.once_in(3) { Actor::System } else { self.one_of(Role::Director) }
    }

    fn reporter(&mut self) -> Actor {
        match self.rng.below(20) {
            0 => self.somebody(),
            1..=4 => self.one_of(Role::Floor),
            5 => Actor::System,
            _ => self.clients.get(1).map_or(Actor::System, |client| Actor::Client(*client)),
        }
    }
}

fn open(club: &mut Club, game: &Game) -> Option<Asked> {
    let id = game.id;
    Some(match club.rng.below(20) {
        0 => Asked::act(LeaveGame { by: club.for_player(game.opener), game: id, player: game.opener }),
        1 => Asked::act(ExpireGame { game: id }),
        2 => {
            let (by, winner) = (club.reporter(), club.player());
            club.report(by, game, winner)
        }
        _ => {
            let player = club.player();
            Asked::act(JoinGame { by: club.for_player(player), game: id, player })
        }
    })
}

fn playing(club: &mut Club, game: &Game) -> Option<Asked> {
    let (id, seated) = (game.id, club.seat(game));
    if let Some(offerer) = game.doubled_by
        && !club.rng.once_in(12)
    {
        let answering = if club.rng.once_in(20) { offerer } else { offerer.other() };
        let player = game.player_in(answering)?;
        let by = club.for_player(player);
        return Some(match club.rng.below(10) {
            0 | 1 => Asked::act(DropDouble { by, game: id, player }),
            2..=4 if game.options.beavers || club.rng.once_in(10) => Asked::act(BeaverGame { by, game: id, player }),
            _ => Asked::act(TakeDouble { by, game: id, player }),
        });
    }
    let doubles = game.kind == KindWord::Single && game.options.cube;
    if doubles && club.rng.once_in(2) || club.rng.once_in(40) {
        if game.options.automatic_doubles > 0 && !game.cube_turned() && club.rng.once_in(2) {
            return Some(Asked::act(AutomaticDouble { by: club.reporter(), game: id }));
        }
        let owner = game.cube_owner.and_then(|seat| game.player_in(seat));
        let player = if club.rng.once_in(15) { seated } else { owner.unwrap_or(seated) };
        return Some(Asked::act(DoubleGame { by: club.for_player(player), game: id, player }));
    }
    Some(match club.rng.below(20) {
        0..=6 => {
            let by = club.reporter();
            club.report(by, game, seated)
        }
        7..=13 => club.report(Actor::Player(seated), game, seated),
        14..=16 => {
            let (by, result) = (club.for_player(seated), club.result(game));
            Asked::act(ConcedeGame { by, game: id, player: seated, result })
        }
        17 => Asked::act(VoidGame { by: club.decider(), game: id, reason: club.reason() }),
        18 if game.doubled_by.is_some() => Asked::act(LapseDouble { game: id }),
        18 => Asked::act(EscalateClaim { game: id }),
        _ => Asked::act(ExpireGame { game: id }),
    })
}

fn reported(club: &mut Club, game: &Game) -> Option<Asked> {
    let id = game.id;
    let Claimed { by: claimant, winner, .. } = game.claimed.as_ref().map(|claimed| claimed.0.clone())?;
    let other = game.seat_of(claimant).and_then(|seat| game.player_in(seat.other()))?;
    let player = if club.rng.once_in(20) { claimant } else { other };
    let by = club.for_player(player);
    Some(match club.rng.below(12) {
        0..=4 => Asked::act(ConfirmGame { by, game: id, player }),
        5 | 6 => Asked::act(DisputeGame { by, game: id, player, reason: club.reason() }),
        7 => club.report(Actor::Player(player), game, player),
        8 => {
            let by = club.reporter();
            club.report(by, game, winner)
        }
        9 => {
            let result = club.result(game);
            Asked::act(ConcedeGame { by, game: id, player, result })
        }
        _ => Asked::act(EscalateClaim { game: id }),
    })
}

fn disputed(club: &mut Club, game: &Game) -> Option<Asked> {
    let (id, by, winner, reason) = (game.id, club.decider(), club.seat(game), club.reason());
    Some(match club.rng.below(10) {
        0 | 1 => Asked::act(DecideGame { by, game: id, decision: Decision::Void, reason }),
        2 => Asked::act(VoidGame { by, game: id, reason }),
        3 => club.report(Actor::Player(winner), game, winner),
        _ => {
            let result = club.result(game);
            Asked::act(DecideGame { by, game: id, decision: Decision::Settle { winner, result }, reason })
        }
    })
}

/// What comes too late.
fn over(club: &mut Club, game: &Game) -> Option<Asked> {
    let (id, player) = (game.id, club.seat(game));
    Some(match club.rng.below(6) {
        0 => {
            let by = club.reporter();
            club.report(by, game, player)
        }
        1 => Asked::act(VoidGame { by: club.decider(), game: id, reason: club.reason() }),
        2 => Asked::act(JoinGame { by: club.for_player(player), game: id, player }),
        3 => Asked::act(DoubleGame { by: club.for_player(player), game: id, player }),
        4 => Asked::act(LeaveGame { by: club.for_player(player), game: id, player }),
        _ => Asked::act(ConfirmGame { by: club.for_player(player), game: id, player }),
    })
}
