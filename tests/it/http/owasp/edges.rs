//! What is fetched (7), how it is set up (8), and what is served at all (9).

use std::collections::BTreeSet;
use std::io::{BufReader, Write};
use std::net::TcpStream;

use actix_web::dev::ResourceDef;
use diesel::connection::SimpleConnection;
use kupa::http::{description, routes};
use serde_json::Value;

use crate::support::app::TestApp;
use crate::support::asking::{Asked, Things};
use crate::support::client::{Client, Reply, receive};
use crate::support::databases::Database;

/// Crates that fetch what an address names.
const FETCHES: &[&str] =
    &["reqwest", "hyper-util", "ureq", "isahc", "curl", "awc", "surf", "attohttpc", "minreq", "http-req"];

/// API7:2023 Server Side Request Forgery: the service fetches nothing, and is given no address to fetch.
#[test]
fn api7_nothing_that_a_caller_sends_is_an_address_and_nothing_could_fetch_it() {
    fn fields(value: &Value, found: &mut BTreeSet<String>) {
        match value {
            Value::Object(object) => {
                for (name, inner) in object {
                    if name == "properties" {
                        found.extend(inner.as_object().into_iter().flatten().map(|(name, _)| name.to_lowercase()));
                    }
                    assert!(name != "format" || !["uri", "url", "hostname"].iter().any(|it| inner == it), "{value}");
                    fields(inner, found);
                }
            }
            Value::Array(array) => array.iter().for_each(|inner| fields(inner, found)),
            _ => {}
        }
    }
    let mut found = BTreeSet::new();
    fields(description::document(), &mut found);
    assert!(found.contains("nickname") && found.len() > 100, "{found:?}");
    let of_addresses = ["url", "uri", "href", "callback", "webhook", "redirect", "host", "endpoint", "jku", "image"];
    let named: Vec<&String> =
        found.iter().filter(|field| of_addresses.iter().any(|word| field.contains(word))).collect();
    assert!(named.is_empty(), "{named:?}");
    let manifest = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")).unwrap();
    let depends = manifest.split("[dependencies]").nth(1).unwrap().split("\n[").next().unwrap();
    let names: Vec<&str> = depends.lines().filter_map(|line| line.split_once(" = ")).map(|(name, _)| name).collect();
    assert!(names.contains(&"actix-web"), "{names:?}");
    assert!(!names.iter().any(|name| FETCHES.contains(name)), "{names:?}");
}

fn raw(app: &TestApp, request: &str) -> std::io::Result<Reply> {
    let mut stream = TcpStream::connect(app.address).unwrap();
    // It may be refused before all of it was taken in.
    drop(stream.write_all(request.as_bytes()));
    receive(&mut BufReader::new(stream))
}

/// API8:2023 Security Misconfiguration: every answer is guarded, whoever gives it, and none says what serves it.
#[test]
fn api8_every_answer_is_guarded_and_tells_nothing_of_what_is_behind_it() {
    let app = &TestApp::start(Database::sqlite());
    let (anybody, owner) = (Client::new(app.address, None), &app.owner);
    let wide = "x".repeat(20_000);
    let answers = [
        (200, owner.get("/v1/rooms")),
        (401, anybody.get("/v1/rooms")),
        (404, anybody.get("/nothing")),
        (405, owner.send("DELETE", "/v1/rooms", &[], "")),
        (405, owner.send("TRACE", "/v1/rooms", &[], "")),
        (405, owner.send("OPTIONS", "/v1/rooms", &[], "")),
        (404, owner.send("OPTIONS", "*", &[], "")),
        (413, owner.post_text("/v1/players", &[("Idempotency-Key", "k")], &"x".repeat(70_000))),
        (415, owner.send("POST", "/v1/players", &[("Idempotency-Key", "k"), ("Content-Type", "text/xml")], "<x/>")),
        (431, owner.send("GET", "/v1/rooms", &[("X-Wide", &wide)], "")),
    ];
    for (status, answer) in &answers {
        assert_eq!(answer.status, *status, "{}", answer.text);
        guarded(answer);
    }
    // What comes back is never what was sent.
    let traced = owner.send("TRACE", "/v1/rooms", &[("X-Secret", "abracadabra")], "");
    assert!(!traced.text.contains("abracadabra") && !format!("{:?}", traced.headers).contains("abracadabra"));
    // What is no HTTP at all is answered by the connection itself: shortly.
    for request in ["GET /\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\u{0}\u{0}\r\n\r\n"] {
        if let Ok(reply) = raw(app, request) {
            assert!(reply.status >= 400 && reply.text.is_empty(), "{request:?}: {reply:?}");
            assert_eq!((reply.header("server"), reply.header("x-powered-by")), (None, None));
        }
    }
    // A database that is not as it should be.
    let (mut database, ann) = (app.database.owner(), app.player(0));
    database.batch_execute("ALTER TABLE deposits RENAME TO elsewhere").unwrap();
    let failed = owner.get(&format!("/v1/players/{}/deposits", ann.id));
    database.batch_execute("ALTER TABLE elsewhere RENAME TO deposits").unwrap();
    assert_eq!(failed.refused(500), "internal");
    guarded(&failed);
    let lower = failed.text.to_lowercase();
    for word in ["select", "sqlite", "postgres", "no such", "panicked", "src/", ".rs", "backtrace", "diesel"] {
        assert!(!lower.contains(word), "{word} in {lower}");
    }
}

