//! Tokens.

use actix_web::{HttpResponse, get, http::header};

use super::routes;
use crate::told;
use crate::web::caller::{Answer, Looks, Nothing};
use crate::web::wire::Shape;

told! {
    /// The keys by which our tokens can be checked (RFC 7517).
    pub struct KeysTold {
        /// The keys.
        pub keys: Vec<crate::web::token::PublicKey>
    }
}

impl Shape for crate::web::token::PublicKey {
    fn shape() -> serde_json::Value {
        let field = serde_json::json!({"type": "string"});
        let fields = ["kty", "crv", "alg", "use", "kid", "x"];
        let properties: serde_json::Map<_, _> = fields.iter().map(|name| ((*name).to_owned(), field.clone())).collect();
        serde_json::json!({"type": "object", "required": fields, "properties": properties})
    }
}

/// The keys by which our tokens can be checked
#[utoipa::path(responses((status = 200, body = KeysTold)))]
#[get("/v1/auth/keys")]
pub async fn keys(looks: Looks<routes::PublicKeys, Nothing>) -> Answer {
    let keys = looks.app.tokens.public_keys();
    Ok(HttpResponse::Ok().insert_header((header::CACHE_CONTROL, "max-age=300")).json(KeysTold { keys }))
}
