//! Accounts that people open and change by themselves.

use kupa::domain::ids::PlayerId;
use kupa::domain::players::access::Role;
use kupa::store::schema::{claims, idempotency, players};
use kupa::web::token::Bearer;
use serde_json::{Value, json};

use diesel::prelude::*;

use crate::support::app::TestApp;
use crate::support::client::{Client, Reply};
use crate::support::databases::{Database, on_both};

fn dana() -> Value {
    json!({
        "nickname": "Dana", "email": "dana@example.com", "password": "a long enough one", "name": "Dana Lev",
        "birth_date": "1991-05-17", "country": "US", "region": "US-NY", "accepted_terms": true,
    })
}

fn anybody(app: &TestApp) -> Client {
    Client::new(app.address, None)
}

fn sign_in(app: &TestApp, person: &str, email: &str, password: &str) -> Reply {
    let body = json!({"as": person, "email": email, "password": password});
    anybody(app).post_text("/v1/auth/sign-in", &[], &body.to_string())
}

fn bearing(app: &TestApp, told: &Value) -> Client {
    Client::new(app.address, told["access_token"].as_str().map(str::to_owned))
}

fn refresh(app: &TestApp, told: &Value) -> Reply {
    anybody(app).post("/v1/auth/refresh", &json!({"refresh_token": told["refresh_token"]}))
}

