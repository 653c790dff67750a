//! Live streams: what they tell, to whom, from where on, and how they end.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use kupa::domain::act::Actor;
use kupa::domain::players::access::{Role, Scope};
use kupa::web::live::{CHUNK, Frame, Opened, chunks};
use kupa::web::looker::Looker;
use kupa::web::operation::Operation;
use kupa::web::token::Bearer;
use serde_json::{Value, json};

use crate::support::app::{TestApp, result};
use crate::support::client::{Client, Reply};
use crate::support::databases::{Database, on_both};
use crate::support::listener::Listener;

fn listen(app: &TestApp, client: &Client, path: &str) -> Listener {
    Listener::open(client, app.address, path)
}

fn refused(app: &TestApp, client: &Client, path: &str, headers: &[(&str, &str)]) -> Reply {
    Listener::try_open(client, app.address, path, headers).err().expect("a refusal")
}

fn listed(client: &Client, path: &str) -> Vec<Value> {
    client.get(path).expect(200)["events"].as_array().unwrap().clone()
}

/// Waits for what another thread is about to do.
fn until(what: &str, done: impl Fn() -> bool) {
    let began = Instant::now();
    while !done() {
        assert!(began.elapsed() < Duration::from_secs(30), "in vain: {what}");
        std::thread::yield_now();
    }
}

