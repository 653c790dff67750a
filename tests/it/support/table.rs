//! A table at the club: rooms from the shipped documents, games opened, joined, doubled and reported by acts.

use kupa::actions::games::{GameSettled, JoinGame, OpenGame, ReportGame, Said};
use kupa::actions::rooms::shipped_acts;
use kupa::domain::act::{Actor, Refused};
use kupa::domain::games::game::Game;
use kupa::domain::games::settlement::Settlement;
use kupa::domain::games::{GameKind, GameOptions, Terms, Variant};
use kupa::domain::ids::{GameId, PlayerId};
use kupa::domain::ledger::account::{AccountKey, AccountKind};
use kupa::domain::money::{Currency, Minor};

use super::club::Club;

/// A club with the shipped rooms and two players, each with so many cents.
pub fn club(ann: i64, bob: i64) -> (Club, PlayerId, PlayerId) {
    let mut club = Club::new();
    let shipped = shipped_acts();
    for (key, act) in shipped.schedules {
        club.act_with_key(act, &key.key).unwrap();
    }
    for (key, act) in shipped.rooms {
        club.act_with_key(act, &key.key).unwrap();
    }
    let (ann, bob) = (club.player("ann", ann), club.player("bob", bob));
    (club, ann, bob)
}

/// A single game of backgammon for so many cents, with a cube and nothing else.
pub fn single(cents: i64) -> Terms {
    Terms {
        kind: GameKind::Single,
        variant: Variant::Backgammon,
        stake: Minor(cents),
        currency: Currency::usd(),
        limit: None,
        options: GameOptions::default(),
    }
}

/// A match for so many cents.
pub fn matches(cents: i64, points: u32) -> Terms {
    Terms { kind: GameKind::Match { points }, ..single(cents) }
}

/// Seats and reports, in the club's short words.
impl Club {
    pub fn open(&mut self, player: PlayerId, room: &str, terms: Terms) -> Result<GameId, Refused> {
        let game = GameId(self.uuid());
        let act = OpenGame { by: Actor::Player(player), game, player, room: room.parse().unwrap(), terms };
        self.act(act).map(|opened| opened.game)
    }

    pub fn join(&mut self, game: GameId, player: PlayerId) -> Result<Minor, Refused> {
        self.act(JoinGame { by: Actor::Player(player), game, player }).map(|joined| joined.escrow_each)
    }

    /// A game of both, begun in a room.
    pub fn begin(&mut self, opener: PlayerId, joiner: PlayerId, room: &str, terms: Terms) -> GameId {
        let game = self.open(opener, room, terms).unwrap();
        self.join(game, joiner).unwrap();
        game
    }

    pub fn report(
        &mut self,
        by: Actor,
        game: GameId,
        winner: PlayerId,
        result: u8,
        cube: u32,
    ) -> Result<Said, Refused> {
        self.act(ReportGame { by, game, winner, result, cube })
    }

    /// Reported by the house and settled.
    pub fn settle(&mut self, game: GameId, winner: PlayerId, result: u8, cube: u32) -> GameSettled {
        match self.report(Actor::System, game, winner, result, cube) {
            Ok(Said::Settled(settled)) => settled,
            other => panic!("settled: {other:?}"),
        }
    }

    pub fn game(&mut self, game: GameId) -> Game {
        self.writer.books().row::<Game>(&game).expect("the game").clone()
    }

    pub fn settlement(&mut self, game: GameId) -> Settlement {
        self.writer.books().row::<Settlement>(&game).expect("the settlement").clone()
    }

    pub fn cash(&mut self, player: PlayerId) -> i64 {
        self.balance(AccountKey::cash(player, Currency::usd())).0
    }

    pub fn escrow(&mut self, game: GameId) -> i64 {
        let currency = self.game(game).currency;
        self.balance(AccountKey::escrow(game, currency)).0
    }

    pub fn rake(&mut self, currency: Currency) -> i64 {
        self.balance(AccountKey::of_shard(AccountKind::Rake, currency, 1)).0
    }
}
