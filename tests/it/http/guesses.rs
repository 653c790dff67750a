//! Guesses by the thousand: nobody is locked out, and nobody gets in.

use std::io::{BufReader, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};

use kupa::actions::players::OpenPlayer;
use kupa::domain::act::{Actor, RequestKey};
use kupa::domain::ids::PlayerId;
use kupa::web::password::Hasher;
use kupa::web::turns::MOST_WAITING;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::app::TestApp;
use crate::support::client::{Client, Reply, receive};
use crate::support::databases::Database;

/// Accounts, where nothing else is said.
const FEW: usize = 100;

/// A house whose hashing is counted, and costs nothing.
struct Counted {
    app: TestApp,
    client: Client,
    hashed: Arc<AtomicUsize>,
}

impl Counted {
    fn new() -> Self {
        Self::with(FEW)
    }

    fn with(accounts: usize) -> Self {
        let hashed = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&hashed);
        let hasher = Hasher(Arc::new(move |password, stored| {
            count.fetch_add(1, Ordering::Relaxed);
            stored == Some(format!("hash of {password}").as_str())
        }));
        let app = open_all(hasher, accounts);
        let client = Client::new(app.address, None);
        Self { app, client, hashed }
    }

    fn sign_in(&self, account: usize, password: &str, from: &str, secret: Option<&Value>) -> Reply {
        let mut body = json!({"as": "player", "email": format!("p{account}@example.com"), "password": password});
        if let Some(secret) = secret {
            body["device_secret"] = secret.clone();
        }
        self.client.post_text("/v1/auth/sign-in", &[("X-Forwarded-For", from)], &body.to_string())
    }

    /// So many were hashed since it was last asked.
    fn hashed(&self) -> usize {
        self.hashed.swap(0, Ordering::Relaxed)
    }
}

/// Accounts by the batch: the writer takes what waits at once.
fn open_all(hasher: Hasher, accounts: usize) -> TestApp {
    let app = TestApp::start_hashing(Database::sqlite(), |config| config.proxies = 1, hasher);
    let committer = &app.app().committer;
    let open = |number: usize| {
        let email = Some(format!("p{number}@example.com"));
        let (player, nickname) = (PlayerId(Uuid::now_v7()), format!("player {number}"));
        let password = Some(format!("hash of the right one {number}"));
        let act = OpenPlayer { by: Actor::System, player, nickname, email, password, person: Default::default() };
        let key = RequestKey::new(player.to_string(), &[], None);
        committer.submit_and_wait(act, key).unwrap().into_result().unwrap();
    };
    std::thread::scope(|scope| {
        for share in 0..50 {
            let open = &open;
            scope.spawn(move || (share..accounts).step_by(50).for_each(open));
        }
    });
    app
}

fn right(account: usize) -> String {
    format!("the right one {account}")
}

/// Ten thousand guesses in a minute of the house's clock, from everywhere, over so many accounts. A hundred of their owners
/// come in the midst of it, once where they always do, and once where they never were.
fn flood(accounts: usize) {
    let house = Counted::with(accounts);
    let owners: Vec<usize> = (0..100).map(|number| number * (accounts / 100)).collect();
    let home = |owner: usize| format!("10.{}.{}.1", owner / 250, owner % 250);
    let signed = |owner: usize| house.sign_in(owner, &right(owner), &home(owner), None).expect(200);
    let secrets: Vec<Value> = owners.iter().map(|owner| signed(*owner)["device_secret"].clone()).collect();
    assert_eq!(house.hashed(), owners.len());
    for guess in 0..10_000 {
        let (account, address) = (guess % accounts, guess % 2_500);
        let from = format!("11.1.{}.{}", address / 250, address % 250);
        assert_eq!(house.sign_in(account, &format!("guess {guess}"), &from, None).refused(401), "sign_in_failed");
        if guess % 167 == 166 {
            house.app.wait_s(1);
        }
        if guess % 100 == 50 {
            let (owner, secret) = (owners[guess / 100], &secrets[guess / 100]);
            house.sign_in(owner, &right(owner), &home(owner), Some(secret)).expect(200);
            house.sign_in(owner, &right(owner), &format!("12.{}.{}.1", owner / 250, owner % 250), None).expect(200);
        }
    }
    assert_eq!(house.hashed(), 10_000 + 2 * owners.len(), "each was looked at, and each once");
}

#[test]
fn ten_thousand_guesses_in_a_minute_from_everywhere_lock_nobody_out_and_let_nobody_in() {
    flood(FEW);
}

#[test]
fn ten_thousand_guesses_in_a_minute_at_as_many_accounts_lock_nobody_out_and_let_nobody_in() {
    flood(10_000);
}

/// Hashing that stands still until it is let go, and the passwords in the order in which their turn came.
#[derive(Default)]
struct Gate {
    allowed: Mutex<usize>,
    opened: Condvar,
    begun: Mutex<Vec<String>>,
}

impl Gate {
    fn allow(&self, more: usize) {
        *self.allowed.lock().unwrap() += more;
        self.opened.notify_all();
    }

    fn hasher(gate: &Arc<Self>) -> Hasher {
        let gate = Arc::clone(gate);
        Hasher(Arc::new(move |password, stored| {
            gate.begun.lock().unwrap().push(password.to_owned());
            let allowed = gate.allowed.lock().unwrap();
            *gate.opened.wait_while(allowed, |allowed| *allowed == 0).unwrap() -= 1;
            stored == Some(format!("hash of {password}").as_str())
        }))
    }
}

