//! The catalogue of refusals.

use actix_web::get;
use actix_web::{HttpResponse, http::header};

use super::routes;
use crate::domain::codes::Code;
use crate::told;
use crate::web::caller::{Answer, Looks, Nothing};
use crate::web::problem::status_of;

told! {
    /// A refusal.
    pub struct ErrorTold {
        /// The stable word.
        pub code: String,
        /// The status that it is answered with.
        pub status: u32,
        /// The sentence; `{names}` stand for members of `params`.
        pub detail: String
    }
}

told! {
    /// Every refusal.
    pub struct ErrorsTold {
        /// In the order of the documentation.
        pub errors: Vec<ErrorTold>
    }
}

/// Every refusal, with its status and its sentence
#[utoipa::path(responses((status = 200, body = ErrorsTold)))]
#[get("/v1/errors")]
pub async fn list(_: Looks<routes::ListErrors, Nothing>) -> Answer {
    let told = |code: &Code| ErrorTold {
        code: code.to_string(),
        status: status_of(code.class()).as_u16().into(),
        detail: code.sentence().to_owned(),
    };
    let errors = Code::ALL.iter().map(told).collect();
    Ok(HttpResponse::Ok().insert_header((header::CACHE_CONTROL, "max-age=3600")).json(ErrorsTold { errors }))
}
