//! The whole service on a database of its own, behind a real socket; its clock stands until it is moved. The books are
//! proved when it is dropped.

use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU32, Ordering};
use std::thread::JoinHandle;

use actix_web::dev::ServerHandle;
use actix_web::web::Data;
use kupa::actions::staff::{AddClient, AddStaff};
use kupa::app::{self, App};
use kupa::config::Config;
use kupa::domain::act::{Act, Actor, RequestKey};
use kupa::domain::ids::{ClientId, PlayerId, StaffId};
use kupa::domain::ledger::proof::Since;
use kupa::domain::players::access::{Role, Scope};
use kupa::domain::slug::Slug;
use kupa::domain::time::Time;
use kupa::store::committer::Clock;
use kupa::store::proof::{Verified, verify};
use kupa::web::password::Hasher;
use kupa::web::token::Bearer;
use serde_json::{Value, json};
use uuid::Uuid;

use super::client::{Client, Reply};
use super::databases::Database;

/// When the clock stands.
pub const NOW: i64 = 1_800_000_000_000_000;

/// The service under test.
pub struct TestApp {
    pub address: SocketAddr,
    pub app: Option<Data<App>>,
    /// An owner's connection.
    pub owner: Client,
    now: Arc<AtomicI64>,
    next: AtomicU32,
    server: Option<(ServerHandle, JoinHandle<()>)>,
    // Last: it is dropped when nothing uses it any more.
    pub database: Database,
}

impl TestApp {
    pub fn start(database: Database) -> Self {
        Self::start_with(database, |_| ())
    }

    /// The service with other settings.
    pub fn start_with(database: Database, change: impl FnOnce(&mut Config)) -> Self {
        Self::start_hashing(database, change, Hasher::default())
    }

    /// The service with other settings, and another way to compare passwords.
    pub fn start_hashing(database: Database, change: impl FnOnce(&mut Config), hasher: Hasher) -> Self {
        let now = Arc::new(AtomicI64::new(NOW));
        let hand = Arc::clone(&now);
        let clock = Clock(Arc::new(move || Time::from_micros(hand.load(Ordering::Relaxed))));
        let mut config = Config::for_testing(&database.url);
        change(&mut config);
        let app = Data::new(App { hasher, ..App::start(config, Some(clock)).unwrap() });
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let (told, handle) = std::sync::mpsc::channel();
        let served = app.clone();
        let thread = std::thread::spawn(move || {
            actix_web::rt::System::new().block_on(async move {
                let server = app::server(served, listener).unwrap();
                told.send(server.handle()).unwrap();
                server.await.unwrap();
            });
        });
        let server = Some((handle.recv().unwrap(), thread));
        let mut test = Self {
            address,
            app: Some(app),
            owner: Client::new(address, None),
            now,
            next: AtomicU32::new(1),
            server,
            database,
        };
        test.owner = test.staff(Role::Owner);
        test
    }

    pub fn app(&self) -> &App {
        self.app.as_ref().unwrap()
    }

    /// Moves the clock.
    pub fn wait_s(&self, seconds: i64) {
        self.now.fetch_add(seconds * 1_000_000, Ordering::Relaxed);
    }

    fn number(&self) -> u32 {
        self.next.fetch_add(1, Ordering::Relaxed)
    }

    /// Does an act that nobody asks for over HTTP.
    pub fn act<A: Act>(&self, act: A) -> A::Answer {
        let key = RequestKey::new(Uuid::now_v7().to_string(), &[b"test"], None);
        self.app().committer.submit_and_wait(act, key).unwrap().into_result().unwrap()
    }

    /// A connection that brings a token.
    pub fn bearing(&self, bearer: &Bearer) -> Client {
        let token = self.app().tokens.issue(bearer, self.app().now()).unwrap().token;
        Client::new(self.address, Some(token))
    }

    /// A new member of staff.
    pub fn staff(&self, role: Role) -> Client {
        self.bearing(&Bearer::Staff(self.member(role), role))
    }

    pub fn member(&self, role: Role) -> StaffId {
        let staff = StaffId(Uuid::now_v7());
        // Nodes on one database have owners of their own.
        let email = format!("{role}{}@example.com", staff.0.simple());
        self.act(AddStaff { by: Actor::System, staff, email, password: "unusable".into(), role }).staff
    }

