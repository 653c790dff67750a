//! Sessions over HTTP: refresh, races, replays, sign-out.

use kupa::domain::players::access::{Role, Scope};
use kupa::store::dialect::Address;
use kupa::web::password::secret_digest;
use serde_json::{Value, json};

use crate::support::app::TestApp;
use crate::support::client::{Client, Reply};
use crate::support::databases::{Database, on_both};

/// Opens an account by which somebody signs in.
fn open(app: &TestApp) -> String {
    let body = json!({"nickname": "Ann", "email": "ann@example.com", "password": "a long enough one"});
    app.owner_anew().post("/v1/players", &body).expect(201)["player"].as_str().unwrap().to_owned()
}

fn sign_in(app: &TestApp, device: Option<&str>) -> Reply {
    let mut body = json!({"as": "player", "email": "ann@example.com", "password": "a long enough one"});
    if let Some(device) = device {
        body["device"] = json!(device);
    }
    let agent = [("User-Agent", "Kupa/1 (a phone)")];
    Client::new(app.address, None).post_text("/v1/auth/sign-in", &agent, &body.to_string())
}

fn refresh(app: &TestApp, token: &str, key: &str) -> Reply {
    Client::new(app.address, None).post_under(key, "/v1/auth/refresh", &json!({"refresh_token": token}))
}

fn text<'a>(told: &'a Value, name: &str) -> &'a str {
    told[name].as_str().unwrap_or_else(|| panic!("no {name} in {told}"))
}

fn with(app: &TestApp, told: &Value) -> Client {
    Client::new(app.address, Some(text(told, "access_token").to_owned()))
}

