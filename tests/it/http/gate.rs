//! Who may ask for what: every operation, with every role and scope, and without a token.

use kupa::domain::act::Actor;
use kupa::domain::ids::{ClientId, StaffId};
use kupa::domain::players::access::{Role, Scope};
use kupa::http::{description, routes};
use kupa::web::operation::{Access, Players, Spec};
use kupa::web::token::Bearer;
use serde_json::Value;
use uuid::Uuid;

use crate::support::app::TestApp;
use crate::support::client::{Client, Reply};
use crate::support::databases::Database;

/// Asks for an operation with the example of its description, about things that do not exist.
fn ask(client: &Client, spec: &Spec, own: &str) -> Reply {
    let names = [
        ("{player}", own),
        ("{game}", "gam_00000000000000000000000000000001"),
        ("{deposit}", "dep_00000000000000000000000000000001"),
        ("{withdrawal}", "wdr_00000000000000000000000000000001"),
        ("{transfer}", "trf_00000000000000000000000000000001"),
        ("{approval}", "apr_00000000000000000000000000000001"),
        ("{staff}", "stf_00000000000000000000000000000001"),
        ("{session}", "ses_00000000000000000000000000000001"),
        ("{client}", "cli_00000000000000000000000000000001"),
        ("{room}", "main"),
        ("{schedule}", "sheshbesh"),
        ("{version}", "1"),
        ("{variant}", "backgammon"),
        ("{switch}", "maintenance"),
    ];
    let mut path = names.iter().fold(spec.path.to_owned(), |path, (name, value)| path.replace(name, value));
    assert!(!path.contains('{'), "{path}");
    let operation = &description::document()["paths"][spec.path][spec.method.to_lowercase()];
    let required = operation["parameters"].as_array().into_iter().flatten();
    let required = required.filter(|one| one["in"] == "query" && one["required"] == true);
    let query: Vec<String> = required.map(|one| format!("{}={}", one["name"].as_str().unwrap(), value(one))).collect();
    if !query.is_empty() {
        path = format!("{path}?{}", query.join("&"));
    }
    if spec.method == "GET" {
        return client.get(&path);
    }
    let example = &operation["requestBody"]["content"]["application/json"]["example"];
    let body = if example.is_null() { Value::Object(serde_json::Map::new()) } else { example.clone() };
    client.post(&path, &body)
}

/// Some value for a parameter of a query.
fn value(parameter: &Value) -> &str {
    match parameter["name"].as_str().unwrap() {
        "room" => "main",
        "kind" => "single",
        "stake" => "5",
        "currency" => "USD",
        other => panic!("no value for {other}"),
    }
}

#[test]
fn without_a_token_only_the_open_operations_answer() {
    let app = TestApp::start(Database::sqlite());
    let nobody = Client::new(app.address, None);
    for (name, spec) in routes::ALL {
        let status = ask(&nobody, spec, "plr_00000000000000000000000000000001").status;
        match spec.access {
            // Signing in with what the example says is refused, too: by the credentials, not for want of a token.
            Access::Open => {
                assert!(
                    status == 200
                        || [
                            "SignIn",
                            "IssueToken",
                            "RefreshSession",
                            "SignUp",
                            "RequestReset",
                            "ConfirmReset",
                            "VerifyEmail"
                        ]
                        .contains(name),
                    "{name}"
                )
            }
            Access::Signed { .. } => assert_eq!(status, 401, "{name}"),
            // Without a token in the settings there is nothing to read.
            Access::Figures => assert_eq!(status, 404, "{name}"),
        }
    }
}

#[test]
fn what_is_open_is_this_and_no_more() {
    let open: Vec<&str> = routes::ALL.iter().filter(|(_, spec)| spec.access == Access::Open).map(|it| it.0).collect();
    let expected = [
        "ReadJurisdictions",
        "SignUp",
        "SignIn",
        "RefreshSession",
        "RequestReset",
        "ConfirmReset",
        "VerifyEmail",
        "IssueToken",
        "PublicKeys",
        "ListErrors",
        "Description",
        "Health",
        "Ready",
    ];
    assert_eq!(open, expected);
}

#[test]
fn every_role_is_refused_what_it_may_not_do() {
    let app = TestApp::start(Database::sqlite());
    let own = app.player(0).id.to_string();
    for role in Role::ALL {
        let client = app.staff(*role);
        for (name, spec) in routes::ALL {
            let Access::Signed { others, .. } = spec.access else { continue };
            let may = others.is_some_and(|permission| role.may(permission));
            let status = ask(&client, spec, &own).status;
            assert_eq!(status == 403, !may, "{name} as {role}: {status}");
        }
    }
}

