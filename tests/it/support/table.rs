//! A table at the club: rooms from the shipped documents, games opened, joined, doubled and reported by acts.

use kupa::actions::games::{
    BeaverGame, DoubleGame, DoubleOffered, DoubleTaken, DropDouble, GameSettled, JoinGame, OpenGame, ReportGame, Said,
    TakeDouble,
};
use kupa::actions::rooms::{PublishRoom, shipped_acts};
use kupa::actions::staff::AddClient;
use kupa::domain::act::{Actor, Refused};
use kupa::domain::games::game::Game;
use kupa::domain::games::settlement::Settlement;
use kupa::domain::games::{GameKind, GameOptions, Terms, Variant};
use kupa::domain::ids::{ClientId, GameId, PlayerId};
use kupa::domain::ledger::account::{AccountKey, AccountKind};
use kupa::domain::ledger::proof::{Since, prove};
use kupa::domain::money::{Currency, Minor};
use kupa::domain::players::access::Scope;
use kupa::domain::rooms::{Room, shipped};

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

/// The cube, in the club's short words.
impl Club {
    pub fn double(&mut self, game: GameId, player: PlayerId) -> Result<DoubleOffered, Refused> {
        self.act(DoubleGame { by: Actor::Player(player), game, player })
    }

    pub fn take(&mut self, game: GameId, player: PlayerId) -> Result<DoubleTaken, Refused> {
        self.act(TakeDouble { by: Actor::Player(player), game, player })
    }

    pub fn drop_double(&mut self, game: GameId, player: PlayerId) -> Result<GameSettled, Refused> {
        self.act(DropDouble { by: Actor::Player(player), game, player })
    }

    pub fn beaver(&mut self, game: GameId, player: PlayerId) -> Result<DoubleOffered, Refused> {
        self.act(BeaverGame { by: Actor::Player(player), game, player })
    }

    /// A client app with one scope in one room.
    pub fn client(&mut self, scope: Scope, room: &str) -> Actor {
        let client = ClientId(self.uuid());
        let act = AddClient {
            by: Actor::System,
            client,
            name: "lobby".into(),
            secret: "0".into(),
            scopes: vec![scope],
            rooms: vec![room.parse().unwrap()],
        };
        self.act(act).unwrap();
        Actor::Client(client)
    }

    /// Publishes a room like a shipped one, changed, beside it.
    pub fn room(&mut self, slug: &str, like: &str, change: impl FnOnce(&mut Room)) {
        let (_, mut document) = shipped::rooms().into_iter().find(|(name, _)| *name == like).expect("a shipped room");
        change(&mut document);
        let act =
            PublishRoom { by: Actor::System, room: slug.parse().unwrap(), replaces: 0, document, effective_from: None };
        self.act(act).unwrap();
    }

    /// Proves the books from nothing.
    pub fn prove(&mut self) {
        let proved = prove(self.writer.books(), Since::Nothing, &mut |_| ());
        assert!(proved.is_ok(), "{proved:?}");
        for game in self.writer.books().rows::<Game>().cloned().collect::<Vec<_>>() {
            let held = self.balance(AccountKey::escrow(game.id, game.currency));
            assert_eq!(held, game.opener_escrow.plus(game.joiner_escrow).unwrap(), "{game:?}");
            assert!(game.state.is_under_way() || held.is_zero(), "an ended game keeps money: {game:?}");
        }
    }
}
