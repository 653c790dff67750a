//! What holds for every answer: its language, its time, HEAD, and an end to waiting.

use std::time::Duration;

use diesel::connection::SimpleConnection;
use kupa::domain::codes::Code;
use kupa::domain::time::Time;
use kupa::http::routes;
use serde_json::json;

use crate::support::app::{NOW, TestApp, result};
use crate::support::client::{Client, Reply};
use crate::support::databases::{Database, on_both};

fn is_hebrew(text: &str) -> bool {
    text.chars().any(|letter| ('א'..='ת').contains(&letter))
}

#[test]
fn a_refusal_is_told_in_the_language_that_the_caller_prefers() {
    let app = TestApp::start(Database::sqlite());
    let body = json!({"room": "Main", "kind": "single", "stake": {"amount": "x", "currency": "USD"}}).to_string();
    let ask = |language: &str| {
        let headers = [("Content-Type", "application/json"), ("Idempotency-Key", "k"), ("Accept-Language", language)];
        app.owner.send("POST", "/v1/games", &headers, &body)
    };
    let (english, hebrew) = (ask("en-GB, he;q=0.5"), ask("he-IL, en;q=0.5"));
    for (reply, tag) in [(&english, "en"), (&hebrew, "he")] {
        assert_eq!((reply.header("content-language"), reply.header("vary")), (Some(tag), Some("accept-language")));
        let problem = reply.json();
        let told = [&problem["title"], &problem["detail"], &problem["errors"][0]["message"]];
        assert!(told.iter().all(|text| is_hebrew(text.as_str().unwrap()) == (tag == "he")), "{problem}");
    }
    // What programs read is the same.
    assert_eq!(english.refused(400), hebrew.refused(400));
    assert_eq!(english.faults(), hebrew.faults());
    let refused = |language| app.owner.send("GET", "/v1/nothing", &[("Accept-Language", language)], "");
    assert_eq!(refused("he").json()["detail"], "אין דבר בכתובת הזו.");
    assert_eq!(refused("fr").json()["detail"], "There is nothing at this address.");
}

#[test]
fn the_catalogue_of_refusals_is_told_in_hebrew_too() {
    let app = TestApp::start(Database::sqlite());
    let reply = app.owner.send("GET", "/v1/errors", &[("Accept-Language", "he")], "");
    assert_eq!((reply.header("content-language"), reply.header("vary")), (Some("he"), Some("accept-language")));
    let told = reply.expect(200);
    let told = told["errors"].as_array().unwrap();
    assert_eq!(told.len(), Code::ALL.len());
    for error in told {
        assert!(is_hebrew(error["detail"].as_str().unwrap()) && is_hebrew(error["title"].as_str().unwrap()), "{error}");
    }
    let missing = told.iter().find(|error| error["code"] == "insufficient_funds").unwrap();
    assert!(missing["detail"].as_str().unwrap().contains("{shortfall}"), "{missing}");
}

#[test]
fn every_answer_tells_its_time_to_the_microsecond() {
    let app = TestApp::start(Database::sqlite());
    app.wait_s(1);
    let time = Time::from_micros(NOW + 1_000_000).to_string();
    let anybody = Client::new(app.address, None);
    let answers = [
        anybody.get("/healthz"),
        anybody.get("/v1/rooms"),
        anybody.get("/nothing"),
        anybody.get("/docs/"),
        app.owner.get("/v1/rooms"),
        app.owner.send("DELETE", "/v1/rooms", &[], ""),
    ];
    for answer in answers {
        assert_eq!(answer.header("kupa-time"), Some(time.as_str()), "{}", answer.text);
    }
}

/// What a HEAD has in common with a GET.
fn head_of(reply: &Reply) -> (u16, Option<&str>, Option<&str>) {
    (reply.status, reply.header("content-type"), reply.header("content-length"))
}

#[test]
fn head_is_answered_wherever_get_is_without_the_body() {
    let app = TestApp::start(Database::sqlite());
    let ann = app.player(0);
    for (name, spec) in routes::ALL.iter().filter(|(_, spec)| spec.method == "GET") {
        let path = spec.path.replace("{player}", &ann.id.to_string()).replace("{room}", "main");
        let path = path.replace("{schedule}", "sheshbesh").replace("{version}", "1");
        // Between the two nothing happens but a request of another id, of the same length.
        let (get, head) = (app.owner.get(&path), app.owner.send("HEAD", &path, &[], ""));
        assert_eq!(head_of(&head), head_of(&get), "{name}");
    }
    for path in ["/healthz", "/readyz", "/docs/", "/v1/openapi.json"] {
        assert_eq!(app.owner.send("HEAD", path, &[], "").status, 200, "{path}");
    }
    assert_eq!(app.owner.send("HEAD", "/v1/auth/sign-in", &[], "").status, 405);
}

on_both! {
    fn who_has_waited_long_enough_is_told_that_it_is_under_way_and_then_what_came_of_it(database) {
        let app = TestApp::start_with(database, |config| {
            config.answer_within = Duration::from_millis(100);
            config.patience = Duration::from_secs(60);
        });
        let (ann, bob) = (app.player(100), app.player(100));
        let game = app.game(&ann, &bob, "5");
        let path = format!("/v1/games/{game}/report");
        // Somebody else holds what the writer needs.
        let mut holder = app.database.owner();
        let hold = if app.database.url.starts_with("sqlite") { "BEGIN IMMEDIATE" } else { "BEGIN; UPDATE shards SET shard = shard" };
        holder.batch_execute(hold).unwrap();
        for _ in 0..2 {
            let reply = app.owner.post_under("k", &path, &result(ann.id, 1, 1));
            assert_eq!((reply.refused(409).as_str(), reply.header("retry-after")), ("in_progress", Some("1")));
        }
        holder.batch_execute("ROLLBACK").unwrap();
        let settled = loop {
            let reply = app.owner.post_under("k", &path, &result(ann.id, 1, 1));
            if reply.status != 409 {
                break reply;
            }
        };
        assert_eq!(settled.expect(200)["state"], "settled");
        assert!(settled.is_replayed(), "the first was done, though nobody waited for it any more");
        assert_eq!(app.cash(bob.id), "95.00");
    }
}
