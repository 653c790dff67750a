//! A service that is busy, or whose database goes away and comes back.

use std::time::Duration;

use diesel::connection::SimpleConnection;
use serde_json::json;

use crate::support::app::{TestApp, result};
use crate::support::databases::{Database, on_both};

on_both! {
    fn a_stop_finishes_what_is_under_way_and_a_start_finds_it(database) {
        let mut app = TestApp::start(database);
        let (ann, bob) = (app.player(100), app.player(100));
        let game = app.game(&ann, &bob, "5");
        app.owner.post(&format!("/v1/games/{game}/report"), &result(ann.id, 1, 1)).expect(200);
        app.stop();
        let store = app.database.store();
        let game = game.parse().unwrap();
        let found = store.reader().map(|mut db| kupa::store::games::list_settled(&mut db, &[game]));
        assert!(found.unwrap().unwrap().contains_key(&game));
    }
}

#[test]
fn with_more_waiting_than_the_queue_takes_the_answer_is_503_at_once() {
    let app = TestApp::start_with(Database::sqlite(), |config| {
        config.queue = 1;
        config.batch = 1;
    });
    let (ann, bob) = (app.player(1000), app.player(1000));
    let game = app.game(&ann, &bob, "5");
    // Somebody else holds the database's one lock: what comes meanwhile waits, or is told that too much does.
    let mut holder = app.database.owner();
    holder.batch_execute("BEGIN IMMEDIATE").unwrap();
    let path = format!("/v1/games/{game}/report");
    let replies: Vec<_> = std::thread::scope(|scope| {
        let ask = |_| {
            let (client, path, body) = (app.owner.again(), path.clone(), result(ann.id, 1, 1));
            scope.spawn(move || client.post_under("k", &path, &body))
        };
        let asking: Vec<_> = (0..4).map(ask).collect();
        while asking.iter().filter(|one| one.is_finished()).count() < 2 {
            std::thread::yield_now();
        }
        holder.batch_execute("ROLLBACK").unwrap();
        asking.into_iter().map(|one| one.join().unwrap()).collect()
    });
    let busy: Vec<_> = replies.iter().filter(|reply| reply.status == 503).collect();
    assert!(!busy.is_empty());
    for reply in &busy {
        assert_eq!((reply.refused(503).as_str(), reply.header("retry-after")), ("busy", Some("1")));
    }
    assert!(replies.iter().filter(|reply| reply.status != 503).all(|reply| reply.status == 200));
    // The same key, later: it is done, once.
    app.owner.post_under("k", &path, &result(ann.id, 1, 1)).expect(200);
    assert_eq!(app.cash(bob.id), "995.00");
}

#[test]
fn a_database_that_goes_away_and_comes_back_is_503_and_then_as_before() {
    let Some(database) = Database::postgres() else { return };
    let app = TestApp::start_with(database, |config| config.patience = Duration::from_millis(300));
    let (ann, bob) = (app.player(100), app.player(100));
    let game = app.game(&ann, &bob, "5");
    let path = format!("/v1/games/{game}/report");
    app.database.shut_out(true);
    assert_eq!(app.owner.post_under("k", &path, &result(ann.id, 1, 1)).refused(503), "database_away");
    assert_eq!(app.owner.get("/readyz").refused(503), "database_away");
    assert_eq!(app.owner.get("/healthz").status, 200);
    assert_eq!(app.owner.get(&format!("/v1/players/{}/wallet", ann.id)).refused(503), "database_away");
    app.database.shut_out(false);
    let settled = app.owner.post_under("k", &path, &result(ann.id, 1, 1)).expect(200);
    assert_eq!(settled["state"], "settled");
    assert_eq!(app.owner.get("/readyz").status, 200);
    assert_eq!(app.owner.post(&path, &json!({"winner": ann.id, "result": 1, "cube": 1})).refused(409), "game_ended");
}

on_both! {
    fn a_node_that_is_about_to_stop_says_so_serves_on_and_ends_its_connections(database) {
        let app = TestApp::start(database);
        assert_eq!(app.owner.get("/readyz").expect(200)["status"], "ok");
        app.app().drain();
        let ready = app.owner.get("/readyz");
        assert_eq!((ready.refused(503).as_str(), ready.header("connection")), ("draining", Some("close")));
        app.owner.get("/healthz").expect(200);
        let played = app.owner.post("/v1/players", &serde_json::json!({"nickname": "late"}));
        played.expect(201);
        assert_eq!(played.header("connection"), Some("close"));
    }
}