#[test]
fn every_scope_is_refused_what_it_does_not_cover() {
    let app = TestApp::start(Database::sqlite());
    let own = app.player(0).id.to_string();
    for scope in Scope::ALL {
        let client = app.client(&[*scope], &[]);
        for (name, spec) in routes::ALL {
            let Access::Signed { others, .. } = spec.access else { continue };
            let may = others.is_some_and(|permission| scope.may(permission));
            let status = ask(&client, spec, &own).status;
            // Two people are people: a program is refused by the act itself.
            let is_person_only = spec.path.starts_with("/v1/approvals");
            assert!(status == 403 || may, "{name} with {scope}: {status}");
            assert!(status != 403 || !may || is_person_only, "{name} with {scope}: {status}");
        }
    }
}

#[test]
fn a_player_acts_for_themselves_alone() {
    let app = TestApp::start(Database::sqlite());
    let (ann, bob) = (app.player(0), app.player(0));
    for (name, spec) in routes::ALL {
        let Access::Signed { players, .. } = spec.access else { continue };
        if players == Players::No {
            assert_eq!(ask(&ann.http, spec, &ann.id.to_string()).refused(403), "forbidden", "{name}");
        } else if spec.path.contains("{player}") {
            assert_ne!(ask(&ann.http, spec, &ann.id.to_string()).status, 403, "{name}");
            assert_eq!(ask(&ann.http, spec, &bob.id.to_string()).refused(403), "not_yours", "{name}");
        }
    }
}

/// A token outlives what it was issued for: the row decides, in acts and in reads.
#[test]
fn a_token_from_before_a_sanction_is_worth_nothing() {
    let app = TestApp::start(Database::sqlite());
    let (member, role) = (app.member(Role::Owner), Role::Owner);
    let dismissed = app.bearing(&Bearer::Staff(member, role));
    dismissed.get("/v1/staff").expect(200);
    app.owner.post(&format!("/v1/staff/{member}/disable"), &serde_json::json!({"reason": "gone"})).expect(200);
    assert_eq!(dismissed.get("/v1/staff").refused(403), "staff_disabled");
    let body = serde_json::json!({"nickname": "Ann"});
    assert_eq!(dismissed.post("/v1/players", &body).refused(403), "staff_disabled");
    let lowered = app.bearing(&Bearer::Staff(app.member(Role::Viewer), Role::Owner));
    assert_eq!(lowered.get("/v1/staff").refused(403), "forbidden");
    assert_eq!(lowered.post("/v1/players", &body).refused(403), "forbidden");
}

#[test]
fn a_token_of_nobody_is_refused() {
    let app = TestApp::start(Database::sqlite());
    let staff = app.bearing(&Bearer::Staff(StaffId(Uuid::from_u128(1)), Role::Owner));
    assert_eq!(staff.get("/v1/staff").refused(404), "unknown_staff");
    let client = app.bearing(&Bearer::Client(ClientId(Uuid::from_u128(1)), vec![Scope::PlayersRead]));
    assert_eq!(client.get("/v1/players").refused(404), "unknown_client");
}

#[test]
fn tokens_that_are_not_ours_or_too_old_are_refused() {
    let app = TestApp::start(Database::sqlite());
    let with = |token: &str| Client::new(app.address, Some(token.to_owned())).get("/v1/rooms");
    let good = app.owner.token.clone().unwrap();
    assert_eq!(with(&good).status, 200);
    let mut forged = good.clone();
    let middle = good.len() / 2;
    forged.replace_range(middle..=middle, if &good[middle..=middle] == "A" { "B" } else { "A" });
    for token in ["", "x", "a.b.c", &forged, &good[..good.len() - 1]] {
        assert_eq!(with(token).refused(401), "token_invalid", "{token}");
    }
    assert_eq!(with("x").header("www-authenticate"), Some("Bearer"));
    let basic = Client::new(app.address, None).send("GET", "/v1/rooms", &[("Authorization", "Basic eDp4")], "");
    assert_eq!(basic.refused(401), "token_invalid");
    app.wait_s(901);
    assert_eq!(with(&good).refused(401), "token_expired");
}

#[test]
fn nobody_brings_the_systems_own_token() {
    assert!("system".parse::<kupa::domain::ids::PlayerId>().is_err());
    let access = Access::Signed { players: Players::Themselves, others: None };
    let system = kupa::web::operation::Grant { actor: Actor::System, permissions: Default::default(), session: None };
    assert!(access.admits(Some(system), None).is_err());
}
