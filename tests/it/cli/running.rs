//! The commands around the service, as they are called: `serve`, `demo`, `migrate`, `staff add`, `client add`.

use std::io::{BufRead, BufReader, Read};

use serde_json::json;

use crate::support::client::Client;
use crate::support::databases::Database;
use crate::support::running::{Running, address, error, kupa, out, run, serve};

#[test]
fn serve_names_what_is_missing_and_says_how_to_make_a_key() {
    let said = error(&run(&["serve", "--batch", "none", "--database-url", "mysql://root:secret@host/x"], ""));
    for part in ["token-key", "openssl rand -base64 32", "batch", "database-url"] {
        assert!(said.contains(part), "{part} is not in {said}");
    }
    assert!(!said.contains("secret@"), "{said}");
}

#[test]
fn serve_ends_with_a_clear_word_where_the_database_is_not_there_or_not_ready() {
    let key = "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=";
    let serve = |url: &str| {
        let url = format!("--database-url={url}");
        error(&run(&["serve", "--listen=127.0.0.1:0", &format!("--token-key={key}"), &url], ""))
    };
    let away = serve("postgres://kupa:secret@127.0.0.1:1/kupa");
    assert!(away.contains("cannot open postgres://127.0.0.1:1/kupa") && !away.contains("secret"), "{away}");
    let nowhere = serve("sqlite:/nowhere/kupa.db");
    assert!(
        nowhere.contains("cannot open sqlite:/nowhere/kupa.db") && nowhere.contains("kupa migrate up"),
        "{nowhere}"
    );
    let folder = tempfile::tempdir().unwrap();
    let empty = folder.path().join("empty.db");
    std::fs::write(&empty, "").unwrap();
    assert!(serve(&format!("sqlite:{}", empty.display())).contains("kupa migrate"));
}

#[test]
fn the_service_stops_when_asked_also_where_nobody_reads_its_log_any_more() {
    let mut demo = Running::new(kupa(&["demo", "--listen=127.0.0.1:0", "--log=debug"]).spawn().unwrap());
    let mut told = BufReader::new(demo.child.stdout.take().unwrap());
    let mut line = String::new();
    while !line.contains("http://") {
        line.clear();
        assert_ne!(told.read_line(&mut line).unwrap(), 0, "the demonstration ended");
    }
    Client::new(address(&line), None).get("/readyz").expect(200);
    drop(demo.child.stderr.take());
    demo.stop();
    drop(told);
}

#[test]
fn a_house_is_set_up_on_the_command_line_and_served() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("--database-url=sqlite:{}", folder.path().join("kupa.db").display());
    assert!(error(&run(&["migrate", "status", &url], "")).contains("there is no file"));
    assert!(out(&run(&["migrate", "up", &url], "")).contains("applied"));
    assert!(out(&run(&["migrate", "up", &url], "")).contains("nothing to do"));
    assert!(!out(&run(&["migrate", "status", &url], "")).contains("pending"));
    let add = ["staff", "add", &url, "--email=o@example.com", "--role=owner"];
    assert!(error(&run(&add, "short\n")).contains("at least 10 characters"));
    let nobody = ["staff", "add", &url, "--email=dana", "--role=owner"];
    assert!(error(&run(&nobody, "a long enough one\n")).contains("not an e-mail address"));
    assert!(out(&run(&add, "a long enough one\n")).starts_with("stf_"));
    assert!(error(&run(&add, "a long enough one\n")).contains("email_taken"));
    let added = out(&run(&["client", "add", &url, "--name=board", "--scopes=players:read,games:report"], ""));
    let bound = run(&["client", "add", &url, "--name=board 2", "--scopes=games:report", "--rooms=main,nosuch"], "");
    let warned = String::from_utf8(bound.stderr.clone()).unwrap();
    assert!(
        out(&bound).contains("client_secret") && warned.contains("no room nosuch") && !warned.contains("room main")
    );
    let word = |name: &str| added.split_whitespace().skip_while(|word| *word != name).nth(1).unwrap().to_owned();

    let key = "--token-key=AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=";
    let (running, address, mut log) = serve(&[key, "--drain-s=0", &url]);
    let anybody = Client::new(address, None);
    let body = json!({"as": "staff", "email": "o@example.com", "password": "a long enough one"}).to_string();
    anybody.post_text("/v1/auth/sign-in", &[], &body).expect(200);
    let body = json!({
        "grant_type": "client_credentials", "client_id": word("client_id"), "client_secret": word("client_secret"),
    });
    anybody.post_text("/v1/auth/token", &[], &body.to_string()).expect(200);
    drop(anybody);
    running.stop();
    let mut rest = String::new();
    log.read_to_string(&mut rest).unwrap();
    assert!(rest.contains("stopped"), "{rest}");
}

