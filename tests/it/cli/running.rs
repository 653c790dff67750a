//! The commands around the service, as they are called: `serve`, `demo`, `migrate`, `staff add`, `client add`.

use std::io::{BufRead, BufReader, Read};

use serde_json::json;

use crate::support::client::Client;
use crate::support::databases::Database;
use crate::support::listener::Listener;
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

/// It would wait ten minutes for requests under way; a stream would be under way for ever.
#[test]
fn a_stop_waits_for_no_stream() {
    let database = Database::sqlite();
    let url = format!("--database-url={}", database.url);
    let added = out(&run(&["client", "add", &url, "--name=site", "--scopes=players:read,players:write"], ""));
    let word = |name: &str| added.split_whitespace().skip_while(|word| *word != name).nth(1).unwrap().to_owned();
    let key = "--token-key=AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=";
    let (running, address, _log) = serve(&[key, "--shutdown-s=600", "--drain-s=0", &url]);
    let body = json!({
        "grant_type": "client_credentials", "client_id": word("client_id"), "client_secret": word("client_secret"),
    });
    let anybody = Client::new(address, None);
    let told = anybody.post_text("/v1/auth/token", &[], &body.to_string()).expect(200);
    let site = Client::new(address, told["access_token"].as_str().map(str::to_owned));
    let ann = site.post("/v1/players", &json!({"nickname": "Ann"})).expect(201)["player"].clone();
    let path = format!("/v1/players/{}/events", ann.as_str().unwrap());
    let mut stream = Listener::open(&site, address, &path);
    assert_eq!(stream.event().event.as_deref(), Some("player.opened"));
    drop((anybody, site));
    running.stop();
    assert_eq!(stream.end(), "draining");
}

#[test]
fn the_log_tells_of_every_request_and_of_no_secret_and_nobodys_name() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("--database-url=sqlite:{}", folder.path().join("kupa.db").display());
    out(&run(&["migrate", "up", &url], ""));
    let staff = out(&run(&["staff", "add", &url, "--email=dana@example.com", "--role=owner"], "a long enough one\n"));
    let staff = staff.split_whitespace().next().unwrap();
    let key = "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=";
    let figures = "a-token-for-figures";
    let serve = [
        "serve",
        "--listen=127.0.0.1:0",
        "--log=info,kupa=trace,actix_web=debug,actix_server=warn",
        "--log-format=json",
        &format!("--token-key={key}"),
        &format!("--metrics-token={figures}"),
        &url,
    ];
    let mut running = Running::new(kupa(&serve).spawn().unwrap());
    let mut log = BufReader::new(running.child.stderr.take().unwrap());
    let mut told = String::new();
    while !told.contains("serving on") {
        assert!(log.read_line(&mut told).unwrap() > 0, "it ended");
    }
    let anybody = Client::new(address(told.lines().last().unwrap()), None);
    let sign_in = |email: &str, password: &str| {
        anybody.post_text(
            "/v1/auth/sign-in",
            &[],
            &json!({"as": "staff", "email": email, "password": password}).to_string(),
        )
    };
    sign_in("dana@example.com", "a wrong password").refused(401);
    let session = sign_in("dana@example.com", "a long enough one").expect(200);
    let token = |told: &serde_json::Value, name: &str| told[name].as_str().unwrap().to_owned();
    let owner = Client::new(address(told.lines().last().unwrap()), Some(token(&session, "access_token")));
    let body = json!({"nickname": "Zippora", "email": "zippora@example.com", "password": "another long one"});
    let player = token(&owner.post("/v1/players", &body).expect(201), "player");
    let deposit = json!({"amount": {"amount": "5", "currency": "USD"}, "provider": "paypal", "reference": "REF-7"});
    owner.post(&format!("/v1/players/{player}/deposits"), &deposit).expect(201);
    let refresh = json!({"refresh_token": session["refresh_token"]});
    let renewed = anybody.post_under("a-refresh-key", "/v1/auth/refresh", &refresh).expect(200);
    let client = owner.post("/v1/clients", &json!({"name": "Quibble", "scopes": ["players:read"]})).expect(201);
    let credentials = json!({
        "grant_type": "client_credentials", "client_id": client["client"], "client_secret": client["secret"],
    });
    let bearer = anybody.post_text("/v1/auth/token", &[], &credentials.to_string()).expect(200);
    assert_eq!(Client::new(address(told.lines().last().unwrap()), Some(figures.into())).get("/metrics").status, 200);
    let request = owner.get("/v1/players?limit=7").header("x-request-id").unwrap().to_owned();
    drop((anybody, owner));
    running.stop();
    log.read_to_string(&mut told).unwrap();

    let lines: Vec<serde_json::Value> = told.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let answers: Vec<_> = lines.iter().filter(|line| line["message"] == "answered").collect();
    let of_list = answers.iter().find(|line| line["span"]["id"] == request).unwrap();
    assert_eq!((&of_list["operation"], &of_list["status"]), (&json!("ListPlayers"), &json!(200)));
    assert_eq!((&of_list["actor_kind"], &of_list["actor"]), (&json!("staff"), &json!(staff)));
    assert!(of_list["ms"].is_u64() && of_list["timestamp"].is_string(), "{of_list}");
    assert!(
        answers
            .iter()
            .any(|line| line["operation"] == "SignIn" && line["status"] == 401 && line["actor_kind"] == "nobody")
    );
    let secrets = [
        "a long enough one",
        "a wrong password",
        "another long one",
        "example.com",
        "Zippora",
        "Quibble",
        "REF-7",
        key,
        figures,
        "a-refresh-key",
        &token(&session, "access_token"),
        &token(&session, "refresh_token"),
        &token(&renewed, "access_token"),
        &token(&renewed, "refresh_token"),
        &token(&session, "device_secret"),
        &token(&client, "secret"),
        &token(&bearer, "access_token"),
    ];
    for secret in secrets {
        assert!(!told.contains(secret), "{secret} is in the log");
    }
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