on_both! {
    fn a_player_opens_an_account_and_is_signed_in(database) {
        let app = TestApp::start(database);
        let reply = anybody(&app).post_under("k1", "/v1/auth/sign-up", &dana());
        let told = reply.expect(201);
        assert_eq!(reply.header("cache-control"), Some("no-store"));
        let path = format!("/v1/players/{}/person", told["subject"].as_str().unwrap());
        let own = bearing(&app, &told);
        assert_eq!(own.get(&path).expect(200)["region"], "US-NY");
        refresh(&app, &told).expect(200);
        // A repeat opens nothing and signs in again.
        let again = anybody(&app).post_under("k1", "/v1/auth/sign-up", &dana());
        assert!(again.is_replayed());
        assert_eq!(again.expect(201)["subject"], told["subject"]);
        assert_eq!(anybody(&app).post("/v1/auth/sign-up", &dana()).refused(422), "nickname_taken");
        let mut other = dana();
        other["nickname"] = json!("Dina");
        assert_eq!(anybody(&app).post_under("k1", "/v1/auth/sign-up", &other).refused(422), "idempotency_key_reused");
        assert_eq!(anybody(&app).post("/v1/auth/sign-up", &other).refused(422), "email_taken");
        other["email"] = json!("dina@example.com");
        assert_eq!(anybody(&app).post("/v1/auth/sign-up", &other).refused(422), "person_known");
        // Whoever knows the first request knows no more than the password of then.
        let change = json!({"old": "a long enough one", "new": "another long one"});
        own.post("/v1/auth/password", &change).expect(200);
        assert_eq!(anybody(&app).post_under("k1", "/v1/auth/sign-up", &dana()).refused(401), "sign_in_failed");
    }

    fn two_sign_ups_of_one_person_at_once_give_one_account(database) {
        let app = TestApp::start(database);
        let statuses: Vec<u16> = std::thread::scope(|scope| {
            let ask = |at: usize| {
                let (client, mut body) = (anybody(&app), dana());
                (body["nickname"], body["email"]) = (json!(format!("Dana {at}")), json!(format!("dana{at}@example.com")));
                move || client.post("/v1/auth/sign-up", &body).status
            };
            let threads: Vec<_> = (0..4).map(ask).map(|one| scope.spawn(one)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert_eq!(statuses.iter().filter(|status| **status == 201).count(), 1, "{statuses:?}");
        assert_eq!(statuses.iter().filter(|status| **status == 422).count(), 3, "{statuses:?}");
        let mut db = app.database.owner();
        assert_eq!(players::table.count().get_result::<i64>(&mut db), Ok(1));
    }

    fn a_changed_password_ends_all_other_sessions(database) {
        let app = TestApp::start(database);
        let here = anybody(&app).post("/v1/auth/sign-up", &dana()).expect(201);
        let elsewhere = sign_in(&app, "player", "dana@example.com", "a long enough one").expect(200);
        let own = bearing(&app, &here);
        let change = json!({"old": "a long enough one", "new": "another long one"});
        let wrong = json!({"old": "not the right one", "new": "another long one"});
        assert_eq!(own.post("/v1/auth/password", &wrong).refused(422), "password_wrong");
        own.post_under("k", "/v1/auth/password", &change).expect(200);
        // The answer was lost: the same request is told the same.
        let again = own.post_under("k", "/v1/auth/password", &change);
        assert!(again.is_replayed() && again.status == 200, "{}", again.text);
        assert_eq!(refresh(&app, &elsewhere).refused(401), "session_over");
        refresh(&app, &here).expect(200);
        assert_eq!(sign_in(&app, "player", "dana@example.com", "a long enough one").refused(401), "sign_in_failed");
        sign_in(&app, "player", "dana@example.com", "another long one").expect(200);

        let body = json!({"email": "max@example.com", "password": "a long enough one", "role": "finance"});
        app.owner.post("/v1/staff", &body).expect(201);
        let told = sign_in(&app, "staff", "max@example.com", "a long enough one").expect(200);
        bearing(&app, &told).post("/v1/auth/password", &change).expect(200);
        sign_in(&app, "staff", "max@example.com", "another long one").expect(200);
        assert_eq!(sign_in(&app, "staff", "max@example.com", "a long enough one").refused(401), "sign_in_failed");
    }

    fn an_address_moves_with_its_claim(database) {
        let app = TestApp::start(database);
        let told = anybody(&app).post("/v1/auth/sign-up", &dana()).expect(201);
        let own = bearing(&app, &told);
        let path = format!("/v1/players/{}/email", told["subject"].as_str().unwrap());
        let change = |email: &str, password: &str| own.post(&path, &json!({"email": email, "password": password}));
        assert_eq!(change("new@example.com", "not the right one").refused(422), "password_wrong");
        assert_eq!(own.post(&path, &json!({"email": "x"})).faults().len(), 2);
        let other = json!({"nickname": "Ann", "email": "ann@example.com"});
        app.owner.post("/v1/players", &other).expect(201);
        assert_eq!(change("a.nn+x@example.com", "a long enough one").refused(422), "email_taken");
        assert_eq!(change("dana@example.com", "a long enough one").refused(409), "already_so");
        change("Da.na@example.com", "a long enough one").expect(200);
        change("new@example.com", "a long enough one").expect(200);
        sign_in(&app, "player", "new@example.com", "a long enough one").expect(200);
        assert_eq!(sign_in(&app, "player", "dana@example.com", "a long enough one").refused(401), "sign_in_failed");
        // The old one is free; staff give it to another, and say why.
        let ann = format!("{}/email", path_of(&app, "Ann"));
        let support = app.staff(Role::Support);
        let free = json!({"email": "dana@example.com"});
        assert_eq!(support.post(&ann, &free).refused(422), "reason_missing");
        support.post(&ann, &json!({"email": "dana@example.com", "reason": "by letter"})).expect(200);
        let mut db = app.database.owner();
        let words = claims::table.filter(claims::kind.eq("email")).select(claims::word).order(claims::word);
        assert_eq!(words.load::<String>(&mut db).unwrap(), ["ann@example.com", "dana@example.com", "new@example.com"]);
    }
}

fn path_of(app: &TestApp, nickname: &str) -> String {
    let all = app.owner_anew().get("/v1/players").expect(200);
    let found =
        all["players"].as_array().unwrap().iter().find(|player| player["nickname"] == nickname).unwrap().clone();
    format!("/v1/players/{}", found["player"].as_str().unwrap())
}

#[test]
fn every_fault_of_a_sign_up_is_named_at_once() {
    let app = TestApp::start(Database::sqlite());
    let body = json!({
        "nickname": " Dana", "email": "dana", "password": "short", "name": "-", "birth_date": "1991-05-17",
        "country": "USA", "accepted_terms": false, "device": " x",
    });
    let faults = anybody(&app).post("/v1/auth/sign-up", &body).faults();
    let places: Vec<&str> = faults.iter().map(|(place, _)| place.as_str()).collect();
    assert_eq!(places, ["/nickname", "/email", "/password", "/name", "/country", "/accepted_terms", "/device"]);
    let faults = anybody(&app).post("/v1/auth/sign-up", &json!({"nickname": "Dana"})).faults();
    let missing: Vec<&str> = faults.iter().map(|(place, _)| place.as_str()).collect();
    assert_eq!(missing, ["/email", "/password", "/name", "/birth_date", "/country", "/accepted_terms"]);
    let reply = anybody(&app).post_text("/v1/auth/sign-up", &[], &dana().to_string());
    assert_eq!(reply.refused(400), "idempotency_key_missing");
}

#[test]
fn a_sign_up_is_judged_by_age_and_place() {
    let app = TestApp::start(Database::sqlite());
    for (field, value, code) in [
        ("birth_date", "2020-01-01", "too_young"),
        ("birth_date", "2099-01-01", "birth_date_impossible"),
        ("region", "US-AZ", "barred_place"),
    ] {
        let mut body = dana();
        body[field] = json!(value);
        assert_eq!(anybody(&app).post("/v1/auth/sign-up", &body).refused(422), code);
    }
    let mut body = dana();
    body["region"] = Value::Null;
    assert_eq!(anybody(&app).post("/v1/auth/sign-up", &body).refused(422), "region_missing");
}

#[test]
fn sign_ups_from_one_network_are_counted_before_anything_is_hashed() {
    let app = TestApp::start_with(Database::sqlite(), |config| config.proxies = 1);
    let mut body = dana();
    body["country"] = json!("IL");
    body["region"] = Value::Null;
    body["birth_date"] = json!("2020-01-01");
    let ask = |from: &str, key: &str| {
        anybody(&app).post_text(
            "/v1/auth/sign-up",
            &[("X-Forwarded-For", from), ("Idempotency-Key", key)],
            &body.to_string(),
        )
    };
    for number in 0..20 {
        assert_eq!(ask("10.0.0.1", &format!("k{number}")).refused(422), "too_young");
    }
    let late = ask("10.0.0.1", "late");
    assert_eq!(late.refused(429), "too_many_guesses");
    assert_eq!(late.header("retry-after"), Some("901"));
    assert_eq!(ask("10.0.0.2", "k").refused(422), "too_young");
    app.wait_s(901);
    assert_eq!(ask("10.0.0.1", "k").refused(422), "too_young");
}

#[test]
fn a_house_may_open_accounts_itself() {
    let app = TestApp::start_with(Database::sqlite(), |config| config.sign_up = false);
    assert_eq!(anybody(&app).post("/v1/auth/sign-up", &dana()).refused(403), "sign_up_closed");
    app.owner.post("/v1/players", &json!({"nickname": "Dana"})).expect(201);
}

#[test]
fn guesses_at_a_password_by_a_stolen_token_are_counted() {
    let app = TestApp::start(Database::sqlite());
    let told = anybody(&app).post("/v1/auth/sign-up", &dana()).expect(201);
    let own = bearing(&app, &told);
    for _ in 0..5 {
        let wrong = json!({"old": "a guess at it", "new": "another long one"});
        assert_eq!(own.post("/v1/auth/password", &wrong).refused(422), "password_wrong");
    }
    let right = json!({"old": "a long enough one", "new": "another long one"});
    assert_eq!(own.post("/v1/auth/password", &right).refused(429), "too_many_guesses");
    let path = format!("/v1/players/{}/email", told["subject"].as_str().unwrap());
    let change = json!({"email": "new@example.com", "password": "a long enough one"});
    assert_eq!(own.post(&path, &change).refused(429), "too_many_guesses");
    app.wait_s(301);
    assert_eq!(sign_in(&app, "player", "d.ana+x@example.com", "a guess").refused(429), "too_many_guesses");
}

#[test]
fn who_has_no_password_changes_none() {
    let app = TestApp::start(Database::sqlite());
    let ann = app.player(0);
    let change = json!({"old": "a long enough one", "new": "another long one"});
    assert_eq!(ann.http.post("/v1/auth/password", &change).refused(422), "password_wrong");
    let short = ann.http.post("/v1/auth/password", &json!({"old": "x", "new": "short"})).faults();
    assert_eq!(short, [("/new".to_owned(), "password_length".to_owned())]);
}

#[test]
fn a_nickname_is_changed_by_the_house_and_the_old_one_stays_its_owners() {
    let app = TestApp::start(Database::sqlite());
    let opened = app.owner.post("/v1/players", &json!({"nickname": "Ann"})).expect(201);
    let id: PlayerId = opened["player"].as_str().unwrap().parse().unwrap();
    let path = format!("/v1/players/{id}/nickname");
    let change = |nickname: &str| app.owner.post(&path, &json!({"nickname": nickname, "reason": "an insult"}));
    assert_eq!(change("Ann").refused(409), "already_so");
    change("Eve").expect(200);
    assert_eq!(app.owner.get(&format!("/v1/players/{id}")).expect(200)["nickname"], "Eve");
    assert_eq!(app.owner.post("/v1/players", &json!({"nickname": "ann"})).refused(422), "nickname_taken");
    change("Ann").expect(200);
    app.owner.post("/v1/players", &json!({"nickname": "Bob"})).expect(201);
    assert_eq!(change("B0b").refused(422), "nickname_taken");
    assert_eq!(change(" x").faults()[0].0, "/nickname");
    assert_eq!(app.owner.post(&path, &json!({"nickname": "Zoe"})).refused(422), "reason_missing");
    let own = app.bearing(&Bearer::Player(id));
    assert_eq!(own.post(&path, &json!({"nickname": "Zoe"})).refused(403), "forbidden");
}

/// A plain digest of a short body could be tried out against every likely password.
#[test]
fn what_is_remembered_of_a_request_with_a_password_is_under_seal() {
    use kupa::domain::act::RequestKey;
    let app = TestApp::start(Database::sqlite());
    let body = dana().to_string();
    let reply = anybody(&app).post_text("/v1/auth/sign-up", &[("Idempotency-Key", "k")], &body);
    reply.expect(201);
    let plain = RequestKey::new("k".into(), &[b"POST", b"/v1/auth/sign-up", body.as_bytes()], None).digest;
    let mut db = app.database.owner();
    let kept = idempotency::table.select(idempotency::digest).load::<kupa::store::columns::Id>(&mut db).unwrap();
    assert!(!kept.is_empty() && kept.iter().all(|digest| digest.0 != plain));
}