on_both! {
    fn a_stream_tells_what_the_list_tells_as_it_happens(database) {
        let app = TestApp::start(database);
        let (ann, bob) = (app.player(100), app.player(100));
        let stake = json!({"amount": "10", "currency": "USD"});
        let body = json!({"room": "dark_room", "kind": "single", "stake": stake});
        let game = ann.http.post("/v1/games", &body).expect(201)["game"].as_str().unwrap().to_owned();
        let path = format!("/v1/games/{game}/events");
        let mut own = listen(&app, &ann.http, &path);
        assert_eq!(own.header("content-type"), Some("text/event-stream"));
        assert_eq!(own.header("cache-control"), Some("no-store"));
        assert_eq!(own.header("x-accel-buffering"), Some("no"));
        assert_eq!((own.header("content-encoding"), own.header("content-length")), (None, None));
        let greeting = own.next().unwrap();
        assert!(greeting.retry.is_some_and(|retry| (1_000..4_000).contains(&retry)));
        assert_eq!((greeting.id, greeting.event), (Some(0), None));
        assert_eq!(own.event().event.as_deref(), Some("game.opened"));
        bob.http.post(&format!("/v1/games/{game}/join"), &json!({})).expect(200);
        assert_eq!(own.event().event.as_deref(), Some("game.joined"));
        ann.http.post(&format!("/v1/games/{game}/report"), &result(ann.id, 1, 1)).expect(200);
        let mut others = [&bob.http, &app.owner].map(|client| listen(&app, client, &path));
        bob.http.post(&format!("/v1/games/{game}/confirm"), &json!({})).expect(200);
        assert_eq!(own.event().id, Some(3));
        let settled = own.event();
        assert_eq!((settled.id, settled.event.as_deref()), (Some(4), Some("game.settled")));
        // For the same eyes, to the last letter.
        let whole = settled.json();
        assert_eq!(Some(&whole), listed(&ann.http, &path).last());
        assert!(!whole.to_string().contains(&bob.id.to_string()), "players are anonymous here: {whole}");
        for (stream, client) in others.iter_mut().zip([&bob.http, &app.owner]) {
            let told: Vec<Value> = (0..4).map(|_| stream.event().json()).collect();
            assert_eq!(told, listed(client, &path));
        }
        assert_ne!(listed(&bob.http, &path), listed(&app.owner, &path));
    }

    fn a_players_stream_tells_of_their_account_and_keeps_the_houses_counsel(database) {
        let app = TestApp::start(database);
        let ann = app.player(50);
        let path = format!("/v1/players/{}/events", ann.id);
        let mut own = listen(&app, &ann.http, &path);
        assert_eq!(own.event().event.as_deref(), Some("player.opened"));
        assert_eq!(own.event().json()["facts"]["amount"], 5_000);
        let asked = json!({"amount": {"amount": "20", "currency": "USD"}, "provider": "paypal"});
        ann.http.post(&format!("/v1/players/{}/withdrawals", ann.id), &asked).expect(201);
        let why = json!({"reason": "seen by Dana", "until": "2027-06-01T00:00:00Z"});
        app.owner.post(&format!("/v1/players/{}/suspend", ann.id), &why).expect(200);
        assert_eq!(own.event().event.as_deref(), Some("withdrawal.requested"));
        let suspended = own.event();
        let told = suspended.json();
        assert_eq!((&told["kind"], &told["actor"], &told["reason"]), (&json!("player.suspended"), &json!("staff"), &Value::Null));
        assert_eq!((&told["facts"]["before"]["state"], &told["facts"]["after"]["state"]), (&json!("active"), &json!("suspended")));
        assert!(!suspended.data.unwrap().contains("Dana"));
        assert_eq!(listed(&app.owner, &path)[3]["reason"], "seen by Dana");
        assert_eq!(listed(&ann.http, &path), (1..=4).map(|seq| listed(&ann.http, &format!("{path}?after={}&limit=1", seq - 1))[0].clone()).collect::<Vec<_>>());
        let eve = app.player(0);
        assert_eq!(refused(&app, &eve.http, &path, &[]).refused(403), "not_yours");
    }

    fn a_stream_goes_on_after_what_came_last(database) {
        let app = TestApp::start(database);
        let ann = app.player(0);
        let path = format!("/v1/players/{}/events", ann.id);
        (0..120).for_each(|_| drop(app.deposit(ann.id, "1", "USD").expect(201)));
        // More than one chunk, each event once and in order.
        let mut whole = listen(&app, &app.owner, &path);
        for seq in 1..=121 {
            assert_eq!(whole.event().id, Some(seq));
        }
        assert_eq!(Listener::resume(&ann.http, app.address, &path, 100).event().id, Some(101));
        assert_eq!(listen(&app, &ann.http, &format!("{path}?after=7")).event().id, Some(8));
        // A browser comes back with the query that it began with: what came last goes before it.
        assert_eq!(Listener::resume(&ann.http, app.address, &format!("{path}?after=7"), 9).event().id, Some(10));
        let mut latest = listen(&app, &ann.http, &format!("{path}?after=latest"));
        assert_eq!(latest.next().unwrap().id, Some(121));
        app.deposit(ann.id, "1", "USD").expect(201);
        assert_eq!((latest.event().id, whole.event().id), (Some(122), Some(122)));
    }

    fn what_cannot_be_streamed_is_refused_before_it_begins(database) {
        let app = TestApp::start(database);
        let ann = app.player(0);
        let path = format!("/v1/players/{}/events", ann.id);
        for bad in ["x", "", "-1", "1.5", "99999999999999999999"] {
            let reply = refused(&app, &ann.http, &path, &[("Last-Event-ID", bad)]);
            assert_eq!(reply.refused(400), "last_event_id_malformed", "{bad:?}");
        }
        for bad in ["-1", "x", "lates"] {
            let reply = refused(&app, &ann.http, &format!("{path}?after={bad}"), &[]);
            assert_eq!(reply.refused(400), "invalid_query", "{bad}");
            assert_eq!(reply.faults()[0].0, "/after");
        }
        for ahead in [refused(&app, &ann.http, &path, &[("Last-Event-ID", "2")]), refused(&app, &ann.http, &format!("{path}?after=2"), &[])] {
            assert_eq!(ahead.refused(409), "event_ahead");
            assert_eq!((&ahead.json()["params"]["asked"], &ahead.json()["params"]["last"]), (&json!("2"), &json!("1")));
        }
        let nothing = "/v1/games/gam_00000000000000000000000000000001/events";
        assert_eq!(refused(&app, &app.owner, nothing, &[]).refused(404), "unknown_game");
        assert_eq!(refused(&app, &Client::new(app.address, None), &path, &[]).refused(401), "token_missing");
        let elsewhere = app.client(&[Scope::PlayersRead], &["dark_room"]);
        let (bob, eve) = (app.player(100), app.player(100));
        let game = format!("/v1/games/{}/events", app.game(&bob, &eve, "5"));
        assert_eq!(refused(&app, &ann.http, &game, &[]).refused(403), "not_yours");
        assert_eq!(refused(&app, &elsewhere, &game, &[]).status, elsewhere.get(&game).status);
        let head = app.owner.send("HEAD", &game, &[("Accept", "text/event-stream")], "");
        assert_eq!((head.status, head.header("content-type")), (200, Some("text/event-stream")));
        assert_eq!(app.app().live.count(), 0, "neither a refusal nor a head keeps a place");
    }
}

fn token(app: &TestApp, ann: &Client) -> Client {
    let grant = app.app().tokens.verify(ann.token.as_deref().unwrap(), app.app().now()).unwrap();
    let Actor::Player(id) = grant.actor else { panic!("no player") };
    app.bearing(&Bearer::Player(id))
}

