//! Bad input: each gets a clear answer with a stable code, changes nothing, and leaves the service up.

use std::io::{BufReader, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};

use crate::support::app::TestApp;
use crate::support::client::receive;
use crate::support::databases::Database;

fn places(faults: &[(String, String)]) -> Vec<(&str, &str)> {
    faults.iter().map(|(place, word)| (place.as_str(), word.as_str())).collect()
}

#[test]
fn every_fault_of_a_body_is_named_at_once_with_its_place() {
    let app = TestApp::start(Database::sqlite());
    let ann = app.player(100);
    let reply = ann.http.post(
        "/v1/games",
        &json!({
            "room": "Main", "kind": "double", "points": "5", "stake": {"amount": "5.001", "currency": "USD"},
            "options": {"cube": 1, "jackoby": true}, "colour": "red",
        }),
    );
    assert_eq!(reply.refused(400), "invalid_body");
    let expected = [
        ("/room", "not_a_slug"),
        ("/kind", "unknown_word"),
        ("/points", "wrong_type"),
        ("/stake/amount", "too_many_decimal_places"),
        ("/options/cube", "wrong_type"),
        ("/options/jackoby", "unknown_field"),
        ("/colour", "unknown_field"),
    ];
    assert_eq!(places(&reply.faults()), expected);
    assert!(reply.json()["instance"].as_str().unwrap().starts_with("urn:uuid:"));
    assert_eq!(app.cash(ann.id), "100.00");
}

#[test]
fn what_stands_twice_is_refused_wherever_it_stands() {
    let app = TestApp::start(Database::sqlite());
    let ann = app.player(100);
    let path = format!("/v1/players/{}/deposits", ann.id);
    let deposit = r#"{"amount": {"amount": "5", "currency": "USD", "amount": "500"}, "provider": "paypal",
        "reference": "r", "\u0072eference": "s"}"#;
    let refused = app.owner.post_text(&path, &[("Idempotency-Key", "k")], deposit);
    assert_eq!(refused.refused(400), "invalid_body");
    assert_eq!(places(&refused.faults()), [("/amount/amount", "duplicate_field"), ("/reference", "duplicate_field")]);
    let sign_in = r#"{"as": "player", "as": "staff", "email": "a@b.example", "password": "a long enough one"}"#;
    assert_eq!(app.owner.post_text("/v1/auth/sign-in", &[], sign_in).refused(400), "invalid_body");
    // A document is read like all else.
    let room = app.owner.get("/v1/rooms/main").expect(200)["document"].to_string();
    let room = room.replacen('{', "{\"anonymous\": true, ", 1);
    let body = format!("{{\"document\": {room}}}");
    let refused = app.owner.post_text("/v1/rooms/main/versions", &[("Idempotency-Key", "k")], &body);
    assert_eq!(places(&refused.faults()), [("/document/anonymous", "duplicate_field")]);
    assert_eq!(places(&app.owner.get("/v1/games?limit=1&limit=2").faults()), [("/limit", "duplicate_field")]);
    assert_eq!(app.cash(ann.id), "100.00");
}

#[test]
fn amounts_that_will_not_do_are_refused() {
    let app = TestApp::start(Database::sqlite());
    let ann = app.player(100);
    let deposit = |amount: Value, currency: &str| {
        let body = json!({"amount": {"amount": amount, "currency": currency}, "provider": "paypal", "reference": "r"});
        app.owner.post(&format!("/v1/players/{}/deposits", ann.id), &body)
    };
    for (amount, currency, place, word) in [
        (json!(5), "USD", "/amount/amount", "wrong_type"),
        (json!("5.5"), "JPY", "/amount/amount", "too_many_decimal_places"),
        (json!("1e9"), "USD", "/amount/amount", "not_a_decimal"),
        (json!("NaN"), "USD", "/amount/amount", "not_a_decimal"),
        (json!("99999999999999999999"), "USD", "/amount/amount", "amount_out_of_range"),
        (json!("5"), "usd", "/amount/currency", "unknown_currency"),
        (json!("5"), "ABC", "/amount/currency", "unknown_currency"),
    ] {
        assert_eq!(places(&deposit(amount, currency).faults()), [(place, word)]);
    }
    for amount in ["0", "-5", "-0.01"] {
        assert_eq!(deposit(json!(amount), "USD").refused(422), "amount_not_positive");
    }
    assert_eq!(app.cash(ann.id), "100.00");
}

