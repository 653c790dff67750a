//! Large reads: lists as lines, and the books for outside tools.

use std::io::{BufReader, Read, Write};
use std::net::TcpStream;

use diesel::connection::SimpleConnection;
use kupa::domain::players::access::Scope;
use serde_json::{Value, json};

use crate::support::app::{TestApp, result};
use crate::support::client::Client;
use crate::support::databases::{Database, on_both};

const NDJSON: (&str, &str) = ("Accept", "application/x-ndjson");

/// All that is answered, over a connection of its own: head and body, and whether the body came to its end.
fn ask(client: &Client, address: std::net::SocketAddr, path: &str, accept: &str) -> (String, String, bool) {
    let mut stream = TcpStream::connect(address).unwrap();
    let token = client.token.as_deref().unwrap();
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nHost: kupa\r\nAccept: {accept}\r\nAuthorization: Bearer {token}\r\nConnection: close\r\n\r\n"
    )
    .unwrap();
    let mut all = Vec::new();
    drop(BufReader::new(stream).read_to_end(&mut all));
    let all = String::from_utf8(all).unwrap();
    let (head, mut rest) = all.split_once("\r\n\r\n").unwrap();
    if !head.to_lowercase().contains("transfer-encoding: chunked") {
        return (head.to_owned(), rest.to_owned(), true);
    }
    let mut body = String::new();
    while let Some((size, after)) = rest.split_once("\r\n") {
        let size = usize::from_str_radix(size, 16).unwrap();
        if size == 0 {
            return (head.to_owned(), body, true);
        }
        let Some(chunk) = after.get(..size) else { break };
        body.push_str(chunk);
        rest = &after[(size + 2).min(after.len())..];
    }
    (head.to_owned(), body, false)
}

fn lines(app: &TestApp, client: &Client, path: &str) -> Vec<Value> {
    let (head, body, whole) = ask(client, app.address, path, "application/json;q=0.1, application/x-ndjson");
    assert!(
        whole && head.starts_with("HTTP/1.1 200") && head.contains("application/x-ndjson"),
        "{path}: {head}\n{body}"
    );
    let mut lines: Vec<Value> = body.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let end = lines.pop().unwrap();
    assert_eq!(end, json!({"end": true, "count": lines.len()}), "{path}");
    lines
}

/// All entries of a list, page by page.
fn pages(client: &Client, path: &str, name: &str) -> Vec<Value> {
    let (mut all, mut cursor) = (Vec::new(), String::new());
    loop {
        let mark = if path.contains('?') { '&' } else { '?' };
        let page = client.get(&format!("{path}{mark}limit=150{cursor}")).expect(200);
        all.extend(page[name].as_array().unwrap().clone());
        let Some(next) = page["next"].as_str() else { return all };
        cursor = format!("&cursor={next}");
    }
}

