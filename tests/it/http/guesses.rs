//! Guesses by the thousand: nobody is locked out, and nobody gets in.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use kupa::actions::players::OpenPlayer;
use kupa::domain::act::Actor;
use kupa::domain::ids::PlayerId;
use kupa::web::password::Hasher;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::app::TestApp;
use crate::support::client::{Client, Reply};
use crate::support::databases::Database;

const ACCOUNTS: usize = 100;

/// A house whose hashing is counted, and costs nothing.
struct Counted {
    app: TestApp,
    client: Client,
    hashed: Arc<AtomicUsize>,
}

impl Counted {
    fn new() -> Self {
        let hashed = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&hashed);
        let hasher = Hasher(Arc::new(move |password, stored| {
            count.fetch_add(1, Ordering::Relaxed);
            stored == Some(format!("hash of {password}").as_str())
        }));
        let app = TestApp::start_hashing(Database::sqlite(), |config| config.proxies = 1, hasher);
        for number in 0..ACCOUNTS {
            let email = Some(format!("p{number}@example.com"));
            let (player, nickname) = (PlayerId(Uuid::now_v7()), format!("player {number}"));
            let password = Some(format!("hash of the right one {number}"));
            app.act(OpenPlayer { by: Actor::System, player, nickname, email, password, person: Default::default() });
        }
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

fn right(account: usize) -> String {
    format!("the right one {account}")
}

#[test]
fn ten_thousand_guesses_in_a_minute_from_everywhere_lock_nobody_out_and_let_nobody_in() {
    let house = Counted::new();
    let home = |account: usize| format!("10.0.{account}.1");
    let secrets: Vec<Value> = (0..ACCOUNTS)
        .map(|account| {
            house.sign_in(account, &right(account), &home(account), None).expect(200)["device_secret"].clone()
        })
        .collect();
    assert_eq!(house.hashed(), ACCOUNTS);
    for guess in 0..10_000 {
        let (account, address) = (guess % ACCOUNTS, guess % 2_500);
        let from = format!("11.1.{}.{}", address / 250, address % 250);
        assert_eq!(house.sign_in(account, &format!("guess {guess}"), &from, None).refused(401), "sign_in_failed");
        if guess % 167 == 166 {
            house.app.wait_s(1);
        }
        // In the midst of it each of them signs in once where they always do, and once where they never were.
        if guess % 100 == 50 {
            let owner = guess / 100;
            house.sign_in(owner, &right(owner), &home(owner), Some(&secrets[owner])).expect(200);
            house.sign_in(owner, &right(owner), &format!("12.0.{owner}.1"), None).expect(200);
        }
    }
    assert_eq!(house.hashed(), 10_000 + 2 * ACCOUNTS, "each was looked at, and each once");
}

#[test]
fn who_guesses_from_one_place_is_soon_not_even_hashed() {
    let house = Counted::new();
    for guess in 0..1_000 {
        let reply = house.sign_in(guess % ACCOUNTS, "a guess", "11.1.1.1", None);
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
