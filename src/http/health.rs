//! Whether the service lives, and whether it can serve.

use actix_web::{HttpResponse, get};

use super::routes;
use crate::store::pool::ping;
use crate::told;
use crate::web::caller::{Answer, Looks, Nothing};

told! {
    /// How the service is.
    pub struct HealthTold {
        /// `ok`.
        pub status: String
    }
}

/// Whether the process lives
#[utoipa::path(responses((status = 200, body = HealthTold)))]
#[get("/healthz")]
pub async fn alive(_: Looks<routes::Health, Nothing>) -> Answer {
    Ok(HttpResponse::Ok().json(HealthTold { status: "ok".to_owned() }))
}

/// Whether the service can serve: it reaches its database
#[utoipa::path(responses((status = 200, body = HealthTold)))]
#[get("/readyz")]
pub async fn ready(looks: Looks<routes::Ready, Nothing>) -> Answer {
    looks.read(|db, _| Ok(Ok(ping(db)?))).await?;
    Ok(HttpResponse::Ok().json(HealthTold { status: "ok".to_owned() }))
}
