//! Client apps.

use actix_web::{HttpResponse, get, post};
use uuid::Uuid;

use super::games::ReasonAsked;
use super::players::refuse_faults;
use super::routes;
use crate::actions::staff as acts;
use crate::domain::fault::Fault;
use crate::domain::ids::ClientId;
use crate::domain::names::MAX_NAME_CHARS;
use crate::domain::players::access::Scope;
use crate::domain::slug::Slug;
use crate::domain::staff::client::Client;
use crate::domain::text::is_label;
use crate::domain::time::Time;
use crate::store::staff::list_clients;
use crate::web::caller::{Answer, Asks, Looks, Nothing};
use crate::web::password::{new_secret, secret_digest};
use crate::{asked, told};

asked! {
    /// A client app to be added.
    pub struct ClientAsked {
        /// What people call it.
        pub name: String,
        /// What it may do.
        pub scopes: Vec<Scope>,
        /// In which rooms; everywhere if it is not said.
        pub rooms: Option<Vec<Slug>>
    }
}

told! {
    /// A client app and its secret. The secret is told once: a repeat of the request no longer knows it.
    pub struct ClientTold {
        /// The client app: its `client_id`.
        pub client: ClientId,
        /// Its secret.
        pub secret: Option<String>
    }
}

told! {
    /// A client app.
    pub struct ClientDone {
        /// The client app.
        pub client: ClientId
    }
}

/// Adds a client app
#[utoipa::path(
    request_body(content = ClientAsked, example = json!({"name": "Board", "scopes": ["games:report"], "rooms": ["main"]})),
    responses((status = 201, body = ClientTold)),
)]
#[post("/v1/clients")]
pub async fn add(asks: Asks<routes::AddClient, ClientAsked>) -> Answer {
    let ClientAsked { name, scopes, rooms } = asks.body.clone();
    let fits = is_label(&name) && (1..=MAX_NAME_CHARS).contains(&name.chars().count());
    let how = format!("1 to {MAX_NAME_CHARS} characters that can be seen, no blanks around");
    refuse_faults((!fits).then(|| Fault::new("/name", "name_malformed", how)).into_iter().collect())?;
    let (client, secret) = (ClientId(Uuid::now_v7()), new_secret());
    let digest = secret_digest(&secret);
    let rooms = rooms.unwrap_or_default();
    let act = acts::AddClient { by: asks.by, client, name, secret: digest, scopes, rooms };
    // Another identity than the one just drawn: an earlier request with this key added it, with a secret of its own.
    asks.create(act, move |added| ClientTold {
        client: added.client,
        secret: (added.client == client).then_some(secret),
    })
    .await
}

/// Gives a client app a new secret; the old one no longer signs in
#[utoipa::path(responses((status = 200, body = ClientTold)))]
#[post("/v1/clients/{client}/secret")]
pub async fn rotate(asks: Asks<routes::RotateClientSecret, Nothing>) -> Answer {
    let secret = new_secret();
    let act = acts::RotateClientSecret { by: asks.by, client: asks.path("client")?, secret: secret_digest(&secret) };
    asks.submit_once(act, move |done, replayed| ClientTold {
        client: done.client,
        secret: (!replayed).then_some(secret),
    })
    .await
}

/// Takes a client app's access away, at once
#[utoipa::path(
    request_body(content = ReasonAsked, example = json!({"reason": "Its maker no longer answers"})),
    responses((status = 200, body = ClientDone)),
)]
#[post("/v1/clients/{client}/disable")]
pub async fn disable(asks: Asks<routes::DisableClient, ReasonAsked>) -> Answer {
    let act = acts::DisableClient { by: asks.by, client: asks.path("client")?, reason: asks.body.reason.clone() };
    asks.submit(act, |done| ClientDone { client: done.client }).await
}

told! {
    /// A client app.
    pub struct ClientRowTold {
        /// The client app: its `client_id`.
        pub client: ClientId,
        /// What people call it.
        pub name: String,
        /// What it may do.
        pub scopes: Vec<Scope>,
        /// Where; empty: everywhere.
        pub rooms: Vec<Slug>,
        /// May no longer act.
        pub disabled: bool,
        /// Since when it is here.
        pub added_at: Time
    }
}

told! {
    /// The client apps.
    pub struct ClientsTold {
        /// In the order in which they came.
        pub clients: Vec<ClientRowTold>
    }
}

/// The client apps
#[utoipa::path(responses((status = 200, body = ClientsTold)))]
#[get("/v1/clients")]
pub async fn list(looks: Looks<routes::ListClients, Nothing>) -> Answer {
    let rows = looks.read(|db, _| Ok(Ok(list_clients(db)?))).await?;
    let told = |row: Client| ClientRowTold {
        client: row.id,
        name: row.name,
        scopes: row.scopes.0,
        rooms: row.rooms.0,
        disabled: row.disabled,
        added_at: row.added_at,
    };
    Ok(HttpResponse::Ok().json(ClientsTold { clients: rows.into_iter().map(told).collect() }))
}