on_both! {
    fn a_session_goes_on_by_its_refresh_tokens(database) {
        let app = TestApp::start(database);
        let player = open(&app);
        let mut told = sign_in(&app, None).expect(200);
        assert_eq!((&told["expires_in"], &told["refresh_expires_in"]), (&json!(900), &json!(336 * 3600)));
        for number in 0..3 {
            app.wait_s(901);
            let path = format!("/v1/players/{player}");
            assert_eq!(with(&app, &told).get(&path).refused(401), "token_expired");
            let reply = refresh(&app, text(&told, "refresh_token"), &format!("key {number}").replace(' ', "-"));
            assert_eq!(reply.header("cache-control"), Some("no-store"));
            let next = reply.expect(200);
            assert_eq!((&next["subject"], &next["session"]), (&told["subject"], &told["session"]));
            assert_ne!(next["refresh_token"], told["refresh_token"]);
            told = next;
            with(&app, &told).get(&path).expect(200);
        }
    }

    fn a_lost_answer_is_given_again_and_a_replay_ends_the_session(database) {
        let app = TestApp::start(database);
        open(&app);
        let told = sign_in(&app, None).expect(200);
        let old = text(&told, "refresh_token");
        let first = refresh(&app, old, "mine").expect(200);
        app.wait_s(30);
        let again = refresh(&app, old, "mine").expect(200);
        assert_eq!(again["refresh_token"], first["refresh_token"]);
        // Whoever copied the token has not the key: they get nothing, and it comes out.
        assert_eq!(refresh(&app, old, "theirs").refused(401), "refresh_reused");
        assert_eq!(refresh(&app, text(&first, "refresh_token"), "next").refused(401), "session_over");
        assert_eq!(refresh(&app, old, "mine").refused(401), "session_over");
        assert_eq!(with(&app, &first).get("/v1/auth/sessions").refused(401), "session_over");
        assert_eq!(with(&app, &sign_in(&app, None).expect(200)).get("/v1/auth/sessions").expect(200)["sessions"].as_array().map(Vec::len), Some(1));
    }

    fn of_many_refreshes_at_once_under_one_key_there_is_one_outcome(database) {
        let app = TestApp::start(database);
        open(&app);
        let told = sign_in(&app, None).expect(200);
        let old = text(&told, "refresh_token");
        let address = app.address;
        let replies: Vec<Reply> = std::thread::scope(|scope| {
            let ask = || {
                let body = json!({"refresh_token": old});
                Client::new(address, None).post_under("same", "/v1/auth/refresh", &body)
            };
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(ask)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        let tokens: Vec<Value> = replies.iter().map(|reply| reply.expect(200)["refresh_token"].clone()).collect();
        assert!(tokens.iter().all(|token| *token == tokens[0]));
        refresh(&app, tokens[0].as_str().unwrap(), "next").expect(200);
    }

    fn of_two_who_bring_one_token_one_goes_on_at_most_and_not_for_long(database) {
        let app = TestApp::start(database);
        open(&app);
        let told = sign_in(&app, None).expect(200);
        let old = text(&told, "refresh_token");
        let address = app.address;
        let replies: Vec<Reply> = std::thread::scope(|scope| {
            let ask = |key: usize| {
                let body = json!({"refresh_token": old});
                Client::new(address, None).post_under(&format!("k{key}"), "/v1/auth/refresh", &body)
            };
            let threads: Vec<_> = (0..8).map(|key| scope.spawn(move || ask(key))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        let (done, refused): (Vec<Reply>, Vec<Reply>) = replies.into_iter().partition(|reply| reply.status == 200);
        assert_eq!(done.len(), 1);
        let mut codes: Vec<String> = refused.iter().map(|reply| reply.refused(401)).collect();
        codes.sort();
        assert_eq!((codes[0].as_str(), codes.iter().filter(|code| *code == "refresh_reused").count()), ("refresh_reused", 1));
        assert!(codes[1..].iter().all(|code| code == "session_over"), "{codes:?}");
        assert_eq!(refresh(&app, text(&done[0].json(), "refresh_token"), "next").refused(401), "session_over");
    }

    fn ones_own_sessions_are_seen_and_ended(database) {
        let app = TestApp::start(database);
        open(&app);
        let (one, two) = (sign_in(&app, Some("my tablet")).expect(200), sign_in(&app, None).expect(200));
        app.wait_s(60);
        let two = refresh(&app, text(&two, "refresh_token"), "k").expect(200);
        let seen = with(&app, &two).get("/v1/auth/sessions").expect(200);
        let sessions = seen["sessions"].as_array().unwrap();
        let brief: Vec<_> = sessions.iter().map(|it| (text(it, "device"), it["present"].as_bool().unwrap())).collect();
        assert_eq!(brief, [("my tablet", false), ("Kupa/1 (a phone)", true)]);
        assert!(text(&sessions[1], "used_at") > text(&sessions[1], "started_at"));
        assert_eq!(sessions[0]["used_at"], sessions[0]["started_at"]);
        let page = with(&app, &two).get("/v1/auth/sessions?limit=1").expect(200);
        let rest = with(&app, &two).get(&format!("/v1/auth/sessions?limit=1&cursor={}", text(&page, "next"))).expect(200);
        assert_eq!((&page["sessions"][0], &rest["sessions"][0]), (&sessions[0], &sessions[1]));

        let stranger = app.player(0).http;
        let path = format!("/v1/auth/sessions/{}/end", text(&one, "session"));
        assert_eq!(stranger.post(&path, &json!({})).refused(404), "unknown_session");
        assert_eq!(stranger.get("/v1/auth/sessions").expect(200)["sessions"], json!([]));
        with(&app, &two).post(&path, &json!({})).expect(200);
        assert_eq!(refresh(&app, text(&one, "refresh_token"), "k").refused(401), "session_over");
        with(&app, &two).post("/v1/auth/sign-out", &json!({})).expect(200);
        assert_eq!(with(&app, &two).post("/v1/auth/sign-out", &json!({})).refused(401), "session_over");
        assert_eq!(refresh(&app, text(&two, "refresh_token"), "l").refused(401), "session_over");
    }

    fn signing_out_everywhere_ends_all_and_a_new_sign_in_begins_anew(database) {
        let app = TestApp::start(database);
        open(&app);
        let all: Vec<Value> = (0..3).map(|_| sign_in(&app, None).expect(200)).collect();
        with(&app, &all[0]).post("/v1/auth/sign-out-everywhere", &json!({})).expect(200);
        for told in &all {
            assert_eq!(refresh(&app, text(told, "refresh_token"), "k").refused(401), "session_over");
        }
        let fresh = sign_in(&app, None).expect(200);
        refresh(&app, text(&fresh, "refresh_token"), "k").expect(200);
    }

    fn a_closed_account_and_a_disabled_member_are_out(database) {
        let app = TestApp::start(database);
        let player = open(&app);
        let told = sign_in(&app, None).expect(200);
        app.owner.post(&format!("/v1/players/{player}/close"), &json!({"reason": "a cheat"})).expect(200);
        assert_eq!(refresh(&app, text(&told, "refresh_token"), "k").refused(401), "session_over");

        let body = json!({"email": "dana@example.com", "password": "another long one", "role": "finance"});
        let dana = app.owner.post("/v1/staff", &body).expect(201);
        let body = json!({"as": "staff", "email": "dana@example.com", "password": "another long one"});
        let told = Client::new(app.address, None).post_text("/v1/auth/sign-in", &[], &body.to_string()).expect(200);
        let told = refresh(&app, text(&told, "refresh_token"), "k").expect(200);
        with(&app, &told).get("/v1/finance/trial-balance").expect(200);
        let path = format!("/v1/staff/{}/disable", text(&dana, "staff"));
        app.owner.post(&path, &json!({"reason": "has left"})).expect(200);
        assert_eq!(refresh(&app, text(&told, "refresh_token"), "l").refused(401), "session_over");
    }
}

#[test]
fn what_is_no_refresh_token_is_refused_for_what_it_is() {
    let app = TestApp::start(Database::sqlite());
    open(&app);
    let told = sign_in(&app, None).expect(200);
    let good = text(&told, "refresh_token");
    let other = format!("kupa_r_{}", "A".repeat(43));
    let long = "A".repeat(2_000);
    for bad in
        ["", "x", &good[1..], &good[..good.len() - 1], &format!("{good}A"), &other, &long, text(&told, "access_token")]
    {
        assert_eq!(refresh(&app, bad, "k").refused(401), "refresh_invalid", "{bad}");
    }
    let send =
        |body: &str| Client::new(app.address, None).post_text("/v1/auth/refresh", &[("Idempotency-Key", "k")], body);
    for (body, code) in [
        ("{\"refresh_token\": 5}", "wrong_type"),
        ("{\"refresh_token\": null}", "wrong_type"),
        ("{\"refresh_token\": [\"x\"]}", "wrong_type"),
        ("{}", "missing_field"),
        (&format!("{{\"refresh_token\": \"{}\"}}", "A".repeat(60_000)), "too_long"),
        ("{\"refresh_token\": \"x\", \"more\": 1}", "unknown_field"),
    ] {
        let faults = send(body).faults();
        assert!(faults.iter().any(|(_, word)| word == code), "{body}: {faults:?}");
    }
    let body = json!({"refresh_token": good}).to_string();
    let keyless = Client::new(app.address, None).post_text("/v1/auth/refresh", &[], &body);
    assert_eq!(keyless.refused(400), "idempotency_key_missing");
    // A refresh token opens nothing by itself, and none of all this has harmed the session.
    let bearer = Client::new(app.address, Some(good.to_owned()));
    assert_eq!(bearer.get("/v1/auth/sessions").refused(401), "token_invalid");
    refresh(&app, good, "k").expect(200);
}

#[test]
fn a_device_that_cannot_be_named_is_a_fault() {
    let app = TestApp::start(Database::sqlite());
    open(&app);
    for bad in ["", " x", "a\u{202e}b", &"x".repeat(201)] {
        let faults = sign_in(&app, Some(bad)).faults();
        let words = ["device_malformed", "unseen_characters"];
        assert!(faults.iter().all(|(at, word)| at == "/device" && words.contains(&word.as_str())), "{faults:?}");
    }
    sign_in(&app, Some("הטלפון שלי")).expect(200);
}

#[test]
fn programs_and_tokens_of_no_session_have_none_to_end() {
    let app = TestApp::start(Database::sqlite());
    let program = app.client(&[Scope::PlayersWrite], &[]);
    assert_eq!(program.get("/v1/auth/sessions").refused(403), "forbidden");
    assert_eq!(program.post("/v1/auth/sign-out", &json!({})).refused(403), "forbidden");
    assert_eq!(app.staff(Role::Viewer).post("/v1/auth/sign-out", &json!({})).refused(404), "unknown_session");
}

#[test]
fn nothing_that_is_stored_is_a_refresh_token() {
    let app = TestApp::start(Database::sqlite());
    open(&app);
    let told = sign_in(&app, None).expect(200);
    let next = refresh(&app, text(&told, "refresh_token"), "a-secret-key").expect(200);
    let Address::Sqlite(path) = app.database.address() else { panic!("not SQLite") };
    let files = ["", "-wal"].map(|end| std::fs::read(format!("{}{end}", path.display())).unwrap_or_default());
    let kept = files.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).join("\n");
    let digest = secret_digest(text(&next, "refresh_token"));
    assert!(kept.contains(&digest), "nothing was looked at");
    for secret in
        [text(&told, "refresh_token"), text(&next, "refresh_token"), "a-secret-key", text(&next, "access_token")]
    {
        assert!(!kept.contains(secret.trim_start_matches("kupa_r_")), "{secret}");
    }
}