on_both! {
    fn a_list_as_lines_is_all_that_its_pages_are_and_says_that_it_is_whole(database) {
        let app = TestApp::start(database);
        let (ann, bob) = (app.player(1_000), app.player(1_000));
        for _ in 0..3 {
            app.offer(&ann, "5");
        }
        let game = app.game(&ann, &bob, "5");
        for number in 0..203 {
            app.owner.post("/v1/players", &json!({"nickname": format!("many {number}")})).expect(201);
        }
        for (path, name) in [
            ("/v1/players".to_owned(), "players"),
            ("/v1/games".to_owned(), "games"),
            ("/v1/games?state=open".to_owned(), "games"),
            (format!("/v1/players/{}/statement?currency=USD", ann.id), "lines"),
            (format!("/v1/players/{}/deposits", ann.id), "deposits"),
            ("/v1/withdrawals".to_owned(), "withdrawals"),
            ("/v1/approvals".to_owned(), "approvals"),
            ("/v1/finance/transfers".to_owned(), "transfers"),
            ("/v1/finance/transfers?kind=deposit".to_owned(), "transfers"),
            ("/v1/finance/accounts".to_owned(), "accounts"),
        ] {
            assert_eq!(lines(&app, &app.owner, &path), pages(&app.owner, &path, name), "{path}");
        }
        assert_eq!(lines(&app, &app.owner, "/v1/players").len(), 205);
        let events = format!("/v1/games/{game}/events");
        let all = app.owner.get(&events).expect(200)["events"].as_array().unwrap().clone();
        assert_eq!(lines(&app, &app.owner, &events), all);
        assert_eq!(lines(&app, &app.owner, &format!("{events}?after=1")), all[1..]);
        // By the same eyes: a player's own.
        assert_eq!(lines(&app, &bob.http, "/v1/games"), pages(&bob.http, "/v1/games", "games"));
    }

    fn what_a_list_would_refuse_it_refuses_as_lines_too(database) {
        let app = TestApp::start(database);
        let ann = app.player(0);
        let asked = |client: &Client, path: &str| client.send("GET", path, &[NDJSON], "");
        assert_eq!(asked(&ann.http, "/v1/players").refused(403), "forbidden");
        assert_eq!(asked(&app.owner, "/v1/players?cursor=x").refused(400), "invalid_query");
        assert_eq!(asked(&app.owner, "/v1/players?limit=0").refused(400), "invalid_query");
        let nobody = "/v1/players/plr_00000000000000000000000000000001/statement?currency=USD";
        assert_eq!(asked(&app.owner, nobody).refused(404), "unknown_player");
        // A head without a body, and JSON where lines are not named.
        let head = app.owner.send("HEAD", "/v1/players", &[NDJSON], "");
        assert_eq!((head.status, head.header("content-type")), (200, Some("application/x-ndjson")));
        let json = app.owner.send("GET", "/v1/players", &[("Accept", "*/*")], "");
        assert_eq!((json.header("content-type"), json.header("vary")), (Some("application/json"), Some("accept")));
    }

    fn the_books_are_exported_over_http_as_on_the_command_line(database) {
        let app = TestApp::start(database);
        let (ann, bob) = (app.player(100), app.player(100));
        let game = app.game(&ann, &bob, "5");
        app.owner.post(&format!("/v1/games/{game}/report"), &result(ann.id, 1, 1)).expect(200);
        let tool = app.client(&[Scope::ExportsRead], &[]);
        let store = app.database.store();
        let mut reader = store.reader().unwrap();
        let mut books = kupa::store::books::Books(&mut reader);
        let (days, mut csv, mut journal) = (kupa::exports::Days { from: None, to: None }, Vec::new(), Vec::new());
        kupa::exports::csv::write(&mut books, days, &mut csv).unwrap();
        kupa::exports::hledger::write(&mut books, days, &mut journal).unwrap();
        for (format, expected, media) in [("csv", csv, "text/csv"), ("hledger", journal, "text/plain")] {
            let (head, body, whole) = ask(&tool, app.address, &format!("/v1/finance/exports/{format}"), "*/*");
            assert!(whole && head.contains(media), "{head}");
            assert_eq!(body, String::from_utf8(expected).unwrap());
        }
        // The clock stands in 2027: before that nothing was.
        let (_, before, _) = ask(&tool, app.address, "/v1/finance/exports/csv?to=2026-12-31", "*/*");
        assert_eq!(before.lines().count(), 1);
        let faults = tool.get("/v1/finance/exports/csv?from=yesterday").faults();
        assert_eq!(faults, [("/from".to_owned(), "not_a_day".to_owned())]);
        assert_eq!(tool.get("/v1/finance/exports/csv?from=2027-02-01&to=2027-01-01").refused(400), "invalid_query");
        assert_eq!(tool.get("/v1/finance/exports/xlsx").refused(404), "not_found");
        assert_eq!(ann.http.get("/v1/finance/exports/csv").refused(403), "forbidden");
    }
}

