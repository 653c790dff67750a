//! Pages of other origins that may use the API from a browser: those of the settings, exactly, and no others. Tokens are
//! brought by the pages themselves, so nothing that a browser adds by itself (cookies) is ever asked for.

use actix_cors::Cors;
use actix_web::http::header;

use super::{key, rates, requests};

/// How long a browser may remember what it was allowed, in seconds.
const REMEMBERED_S: usize = 3600;

/// The rule for these origins.
pub fn rule(origins: &[String]) -> Cors {
    let cors = Cors::default()
        .allowed_methods(["GET", "HEAD", "POST"])
        .allowed_headers([
            header::ACCEPT,
            header::ACCEPT_LANGUAGE,
            header::AUTHORIZATION,
            header::CONTENT_TYPE,
            header::IF_MATCH,
            header::IF_NONE_MATCH,
        ])
        .allowed_headers([key::KEY, "last-event-id"])
        .expose_headers([header::ALLOW, header::CONTENT_LANGUAGE, header::ETAG, header::RETRY_AFTER])
        .expose_headers([header::WWW_AUTHENTICATE])
        .expose_headers([key::REPLAYED, rates::LEFT, rates::POLICY, requests::REQUEST_ID, requests::TIME])
        .max_age(REMEMBERED_S);
    origins.iter().fold(cors, |cors, origin| cors.allowed_origin(origin))
}
