//! Signing in, and the credentials of client apps.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::json;

use crate::support::app::TestApp;
use crate::support::client::{Client, Reply};
use crate::support::databases::{Database, on_both};

fn sign_in(app: &TestApp, person: &str, email: &str, password: &str) -> Reply {
    let body = json!({"as": person, "email": email, "password": password});
    Client::new(app.address, None).post_text("/v1/auth/sign-in", &[], &body.to_string())
}

fn token(reply: &Reply) -> String {
    reply.expect(200)["access_token"].as_str().unwrap().to_owned()
}

on_both! {
    fn players_and_staff_sign_in_by_email_and_password(database) {
        let app = TestApp::start(database);
        let body = json!({"nickname": "נועה", "email": "Noa@example.com", "password": "a long enough one"});
        let opened = app.owner.post("/v1/players", &body).expect(201);
        let signed = sign_in(&app, "player", "noa@EXAMPLE.com", "a long enough one");
        assert_eq!(signed.expect(200)["subject"], opened["player"]);
        assert_eq!(signed.header("cache-control"), Some("no-store"));
        let own = Client::new(app.address, Some(token(&signed)));
        let path = format!("/v1/players/{}", opened["player"].as_str().unwrap());
        assert_eq!(own.get(&path).expect(200)["nickname"], "נועה");

        let body = json!({"email": "dana@example.com", "password": "another long one", "role": "finance"});
        app.owner.post("/v1/staff", &body).expect(201);
        let staff = Client::new(app.address, Some(token(&sign_in(&app, "staff", "dana@example.com", "another long one"))));
        assert_eq!(staff.get("/v1/finance/trial-balance").status, 200);
        assert_eq!(staff.get("/v1/staff").refused(403), "forbidden");
        // Each by their own door.
        assert_eq!(sign_in(&app, "player", "dana@example.com", "another long one").refused(401), "sign_in_failed");
        assert_eq!(sign_in(&app, "staff", "noa@example.com", "a long enough one").refused(401), "sign_in_failed");
    }
}

#[test]
fn the_sixth_guess_waits_and_a_right_one_begins_anew() {
    let app = TestApp::start(Database::sqlite());
    let body = json!({"nickname": "Ann", "email": "ann@example.com", "password": "a long enough one"});
    app.owner.post("/v1/players", &body).expect(201);
    for _ in 0..4 {
        assert_eq!(sign_in(&app, "player", "ann@example.com", "wrong").refused(401), "sign_in_failed");
    }
    sign_in(&app, "player", "ann@example.com", "a long enough one").expect(200);
    for _ in 0..5 {
        assert_eq!(sign_in(&app, "player", "ANN@example.com", "wrong").refused(401), "sign_in_failed");
    }
    let late = sign_in(&app, "player", "ann@example.com", "a long enough one");
    assert_eq!(late.refused(429), "too_many_guesses");
    assert_eq!(late.header("retry-after"), Some("901"));
    app.wait_s(901);
    sign_in(&app, "player", "ann@example.com", "a long enough one").expect(200);
}

#[test]
fn guesses_from_elsewhere_do_not_lock_the_owner_out() {
    let app = TestApp::start_with(Database::sqlite(), |config| config.proxies = 1);
    let body = json!({"nickname": "Ann", "email": "ann@example.com", "password": "a long enough one"});
    app.owner.post("/v1/players", &body).expect(201);
    let sign_in_from = |address: &str, password: &str| {
        let body = json!({"as": "player", "email": "ann@example.com", "password": password});
        let headers = [("X-Forwarded-For", address)];
        Client::new(app.address, None).post_text("/v1/auth/sign-in", &headers, &body.to_string())
    };
    for number in 0..5 {
        // What a caller writes themselves is not believed.
        let address = format!("9.9.9.{number}, 6.6.6.6");
        assert_eq!(sign_in_from(&address, "wrong").refused(401), "sign_in_failed");
    }
    assert_eq!(sign_in_from("6.6.6.6", "a long enough one").refused(429), "too_many_guesses");
    sign_in_from("7.7.7.7", "a long enough one").expect(200);
    assert_eq!(sign_in_from("6.6.6.6", "a long enough one").refused(429), "too_many_guesses");
}

#[test]
fn passwords_and_names_that_will_not_do_are_named_at_once() {
    let app = TestApp::start(Database::sqlite());
    let body = json!({"nickname": " Ann", "email": "ann", "password": "short"});
    let reply = app.owner.post("/v1/players", &body);
    let faults = reply.faults();
    let places: Vec<&str> = faults.iter().map(|(place, _)| place.as_str()).collect();
    assert_eq!(places, ["/nickname", "/email", "/password"]);
}

