//! What can be looked at, by whom, and page by page.

use serde_json::{Value, json};

use crate::support::app::{TestApp, result};
use crate::support::databases::on_both;

fn list<'a>(value: &'a Value, name: &str) -> &'a Vec<Value> {
    value[name].as_array().unwrap()
}

on_both! {
    fn a_statement_is_read_page_by_page_and_adds_up(database) {
        let app = TestApp::start(database);
        let (ann, bob) = (app.player(100), app.player(100));
        for _ in 0..3 {
            let game = app.game(&ann, &bob, "5");
            app.owner.post(&format!("/v1/games/{game}/report"), &result(bob.id, 1, 1)).expect(200);
        }
        let path = format!("/v1/players/{}/statement?currency=USD&limit=3", ann.id);
        let mut lines = Vec::new();
        let mut page = ann.http.get(&path).expect(200);
        loop {
            lines.extend(list(&page, "lines").clone());
            let Some(next) = page["next"].as_str().map(str::to_owned) else { break };
            page = ann.http.get(&format!("{path}&cursor={next}")).expect(200);
        }
        let kinds: Vec<&str> = lines.iter().map(|line| line["kind"].as_str().unwrap()).collect();
        let game = ["settlement", "escrow"];
        assert_eq!(kinds, [&game[..], &game, &game, &["deposit"]].concat());
        let cents = |line: &Value| line["amount"]["amount"].as_str().unwrap().replace('.', "").parse::<i64>().unwrap();
        assert_eq!(lines.iter().map(cents).sum::<i64>(), 8_500);
        assert_eq!(lines[0]["balance"]["amount"], "85.00");
        assert!(lines[0]["subject"].as_str().unwrap().starts_with("gam_"));
        let other = app.owner.get(&format!("/v1/players/{}/statement?currency=EUR", ann.id)).expect(200);
        assert_eq!(list(&other, "lines").len(), 0);
    }

    fn a_player_sees_what_is_open_and_their_own_games(database) {
        let app = TestApp::start(database);
        let (ann, bob, eve) = (app.player(100), app.player(100), app.player(100));
        let (begun, open) = (app.game(&ann, &bob, "5"), app.offer(&bob, "1"));
        let seen = |path: &str| {
            let games = eve.http.get(path).expect(200);
            list(&games, "games").iter().map(|game| game["game"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(seen("/v1/games?state=open"), [open.as_str()]);
        assert_eq!(seen("/v1/games"), [""; 0]);
        assert_eq!(eve.http.get(&format!("/v1/games?player={}", ann.id)).refused(403), "not_yours");
        assert_eq!(eve.http.get(&format!("/v1/games/{begun}")).refused(403), "not_yours");
        assert_eq!(eve.http.get(&format!("/v1/games/{open}")).expect(200)["opener"], json!(bob.id));
        assert_eq!(ann.http.get(&format!("/v1/games/{begun}")).expect(200)["state"], "playing");
        let all = app.owner.get("/v1/games?limit=1").expect(200);
        let rest = app.owner.get(&format!("/v1/games?limit=1&cursor={}", all["next"].as_str().unwrap())).expect(200);
        assert_eq!((&all["games"][0]["game"], &rest["games"][0]["game"]), (&json!(open), &json!(begun)));
        assert_eq!(eve.http.get(&format!("/v1/games/{begun}/events")).refused(403), "not_yours");
        let events = app.owner.get(&format!("/v1/games/{begun}/events")).expect(200);
        let kinds: Vec<_> = list(&events, "events").iter().map(|event| event["kind"].clone()).collect();
        assert_eq!(kinds, ["game.opened", "game.joined"]);
    }

    fn players_of_an_anonymous_room_are_not_told_who_sits_opposite(database) {
        let app = TestApp::start(database);
        let (ann, bob) = (app.player(100), app.player(100));
        let body = json!({"room": "dark_room", "kind": "single", "stake": {"amount": "5", "currency": "USD"}});
        let game = ann.http.post("/v1/games", &body).expect(201)["game"].as_str().unwrap().to_owned();
        let path = format!("/v1/games/{game}");
        assert_eq!(bob.http.get(&path).expect(200)["opener"], Value::Null);
        bob.http.post(&format!("{path}/join"), &json!({})).expect(200);
        app.owner.post(&format!("{path}/report"), &result(ann.id, 1, 1)).expect(200);
        let told = bob.http.get(&path).expect(200);
        assert_eq!((&told["opener"], &told["joiner"]), (&Value::Null, &json!(bob.id)));
        assert_eq!((&told["settlement"]["winner"], &told["settlement"]["explanation"]), (&Value::Null, &Value::Null));
        assert_eq!(app.owner.get(&path).expect(200)["opener"], json!(ann.id));

        // Nor by the answers to what ends a game.
        let game = ann.http.post("/v1/games", &body).expect(201)["game"].as_str().unwrap().to_owned();
        let act = |verb: &str, body: Value| bob.http.post(&format!("/v1/games/{game}/{verb}"), &body).expect(200);
        act("join", json!({}));
        let conceded = act("concede", json!({"result": 1}));
        assert_eq!((&conceded["state"], &conceded["winner"]), (&json!("settled"), &Value::Null));
    }

    fn a_quote_names_every_step_of_every_result(database) {
        let app = TestApp::start(database);
        let ann = app.player(0);
        let fine = "/v1/rake/quote?room=main&kind=single&stake=5.001&currency=USD&rating=1700&other_rating=1700";
        let said = ann.http.get(fine).expect(422)["detail"].clone();
        assert!(said.as_str().unwrap().contains("than USD has"), "{said}");
        let quote = ann.http.get("/v1/rake/quote?room=main&kind=single&stake=5&currency=USD&rating=1700&other_rating=1700");
        let quote = quote.expect(200);
        let lines = list(&quote, "lines");
        assert_eq!(lines.len(), 7 * 3, "cubes 1 to 64, three results each");
        let gammon = lines.iter().find(|line| line["played"] == json!({"single": {"cube": 1, "result": 2}})).unwrap();
        assert_eq!((&gammon["rake_each"], &gammon["winner"], &gammon["loser"]), (&json!("0.49"), &json!("9.02"), &json!("-10.00")));
        assert!(list(gammon, "steps").len() > 3);
        let dark = ann.http.get("/v1/rake/quote?room=dark_room&kind=match&points=3&stake=5&currency=USD");
        assert_eq!(dark.refused(422), "match_not_offered");
        assert_eq!(ann.http.get("/v1/rake/quote?room=none&kind=single&stake=5&currency=USD").refused(404), "unknown_room");
        let points = ann.http.get("/v1/rake/quote?room=main&kind=match&stake=5&currency=USD");
        assert_eq!(points.faults()[0].0, "/points");
    }

    fn rooms_and_schedules_are_published_in_versions(database) {
        let app = TestApp::start(database);
        let rooms = app.owner.get("/v1/rooms").expect(200);
        let names: Vec<_> = list(&rooms, "rooms").iter().map(|room| room["room"].as_str().unwrap()).collect();
        assert_eq!(names, ["dark_room", "empire", "giants", "main"]);
        let mut document = app.owner.get("/v1/rooms/main").expect(200)["document"].clone();
        document["unjoined_expires_s"] = json!(60);
        let tag = || app.owner.get("/v1/rooms/main").header("etag").unwrap().to_owned();
        let publish = |document: &Value| {
            app.owner.edit(Some(&tag()), "/v1/rooms/main/versions", &json!({"document": document}))
        };
        app.wait_s(1);
        assert_eq!(publish(&document).expect(201)["version"], 2);
        assert_eq!(app.owner.get("/v1/rooms/main").expect(200)["document"]["unjoined_expires_s"], 60);
        assert_eq!(app.owner.get("/v1/rooms/main/versions/1").expect(200)["version"], 1);
        document["kinds"] = json!({"single": false});
        document["variants"] = json!([]);
        let faulty = publish(&document);
        assert_eq!(faulty.refused(422), "document_invalid");
        let faults = faulty.faults();
        let places: Vec<&str> = faults.iter().map(|(place, _)| place.as_str()).collect();
        assert_eq!(places, ["/kinds", "/variants"]);
        assert_eq!(publish(&json!({"name": 1})).faults()[0].0, "/document");
        let schedules = app.owner.get("/v1/rake/schedules").expect(200);
        assert_eq!(list(&schedules, "schedules").len(), 4);
        assert_eq!(app.owner.get("/v1/rake/schedules/none").refused(404), "unknown_schedule");
    }

    fn people_programs_and_the_ledger_are_listed(database) {
        let app = TestApp::start(database);
        let (ann, bob) = (app.player(100), app.player(100));
        let first = app.owner.get("/v1/players?limit=1").expect(200);
        let next = first["next"].as_str().unwrap();
        let second = app.owner.get(&format!("/v1/players?limit=1&cursor={next}")).expect(200);
        let ids = [&first["players"][0]["player"], &second["players"][0]["player"]];
        assert_eq!(ids, [&json!(ann.id), &json!(bob.id)]);
        assert_eq!(ann.http.get(&format!("/v1/players/{}/ratings", ann.id)).expect(200)["ratings"], json!([]));
        let body = json!({"rating": "1700.5", "reason": "known"});
        app.owner.post(&format!("/v1/players/{}/ratings/backgammon/correct", ann.id), &body).expect(200);
        let ratings = ann.http.get(&format!("/v1/players/{}/ratings", ann.id)).expect(200);
        assert_eq!(ratings["ratings"][0]["rating"], "1700.5");
        assert_eq!(list(&app.owner.get("/v1/staff").expect(200), "staff").len(), 1);
        let added = app.owner.post("/v1/clients", &json!({"name": "board", "scopes": ["games:report"]})).expect(201);
        assert!(added["secret"].as_str().unwrap().starts_with("kupa_"));
        let clients = app.owner.get("/v1/clients").expect(200);
        assert_eq!(clients["clients"][0]["client"], added["client"]);
        assert!(clients["clients"][0].get("secret").is_none());

        let transfers = app.owner.get("/v1/finance/transfers?limit=1").expect(200);
        let next = transfers["next"].as_str().unwrap();
        let rest = app.owner.get(&format!("/v1/finance/transfers?limit=1&cursor={next}")).expect(200);
        assert_ne!(transfers["transfers"][0]["transfer"], rest["transfers"][0]["transfer"]);
        let trial = app.owner.get("/v1/finance/trial-balance").expect(200);
        assert_eq!(trial["balances"], true);
        let cut = trial["cut"].as_object().unwrap().iter().map(|(shard, seq)| format!("{shard}:{seq}"));
        let cut = cut.collect::<Vec<_>>().join(",");
        app.deposit(ann.id, "5", "USD").expect(201);
        let then = app.owner.get(&format!("/v1/finance/trial-balance?cut={cut}")).expect(200);
        assert_eq!(then["lines"], trial["lines"]);
        for cut in ["1:1000000", "99:1"] {
            let future = app.owner.get(&format!("/v1/finance/trial-balance?cut={cut}"));
            assert_eq!(future.faults(), [("/cut".to_owned(), "cut_in_the_future".to_owned())]);
        }
        let cash = app.owner.get("/v1/finance/accounts?kind=cash&limit=1").expect(200);
        let next = cash["next"].as_str().unwrap();
        let rest = app.owner.get(&format!("/v1/finance/accounts?kind=cash&limit=1&cursor={next}")).expect(200);
        assert_ne!(cash["accounts"][0]["account"], rest["accounts"][0]["account"]);
    }
}