#[test]
fn what_is_no_json_of_a_sensible_size_is_refused() {
    let app = TestApp::start(Database::sqlite());
    let post = |body: &str| app.owner.post_text("/v1/players", &[("Idempotency-Key", "k")], body);
    for body in ["{", "null x", "[1,2", "\u{0}", "{\"nickname\": \"x\"", &"[".repeat(60_000)] {
        assert_eq!(post(body).refused(400), "malformed_body");
    }
    for body in ["[]", "1", "\"nickname\"", "null"] {
        assert_eq!(post(body).refused(400), "invalid_body");
    }
    let large = format!("{{\"nickname\": \"{}\"}}", "x".repeat(4 << 20));
    let refused = post(&large);
    assert_eq!(refused.refused(413), "body_too_large");
    assert_eq!(refused.json()["params"]["limit"], "65536");
    let text = app.owner.send("POST", "/v1/players", &[("Idempotency-Key", "k"), ("Content-Type", "text/plain")], "{}");
    assert_eq!(text.refused(415), "unsupported_media_type");
    assert_eq!(app.owner.get("/healthz").status, 200);
}

#[test]
fn a_key_is_asked_for_and_goes_with_one_request() {
    let app = TestApp::start(Database::sqlite());
    let body = json!({"nickname": "Ann"}).to_string();
    assert_eq!(app.owner.post_text("/v1/players", &[], &body).refused(400), "idempotency_key_missing");
    let two = [("Idempotency-Key", "a"), ("Idempotency-Key", "b")];
    assert_eq!(app.owner.post_text("/v1/players", &two, &body).refused(400), "idempotency_key_malformed");
    let first = app.owner.post_text("/v1/players", &[("Idempotency-Key", "a")], &body);
    let again = app.owner.post_text("/v1/players", &[("Idempotency-Key", "a")], &body);
    assert_eq!(again.expect(201), first.expect(201));
    assert!(again.is_replayed() && !first.is_replayed());
    let other = app.owner.post_under("a", "/v1/players", &json!({"nickname": "Bob"}));
    assert_eq!(other.refused(422), "idempotency_key_reused");
    // A refusal decided on state is told again as it was.
    let taken = |key| app.owner.post_under(key, "/v1/players", &json!({"nickname": "ANN"}));
    assert_eq!(taken("t").refused(422), "nickname_taken");
    assert!(taken("t").is_replayed());
}

#[test]
fn nobody_gets_html_from_the_api() {
    let app = TestApp::start(Database::sqlite());
    for path in ["/v1", "/v1/", "/v1/nothing", "/v1/games/x/y/z", "/nothing", "/v1/players/../x", "/v1/%00"] {
        assert_eq!(app.owner.get(path).refused(404), "not_found", "{path}");
    }
    let reply = app.owner.send("DELETE", "/v1/games", &[], "");
    assert_eq!(reply.refused(405), "method_not_allowed");
    assert_eq!(reply.header("allow"), Some("GET, HEAD, POST"));
    assert_eq!(app.owner.send("PUT", "/v1/errors", &[], "").refused(405), "method_not_allowed");
}

#[test]
fn the_page_of_the_description_refuses_like_all_else() {
    let app = TestApp::start(Database::sqlite());
    assert!(app.owner.get("/docs/").text.contains("<html"));
    for path in ["/docs/nothing.js", "/docs/../docs/x", "/docs/a/b/c"] {
        assert_eq!(app.owner.get(path).refused(404), "not_found", "{path}");
    }
    for method in ["POST", "DELETE"] {
        let status = app.owner.send(method, "/docs/", &[], "").status;
        assert!([404, 405].contains(&status), "{status}");
    }
    // What is no HTTP is answered by the server itself, and the service stays up.
    for (request, status) in
        [("GET / HTP/1.1\r\n\r\n".to_owned(), 400), (format!("GET /{} HTTP/1.1\r\n\r\n", "x".repeat(1 << 20)), 431)]
    {
        let mut stream = TcpStream::connect(app.address).unwrap();
        // It may be refused before all of it was taken in.
        drop(stream.write_all(request.as_bytes()));
        let reply = receive(&mut BufReader::new(stream));
        assert!(reply.is_err() || reply.is_ok_and(|reply| reply.status == status));
    }
    assert_eq!(app.owner.get("/healthz").status, 200);
}

