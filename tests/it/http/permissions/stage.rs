//! A house with everybody in it, and things of theirs.

use kupa::actions::sessions::{EndSession, StartSession};
use kupa::config::{Config, MailConfig};
use kupa::domain::act::Actor;
use kupa::domain::ids::{ClientId, SessionId, StaffId};
use kupa::domain::players::access::{Role, Scope};
use kupa::web::password::{Hasher, secret_digest};
use kupa::web::token::Bearer;
use serde_json::{Value, json};
use std::sync::Arc;
use uuid::Uuid;

use super::{Standing, Who};
use crate::support::app::{Player, TestApp};
use crate::support::asking::Things;
use crate::support::client::Client;
use crate::support::databases::Database;

/// Somebody who asks.
pub struct Caller {
    pub name: String,
    pub who: Who,
    pub standing: Standing,
    pub client: Client,
    pub own: Things,
    pub others: Things,
}

/// The house.
pub struct Stage {
    pub app: TestApp,
    pub callers: Vec<Caller>,
}

impl Stage {
    /// Players first, then client apps, then staff, who can do the others harm.
    pub fn set(database: Database) -> Self {
        let cheap = Hasher(Arc::new(|_, _| false));
        let settings = |config: &mut Config| {
            config.serving.metrics_token = Some("a token for figures".to_owned());
            let (url, from) = ("smtp://127.0.0.1:1".to_owned(), "Our room <room@example.com>".to_owned());
            config.mail = Some(MailConfig { url, from, page: String::new() });
        };
        let app = TestApp::start_hashing(database, settings, cheap);
        let house = things_of_the_house(&app);
        let others = with_things(&app, &house, &app.player(1_000));
        let mut callers = Vec::new();
        let mut add = |name: String, who, standing, client, own: &Things| {
            callers.push(Caller { name, who, standing, client, own: own.clone(), others: others.clone() });
        };
        add("nobody".into(), Who::Nobody, Standing::Good, Client::new(app.address, None), &house);
        for (name, standing) in [
            ("a player", Standing::Good),
            ("a suspended player", Standing::Suspended),
            ("a closed player", Standing::Closed),
            ("a player who signed out", Standing::Gone),
        ] {
            let player = app.player(1_000);
            let own = with_things(&app, &house, &player);
            let client = match name {
                "a suspended player" => sanctioned(&app, player, "suspend"),
                "a closed player" => sanctioned(&app, player, "close"),
                "a player who signed out" => gone(&app, Actor::Player(player.id), &Bearer::Player(player.id)),
                _ => player.http,
            };
            add(name.into(), Who::Player, standing, client, &own);
        }
        for scope in Scope::ALL.iter().copied() {
            add(format!("an app with {scope}"), Who::Client(scope), Standing::Good, app.client(&[scope], &[]), &others);
            let client = app.client(&[scope], &["giants"]);
            add(format!("an app of giants with {scope}"), Who::Client(scope), Standing::Elsewhere, client, &others);
            let client = disabled_app(&app, scope);
            add(format!("a disabled app with {scope}"), Who::Client(scope), Standing::Disabled, client, &others);
        }
        for role in Role::ALL.iter().rev().copied() {
            let client = disabled_member(&app, role);
            add(format!("a disabled {role}"), Who::Staff(role), Standing::Disabled, client, &others);
            let member = app.member(role);
            let client = gone(&app, Actor::Staff(member), &Bearer::Staff(member, role));
            add(format!("a {role} who signed out"), Who::Staff(role), Standing::Gone, client, &others);
            add(role.to_string(), Who::Staff(role), Standing::Good, app.staff(role), &others);
        }
        Self { app, callers }
    }
}

fn text(told: &Value, name: &str) -> String {
    told[name].as_str().unwrap_or_else(|| panic!("no {name} in {told}")).to_owned()
}

/// What belongs to nobody alone: a deposit, a transfer, an approval that waits, a member of staff, a client app.
fn things_of_the_house(app: &TestApp) -> Things {
    let somebody = app.player(0);
    let deposit = app.deposit(somebody.id, "20", "USD").expect(201);
    let adjustment = json!({"player": somebody.id, "amount": {"amount": "1", "currency": "USD"}, "reason": "a gift"});
    let adjusted = app.owner.post("/v1/finance/adjustments", &adjustment).expect(201);
    let proposal = json!({
        "kind": "adjustment", "player": somebody.id, "amount": {"amount": "500", "currency": "USD"}, "reason": "a gift",
    });
    let approval = app.owner.post("/v1/approvals", &proposal).expect(201);
    let client = app.owner.post("/v1/clients", &json!({"name": "an old one", "scopes": ["play"]})).expect(201);
    Things::of_nobody()
        .with("player", somebody.id)
        .with("deposit", text(&deposit, "deposit"))
        .with("transfer", text(&adjusted, "transfer"))
        .with("approval", text(&approval, "approval"))
        .with("client", text(&client, "client"))
        .with("staff", app.member(Role::Viewer))
}

/// A player's own game, which is under way, withdrawal and session.
fn with_things(app: &TestApp, house: &Things, player: &Player) -> Things {
    let game = app.game(player, &app.player(1_000), "5");
    let body = json!({"amount": {"amount": "7", "currency": "USD"}, "provider": "paypal"});
    let asked = player.http.post(&format!("/v1/players/{}/withdrawals", player.id), &body).expect(201);
    let session = begin(app, Actor::Player(player.id));
    let own = house.clone().with("player", player.id).with("game", game).with("session", session);
    own.with("withdrawal", text(&asked, "withdrawal"))
}

fn sanctioned(app: &TestApp, player: Player, how: &str) -> Client {
    let body = match how {
        "suspend" => json!({"reason": "a cheat", "until": "2099-01-01T00:00:00.000000Z"}),
        _ => json!({"reason": "a cheat"}),
    };
    app.owner.post(&format!("/v1/players/{}/{how}", player.id), &body).expect(200);
    player.http
}

fn begin(app: &TestApp, by: Actor) -> SessionId {
    let session = SessionId(Uuid::now_v7());
    let refresh = secret_digest(&session.to_string());
    app.act(StartSession { by, session, refresh, device: "a phone".into(), idle_s: 3_600, most_s: 36_000 });
    session
}

/// A token that is good still, of a session that is over.
fn gone(app: &TestApp, by: Actor, bearer: &Bearer) -> Client {
    let session = begin(app, by);
    let token = app.app().tokens.issue_in(Some(session), bearer, app.app().now()).unwrap().token;
    app.act(EndSession { by, session });
    Client::new(app.address, Some(token))
}

fn subject(app: &TestApp, client: &Client) -> Actor {
    app.app().tokens.verify(client.token.as_deref().unwrap(), app.app().now()).unwrap().actor
}

fn disabled_member(app: &TestApp, role: Role) -> Client {
    let member = app.staff(role);
    let id = StaffId(subject(app, &member).uuid());
    app.owner.post(&format!("/v1/staff/{id}/disable"), &json!({"reason": "has left"})).expect(200);
    member
}

fn disabled_app(app: &TestApp, scope: Scope) -> Client {
    let client = app.client(&[scope], &[]);
    let id = ClientId(subject(app, &client).uuid());
    app.owner.post(&format!("/v1/clients/{id}/disable"), &json!({"reason": "is gone"})).expect(200);
    client
}