#[test]
fn a_list_that_fails_on_its_way_is_cut_off_without_its_last_line() {
    let app = TestApp::start(Database::sqlite());
    for number in 0..202 {
        app.owner.post("/v1/players", &json!({"nickname": format!("many {number}")})).expect(201);
    }
    // The last of them cannot be read: the first two hundred can.
    let spoil = "PRAGMA ignore_check_constraints = ON; UPDATE players SET state = 'spoilt' WHERE id = (SELECT MAX(id) FROM players)";
    let mend = "UPDATE players SET state = 'active' WHERE state = 'spoilt'";
    let mut owner = app.database.owner();
    owner.batch_execute(spoil).unwrap();
    let (head, body, whole) = ask(&app.owner, app.address, "/v1/players", "application/x-ndjson");
    assert!(head.starts_with("HTTP/1.1 200") && !whole, "{head}");
    assert!(!body.contains("\"end\"") && body.lines().count() <= 200);
    owner.batch_execute(mend).unwrap();
    assert_eq!(lines(&app, &app.owner, "/v1/players").len(), 202);
}

on_both! {
    fn lists_are_narrowed_by_what_is_asked_and_by_nothing_else(database) {
        let app = TestApp::start(database);
        let (ann, bob) = (app.player(1_000), app.player(1_000));
        let account = json!({"nickname": "Illya", "email": "il.lya+x@mail.example"});
        let illya = app.owner.post("/v1/players", &account).expect(201)["player"].clone();
        app.owner.post(&format!("/v1/players/{}/close", bob.id), &json!({"reason": "a test"})).expect(200);
        let found = |query: &str| -> Vec<Value> {
            let found = pages(&app.owner, &format!("/v1/players{query}"), "players");
            found.into_iter().map(|player| player["player"].clone()).collect()
        };
        assert_eq!(found("?state=closed"), [json!(bob.id)]);
        assert_eq!(found("?state=suspended"), [Value::Null; 0]);
        assert_eq!(found("?nickname=iLLya"), std::slice::from_ref(&illya));
        assert_eq!(found("?email=ILLYA@mail.example"), [illya]);
        assert_eq!(found("?email=illya@mail.example&state=closed"), [Value::Null; 0]);
        assert_eq!(found("?nickname=nobody"), [Value::Null; 0]);

        // Games in which a player is, on either side, newest first, whatever the page.
        let cid = app.player(1_000);
        let mut of_ann = Vec::new();
        for number in 0..6 {
            of_ann.insert(0, if number % 2 == 0 { app.game(&ann, &cid, "5") } else { app.game(&cid, &ann, "5") });
            app.offer(&cid, "5");
            app.wait_s(1);
        }
        let owner = app.owner_anew();
        let ids = |query: &str| -> Vec<String> {
            let mut all = Vec::new();
            let mut cursor = String::new();
            loop {
                let page = owner.get(&format!("/v1/games?limit=2{query}{cursor}")).expect(200);
                let games = page["games"].as_array().unwrap();
                all.extend(games.iter().map(|game| game["game"].as_str().unwrap().to_owned()));
                let Some(next) = page["next"].as_str() else { return all };
                cursor = format!("&cursor={next}");
            }
        };
        let player = format!("&player={}", ann.id);
        assert_eq!(ids(&player), of_ann);
        let opened = |game: &str| owner.get(&format!("/v1/games/{game}")).expect(200)["opened_at"].as_str().unwrap().to_owned();
        assert_eq!(ids(&format!("{player}&from={}", opened(&of_ann[2]))), of_ann[..3]);
        assert_eq!(ids(&format!("{player}&to={}", opened(&of_ann[2]))), of_ann[3..]);
        assert_eq!(ids(&format!("{player}&state=open")), [""; 0]);
        assert_eq!(owner.get("/v1/games?from=yesterday").faults(), [("/from".to_owned(), "not_a_time".to_owned())]);
    }
}