#[test]
fn a_game_for_nothing_is_refused_as_such() {
    let app = TestApp::start(Database::sqlite());
    let ann = app.player(100);
    for amount in ["0", "-5", "0.00"] {
        let body = json!({"room": "main", "kind": "single", "stake": {"amount": amount, "currency": "USD"}});
        assert_eq!(ann.http.post("/v1/games", &body).refused(422), "stake_not_positive");
        let quote = format!("/v1/rake/quote?room=main&kind=single&stake={amount}&currency=USD");
        assert_eq!(ann.http.get(&quote).refused(422), "stake_not_positive");
    }
}

#[test]
fn what_a_room_would_not_open_it_does_not_quote() {
    let app = TestApp::start(Database::sqlite());
    let ann = app.player(1_000);
    for (terms, points) in [
        ("room=main&kind=match&points=0", Some(0)),
        ("room=main&kind=match&points=999", Some(999)),
        ("room=main&kind=single", None),
    ] {
        let stake = if points.is_some() { "5" } else { "10001" };
        let quote = ann.http.get(&format!("/v1/rake/quote?{terms}&stake={stake}&currency=USD"));
        let kind = if points.is_some() { "match" } else { "single" };
        let body =
            json!({"room": "main", "kind": kind, "points": points, "stake": {"amount": stake, "currency": "USD"}});
        let opened = ann.http.post("/v1/games", &body);
        assert_eq!(
            (opened.status, opened.json()["code"].clone()),
            (quote.status, quote.json()["code"].clone()),
            "{terms}"
        );
        assert!(quote.status >= 400, "{terms}");
    }
    let match_in_the_dark = "/v1/rake/quote?room=dark_room&kind=match&points=3&stake=5&currency=USD";
    assert_eq!(ann.http.get(match_in_the_dark).refused(422), "match_not_offered");
    let far = "/v1/rake/quote?room=main&kind=single&stake=5&currency=USD&cube_max=4096";
    assert!(ann.http.get(far).status >= 400);
}

#[test]
fn queries_are_read_like_bodies() {
    let app = TestApp::start(Database::sqlite());
    let reply = app.owner.get("/v1/games?limit=x&state=lost&colour=red");
    assert_eq!(reply.refused(400), "invalid_query");
    let expected = [("/state", "unknown_word"), ("/limit", "wrong_type"), ("/colour", "unknown_field")];
    assert_eq!(places(&reply.faults()), expected);
    let message = reply.json()["errors"][0]["message"].clone();
    assert!(message.as_str().unwrap().starts_with("\"lost\" is not one of open, "), "{message}");
    assert_eq!(places(&app.owner.get("/v1/games?limit=0").faults()), [("/limit", "out_of_range")]);
    assert_eq!(places(&app.owner.get("/v1/games?cursor=x").faults()), [("/cursor", "cursor_malformed")]);
}

#[test]
fn half_a_request_is_answered_in_time_and_holds_nobody_up() {
    // Long enough for a whole request on a machine with much else to do.
    let app = TestApp::start_with(Database::sqlite(), |config| config.request_timeout = Duration::from_secs(2));
    let token = app.owner.token.clone().unwrap();
    let mut half = TcpStream::connect(app.address).unwrap();
    let head = format!(
        "POST /v1/players HTTP/1.1\r\nHost: kupa\r\nContent-Type: application/json\r\nAuthorization: Bearer {token}\r\n\
         Idempotency-Key: k\r\nContent-Length: 100\r\n\r\n{{\"nick"
    );
    half.write_all(head.as_bytes()).unwrap();
    let silent = TcpStream::connect(app.address).unwrap();
    assert_eq!(app.owner.get("/healthz").status, 200);
    assert_eq!(receive(&mut BufReader::new(half)).unwrap().refused(408), "request_timeout");
    // Who says nothing at all is let go without a word, or told that it took too long.
    let let_go = receive(&mut BufReader::new(silent));
    assert!(let_go.is_err() || let_go.is_ok_and(|reply| reply.status == 408));
    assert_eq!(app.owner.get("/healthz").status, 200);
}
