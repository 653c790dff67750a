//! The API's description (OpenAPI 3.1), made from the code: handlers and their types by utoipa, and from the table of
//! operations what all have in common: who may ask, the key, the refusals.

mod schemas;

use std::sync::OnceLock;

use actix_web::web::ServiceConfig;
use actix_web::{HttpResponse, get, http::header};
use serde_json::{Map, Value, json};
use utoipa_actix_web::AppExt;
use utoipa_swagger_ui::{Config, SwaggerUi};

use super::routes;
use crate::domain::fault::Fault;
use crate::domain::games::Variant;
use crate::domain::ids::{
    ApprovalId, ClientId, DepositId, GameId, PlayerId, SessionId, StaffId, TransferId, WithdrawalId,
};
use crate::domain::slug::Slug;
use crate::web::caller::{Answer, Looks, Nothing};
use crate::web::operation::{Access, Players, Spec};
use crate::web::problem::PROBLEM_JSON;
use crate::web::wire::Shape;

/// Where the description is.
pub const PATH: &str = "/v1/openapi.json";

/// The description, made once.
pub fn document() -> &'static Value {
    static DOCUMENT: OnceLock<Value> = OnceLock::new();
    DOCUMENT.get_or_init(|| {
        let (_, api) = actix_web::App::new().into_utoipa_app().configure(routes::configure).split_for_parts();
        let mut document = serde_json::to_value(api).unwrap_or_default();
        document["info"] = json!({
            "title": "Kupa",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Money games of backgammon rooms and the ledger behind them. Money is an exact decimal \
                in a string with its currency; times are RFC 3339 in UTC. A request that does something carries an \
                Idempotency-Key and may be repeated with it: it is done once. Every refusal is \
                application/problem+json with a stable code, in English or Hebrew by Accept-Language; /v1/errors lists them. \
                Every answer has its time, to the microsecond, in Kupa-Time; HEAD is answered wherever GET is. Where requests \
                are counted, RateLimit-Policy tells how many a minute are free (q) and RateLimit how many are left (r) and in how \
                many seconds all are there again (t). Documents have a strong ETag: If-None-Match is answered 304, and an edit \
                says by If-Match which state of the document it replaces. A list that takes a limit is told as lines, all that is left \
                of it, where Accept names application/x-ndjson; its last line is {\"end\": true, \"count\": N}, and without \
                that it is not whole. What cannot be read as HTTP, has a \
                head beyond all measure or does not arrive is answered 400, 431 or 408 without a body.",
        });
        document["components"]["securitySchemes"]["token"] =
            json!({"type": "http", "scheme": "bearer", "bearerFormat": "JWT"});
        document["components"]["schemas"]["Problem"] = problem_shape();
        for (name, spec) in routes::ALL {
            let operation = &mut document["paths"][spec.path][spec.method.to_lowercase()];
            describe(operation, name, spec);
        }
        schemas::refer_to_named(&mut document);
        document
    })
}

/// Adds to an operation what the table knows of it.
fn describe(operation: &mut Value, name: &str, spec: &Spec) {
    let noun = spec.path.trim_start_matches("/v1/").split('/').next().unwrap_or_default();
    operation["tags"] = json!([noun.trim_start_matches('/')]);
    operation["operationId"] = json!(name);
    let said = operation["description"].as_str().unwrap_or_default().to_owned();
    operation["description"] = json!(format!("{said}\n\n{}", who(spec.access)).trim());
    if spec.access != Access::Open {
        operation["security"] = json!([{"token": []}]);
    }
    let mut parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
    for named in spec.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}')) {
        parameters.push(json!({"name": named, "in": "path", "required": true, "schema": in_path(named)}));
    }
    if spec.keyed {
        parameters.push(json!({
            "name": "Idempotency-Key", "in": "header", "required": true,
            "description": "New for each new request; the same for each repeat of it",
            "schema": {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]+$"},
        }));
    }
    if spec.edits {
        let text = json!({"type": "string"});
        parameters.push(json!({
            "name": "If-Match", "in": "header", "schema": text,
            "description": "The ETag of the document as it was read: what the edit replaces",
        }));
        parameters.push(json!({
            "name": "If-None-Match", "in": "header", "schema": text, "description": "`*`, in its place, for a new document",
        }));
    }
    // A list has a cursor or a number to begin after.
    let is_list = parameters.iter().any(|one| one["name"] == "limit");
    if is_list {
        let lines =
            json!({"schema": {"type": "string", "description": "An entry a line, then {\"end\": true, \"count\": N}"}});
        operation["responses"]["200"]["content"]["application/x-ndjson"] = lines;
    }
    if !parameters.is_empty() {
        operation["parameters"] = Value::Array(parameters);
    }
    let summary = operation["summary"].clone();
    if let Some(responses) = operation["responses"].as_object_mut() {
        for response in responses.values_mut() {
            if response["description"].as_str().is_none_or(str::is_empty) {
                response["description"] = summary.clone();
            }
        }
        refusals(responses, spec);
    }
}