    /// The owner's connection with a fresh token: the first is too old once the clock has been moved.
    pub fn owner_anew(&self) -> Client {
        self.anew(&self.owner, Role::Owner)
    }

    /// The connection of a member of staff with a fresh token; the old one is from the beginning.
    pub fn anew(&self, member: &Client, role: Role) -> Client {
        let grant = self.app().tokens.verify(member.token.as_deref().unwrap(), Time::from_micros(NOW)).unwrap();
        self.bearing(&Bearer::Staff(grant.actor.staff().unwrap(), role))
    }

    /// A new client app.
    pub fn client(&self, scopes: &[Scope], rooms: &[&str]) -> Client {
        let rooms: Vec<Slug> = rooms.iter().map(|room| room.parse().unwrap()).collect();
        let (client, secret) = (ClientId(Uuid::now_v7()), "unusable".into());
        let name = format!("app {}", self.number());
        self.act(AddClient { by: Actor::System, client, name, secret, scopes: scopes.to_vec(), rooms });
        self.bearing(&Bearer::Client(client, scopes.to_vec()))
    }

    /// A new player with so many dollars, and their connection.
    pub fn player(&self, dollars: u32) -> Player {
        let nickname = format!("player {}", self.number());
        let opened = self.owner.post("/v1/players", &json!({"nickname": nickname})).expect(201);
        let id: PlayerId = opened["player"].as_str().unwrap().parse().unwrap();
        if dollars > 0 {
            self.deposit(id, &dollars.to_string(), "USD").expect(201);
        }
        Player { id, http: self.bearing(&Bearer::Player(id)) }
    }

    pub fn deposit(&self, player: PlayerId, amount: &str, currency: &str) -> Reply {
        let body = json!({
            "amount": {"amount": amount, "currency": currency}, "provider": "paypal", "reference": Uuid::now_v7(),
        });
        self.owner.post(&format!("/v1/players/{player}/deposits"), &body)
    }

    /// A player's cash in dollars.
    pub fn cash(&self, player: PlayerId) -> String {
        self.cash_in(player, "USD")
    }

    pub fn cash_in(&self, player: PlayerId, currency: &str) -> String {
        let wallet = self.owner.get(&format!("/v1/players/{player}/wallet")).expect(200);
        let balances = wallet["balances"].as_array().unwrap();
        let own = balances.iter().find(|balance| balance["cash"]["currency"] == currency);
        own.map_or("0", |balance| balance["cash"]["amount"].as_str().unwrap()).to_owned()
    }

    /// A single game of both for so many dollars, begun in the main room.
    pub fn game(&self, opener: &Player, joiner: &Player, dollars: &str) -> String {
        let game = self.offer(opener, dollars);
        joiner.http.post(&format!("/v1/games/{game}/join"), &json!({})).expect(200);
        game
    }

    /// A game on offer.
    pub fn offer(&self, opener: &Player, dollars: &str) -> String {
        let body = json!({"room": "main", "kind": "single", "stake": {"amount": dollars, "currency": "USD"}});
        opener.http.post("/v1/games", &body).expect(201)["game"].as_str().unwrap().to_owned()
    }

    /// Ends the service as a stop of the process would.
    pub fn stop(&mut self) {
        if let Some((handle, thread)) = self.server.take() {
            drop(handle.stop(true));
            thread.join().unwrap();
        }
        drop(self.app.take());
    }

    pub fn prove(&self) {
        match verify(&self.app().store, Since::Nothing, &mut |_| ()).unwrap() {
            Verified::Sound { .. } => {}
            Verified::Faulty(fault) => panic!("the books are wrong: {fault}"),
        }
    }
}

impl Drop for TestApp {
    fn drop(&mut self) {
        if self.app.is_some() && !std::thread::panicking() {
            self.prove();
        }
        self.stop();
    }
}

/// A player and their connection.
pub struct Player {
    pub id: PlayerId,
    pub http: Client,
}

/// How a game ended.
pub fn result(winner: PlayerId, result: u8, cube: u32) -> Value {
    json!({"winner": winner, "result": result, "cube": cube})
}