#[test]
fn nothing_that_is_stored_or_told_holds_a_password_or_secret() {
    let app = TestApp::start(Database::sqlite());
    let body = json!({"nickname": "Ann", "email": "ann@example.com", "password": "a long enough one"});
    let opened = app.owner.post("/v1/players", &body).expect(201);
    let player = app.owner.get(&format!("/v1/players/{}", opened["player"].as_str().unwrap()));
    assert!(!player.text.contains("password") && !player.text.contains("argon2"));
    assert!(!app.owner.get("/v1/staff").text.contains("password"));
}

#[test]
fn a_client_app_gets_a_token_for_its_scopes_or_fewer() {
    let app = TestApp::start(Database::sqlite());
    let body = json!({"name": "board", "scopes": ["games:report", "players:read"]});
    let added = app.owner.post_under("k", "/v1/clients", &body).expect(201);
    // A repeat is answered as before, but the secret was told once.
    let again = app.owner.post_under("k", "/v1/clients", &body).expect(201);
    assert_eq!((&again["client"], &again["secret"]), (&added["client"], &serde_json::Value::Null));
    let ask = |secret: &str, scope: Option<&str>| {
        let body = json!({
            "grant_type": "client_credentials", "client_id": added["client"], "client_secret": secret, "scope": scope,
        });
        Client::new(app.address, None).post_text("/v1/auth/token", &[], &body.to_string())
    };
    let secret = added["secret"].as_str().unwrap();
    assert_eq!(ask(secret, None).expect(200)["scope"], "games:report players:read");
    let narrow = Client::new(app.address, Some(token(&ask(secret, Some("players:read")))));
    narrow.get("/v1/players").expect(200);
    assert_eq!(narrow.get("/v1/games").refused(403), "forbidden");
    assert_eq!(ask(secret, Some("payments:write")).refused(403), "forbidden");
    assert_eq!(ask("kupa_wrong", None).refused(401), "sign_in_failed");

    let path = format!("/v1/clients/{}", added["client"].as_str().unwrap());
    let renewed = app.owner.post(&format!("{path}/secret"), &json!({})).expect(200);
    assert_eq!(ask(secret, None).refused(401), "sign_in_failed");
    let secret = renewed["secret"].as_str().unwrap().to_owned();
    ask(&secret, None).expect(200);
    app.owner.post(&format!("{path}/disable"), &json!({"reason": "gone"})).expect(200);
    assert_eq!(ask(&secret, None).refused(401), "sign_in_failed");
}

#[test]
fn the_public_keys_are_published() {
    let app = TestApp::start(Database::sqlite());
    let keys = Client::new(app.address, None).get("/v1/auth/keys").expect(200);
    assert_eq!((&keys["keys"][0]["kty"], &keys["keys"][0]["alg"]), (&json!("OKP"), &json!("EdDSA")));
}

#[test]
fn the_public_keys_say_how_long_they_may_be_kept_and_whether_they_have_changed() {
    let of = |seeds: &[u8]| {
        let seeds: Vec<[u8; 32]> = seeds.iter().map(|seed| [*seed; 32]).collect();
        TestApp::start_with(Database::sqlite(), |config| config.tokens.seeds = seeds)
    };
    let ask = |app: &TestApp, headers: &[(&str, &str)]| {
        Client::new(app.address, None).send("GET", "/v1/auth/keys", headers, "")
    };
    let (one, two) = (of(&[1]), of(&[1, 2]));
    let first = ask(&one, &[]);
    assert_eq!(first.expect(200)["keys"].as_array().map(Vec::len), Some(1));
    assert_eq!(first.header("cache-control"), Some("public, max-age=300"));
    let tag = first.header("etag").unwrap();
    let same = ask(&one, &[("If-None-Match", &format!("\"x\", {tag}"))]);
    assert_eq!((same.status, same.text.as_str(), same.header("etag")), (304, "", Some(tag)));
    let changed = ask(&two, &[("If-None-Match", tag)]);
    assert_eq!(changed.expect(200)["keys"].as_array().map(Vec::len), Some(2));
    // A token names the key that checks it, and it is published.
    let head = two.owner.token.as_deref().unwrap().split('.').next().unwrap().to_owned();
    let head: serde_json::Value = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(head).unwrap()).unwrap();
    assert_eq!(changed.json()["keys"][0]["kid"], head["kid"]);
}