/// What stands at a place of a path, by its name.
fn in_path(name: &str) -> Value {
    match name {
        "player" => PlayerId::shape(),
        "game" => GameId::shape(),
        "deposit" => DepositId::shape(),
        "withdrawal" => WithdrawalId::shape(),
        "transfer" => TransferId::shape(),
        "approval" => ApprovalId::shape(),
        "staff" => StaffId::shape(),
        "client" => ClientId::shape(),
        "session" => SessionId::shape(),
        "room" | "schedule" => Slug::shape(),
        "variant" => Variant::shape(),
        "version" => json!({"type": "integer", "minimum": 1}),
        "switch" => {
            json!({"type": "string", "pattern": "^(maintenance|stop_withdrawals|stop_room:[a-z][a-z0-9_-]{0,30})$"})
        }
        _ => json!({"type": "string"}),
    }
}

fn who(access: Access) -> String {
    match access {
        Access::Open => "Open to all.".to_owned(),
        Access::Figures => "For programs that have the token of the settings for it, as a bearer token.".to_owned(),
        Access::Signed { players, others } => {
            let players = (players == Players::Themselves).then_some("players, for themselves");
            let others = others.map(|permission| format!("staff and client apps that have `{permission}`"));
            let all: Vec<String> = players.map(str::to_owned).into_iter().chain(others).collect();
            format!("For {}.", all.join("; "))
        }
    }
}

/// Where credentials are brought that may be wrong.
const CREDENTIALS: [&str; 3] = ["/v1/auth/sign-in", "/v1/auth/refresh", "/v1/auth/token"];

/// The refusals that an operation can answer.
fn refusals(responses: &mut Map<String, Value>, spec: &Spec) {
    // What an operation says of itself is nearer to the truth.
    let mut add = |status: &str, what: &str| {
        responses.entry(status).or_insert_with(|| json!({"description": what}));
    };
    if spec.path.ends_with("/events") {
        add("409", "A stream: it has no such event yet");
        add("429", "A stream: as many are open as may be");
    }
    add("400", "The request is malformed: a key, a body or a query");
    if spec.access != Access::Open {
        add("401", "No token, or one that is not believed");
        if spec.access != Access::Figures {
            add("403", "The permission is missing, or it is somebody else's");
        }
    }
    if CREDENTIALS.contains(&spec.path) {
        add("401", "The credentials are not right");
    }
    if spec.access == Access::Open && spec.method == "POST" {
        add("429", "Too many guesses or requests from here: Retry-After says how long to wait");
    } else {
        add("429", "Too many requests: Retry-After says how long to wait");
    }
    add("431", "The headers are too large");
    // Rooms and schedules are there, and yet not in force; a quote names a room in its query.
    let dated = spec.path.starts_with("/v1/rooms/") || spec.path.starts_with("/v1/rake/");
    if spec.path.contains('{') || spec.keyed || dated || spec.access == Access::Figures {
        add("404", "There is no such thing");
    }
    if spec.method == "POST" {
        add("408", "The body did not arrive in time");
        add("413", "The body is too large");
        add("415", "The body is not application/json");
    }
    if spec.keyed {
        add("409", "It clashes with something that happened, or the first request with this key is still under way");
    }
    if spec.keyed || dated {
        add("422", "Understood, and refused by the rules or the state of things");
    }
    if spec.edits {
        add("412", "The document is no longer the one that was read");
        add("428", "Neither If-Match nor If-None-Match says what is replaced");
    }
    add("500", "A fault of ours");
    add("503", "Not now: ask again with the same key");
    for (_, response) in responses.iter_mut().filter(|(status, _)| status.as_str() >= "400") {
        response["content"] = json!({PROBLEM_JSON: {"schema": {"$ref": "#/components/schemas/Problem"}}});
    }
}

fn problem_shape() -> Value {
    json!({
        "type": "object",
        "description": "A refusal (RFC 9457)",
        "required": ["type", "title", "status", "detail", "code", "params"],
        "properties": {
            "type": {"type": "string"},
            "title": {"type": "string"},
            "status": {"type": "integer"},
            "detail": {"type": "string", "description": "What happened, as a sentence"},
            "instance": {"type": "string", "description": "The request, as it stands in our logs"},
            "code": {"type": "string", "description": "The stable word; /v1/errors lists all"},
            "params": {"type": "object", "additionalProperties": {"type": "string"}},
            "errors": {"type": "array", "items": Fault::shape()},
        },
        "example": {
            "type": "/v1/errors#insufficient_funds", "title": "Insufficient funds", "status": 422,
            "detail": "The balance is not enough: 3.50 USD is missing.", "code": "insufficient_funds",
            "params": {"shortfall": "3.50", "currency": "USD"},
        },
    })
}

/// The description
#[utoipa::path(responses((status = 200, description = "OpenAPI 3.1", content_type = "application/json")))]
#[get("/v1/openapi.json")]
pub async fn serve(_: Looks<routes::Description, Nothing>) -> Answer {
    Ok(HttpResponse::Ok().insert_header((header::CACHE_CONTROL, "max-age=300")).json(document()))
}

/// The page on which people read it: all of it comes from this binary.
pub fn page(config: &mut ServiceConfig) {
    config.service(actix_web::web::redirect("/docs", "/docs/"));
    config.service(SwaggerUi::new("/docs/{_:.*}").config(Config::from(PATH).validator_url("none")));
}
