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
        /// What kind of refusal it is, in a few words.
        pub title: String,
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
///
/// In English or Hebrew, by `Accept-Language`.
#[utoipa::path(responses((status = 200, body = ErrorsTold)))]
#[get("/v1/errors")]
pub async fn list(looks: Looks<routes::ListErrors, Nothing>) -> Answer {
    let language = looks.language();
    let told = |code: &Code| ErrorTold {
        code: code.to_string(),
        status: status_of(code.class()).as_u16().into(),
        title: language.title(*code),
        detail: language.sentence_of(*code),
    };
    let errors = Code::ALL.iter().map(told).collect();
    let mut answer = HttpResponse::Ok();
    answer.insert_header((header::CACHE_CONTROL, "max-age=3600"));
    answer.insert_header((header::CONTENT_LANGUAGE, language.tag()));
    answer.insert_header((header::VARY, "accept-language"));
    Ok(answer.json(ErrorsTold { errors }))
}
