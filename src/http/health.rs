//! Whether the service lives, and whether it can serve.

use actix_web::{HttpResponse, get};

use super::routes;
use crate::domain::codes::Code;
use crate::domain::switches::Switch;
use crate::store::switches::find_switchboard;
use crate::told;
use crate::web::caller::{Answer, Looks, Nothing};

told! {
    /// How the service is.
    pub struct HealthTold {
        /// `ok`.
        pub status: String
    }
}

told! {
    /// Whether the service can serve.
    pub struct ReadyTold {
        /// `ok`.
        pub status: String,
        /// Whether the house is under maintenance: no new game begins.
        pub maintenance: bool
    }
}

/// Whether the process lives
#[utoipa::path(responses((status = 200, body = HealthTold)))]
#[get("/healthz")]
pub async fn alive(_: Looks<routes::Health, Nothing>) -> Answer {
    Ok(HttpResponse::Ok().json(HealthTold { status: "ok".to_owned() }))
}

/// Whether the service can serve: it reaches its database, and is not about to stop
#[utoipa::path(responses((status = 200, body = ReadyTold)))]
#[get("/readyz")]
pub async fn ready(looks: Looks<routes::Ready, Nothing>) -> Answer {
    if looks.app.is_draining() {
        return Err(Code::Draining.into());
    }
    let board = looks.read(|db, _| Ok(Ok(find_switchboard(db)?))).await?;
    let maintenance = board.is_some_and(|board| board.thrown.contains_key(&Switch::Maintenance));
    Ok(HttpResponse::Ok().json(ReadyTold { status: "ok".to_owned(), maintenance }))
}
