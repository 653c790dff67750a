//! Refusals as RFC 9457 `application/problem+json`.

use std::collections::BTreeMap;
use std::fmt;

use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpResponse, ResponseError};
use serde::Serialize;
use uuid::Uuid;

use super::words::Language;
use crate::domain::act::Refused;
use crate::domain::codes::{Class, Code};
use crate::domain::fault::Fault;

/// The media type of every refusal.
pub const PROBLEM_JSON: &str = "application/problem+json";
/// How many seconds a caller is asked to wait before trying again.
const RETRY_AFTER_S: u32 = 1;

/// Why a request was refused: a code, its parameters, and for a bad body, query or document every fault with its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Problem {
    /// What is refused, and why.
    pub refused: Refused,
    /// The same refusal was told before, under the same key.
    pub replayed: bool,
}

/// A problem's body, as it is sent.
#[derive(Debug, Serialize)]
struct ProblemBody<'a> {
    r#type: String,
    title: String,
    status: u16,
    detail: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    instance: Option<String>,
    code: Code,
    params: &'a BTreeMap<String, String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<Fault>,
}

/// The status that stands for a class of refusals.
#[must_use]
pub fn status_of(class: Class) -> StatusCode {
    match class {
        Class::Malformed => StatusCode::BAD_REQUEST,
        Class::Unauthenticated => StatusCode::UNAUTHORIZED,
        Class::Forbidden => StatusCode::FORBIDDEN,
        Class::Missing => StatusCode::NOT_FOUND,
        Class::NotAllowed => StatusCode::METHOD_NOT_ALLOWED,
        Class::TooSlow => StatusCode::REQUEST_TIMEOUT,
        Class::Conflict => StatusCode::CONFLICT,
        Class::Stale => StatusCode::PRECONDITION_FAILED,
        Class::Unconditional => StatusCode::PRECONDITION_REQUIRED,
        Class::Refused => StatusCode::UNPROCESSABLE_ENTITY,
        Class::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        Class::HeadTooLarge => StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
        Class::Unsupported => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        Class::TooOften => StatusCode::TOO_MANY_REQUESTS,
        Class::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        Class::Internal => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

impl Problem {
    /// A body or query with these faults.
    #[must_use]
    pub fn faults(code: Code, errors: Vec<Fault>) -> Self {
        Refused { faults: errors, ..Refused::new(code) }.into()
    }

    /// The code.
    #[must_use]
    pub fn code(&self) -> Code {
        self.refused.code
    }

    /// The answer, naming the request by its id, in a language.
    #[must_use]
    pub fn response(&self, request: Option<Uuid>, language: Language) -> HttpResponse {
        let class = self.code().class();
        let status = status_of(class);
        let body = ProblemBody {
            r#type: format!("/v1/errors#{}", self.code()),
            title: language.title(self.code()),
            status: status.as_u16(),
            detail: language.sentence(&self.refused),
            instance: request.map(|id| format!("urn:uuid:{id}")),
            code: self.code(),
            params: &self.refused.params,
            errors: self.refused.faults.iter().map(|fault| language.fault(fault)).collect(),
        };
        let mut answer = HttpResponse::build(status);
        answer.insert_header((header::CONTENT_TYPE, PROBLEM_JSON));
        answer.insert_header((header::CONTENT_LANGUAGE, HeaderValue::from_static(language.tag())));
        answer.append_header((header::VARY, HeaderValue::from_static("accept-language")));
        match class {
            Class::Unauthenticated => {
                answer.insert_header((header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer")));
            }
            _ if self.code() == Code::InProgress => {
                answer.insert_header((header::RETRY_AFTER, RETRY_AFTER_S));
            }
            Class::Unavailable => {
                answer.insert_header((header::RETRY_AFTER, RETRY_AFTER_S));
            }
            Class::TooOften => {
                let wait = self.refused.params.get("seconds").and_then(|text| text.parse().ok());
                answer.insert_header((header::RETRY_AFTER, wait.unwrap_or(RETRY_AFTER_S)));
            }
            Class::NotAllowed => {
                if let Some(Ok(methods)) = self.refused.params.get("methods").map(HeaderValue::try_from) {
                    answer.insert_header((header::ALLOW, methods));
                }
            }
            _ => {}
        }
        if self.replayed {
            answer.insert_header((super::key::REPLAYED, HeaderValue::from_static("true")));
        }
        answer.json(body)
    }
}

impl<R: Into<Refused>> From<R> for Problem {
    fn from(refused: R) -> Self {
        Self { refused: refused.into(), replayed: false }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.refused, f)
    }
}

impl std::error::Error for Problem {}

impl ResponseError for Problem {
    fn status_code(&self) -> StatusCode {
        status_of(self.code().class())
    }

    fn error_response(&self) -> HttpResponse {
        self.response(None, Language::English)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_many_guesses_say_how_long_to_wait() {
        let problem = Problem::from(Refused::new(Code::TooManyGuesses).with("seconds", 61));
        let answer = problem.response(None, Language::English);
        assert_eq!(answer.status(), StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(answer.headers().get(header::RETRY_AFTER).and_then(|wait| wait.to_str().ok()), Some("61"));
    }
}
