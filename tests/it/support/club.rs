//! A club in memory: acts run through the real writer, without a database.

use kupa::domain::act::{Act, Actor, Refused, RequestKey};
use kupa::domain::codes::Code;
use kupa::domain::ids::{DepositId, PlayerId, StaffId, WithdrawalId};
use kupa::domain::ledger::account::{Account, AccountKey};
use kupa::domain::ledger::event::Event;
use kupa::domain::money::{Currency, Minor};
use kupa::domain::players::access::Role;
use kupa::domain::time::Time;
use kupa::store::committer::{Clock, Patience, Waiter, Writer};
use kupa::store::memory::Memory;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use uuid::Uuid;

/// A club whose clock stands until it is moved and whose identities are counted.
pub struct Club {
    pub writer: Writer<Memory>,
    #[allow(dead_code)]
    now: Arc<AtomicI64>,
    next: u128,
}

impl Club {
    pub fn new() -> Self {
        let now = Arc::new(AtomicI64::new(1_800_000_000_000_000));
        let hand = Arc::clone(&now);
        let clock = Clock(Arc::new(move || Time::from_micros(hand.load(Ordering::Relaxed))));
        let patience = Patience { limit: std::time::Duration::ZERO, pause: |_| () };
        Self { writer: Writer::new(Memory::default(), 1, Some(clock), patience), now, next: 0 }
    }

    /// Goes on through a writer of another shard, over the same books.
    pub fn move_to_shard(&mut self, shard: i64) {
        let hand = Arc::clone(&self.now);
        let clock = Clock(Arc::new(move || Time::from_micros(hand.load(Ordering::Relaxed))));
        let patience = Patience { limit: std::time::Duration::ZERO, pause: |_| () };
        let books = std::mem::take(self.writer.books());
        self.writer = Writer::new(books, shard, Some(clock), patience);
    }

    /// A fresh identity.
    pub fn uuid(&mut self) -> Uuid {
        self.next += 1;
        Uuid::from_u128(self.next)
    }

    /// Moves the clock.
    #[allow(dead_code)]
    pub fn wait_s(&self, seconds: i64) {
        self.now.fetch_add(seconds * 1_000_000, Ordering::Relaxed);
    }

    /// Does an act under a key of its own.
    pub fn act<A: Act>(&mut self, act: A) -> Result<A::Answer, Refused> {
        let key = self.uuid().to_string();
        self.act_with_key(act, &key)
    }

    /// Does an act under a given key.
    pub fn act_with_key<A: Act>(&mut self, act: A, key: &str) -> Result<A::Answer, Refused> {
        let asked = serde_json::to_vec(&act).unwrap();
        let (waiter, mut answer) = Waiter::new(act, RequestKey::new(key.to_owned(), &[&asked], None));
        self.writer.process(vec![Box::new(waiter)]);
        answer.try_recv().expect("every act is answered")?.into_result()
    }

    /// The balance of an account.
    pub fn balance(&mut self, account: AccountKey) -> Minor {
        self.writer.books().row::<Account>(&account.row_key()).map_or(Minor::ZERO, |row| row.balance)
    }

    /// A player with so much cash.
    pub fn player(&mut self, nickname: &str, cash: i64) -> PlayerId {
        let player = PlayerId(self.uuid());
        let act = kupa::actions::players::OpenPlayer {
            by: Actor::System,
            player,
            nickname: nickname.to_owned(),
            email: None,
            password: None,
            person: Default::default(),
        };
        self.act(act).unwrap();
        if cash > 0 {
            self.deposit(player, cash).unwrap();
        }
        player
    }

    /// A player asks for dollars out.
    pub fn withdraw(&mut self, player: PlayerId, cents: i64) -> Result<WithdrawalId, Refused> {
        self.withdraw_in(player, cents, Currency::usd())
    }

    /// A player asks for money out.
    pub fn withdraw_in(&mut self, player: PlayerId, minor: i64, currency: Currency) -> Result<WithdrawalId, Refused> {
        let withdrawal = WithdrawalId(self.uuid());
        let act = kupa::actions::wallets::RequestWithdrawal {
            by: Actor::Player(player),
            withdrawal,
            player,
            amount: Minor(minor),
            currency,
            provider: "paypal".parse().unwrap(),
        };
        self.act(act).map(|_| withdrawal)
    }

    /// A member of staff.
    pub fn staff(&mut self, role: Role) -> Actor {
        let staff = StaffId(self.uuid());
        let act = kupa::actions::staff::AddStaff {
            by: Actor::System,
            staff,
            email: format!("{staff}@house.example"),
            password: "$argon2id$".to_owned(),
            role,
        };
        self.act(act).unwrap();
        Actor::Staff(staff)
    }

    /// The events of a kind, in the order in which they were told.
    pub fn events(&mut self, kind: &str) -> Vec<Event> {
        self.writer.books().rows::<Event>().filter(|event| event.kind == kind).cloned().collect()
    }

    /// Books a deposit in dollars.
    pub fn deposit(&mut self, player: PlayerId, cents: i64) -> Result<DepositId, Refused> {
        self.deposit_in(player, cents, Currency::usd())
    }

    /// Books a deposit.
    pub fn deposit_in(&mut self, player: PlayerId, minor: i64, currency: Currency) -> Result<DepositId, Refused> {
        let deposit = DepositId(self.uuid());
        let act = kupa::actions::wallets::BookDeposit {
            by: Actor::System,
            deposit,
            player,
            provider: "paypal".parse().unwrap(),
            reference: deposit.to_string(),
            amount: Minor(minor),
            currency,
        };
        self.act(act).map(|_| deposit)
    }
}

/// The code of a refusal.
pub fn code<T: std::fmt::Debug>(result: Result<T, Refused>) -> Code {
    result.expect_err("a refusal").code
}
