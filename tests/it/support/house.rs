//! A house on a database: acts run through the real writers.

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use kupa::actions::finance::ReverseTransfer;
use kupa::actions::games::{JoinGame, OpenGame, ReportGame};
use kupa::actions::players::OpenPlayer;
use kupa::actions::rooms::shipped_acts;
use kupa::actions::wallets::{BookDeposit, FailWithdrawal, RequestWithdrawal, SendWithdrawal};
use kupa::domain::act::{Act, Actor, Refused, RequestKey};
use kupa::domain::ids::{DepositId, GameId, PlayerId, TransferId, WithdrawalId};
use kupa::domain::money::{Currency, Minor};
use kupa::store::Store;
use kupa::store::committer::{Patience, Waiter, Writer};
use kupa::store::dialect::{AnyKeeper, Db};
use kupa::store::schema::transfers;
use uuid::Uuid;

use super::databases::Database;
use super::table::single;

/// The writers of a database, and what stands in it.
pub struct House {
    pub database: Database,
    pub store: Store,
    pub writers: Vec<Writer<AnyKeeper>>,
}

impl House {
    /// With the shipped rooms; on SQLite one writer, whatever is asked for.
    pub fn new(database: Database, writers: usize) -> Self {
        let store = database.store();
        let writers = store.writers(writers, None, Patience::default()).unwrap();
        let mut house = Self { database, store, writers };
        let shipped = shipped_acts();
        for (key, act) in shipped.schedules {
            house.act_with_key(0, act, key).unwrap();
        }
        for (key, act) in shipped.rooms {
            house.act_with_key(0, act, key).unwrap();
        }
        house
    }

    pub fn act_with_key<A: Act>(&mut self, writer: usize, act: A, key: RequestKey) -> Result<A::Answer, Refused> {
        let (waiter, mut answer) = Waiter::new(act, key);
        let writer = writer % self.writers.len();
        self.writers[writer].process(vec![Box::new(waiter)]);
        answer.try_recv().expect("every act is answered")?.into_result()
    }

    /// Does an act by one of the writers, under a key of its own.
    pub fn act<A: Act>(&mut self, writer: usize, act: A) -> Result<A::Answer, Refused> {
        self.act_with_key(writer, act, RequestKey::new(Uuid::now_v7().to_string(), &[], None))
    }

    /// A player with so many cents.
    pub fn player(&mut self, nickname: &str, cents: i64) -> PlayerId {
        let player = PlayerId(Uuid::now_v7());
        let (by, nickname) = (Actor::System, nickname.to_owned());
        let person = Default::default();
        self.act(0, OpenPlayer { by, player, nickname, email: None, password: None, person }).unwrap();
        self.deposit(0, player, cents);
        player
    }

    pub fn deposit(&mut self, writer: usize, player: PlayerId, cents: i64) {
        let deposit = DepositId(Uuid::now_v7());
        let act = BookDeposit {
            by: Actor::System,
            deposit,
            player,
            provider: "paypal".parse().unwrap(),
            reference: deposit.to_string(),
            amount: Minor(cents),
            currency: Currency::usd(),
        };
        self.act(writer, act).unwrap();
    }

    pub fn withdraw(&mut self, player: PlayerId, cents: i64) -> WithdrawalId {
        let withdrawal = WithdrawalId(Uuid::now_v7());
        let (by, amount, currency) = (Actor::Player(player), Minor(cents), Currency::usd());
        let provider = "paypal".parse().unwrap();
        self.act(0, RequestWithdrawal { by, withdrawal, player, amount, currency, provider }).unwrap();
        withdrawal
    }

    pub fn send(&mut self, withdrawal: WithdrawalId) {
        let reference = withdrawal.to_string();
        self.act(0, SendWithdrawal { by: Actor::System, withdrawal, reference }).unwrap();
    }

    pub fn fail(&mut self, withdrawal: WithdrawalId) {
        let reason = "no such account".to_owned();
        self.act(0, FailWithdrawal { by: Actor::System, withdrawal, reason }).unwrap();
    }

    /// A game of both, begun.
    pub fn begin(&mut self, writer: usize, opener: PlayerId, joiner: PlayerId, cents: i64) -> GameId {
        let game = GameId(Uuid::now_v7());
        let room = "main".parse().unwrap();
        let open = OpenGame { by: Actor::Player(opener), game, player: opener, room, terms: single(cents) };
        self.act(writer, open).unwrap();
        self.act(writer + 1, JoinGame { by: Actor::Player(joiner), game, player: joiner }).unwrap();
        game
    }

    pub fn settle(&mut self, writer: usize, game: GameId, winner: PlayerId) {
        self.act(writer, ReportGame { by: Actor::System, game, winner, result: 1, cube: 1 }).unwrap();
    }

    /// Two players and games between them, settled by one writer and the other, the last one under way.
    pub fn play(&mut self, games: usize) -> [PlayerId; 2] {
        let both = [self.player("ann", 1_000_000), self.player("bob", 1_000_000)];
        self.play_on(both, games);
        both
    }

    pub fn play_on(&mut self, both: [PlayerId; 2], games: usize) {
        for n in 0..games {
            let game = self.begin(n, both[n % 2], both[(n + 1) % 2], 1_000);
            self.settle(n / 2, game, both[(n / 3) % 2]);
        }
        self.begin(0, both[0], both[1], 500);
    }

    /// Undoes the last settlement that the first shard has.
    pub fn reverse_last_settlement(&mut self) {
        let mut db = self.database.owner();
        let settled = transfers::table.filter(transfers::kind.eq("settlement").and(transfers::shard.eq(1)));
        let seq: i64 = settled.select(transfers::seq).order(transfers::seq.desc()).first(&mut db).unwrap();
        let reason = "played twice".to_owned();
        self.act(0, ReverseTransfer { by: Actor::System, transfer: TransferId::at(1, seq), reason }).unwrap();
    }

    /// Changes rows as only their owner can: past the triggers and the foreign keys.
    pub fn tamper(&self, sql: &str) {
        let mut owner = self.database.owner();
        for table in ["transfers", "postings", "events", "settlements", "schedule_versions"] {
            let off = match &owner {
                Db::Pg(_) => format!("ALTER TABLE {table} DISABLE TRIGGER ALL;"),
                Db::Lite(_) => {
                    let names = ["change", "deleted", "replaced"];
                    let drop = |what| format!("DROP TRIGGER IF EXISTS {table}_never_{what};");
                    format!("PRAGMA foreign_keys = OFF; {}", names.map(drop).join(""))
                }
            };
            owner.batch_execute(&off).unwrap();
        }
        owner.batch_execute(sql).unwrap();
    }
}
