//! A node says that it lives; where none did, open deadlines are moved.

use kupa::jobs::alive::{Round, work};
use kupa::jobs::due;
use kupa::store::outages::find_service_alive;
use serde_json::Value;

use crate::support::app::TestApp;
use crate::support::databases::on_both;

fn round(app: &TestApp) -> Round {
    actix_web::rt::System::new().block_on(work(app.app())).unwrap()
}

fn due_done(app: &TestApp) -> usize {
    actix_web::rt::System::new().block_on(due::work(app.app())).unwrap()
}

fn game(app: &TestApp, id: &str) -> Value {
    app.owner_anew().get(&format!("/v1/games/{id}")).expect(200)
}

on_both! {
    fn an_outage_moves_every_open_deadline_once_and_is_then_forgotten(database) {
        let app = TestApp::start(database);
        assert_eq!(round(&app), Round::default());
        let ann = app.player(100);
        let offers: Vec<String> = (0..3).map(|_| app.offer(&ann, "5")).collect();
        let due_at = game(&app, &offers[0])["due_at"].clone();
        app.wait_s(86_400);
        // The clock's other job may come first.
        assert_eq!(due_done(&app), 0);
        assert_eq!(game(&app, &offers[0])["state"], "open");
        assert_eq!(round(&app), Round { outage: true, moved: 3 });
        assert_eq!(round(&app), Round::default());
        assert_eq!(due_done(&app), 0);
        assert_ne!(game(&app, &offers[0])["due_at"], due_at);
        let events = app.owner_anew().get(&format!("/v1/games/{}/events", offers[0])).expect(200);
        let stopped = events["events"].as_array().unwrap().iter().find(|event| event["kind"] == "game.clock_stopped");
        // Less the microseconds that the acts before it took of this clock.
        assert_eq!(stopped.unwrap()["facts"]["stopped_s"], 86_399);
        let outages = || find_service_alive(&mut app.database.owner()).unwrap().unwrap().outages.0.len();
        assert_eq!(outages(), 1);
        for _ in 0..6 {
            app.wait_s(2);
            round(&app);
        }
        assert_eq!(outages(), 0);
    }

    fn two_nodes_find_one_outage(database) {
        let app = TestApp::start(database);
        round(&app);
        let ann = app.player(100);
        let offer = app.offer(&ann, "5");
        app.wait_s(1_000);
        let both = async { tokio::join!(work(app.app()), work(app.app())) };
        let (one, other) = actix_web::rt::System::new().block_on(both);
        assert!(one.unwrap().outage != other.unwrap().outage);
        let events = app.owner_anew().get(&format!("/v1/games/{offer}/events")).expect(200);
        let kinds: Vec<&str> =
            events["events"].as_array().unwrap().iter().map(|event| event["kind"].as_str().unwrap()).collect();
        assert_eq!(kinds, ["game.opened", "game.clock_stopped"]);
    }
}
