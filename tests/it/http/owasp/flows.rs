//! What costs (4), what is worth abusing (6), and what comes from providers (10).

use std::io::{BufReader, Write};
use std::net::TcpStream;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use kupa::config::Rates;
use kupa::domain::players::access::Scope;
use kupa::web::password::Hasher;
use serde_json::{Value, json};

use crate::support::app::TestApp;
use crate::support::client::{Client, receive};
use crate::support::databases::{Database, on_both};
use crate::support::listener::Listener;

/// API4:2023 Unrestricted Resource Consumption.
#[test]
fn api4_every_request_costs_a_bounded_much() {
    let app = TestApp::start_with(Database::sqlite(), |config| {
        config.request_timeout = Duration::from_secs(2);
        config.streams.of_person = 2;
        config.serving.rates = Rates { players: NonZeroU32::new(40), ..Rates::default() };
    });
    let ann = app.player(0);
    let post = |body: &str| app.owner.post_text("/v1/players", &[("Idempotency-Key", "k")], body);
    // Bodies: their size, their depth, their length in time.
    assert_eq!(post(&format!("{{\"nickname\": \"{}\"}}", "x".repeat(70_000))).refused(413), "body_too_large");
    for deep in ["[".repeat(30_000), "{\"a\":".repeat(10_000)] {
        assert_eq!(post(&deep).refused(400), "malformed_body");
    }
    let deep = format!("{}1{}", "{\"nickname\":".repeat(100), "}".repeat(100));
    assert_eq!(post(&deep).status, 400);
    let mut slow = TcpStream::connect(app.address).unwrap();
    let head = format!(
        "POST /v1/players HTTP/1.1\r\nHost: kupa\r\nContent-Type: application/json\r\nAuthorization: Bearer {}\r\n\
         Idempotency-Key: slow\r\nContent-Length: 30\r\n\r\n{{",
        app.owner.token.as_deref().unwrap()
    );
    slow.write_all(head.as_bytes()).unwrap();
    // Headers: their number and their size.
    let many: Vec<(String, String)> = (0..200).map(|number| (format!("X-{number}"), "x".repeat(200))).collect();
    let many: Vec<(&str, &str)> = many.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let refused = app.owner.send("GET", "/v1/rooms", &many, "");
    assert!([400, 431].contains(&refused.status), "{}", refused.status);
    // Pages: never more than two hundred.
    for limit in ["0", "-1", "201", "9223372036854775808", "1e9"] {
        assert_eq!(app.owner.get(&format!("/v1/players?limit={limit}")).refused(400), "invalid_query", "{limit}");
    }
    app.owner.get("/v1/players?limit=200").expect(200);
    // Streams: so many of one person.
    let path = format!("/v1/players/{}/events", ann.id);
    let open: Vec<Listener> = (0..2).map(|_| Listener::open(&ann.http, app.address, &path)).collect();
    let third = Listener::try_open(&ann.http, app.address, &path, &[]).err().unwrap();
    assert_eq!(third.refused(429), "too_many_streams");
    drop(open);
    // Requests: so many a minute.
    let refused = (0..41).map(|_| ann.http.get("/v1/rooms")).find(|reply| reply.status == 429).unwrap();
    assert_eq!(refused.refused(429), "too_many_requests");
    assert_eq!(receive(&mut BufReader::new(slow)).unwrap().refused(408), "request_timeout");
    app.owner.get("/healthz").expect(200);
}