#[test]
fn migrate_prints_the_grants_of_the_role_that_serves() {
    let Some(database) = Database::postgres() else { return };
    let url = format!("--database-url={}", database.url);
    let said = out(&run(&["migrate", "up", &url, "--serve-role=cashier"], ""));
    assert!(said.contains("GRANT SELECT, INSERT ON") && said.contains("\"cashier\""), "{said}");
}

#[test]
fn a_ledger_is_not_taken_back_unasked() {
    let folder = tempfile::tempdir().unwrap();
    let data = format!("--data={}", folder.path().display());
    let mut running = Running::new(kupa(&["demo", "--listen=127.0.0.1:0", &data]).spawn().unwrap());
    let mut said = String::new();
    let mut lines = BufReader::new(running.child.stdout.take().unwrap());
    while said.matches("curl").count() < 3 {
        assert!(lines.read_line(&mut said).unwrap() > 0, "it ended: {said}");
    }
    running.stop();
    let file = said.split_whitespace().find(|word| word.starts_with("sqlite:")).unwrap();
    let url = format!("--database-url={file}");
    let down = ["migrate", "down", &url, "--steps=99"];
    assert!(error(&run(&down, "")).contains("--lose-the-books"));
    assert!(!out(&run(&["migrate", "status", &url], "")).contains("pending"));
    assert!(out(&run(&[&down[..], &["--lose-the-books"]].concat(), "")).contains("0001_people taken back"));
}

#[test]
fn the_demonstration_tells_how_to_come_in_and_its_three_lines_work() {
    let mut running = Running::new(kupa(&["demo", "--listen=127.0.0.1:0"]).spawn().unwrap());
    let mut said = String::new();
    let mut lines = BufReader::new(running.child.stdout.take().unwrap());
    while said.matches("curl").count() < 3 {
        assert!(lines.read_line(&mut said).unwrap() > 0, "it ended: {said}");
    }
    let anybody = Client::new(address(&said), None);
    let quoted = |line: &str| line.split("-d '").nth(1).unwrap().split('\'').next().unwrap().to_owned();
    let tries: Vec<&str> = said.lines().filter(|line| line.contains("curl")).collect();
    let signed = anybody.post_text("/v1/auth/sign-in", &[], &quoted(tries[0])).expect(200);
    let owner = Client::new(address(&said), signed["access_token"].as_str().map(str::to_owned));
    assert_eq!(owner.get("/v1/finance/trial-balance").expect(200)["balances"], true);
    let path = format!("/v1/{}", tries[2].split("/v1/").nth(1).unwrap().split(' ').next().unwrap());
    for replayed in [false, true] {
        let settled = owner.post_text(&path, &[("Idempotency-Key", "try-1")], &quoted(tries[2]));
        assert_eq!(settled.expect(200)["state"], "settled");
        assert_eq!(settled.is_replayed(), replayed);
    }
    let count = |state: &str| {
        let games = owner.get(&format!("/v1/games?limit=200&state={state}")).expect(200);
        games["games"].as_array().unwrap().len()
    };
    assert!(count("settled") >= 30 && count("open") == 3 && count("disputed") == 1);
    let players = owner.get("/v1/players?limit=200").expect(200);
    assert_eq!(players["players"].as_array().unwrap().len(), 20);
    drop((anybody, owner));
    running.stop();
}