#[test]
fn in_a_flood_unknown_devices_wait_in_a_line_that_ends_and_known_ones_go_before_them() {
    let gate = Arc::new(Gate::default());
    let app = open_all(Gate::hasher(&gate), 200);
    let begin = |account: usize, password: &str, secret: Option<&Value>| {
        let mut body = json!({"as": "player", "email": format!("p{account}@example.com"), "password": password});
        if let Some(secret) = secret {
            body["device_secret"] = secret.clone();
        }
        let body = body.to_string();
        let mut stream = TcpStream::connect(app.address).unwrap();
        let head = format!(
            "POST /v1/auth/sign-in HTTP/1.1\r\nHost: kupa\r\nContent-Type: application/json\r\n\
             X-Forwarded-For: 11.2.{}.{}\r\nContent-Length: {}\r\n\r\n{body}",
            account / 250,
            account % 250,
            body.len()
        );
        stream.write_all(head.as_bytes()).unwrap();
        BufReader::new(stream)
    };
    let until = |holds: &dyn Fn() -> bool| {
        while !holds() {
            std::thread::yield_now();
        }
    };
    gate.allow(1);
    let secret = receive(&mut begin(0, &right(0), None)).unwrap().expect(200)["device_secret"].clone();
    // As many as there are turns are hashed, a hundred wait, and the next is told so at once.
    let turns = std::thread::available_parallelism().map_or(1, usize::from);
    let mut guesses: Vec<_> = (1..=turns + MOST_WAITING).map(|account| begin(account, "a guess", None)).collect();
    until(&|| app.app().turns.waiting() == (0, MOST_WAITING));
    assert_eq!(receive(&mut begin(199, "a guess", None)).unwrap().refused(503), "busy");
    let mut owner = begin(0, &right(0), Some(&secret));
    until(&|| app.app().turns.waiting() == (1, MOST_WAITING));
    until(&|| gate.begun.lock().unwrap().len() == 1 + turns);
    // One guess is done with: the owner's turn is next, past all who came before.
    gate.allow(1);
    until(&|| gate.begun.lock().unwrap().len() == 2 + turns);
    assert_eq!(gate.begun.lock().unwrap().last(), Some(&right(0)));
    gate.allow(1_000);
    receive(&mut owner).unwrap().expect(200);
    for guess in &mut guesses {
        let reply = receive(guess).unwrap();
        assert!([401, 503].contains(&reply.status), "nobody is let in: {}", reply.text);
    }
}

#[test]
fn who_guesses_from_one_place_is_soon_not_even_hashed() {
    let house = Counted::new();
    for guess in 0..1_000 {
        let reply = house.sign_in(guess % FEW, "a guess", "11.1.1.1", None);
        assert_eq!(reply.status, if guess < 100 { 401 } else { 429 });
    }
    assert_eq!(house.hashed(), 100);
    for guess in 0..20 {
        let reply = house.sign_in(7, "a guess", "11.2.2.2", None);
        assert_eq!(reply.status, if guess < 5 { 401 } else { 429 });
    }
    assert_eq!(house.hashed(), 5);
}

#[test]
fn a_known_device_goes_past_its_neighbours_guesses_and_not_past_its_own() {
    let house = Counted::new();
    let at_home = |password: &str, secret: Option<&Value>| house.sign_in(1, password, "10.0.0.1", secret);
    let secret = at_home(&right(1), None).expect(200)["device_secret"].clone();
    for _ in 0..5 {
        at_home("a guess", None).refused(401);
    }
    assert_eq!(at_home(&right(1), None).refused(429), "too_many_guesses", "a neighbour has used the guesses up");
    let again = at_home(&right(1), Some(&secret)).expect(200);
    assert_eq!(again["device_secret"], secret, "it stays the same");
    // Another account's secret is no secret here, nor is a made-up one.
    let others = house.sign_in(2, &right(2), "10.0.0.2", None).expect(200)["device_secret"].clone();
    for strange in [others, json!("kupa_d_"), json!("x".repeat(500))] {
        assert_eq!(at_home(&right(1), Some(&strange)).refused(429), "too_many_guesses");
    }
    house.hashed();
    // Stolen, it gives ten guesses, from wherever, and no more: a right one does not begin anew.
    for _ in 0..9 {
        house.sign_in(1, "a guess", "11.1.1.1", Some(&secret)).refused(401);
    }
    assert_eq!(house.sign_in(1, &right(1), "11.1.1.2", Some(&secret)).refused(429), "too_many_guesses");
    assert_eq!(house.hashed(), 9);
    house.app.wait_s(901);
    at_home(&right(1), Some(&secret)).expect(200);
}

#[test]
fn a_device_secret_opens_nothing() {
    let house = Counted::new();
    let secret = house.sign_in(1, &right(1), "10.0.0.1", None).expect(200)["device_secret"].clone();
    house.sign_in(1, "a guess", "10.0.0.1", Some(&secret)).refused(401);
    let bearer = Client::new(house.app.address, secret.as_str().map(str::to_owned));
    assert_eq!(bearer.get("/v1/rooms").refused(401), "token_invalid");
    let wrong = json!({"as": "player", "email": "p1@example.com", "password": "x", "device_secret": 5});
    let faults = house.client.post_text("/v1/auth/sign-in", &[], &wrong.to_string()).faults();
    assert_eq!(faults, [("/device_secret".to_owned(), "wrong_type".to_owned())]);
}
