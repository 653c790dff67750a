//! The switches over HTTP and on the command line.

use serde_json::json;

use crate::support::app::TestApp;
use crate::support::databases::on_both;

use kupa::cli::maintenance::{MaintenanceArgs, MaintenanceCommand, maintenance};
use kupa::config::DatabaseOptions;
use kupa::domain::players::access::{Role, Scope};

on_both! {
    fn a_switch_is_turned_shown_and_told_to_whom_it_stops(database) {
        let app = TestApp::start(database);
        let director = app.staff(Role::Director);
        let ann = app.player(100);
        assert_eq!(app.owner.get("/readyz").expect(200), json!({"status": "ok", "maintenance": false}));
        assert_eq!(app.owner.get("/v1/switches").expect(200), json!({"on": []}));
        let on = json!({"on": true, "reason": "The dice are loaded"});
        assert_eq!(director.post("/v1/switches/stop_room:main", &on).expect(200)["on"], true);
        let body = json!({"room": "main", "kind": "single", "stake": {"amount": "5", "currency": "USD"}});
        let refused = ann.http.post("/v1/games", &body);
        assert_eq!((refused.refused(422).as_str(), refused.json()["params"]["room"].as_str()), ("room_stopped", Some("main")));
        let shown = app.client(&[Scope::GamesReport], &[]).get("/v1/switches").expect(200);
        assert_eq!((shown["on"][0]["switch"].as_str(), shown["on"][0]["reason"].as_str()), (Some("stop_room:main"), Some("The dice are loaded")));
        assert!(shown["on"][0]["by"].as_str().unwrap().starts_with("stf_"), "{shown}");
        let off = json!({"on": false, "reason": "They are not"});
        director.post("/v1/switches/stop_room:main", &off).expect(200);
        assert_eq!(director.post("/v1/switches/stop_room:main", &off).refused(409), "already_so");
        ann.http.post("/v1/games", &body).expect(201);

        app.owner.post("/v1/switches/stop_withdrawals", &on).expect(200);
        let withdrawal = json!({"amount": {"amount": "5", "currency": "USD"}, "provider": "paypal"});
        let path = format!("/v1/players/{}/withdrawals", ann.id);
        assert_eq!(ann.http.post(&path, &withdrawal).refused(422), "withdrawals_stopped");
        for nothing in ["stop_games", "stop_room:", "stop_room:Main", "%00"] {
            assert_eq!(app.owner.post(&format!("/v1/switches/{nothing}"), &on).refused(404), "not_found", "{nothing}");
        }
        assert_eq!(app.owner.post("/v1/switches/stop_room:nosuch", &on).refused(404), "unknown_room");
        assert_eq!(app.owner.post("/v1/switches/maintenance", &json!({"on": "yes", "reason": "x"})).refused(400), "invalid_body");
        assert_eq!(ann.http.get("/v1/switches").refused(403), "forbidden");
    }

    fn the_command_line_turns_maintenance_on_and_off_beside_the_service(database) {
        let app = TestApp::start(database);
        let ann = app.player(100);
        let args = |reason: &str| MaintenanceArgs {
            database: DatabaseOptions { database_url: app.database.url.clone(), pool: "1".into() },
            reason: reason.into(),
        };
        maintenance(&MaintenanceCommand::On(args("A new disk"))).unwrap();
        maintenance(&MaintenanceCommand::On(args("A new disk"))).unwrap();
        assert_eq!(app.owner.get("/readyz").expect(200)["maintenance"], true);
        let shown = app.owner.get("/v1/switches").expect(200);
        assert_eq!((shown["on"][0]["by"].as_str(), shown["on"][0]["reason"].as_str()), (Some("system"), Some("A new disk")));
        let body = json!({"room": "main", "kind": "single", "stake": {"amount": "5", "currency": "USD"}});
        assert_eq!(ann.http.post("/v1/games", &body).refused(422), "maintenance");
        assert!(maintenance(&MaintenanceCommand::Off(args(" "))).unwrap_err().to_string().starts_with("reason_missing"));
        maintenance(&MaintenanceCommand::Off(args("It is in"))).unwrap();
        ann.http.post("/v1/games", &body).expect(201);
    }
}
