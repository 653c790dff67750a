//! The gate: what is open, and which tokens are none. Who may ask for what is in `permissions.rs`.

use kupa::domain::act::Actor;
use kupa::domain::ids::{ClientId, StaffId};
use kupa::domain::players::access::{Role, Scope};
use kupa::http::routes;
use kupa::web::operation::{Access, Players};
use kupa::web::token::Bearer;
use uuid::Uuid;

use crate::support::app::TestApp;
use crate::support::client::Client;
use crate::support::databases::Database;

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