/// API6:2023 Unrestricted Access to Sensitive Business Flows: opening accounts, guessing, asking for mail.
#[test]
fn api6_accounts_guesses_and_mails_are_limited_by_place_and_deposits_are_the_houses() {
    let office = crate::support::post_office::PostOffice::open();
    let url = format!("smtp://{}", office.address);
    let never = Hasher(Arc::new(|_, _| false));
    let settings = |config: &mut kupa::config::Config| {
        config.proxies = 1;
        let from = "Our room <room@example.com>".into();
        config.mail = Some(kupa::config::MailConfig { url, from, page: String::new() });
    };
    let app = TestApp::start_hashing(Database::sqlite(), settings, never);
    let anybody = Client::new(app.address, None);
    let post = |path: &str, from: &str, key: &str, body: &Value| {
        anybody.post_text(path, &[("Idempotency-Key", key), ("X-Forwarded-For", from)], &body.to_string())
    };
    let newcomer = |number: usize| {
        json!({
            "nickname": format!("New {number}"), "email": format!("new{number}@example.com"), "password": "a long enough one",
            "name": format!("Real New {}", "abcdefghijklmnopqrstuvwxyz".get(number..=number).unwrap()), "birth_date": "1980-02-29",
            "country": "IL", "accepted_terms": true,
        })
    };
    for number in 0..20 {
        assert_eq!(post("/v1/auth/sign-up", "9.9.9.9", &format!("up{number}"), &newcomer(number)).status, 201);
    }
    assert_eq!(post("/v1/auth/sign-up", "9.9.9.9", "up20", &newcomer(20)).refused(429), "too_many_guesses");
    assert_eq!(post("/v1/auth/sign-up", "9.9.9.8", "up21", &newcomer(21)).status, 201, "others are not held up");

    let reset = |from: &str, number: usize| {
        let body = json!({"as": "player", "email": format!("new{number}@example.com")});
        post("/v1/auth/reset", from, "-", &body)
    };
    let answers: Vec<u16> = (0..25).map(|number| reset("9.9.9.9", number % 20).status).collect();
    assert!(answers[..20].iter().all(|status| *status == 202) && answers[20..].iter().all(|status| *status == 429));

    let guess = |number: usize| {
        let body = json!({"as": "player", "email": format!("new{number}@example.com"), "password": "a guess"});
        post("/v1/auth/sign-in", "9.9.9.7", "-", &body).status
    };
    assert_eq!([guess(0), guess(0), guess(0), guess(0), guess(0), guess(0)], [401, 401, 401, 401, 401, 429]);

    // Money comes from nobody but who speaks for the providers.
    let ann = app.player(0);
    let deposit = json!({"amount": {"amount": "50", "currency": "USD"}, "provider": "paypal", "reference": "mine"});
    let path = format!("/v1/players/{}/deposits", ann.id);
    assert_eq!(ann.http.post(&path, &deposit).refused(403), "forbidden");
    assert_eq!(app.client(&[Scope::PlayersWrite], &[]).post(&path, &deposit).refused(403), "forbidden");
    assert_eq!(app.cash(ann.id), "0");
}

on_both! {
    /// API10:2023 Unsafe Consumption of APIs: what providers say is judged like all else.
    fn api10_what_a_provider_says_is_booked_once_and_only_if_it_is_sound(database) {
        let app = TestApp::start(database);
        let (ann, bob, payments) = (app.player(0), app.player(0), app.client(&[Scope::PaymentsWrite], &[]));
        let book = |player: &crate::support::app::Player, amount: &str, currency: &str, reference: &str| {
            let body = json!({"amount": {"amount": amount, "currency": currency}, "provider": "paypal", "reference": reference});
            payments.post(&format!("/v1/players/{}/deposits", player.id), &body)
        };
        book(&ann, "50", "USD", "R-1").expect(201);
        // The same once more: under another key, with other figures, for somebody else.
        for (player, amount) in [(&ann, "50"), (&ann, "51"), (&bob, "50")] {
            assert_eq!(book(player, amount, "USD", "R-1").refused(422), "deposit_known");
        }
        for (amount, currency) in [
            ("0", "USD"), ("-50", "USD"), ("0.001", "USD"), ("1e3", "USD"), ("NaN", "USD"), ("Infinity", "USD"), ("٥٠", "USD"),
            ("50,00", "USD"), ("92233720368547758.08", "USD"), ("50", "QQQ"), ("50", "usd"), ("50", "US$"), ("50", ""),
            ("0.5", "JPY"), (" 50", "USD"),
        ] {
            let reply = book(&ann, amount, currency, "R-2");
            assert!([400, 422].contains(&reply.status), "{amount} {currency}: {} {}", reply.status, reply.text);
        }
        let long = "x".repeat(201);
        for reference in ["", " R-3", "R-3\u{200b}", "R\u{202e}3", "R\n3", "R\u{0}3", long.as_str()] {
            assert_eq!(book(&ann, "5", "USD", reference).refused(400), "invalid_body", "{reference:?}");
        }
        // What can be seen is kept as it is, to the letter.
        for reference in ["תשלום-7", "R-1'; DROP TABLE deposits; --", "<script>alert(1)</script>", "${jndi:ldap://x}"] {
            book(&ann, "1", "USD", reference).expect(201);
            let listed = app.owner.get(&format!("/v1/players/{}/deposits", ann.id)).expect(200);
            assert!(listed["deposits"].as_array().unwrap().iter().any(|it| it["reference"] == reference), "{listed}");
        }
        assert_eq!((app.cash(ann.id).as_str(), app.cash(bob.id).as_str()), ("54.00", "0"));
    }
}
