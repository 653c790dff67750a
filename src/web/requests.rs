//! Every request gets an id and a span; every refusal leaves as problem+json, whoever refused.

use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::http::{ConnectionType, Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{Error, HttpMessage, HttpRequest, HttpResponse};
use tracing::Instrument;
use uuid::Uuid;

use super::headers::Kind;
use super::problem::{PROBLEM_JSON, Problem};
use super::words::Language;
use crate::app::App;
use crate::domain::act::Refused;
use crate::domain::codes::Code;

/// The header that names a request.
pub const REQUEST_ID: &str = "x-request-id";

/// The header that tells the time at which the service answered, to the microsecond (RFC 3339).
pub const TIME: &str = "kupa-time";

/// A request's id: in the logs, in its events, in its answer.
#[derive(Debug, Clone, Copy)]
struct RequestId(Uuid);

/// A request of which the head alone is answered.
#[derive(Debug, Clone, Copy)]
struct Bodiless;

/// Whether the head alone of a request is answered.
#[must_use]
pub fn is_bodiless(request: &HttpRequest) -> bool {
    request.extensions().get::<Bodiless>().is_some()
}

/// The id of a request.
#[must_use]
pub fn id_of(request: &HttpRequest) -> Uuid {
    // The middleware below gave it one; a request without it is a test's own.
    request.extensions().get::<RequestId>().map_or(Uuid::nil(), |id| id.0)
}

/// The middleware around everything.
///
/// # Errors
/// The refusal, where no handler could turn it into an answer.
pub async fn around<B: MessageBody + 'static>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    let id = Uuid::now_v7();
    request.extensions_mut().insert(RequestId(id));
    // Without the query and the headers: they may hold what nobody should read.
    let span = tracing::info_span!("request", %id, method = %request.method(), path = request.path());
    let kind = Kind::of(request.path());
    // A HEAD is answered as a GET would be; the connection leaves the body out.
    if request.method() == Method::HEAD {
        request.head_mut().method = Method::GET;
        request.extensions_mut().insert(Bodiless);
    }
    let answered = next.call(request).instrument(span.clone()).await.map_err(|error| problem_of(&error))?;
    let problem = match answered.response().error() {
        Some(error) => Some(problem_of(error)),
        None => refused_in_silence(answered.response()),
    };
    let mut response = match problem {
        Some(problem) => {
            let answer = problem.response(Some(id), Language::of(answered.request()));
            answered.into_response(answer).map_into_right_body()
        }
        None => answered.map_into_left_body(),
    };
    let status = response.status();
    span.in_scope(|| {
        if status.is_server_error() {
            tracing::warn!(status = status.as_u16(), "answered");
        } else {
            tracing::debug!(status = status.as_u16(), "answered");
        }
    });
    let mut buffer = Uuid::encode_buffer();
    if let Ok(value) = HeaderValue::from_str(id.hyphenated().encode_lower(&mut buffer)) {
        response.headers_mut().insert(HeaderName::from_static(REQUEST_ID), value);
    }
    if let Some(app) = response.request().app_data::<Data<App>>().cloned() {
        if let Ok(value) = HeaderValue::from_str(&app.now().to_string()) {
            response.headers_mut().insert(HeaderName::from_static(TIME), value);
        }
        if app.is_draining() {
            response.response_mut().head_mut().set_connection_type(ConnectionType::Close);
        }
    }
    kind.guard(response.headers_mut());
    Ok(response)
}

/// A refusal by something that has no words for it: the page of the API's description, a route without a handler.
fn refused_in_silence<B>(response: &HttpResponse<B>) -> Option<Problem> {
    let status = response.status();
    let told = response.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind == PROBLEM_JSON);
    if told || !(status.is_client_error() || status.is_server_error()) {
        return None;
    }
    if status == StatusCode::METHOD_NOT_ALLOWED {
        return Some(Refused::new(Code::MethodNotAllowed).with("methods", "GET, HEAD").into());
    }
    Some(problem_for(status))
}

/// What a fault of actix's own is in our words.
fn problem_of(error: &Error) -> Problem {
    if let Some(problem) = error.as_error::<Problem>() {
        return problem.clone();
    }
    let status = error.as_response_error().status_code();
    if status.is_server_error() {
        tracing::error!(%error, "a fault that no code stands for");
    }
    problem_for(status)
}

fn problem_for(status: StatusCode) -> Problem {
    match status {
        StatusCode::NOT_FOUND => Code::NotFound.into(),
        StatusCode::PAYLOAD_TOO_LARGE => Code::BodyTooLarge.into(),
        StatusCode::UNSUPPORTED_MEDIA_TYPE => Code::UnsupportedMediaType.into(),
        status if status.is_client_error() => Code::InvalidQuery.into(),
        _ => Code::Internal.into(),
    }
}
