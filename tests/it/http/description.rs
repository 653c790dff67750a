//! The API's description is the API's own: made from the code, complete, and its examples run.

use std::collections::BTreeSet;

use kupa::domain::players::access::Role;
use kupa::http::{description, routes};
use serde_json::{Value, json};

use crate::support::app::TestApp;
use crate::support::client::Client;
use crate::support::databases::Database;

#[test]
fn the_description_and_the_table_name_the_same_operations() {
    let described: BTreeSet<(String, String)> = description::document()["paths"]
        .as_object()
        .unwrap()
        .iter()
        .flat_map(|(path, item)| item.as_object().unwrap().keys().map(move |method| (method.clone(), path.clone())))
        .collect();
    let listed = routes::ALL.iter().map(|(_, spec)| (spec.method.to_lowercase(), spec.path.to_owned())).collect();
    assert_eq!(described, listed);
}

#[test]
fn every_operation_is_described_whole() {
    for (name, spec) in routes::ALL {
        let operation = &description::document()["paths"][spec.path][spec.method.to_lowercase()];
        assert!(operation["summary"].as_str().is_some_and(|text| !text.is_empty()), "{name} has no summary");
        for (status, response) in operation["responses"].as_object().unwrap() {
            assert!(response["description"].as_str().is_some_and(|text| !text.is_empty()), "{name} {status}");
        }
        let body = &operation["requestBody"]["content"]["application/json"];
        assert!(body.is_null() || !body["example"].is_null(), "{name} has a body without an example");
    }
}

#[test]
fn every_schema_that_is_named_is_there() {
    fn names(value: &Value, found: &mut BTreeSet<String>) {
        match value {
            Value::Object(object) => {
                if let Some(name) = object.get("$ref").and_then(Value::as_str) {
                    found.insert(name.trim_start_matches("#/components/schemas/").to_owned());
                }
                object.values().for_each(|value| names(value, found));
            }
            Value::Array(array) => array.iter().for_each(|value| names(value, found)),
            _ => {}
        }
    }
    let mut found = BTreeSet::new();
    names(description::document(), &mut found);
    let schemas = description::document()["components"]["schemas"].as_object().unwrap();
    let missing: Vec<_> = found.iter().filter(|name| !schemas.contains_key(*name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    let empty: Vec<_> = schemas
        .iter()
        .filter(|(_, shape)| ["properties", "enum", "pattern"].iter().all(|said| shape.get(said).is_none()))
        .map(|it| it.0)
        .collect();
    assert!(empty.is_empty(), "{empty:?}");
}

/// What the examples ask for may be refused by the state of things, but never for its form.
#[test]
fn every_example_is_of_the_right_form() {
    let app = TestApp::start(Database::sqlite());
    let owner = app.staff(Role::Owner);
    let ann = app.player(0);
    for (name, spec) in routes::ALL.iter().filter(|(_, spec)| spec.method == "POST") {
        let operation = &description::document()["paths"][spec.path]["post"];
        let example = &operation["requestBody"]["content"]["application/json"]["example"];
        let body = if example.is_null() { json!({}) } else { example.clone() };
        let path = spec.path.replace("{player}", &ann.id.to_string());
        let path = path.replace("{room}", "fresh").replace("{schedule}", "fresh").replace("{variant}", "tavla");
        let path = path.replace("{switch}", "maintenance");
        let kind = path.split_once('{').and_then(|(_, rest)| rest.split_once('}')).map(|(kind, _)| kind.to_owned());
        let prefix = match kind.as_deref() {
            Some("game") => "gam_",
            Some("deposit") => "dep_",
            Some("withdrawal") => "wdr_",
            Some("transfer") => "trf_",
            Some("approval") => "apr_",
            Some("staff") => "stf_",
            Some("client") => "cli_",
            Some("session") => "ses_",
            Some(other) => panic!("{other}"),
            None => "",
        };
        let path = kind.map_or(path.clone(), |kind| {
            path.replace(&format!("{{{kind}}}"), &format!("{prefix}00000000000000000000000000000001"))
        });
        let reply = if spec.edits { owner.edit(None, &path, &body) } else { owner.post(&path, &body) };
        let allowed = [200, 201, 401, 404, 409, 422];
        assert!(allowed.contains(&reply.status), "{name}: {} {}", reply.status, reply.text);
    }
}

#[test]
fn the_description_is_read_on_a_page_without_anything_from_elsewhere() {
    let app = TestApp::start(Database::sqlite());
    let anybody = Client::new(app.address, None);
    assert_eq!(anybody.get("/v1/openapi.json").expect(200)["openapi"].as_str().map(|it| &it[..3]), Some("3.1"));
    assert_eq!(anybody.get("/docs").header("location"), Some("/docs/"));
    let page = anybody.get("/docs/");
    assert_eq!(page.status, 200);
    assert!(page.header("content-type").is_some_and(|kind| kind.starts_with("text/html")));
    let sources = page.text.split("src=\"").chain(page.text.split("href=\"")).skip(1);
    for source in sources.filter_map(|rest| rest.split('"').next()).filter(|source| !source.contains('<')) {
        assert!(!source.starts_with("http") && !source.starts_with("//"), "{source}");
    }
    let set_up = anybody.get("/docs/swagger-initializer.js");
    assert!(set_up.text.contains("/v1/openapi.json") && !set_up.text.contains("https://"), "{}", set_up.text);
}

#[test]
fn the_catalogue_of_refusals_is_complete() {
    let app = TestApp::start(Database::sqlite());
    let told = Client::new(app.address, None).get("/v1/errors").expect(200);
    let codes: Vec<&str> = told["errors"].as_array().unwrap().iter().map(|it| it["code"].as_str().unwrap()).collect();
    let all: Vec<&str> = kupa::domain::codes::Code::ALL.iter().map(|code| code.as_str()).collect();
    assert_eq!(codes, all);
}

#[test]
fn every_answer_tells_browsers_to_sniff_keep_and_frame_nothing() {
    let app = TestApp::start(Database::sqlite());
    let (owner, anybody) = (&app.owner, Client::new(app.address, None));
    let answers = [
        owner.get("/v1/players"),
        owner.get("/v1/nothing"),
        anybody.get("/v1/players"),
        anybody.get("/healthz"),
        owner.send("PUT", "/v1/players", &[], ""),
        owner.post_text("/v1/auth/sign-in", &[], "{"),
    ];
    for answer in &answers {
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("content-security-policy"), Some("default-src 'none'; frame-ancestors 'none'"));
        assert_eq!(answer.header("cache-control"), Some("no-store"));
    }
    // The page loads its own files and nothing else.
    for path in ["/docs/", "/docs/swagger-ui.css"] {
        let page = anybody.get(path);
        assert_eq!(page.status, 200);
        assert_eq!(page.header("x-content-type-options"), Some("nosniff"));
        let policy = page.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'self';") && !policy.contains("script-src"), "{policy}");
    }
}
