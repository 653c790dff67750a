//! Documents: whoever knows one is told so, and an edit says what it replaces.

use serde_json::json;

use crate::support::app::TestApp;
use crate::support::client::Reply;
use crate::support::databases::on_both;

fn tag(reply: &Reply) -> String {
    reply.header("etag").unwrap().to_owned()
}

on_both! {
    fn who_knows_a_document_is_answered_304_until_it_changes(database) {
        let app = TestApp::start(database);
        let ann = app.player(0);
        let known = |path: &str, tag: &str| ann.http.send("HEAD", path, &[("If-None-Match", tag)], "").status;
        let paths = [
            "/v1/rooms", "/v1/rooms/main", "/v1/rooms/main/versions/1",
            "/v1/rake/schedules", "/v1/rake/schedules/sheshbesh", "/v1/rake/schedules/sheshbesh/versions/1",
        ];
        let tags = paths.map(|path| {
            let read = ann.http.get(path);
            read.expect(200);
            assert_eq!(read.header("cache-control"), Some("private, no-cache"));
            assert!(!tag(&read).starts_with("W/"));
            tag(&read)
        });
        for (path, tag) in paths.iter().zip(&tags) {
            assert_eq!((known(path, tag), known(path, "\"other\"")), (304, 200), "{path}");
        }
        app.wait_s(1);
        // A version that is in force tomorrow changes what is told of the room today.
        for (path, later) in [("/v1/rooms/main", "2999-01-01T00:00:00Z"), ("/v1/rake/schedules/sheshbesh", "2999-01-01T00:00:00Z")] {
            let read = app.owner.get(path);
            let body = json!({"document": read.json()["document"], "effective_from": later});
            app.owner.edit(read.header("etag"), &format!("{path}/versions"), &body).expect(201);
        }
        for (path, tag) in paths.iter().zip(&tags) {
            assert_eq!(known(path, tag), 200, "{path}");
        }
    }

    fn an_edit_says_what_it_replaces_and_is_refused_where_that_is_no_longer_so(database) {
        let app = TestApp::start(database);
        for (path, fresh) in [("/v1/rooms/main", "/v1/rooms/fresh"), ("/v1/rake/schedules/sheshbesh", "/v1/rake/schedules/fresh")] {
            let read = app.owner.get(path);
            let (first, body) = (tag(&read), json!({"document": read.json()["document"]}));
            let versions = format!("{path}/versions");
            assert_eq!(app.owner.post(&versions, &body).refused(428), "if_match_missing");
            let any = [("Idempotency-Key", "any"), ("If-Match", "*")];
            assert_eq!(app.owner.post_text(&versions, &any, &body.to_string()).refused(428), "if_match_missing");
            let new = app.owner.edit(None, &versions, &body);
            assert_eq!((new.refused(412).as_str(), &new.json()["params"]["version"]), ("stale_document", &json!("1")));
            assert_eq!(app.owner.edit(Some("\"no tag of ours\""), &versions, &body).refused(412), "stale_document");
            app.wait_s(1);
            assert_eq!(app.owner.edit(Some(&first), &versions, &body).expect(201)["version"], 2);
            let late = app.owner.edit(Some(&first), &versions, &body);
            assert_eq!((late.refused(412).as_str(), &late.json()["params"]["version"]), ("stale_document", &json!("2")));
            assert_eq!(app.owner.get(path).expect(200)["versions"].as_array().map(Vec::len), Some(2));
            // One that is not there yet.
            let versions = format!("{fresh}/versions");
            assert_eq!(app.owner.edit(Some(&first), &versions, &body).refused(412), "stale_document");
            assert_eq!(app.owner.edit(None, &versions, &body).expect(201)["version"], 1);
        }
    }

    fn what_is_replaced_belongs_to_the_request(database) {
        let app = TestApp::start(database);
        let read = app.owner.get("/v1/rooms/main");
        let body = json!({"document": read.json()["document"]}).to_string();
        app.wait_s(1);
        let publish = |tag: &str| {
            app.owner.post_text("/v1/rooms/main/versions", &[("Idempotency-Key", "k"), ("If-Match", tag)], &body)
        };
        assert_eq!(publish(&tag(&read)).expect(201)["version"], 2);
        let again = publish(&tag(&read));
        assert!(again.is_replayed() && again.expect(201)["version"] == 2);
        assert_eq!(publish("\"2-x\"").refused(422), "idempotency_key_reused");
    }
}