on_both! {
    fn a_stream_ends_politely_when_its_bearer_may_look_no_more(database) {
        let app = TestApp::start(database);
        let (ann, bob) = (app.player(100), app.player(100));
        let path = format!("/v1/games/{}/events", app.game(&ann, &bob, "5"));
        let reason = json!({"reason": "gone"});

        let member = app.member(Role::Support);
        let stream = listen(&app, &app.bearing(&Bearer::Staff(member, Role::Support)), &path);
        app.owner.post(&format!("/v1/staff/{member}/disable"), &reason).expect(200);
        assert_eq!(stream.end(), "staff_disabled");

        let client = app.client(&[Scope::GamesReport], &[]);
        let id = app.app().tokens.verify(client.token.as_deref().unwrap(), app.app().now()).unwrap().actor;
        let stream = listen(&app, &client, &path);
        app.owner.post(&format!("/v1/clients/{id}/disable"), &reason).expect(200);
        assert_eq!(stream.end(), "client_disabled");

        let (own, playing) = (format!("/v1/players/{}/events", ann.id), token(&app, &ann.http));
        let streams = [listen(&app, &ann.http, &own), listen(&app, &playing, &path)];
        let left = listen(&app, &bob.http, &path);
        app.owner.post(&format!("/v1/players/{}/close", ann.id), &reason).expect(200);
        for stream in streams {
            assert_eq!(stream.end(), "player_closed");
        }
        assert_eq!(refused(&app, &ann.http, &own, &[]).refused(422), "player_closed");
        ann.http.get(&own).expect(200);

        app.wait_s(901);
        app.app().live.check();
        assert_eq!(left.end(), "token_expired");
        assert_eq!(app.app().live.count(), 0);
    }

    fn signing_out_ends_the_streams_of_that_session(database) {
        let app = TestApp::start(database);
        let body = json!({"nickname": "Ann", "email": "ann@example.com", "password": "a long enough one"});
        let ann = app.owner.post("/v1/players", &body).expect(201)["player"].as_str().unwrap().to_owned();
        let sign_in = || {
            let body = json!({"as": "player", "email": "ann@example.com", "password": "a long enough one"});
            let told = Client::new(app.address, None).post("/v1/auth/sign-in", &body).expect(200);
            Client::new(app.address, told["access_token"].as_str().map(str::to_owned))
        };
        let (phone, desk) = (sign_in(), sign_in());
        let path = format!("/v1/players/{ann}/events");
        let (on_phone, mut on_desk) = (listen(&app, &phone, &path), listen(&app, &desk, &path));
        phone.post("/v1/auth/sign-out", &json!({})).expect(200);
        assert_eq!(on_phone.end(), "session_over");
        let kinds: Vec<_> = (0..4).map(|_| on_desk.event().event.unwrap()).collect();
        assert_eq!(kinds, ["player.opened", "session.started", "session.started", "session.ended"]);
        // On which device is told to them alone.
        assert!(listed(&desk, &path)[1]["facts"]["device"].is_string());
        assert_eq!(listed(&app.owner, &path)[1]["facts"], json!({}));
        desk.post("/v1/auth/sign-out-everywhere", &json!({})).expect(200);
        assert_eq!(on_desk.end(), "session_over");
    }

    fn a_node_that_stops_sends_its_streams_away_at_once(database) {
        let mut app = TestApp::start_with(database, |config| config.shutdown = Duration::from_secs(600));
        let ann = app.player(0);
        let path = format!("/v1/players/{}/events", ann.id);
        let streams = [listen(&app, &ann.http, &path), listen(&app, &app.owner, &path)];
        app.app().live.close();
        assert_eq!(refused(&app, &ann.http, &path, &[]).refused(503), "draining");
        for mut stream in streams {
            let end = std::iter::from_fn(|| stream.next()).find(|block| block.end().is_some()).expect("an end");
            assert_eq!(end.end().as_deref(), Some("draining"));
            assert!(end.retry.is_some());
            assert_eq!(stream.next(), None);
        }
        app.prove();
        // Its drain has nothing to wait for: it would wait ten minutes.
        app.stop();
    }
}