fn guarded(answer: &Reply) {
    let what = format!("{} {:?}", answer.status, answer.headers);
    assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{what}");
    assert_eq!(answer.header("content-security-policy"), Some("default-src 'none'; frame-ancestors 'none'"), "{what}");
    // A document that has a tag may be kept by who read it, and is asked for again each time.
    let kept = if answer.header("etag").is_some() { "private, no-cache" } else { "no-store" };
    assert_eq!(answer.header("cache-control"), Some(kept), "{what}");
    assert_eq!(answer.header("referrer-policy"), Some("no-referrer"), "{what}");
    for leak in ["server", "x-powered-by", "via", "access-control-allow-origin", "set-cookie"] {
        assert_eq!(answer.header(leak), None, "{what}");
    }
    if answer.status >= 400 {
        assert_eq!(answer.header("content-type"), Some("application/problem+json"), "{what}");
    }
    let version = format!("/{}", env!("CARGO_PKG_VERSION"));
    assert!(!answer.text.contains("actix") && !answer.text.contains(&version), "{}", answer.text);
}

/// API9:2023 Improper Inventory Management: what is served is what is described, and nothing else.
#[test]
fn api9_what_is_not_described_is_not_served() {
    let app = TestApp::start(Database::sqlite());
    let described = description::document()["paths"].as_object().unwrap();
    let things = Things::of_nobody();
    let methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "OPTIONS", "CONNECT", "PROPFIND", "PURGE"];
    let mut refused = 0;
    for (name, spec) in routes::ALL {
        assert!(described.contains_key(spec.path), "{name} is not described");
        let path = Asked::of(spec, &things).path;
        // Another operation may have a path of which this is one, too.
        let plain = path.split('?').next().unwrap();
        let here: BTreeSet<&str> = routes::ALL
            .iter()
            .filter(|(_, it)| ResourceDef::new(it.path).is_match(plain))
            .map(|(_, it)| it.method)
            .collect();
        for method in methods.into_iter().filter(|method| !here.contains(method)) {
            let reply = app.owner.send(method, &path, &[], "");
            let status = if method == "CONNECT" { [404, 405, 400] } else { [405; 3] };
            assert!(status.contains(&reply.status), "{method} {path}: {}", reply.status);
            refused += 1;
        }
    }
    assert!(refused > 700, "{refused}");
    for path in [
        "/v0/rooms",
        "/v2/rooms",
        "/v1.1/rooms",
        "/rooms",
        "/api/v1/rooms",
        "/beta/rooms",
        "/debug",
        "/debug/pprof",
        "/actuator",
        "/actuator/env",
        "/admin",
        "/console",
        "/status",
        "/info",
        "/env",
        "/.env",
        "/.git/config",
        "/swagger.json",
        "/openapi.json",
        "/v1/openapi.yaml",
        "/graphql",
        "/server-status",
        "/health",
        "/metrics/",
        "/phpinfo.php",
        "/v1/debug",
        "/v1/internal",
        "/v1/admin/players",
        "/v1/test",
    ] {
        assert_eq!(app.owner.get(path).refused(404), "not_found", "{path}");
    }
}
