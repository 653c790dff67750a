//! Personal data over the API, and the places from which nobody may play.

use kupa::domain::players::access::{Role, Scope};
use serde_json::{Value, json};

use crate::support::app::TestApp;
use crate::support::databases::{Database, on_both};

fn noa() -> Value {
    json!({
        "nickname": "Noa", "email": "noa@example.com", "password": "a long enough one", "name": "נועה לב",
        "birth_date": "1980-02-29", "country": "US", "region": "US-NY", "address": "12 Main St, Albany",
    })
}

on_both! {
    fn a_person_is_read_by_themselves_and_few_others(database) {
        let app = TestApp::start(database);
        let opened = app.owner.post("/v1/players", &noa()).expect(201);
        let path = format!("/v1/players/{}/person", opened["player"].as_str().unwrap());
        let expected = json!({
            "player": opened["player"], "name": "נועה לב", "birth_date": "1980-02-29", "country": "US",
            "region": "US-NY", "address": "12 Main St, Albany",
        });
        let own = app.bearing(&kupa::web::token::Bearer::Player(opened["player"].as_str().unwrap().parse().unwrap()));
        assert_eq!(own.get(&path).expect(200), expected);
        for role in [Role::Owner, Role::Compliance, Role::Support, Role::Finance] {
            assert_eq!(app.staff(role).get(&path).expect(200), expected, "{role}");
        }
        for role in [Role::Director, Role::Floor, Role::Viewer] {
            assert_eq!(app.staff(role).get(&path).refused(403), "forbidden", "{role}");
        }
        let program = app.client(&[Scope::PlayersWrite, Scope::PlayersRead], &[]);
        assert_eq!(program.get(&path).refused(403), "forbidden");
        assert_eq!(app.player(0).http.get(&path).refused(403), "not_yours");
        // No list and no other read tells it.
        for text in [app.owner.get("/v1/players").text, own.get(path.trim_end_matches("/person")).text] {
            assert!(!text.contains("לב") && !text.contains("1980") && !text.contains("US-NY"), "{text}");
        }
        own.post(&path, &json!({"country": "IL"})).expect(200);
        assert_eq!(own.get(&path).expect(200)["country"], "IL");
        assert_eq!(own.get(&path).expect(200)["region"], Value::Null);
        assert_eq!(own.get(&path).expect(200)["name"], "נועה לב");
    }

    fn the_places_are_read_by_all_and_set_for_all(database) {
        let app = TestApp::start(database);
        let anybody = crate::support::client::Client::new(app.address, None);
        let first = anybody.get("/v1/conduct/jurisdictions");
        let (tag, read) = (first.header("etag").map(str::to_owned), first.expect(200));
        let set = |body: &Value| app.owner.edit(tag.as_deref(), "/v1/conduct/jurisdictions", body);
        let shipped = json!(["US-AZ", "US-CT", "US-FL", "US-LA", "US-MT"]);
        assert_eq!((&read["version"], &read["barred"], &read["min_age"]), (&json!(0), &shipped, &json!(18)));
        let mut body = json!({"barred": ["IL"], "min_age": 21, "place_required": true, "reason": "counsel"});
        assert_eq!(set(&body).expect(200)["version"], 1);
        assert_eq!(set(&body).refused(412), "stale_document");
        let read = anybody.get("/v1/conduct/jurisdictions").expect(200);
        assert_eq!((&read["version"], &read["barred"], &read["place_required"]), (&json!(1), &json!(["IL"]), &json!(true)));
        let ann = app.player(50);
        let offer = json!({"room": "main", "kind": "single", "stake": {"amount": "5", "currency": "USD"}});
        assert_eq!(ann.http.post("/v1/games", &offer).refused(422), "place_missing");
        let person = format!("/v1/players/{}/person", ann.id);
        assert_eq!(ann.http.post(&person, &json!({"country": "IL"})).refused(422), "barred_place");
        ann.http.post(&person, &json!({"country": "US", "region": "US-AZ"})).expect(200);
        ann.http.post("/v1/games", &offer).expect(201);
        body["barred"] = json!(["Israel"]);
        let faults = set(&body).faults();
        assert_eq!(faults, [("/barred/0".to_owned(), "not_a_place".to_owned())]);
    }

    fn two_openings_of_one_person_at_once_give_one_account(database) {
        let app = TestApp::start(database);
        let statuses: Vec<u16> = std::thread::scope(|scope| {
            let open = |at: usize| {
                let (client, mut body) = (app.owner.again(), noa());
                (body["nickname"], body["email"]) = (json!(format!("Noa {at}")), json!(format!("noa{at}@example.com")));
                body["password"] = Value::Null;
                move || client.post("/v1/players", &body).status
            };
            let threads: Vec<_> = (0..6).map(open).map(|one| scope.spawn(one)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert_eq!(statuses.iter().filter(|status| **status == 201).count(), 1, "{statuses:?}");
        assert!(statuses.iter().all(|status| [201, 422].contains(status)), "{statuses:?}");
    }
}

#[test]
fn every_fault_of_what_is_told_is_named_at_once() {
    let app = TestApp::start(Database::sqlite());
    let mut body = noa();
    body["name"] = json!("--");
    body["birth_date"] = json!("1980-02-30");
    let faults = app.owner.post("/v1/players", &body).faults();
    assert_eq!(faults, [("/birth_date".to_owned(), "not_a_day".to_owned())]);
    body["birth_date"] = json!("1980-02-29");
    body["region"] = json!("CA-QC");
    body["address"] = json!("x".repeat(301));
    let faults = app.owner.post("/v1/players", &body).faults();
    let places: Vec<&str> = faults.iter().map(|(place, _)| place.as_str()).collect();
    assert_eq!(places, ["/name", "/address", "/region"]);
    body["country"] = Value::Null;
    assert!(app.owner.post("/v1/players", &body).faults().contains(&("/country".into(), "missing_field".into())));
}

#[test]
fn who_is_told_twice_is_told_which_word_is_taken() {
    let app = TestApp::start(Database::sqlite());
    app.owner.post("/v1/players", &noa()).expect(201);
    let mut body = noa();
    (body["nickname"], body["email"]) = (json!("Dana"), json!("n.oa+x@example.com"));
    assert_eq!(app.owner.post("/v1/players", &body).refused(422), "email_taken");
    body["email"] = json!("dana@example.com");
    body["name"] = json!("לֵב, נועה");
    assert_eq!(app.owner.post("/v1/players", &body).refused(422), "person_known");
    body["birth_date"] = json!("2020-01-01");
    assert_eq!(app.owner.post("/v1/players", &body).refused(422), "too_young");
}