#[test]
fn no_more_streams_are_open_than_may_be() {
    let app = TestApp::start_with(Database::sqlite(), |config| {
        (config.streams.of_person, config.streams.of_client, config.streams.all) = (2, 3, 5);
    });
    let (ann, bob) = (app.player(0), app.player(0));
    let path = format!("/v1/players/{}/events", ann.id);
    let mut own = vec![listen(&app, &ann.http, &path), listen(&app, &ann.http, &path)];
    let reply = refused(&app, &token(&app, &ann.http), &path, &[]);
    assert_eq!(reply.refused(429), "too_many_streams");
    assert_eq!((reply.header("retry-after"), &reply.json()["params"]["most"]), (Some("1"), &json!("2")));
    let site = app.client(&[Scope::PlayersRead], &[]);
    let theirs: Vec<_> = (0..3).map(|_| listen(&app, &site, &path)).collect();
    assert_eq!(refused(&app, &site, &path, &[]).refused(429), "too_many_streams");
    let bobs = format!("/v1/players/{}/events", bob.id);
    assert_eq!(refused(&app, &bob.http, &bobs, &[]).refused(503), "streams_full");
    // A client that hangs up is seen at once, though nothing is written to it.
    drop(own.pop());
    until("a place is free again", || app.app().live.count() == 4);
    drop((own, theirs));
    until("all places are free again", || app.app().live.count() == 0);
    until("nobody listens and nobody looks", || !app.app().live.is_watching());
    assert_eq!(listen(&app, &bob.http, &bobs).event().event.as_deref(), Some("player.opened"));
}

#[test]
fn no_more_streams_come_from_one_address_than_may() {
    let app = TestApp::start_with(Database::sqlite(), |config| {
        (config.streams.of_address, config.proxies) = (1, 1);
    });
    let ann = app.player(0);
    let path = format!("/v1/players/{}/events", ann.id);
    let from = |address| Listener::try_open(&ann.http, app.address, &path, &[("X-Forwarded-For", address)]);
    let first = from("1.2.3.4");
    let second = from("1.2.3.4").err().expect("a refusal");
    assert_eq!(
        (second.refused(429), &second.json()["params"]["of"]),
        ("too_many_streams".to_owned(), &json!("address"))
    );
    assert!(first.is_ok() && from("1.2.3.5").is_ok());
}

#[test]
fn silence_is_broken_by_a_heartbeat() {
    let app = TestApp::start_with(Database::sqlite(), |config| config.streams.heartbeat = Duration::from_secs(1));
    let ann = app.player(0);
    let mut stream = listen(&app, &ann.http, &format!("/v1/players/{}/events?after=latest", ann.id));
    assert!(stream.next().unwrap().retry.is_some());
    for _ in 0..2 {
        let heartbeat = stream.next().unwrap();
        assert!(heartbeat.comment && heartbeat.id.is_none() && heartbeat.data.is_none());
    }
}

/// However much is told, a stream reads a chunk when one is asked for, and no sooner.
#[test]
fn a_reader_who_does_not_read_holds_one_chunk() {
    let app = TestApp::start(Database::sqlite());
    let ann = app.player(0);
    let deposit = |_| {
        let act = kupa::actions::wallets::BookDeposit {
            by: Actor::System,
            deposit: kupa::domain::ids::DepositId(uuid::Uuid::now_v7()),
            player: ann.id,
            provider: "paypal".parse().unwrap(),
            reference: uuid::Uuid::now_v7().to_string(),
            amount: kupa::domain::money::Minor(100),
            currency: kupa::domain::money::Currency::usd(),
        };
        app.act(act);
    };
    let service = app.app.clone().unwrap().into_inner();
    let access = kupa::http::routes::ListPlayerEvents::SPEC.access;
    let ticket = service.live.open(ann.id.0, Actor::Player(ann.id), std::net::IpAddr::from([127, 0, 0, 1]).into());
    let looker = Looker { app: Arc::clone(&service), grant: None, until: None, access };
    let (asked, read) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let (count, rows) = (Arc::clone(&asked), Arc::clone(&read));
    let stream = chunks(Opened { looker, after: 0, ticket: ticket.unwrap() }, move |looker: Looker, after, _| {
        count.fetch_add(1, Ordering::Relaxed);
        let rows = Arc::clone(&rows);
        async move {
            let id = ann.id.0;
            let told =
                looker.app.store.read(move |db| kupa::store::games::list_events(db, id, after, CHUNK)).await.unwrap();
            rows.fetch_add(told.len(), Ordering::Relaxed);
            Ok(told.iter().map(|event| Frame::of(event.stream_seq, &event.kind, &event.stream_seq).unwrap()).collect())
        }
    });
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let mut stream = std::pin::pin!(stream);
    let whole = usize::try_from(CHUNK).unwrap();
    for round in 0..4_usize {
        (0..200).for_each(deposit);
        assert_eq!(asked.load(Ordering::Relaxed), round.saturating_sub(1), "nothing is read before it is asked for");
        let chunk = runtime.block_on(stream.next()).unwrap().unwrap();
        let events = chunk.split(|byte| *byte == b'\n').filter(|line| line.starts_with(b"data: ")).count();
        // First comes the greeting, then a chunk for each time that one is asked for.
        assert_eq!((events, read.load(Ordering::Relaxed)), (whole * usize::from(round > 0), round * whole));
    }
}
