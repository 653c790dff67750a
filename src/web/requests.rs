//! Every request gets an id and a span, is counted, and answered in our words: every refusal leaves as problem+json,
//! whoever refused, and every answer says which request it is for and at what time it was given.

use std::cell::Cell;
use std::time::{Duration, Instant};

use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use actix_web::http::{ConnectionType, Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{Error, HttpMessage, HttpRequest, HttpResponse};
use tracing::Instrument;
use uuid::Uuid;

use super::caller::grant_of;
use super::headers::Kind;
use super::network;
use super::operation::{Grant, Spec};
use super::problem::{PROBLEM_JSON, Problem};
use super::rates::Standing;
use super::words::Language;
use crate::app::App;
use crate::domain::act::Refused;
use crate::domain::codes::Code;
use crate::domain::time::Time;

/// The header that names a request.
pub const REQUEST_ID: &str = "x-request-id";
/// The header that tells the time at which the service answered, to the microsecond (RFC 3339).
pub const TIME: &str = "kupa-time";
/// The most bytes of all names and values of a request's headers. What is larger still the connection itself refuses.
pub const HEAD_LIMIT: usize = 16 * 1024;
/// How long a browser is to come over TLS alone, where there is TLS: a year.
const TLS_ALONE: &str = "max-age=31536000";

/// What is known of a request while it is under way.
struct Known {
    /// Its head alone is answered.
    bodiless: bool,
    /// Its id: in the logs, in its events, in its answer.
    id: Uuid,
    /// What its token was issued for, and until when.
    granted: Result<Option<(Grant, Time)>, Refused>,
    /// The operation that it asks for, once a handler has said so.
    spec: Cell<Option<Spec>>,
    /// Where who asks stands, once they were counted.
    standing: Cell<Option<Standing>>,
}

/// Whether the head alone of a request is answered.
#[must_use]
pub fn is_bodiless(request: &HttpRequest) -> bool {
    request.extensions().get::<Known>().is_some_and(|known| known.bodiless)
}

impl Known {
    fn grant(&self) -> Option<Grant> {
        self.granted.as_ref().ok()?.map(|(grant, _)| grant)
    }
}

/// The id of a request.
#[must_use]
pub fn id_of(request: &HttpRequest) -> Uuid {
    // The middleware below gave it one; a request without it is a test's own.
    request.extensions().get::<Known>().map_or(Uuid::nil(), |known| known.id)
}

/// Says which operation a request asks for; gives what its token was issued for, and until when.
///
/// # Errors
/// `token_invalid`, `token_expired`.
pub fn asks_for(request: &HttpRequest, app: &App, spec: Spec) -> Result<Option<(Grant, Time)>, Refused> {
    match request.extensions().get::<Known>() {
        Some(known) => {
            known.spec.set(Some(spec));
            known.granted.clone()
        }
        None => grant_of(request, app),
    }
}

/// The middleware around everything.
///
/// # Errors
/// The refusal, where no handler could turn it into an answer.
pub async fn around<B: MessageBody + 'static>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    let (id, began) = (Uuid::now_v7(), Instant::now());
    let Some(app) = request.app_data::<Data<App>>().cloned() else { return Err(Problem::from(Code::Internal).into()) };
    let known = Known {
        id,
        bodiless: request.method() == Method::HEAD,
        granted: grant_of(request.request(), &app),
        spec: Cell::default(),
        standing: Cell::default(),
    };
    request.extensions_mut().insert(known);
    // Without the query and the headers: they may hold what nobody should read.
    let span = tracing::info_span!("request", %id, method = %request.method(), path = request.path());
    let kind = Kind::of(request.path());
    // A HEAD is answered as a GET would be; the connection leaves the body out.
    if request.method() == Method::HEAD {
        request.head_mut().method = Method::GET;
    }
    let answered = if head_bytes(request.headers()) > HEAD_LIMIT {
        let refused = Problem::from(Refused::new(Code::HeadTooLarge).with("limit", HEAD_LIMIT));
        request.error_response(refused).map_into_right_body()
    } else {
        let answered = next.call(request).instrument(span.clone()).await;
        answered.map_err(|error| problem_of(&error))?.map_into_left_body()
    };
    let problem = match answered.response().error() {
        Some(error) => Some(problem_of(error)),
        None => refused_in_silence(answered.response()),
    };
    let mut response = match problem {
        Some(problem) => refused(answered, &problem, id),
        None => answered,
    };
    add_headers(&mut response, &app, kind);
    let (status, took) = (response.status(), began.elapsed());
    let seen = seen(response.request());
    app.requests.count(seen.0, status.as_u16(), took);
    span.in_scope(|| tell(seen, status, took, app.config.serving.slow));
    Ok(response)
}

/// Lets in who has not asked too often.
///
/// # Errors
/// Those of what follows.
pub async fn count<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, Error> {
    let counted = request.app_data::<Data<App>>().map_or(Ok(()), |app| {
        let extensions = request.extensions();
        let Some(known) = extensions.get::<Known>() else { return Ok(()) };
        let actor = known.grant().map(|grant| grant.actor);
        let from = || network::of(request.request(), app.config.proxies);
        let (standing, counted) = app.limits.count(actor, from);
        known.standing.set(standing);
        counted
    });
    match counted {
        Ok(()) => next.call(request).await.map(ServiceResponse::map_into_left_body),
        Err(refused) => Ok(request.error_response(Problem::from(refused)).map_into_right_body()),
    }
}

/// The bytes of a request's headers.
fn head_bytes(headers: &HeaderMap) -> usize {
    headers.iter().map(|(name, value)| name.as_str().len() + value.len()).sum()
}

/// A refusal in our words, with what it said to browsers.
fn refused<B: MessageBody + 'static>(
    answered: ServiceResponse<EitherBody<B>>,
    problem: &Problem,
    id: Uuid,
) -> ServiceResponse<EitherBody<B>> {
    let said = answered.headers().iter().filter(|(name, _)| name.as_str().starts_with("access-control-"));
    let said: Vec<(HeaderName, HeaderValue)> = said.map(|(name, value)| (name.clone(), value.clone())).collect();
    let vary: Vec<HeaderValue> = answered.headers().get_all(header::VARY).cloned().collect();
    let answer = problem.response(Some(id), Language::of(answered.request()));
    let mut response = answered.into_response(answer.map_into_right_body());
    for (name, value) in said {
        response.headers_mut().append(name, value);
    }
    let known: Vec<HeaderValue> = response.headers().get_all(header::VARY).cloned().collect();
    for value in vary.into_iter().filter(|value| !known.contains(value)) {
        response.headers_mut().append(header::VARY, value);
    }
    response
}

/// What stands on every answer.
fn add_headers<B>(response: &mut ServiceResponse<B>, app: &App, kind: Kind) {
    let (id, standing) = {
        let extensions = response.request().extensions();
        let known = extensions.get::<Known>();
        (known.map_or(Uuid::nil(), |known| known.id), known.and_then(|known| known.standing.get()))
    };
    let headers = response.headers_mut();
    let mut buffer = Uuid::encode_buffer();
    if let Ok(value) = HeaderValue::from_str(id.hyphenated().encode_lower(&mut buffer)) {
        headers.insert(HeaderName::from_static(REQUEST_ID), value);
    }
    if let Ok(value) = HeaderValue::from_str(&app.now().to_string()) {
        headers.insert(HeaderName::from_static(TIME), value);
    }
    if let Some(standing) = standing {
        standing.tell(headers);
    }
    if app.certificate.is_some() {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static(TLS_ALONE));
    }
    kind.guard(headers);
    if app.is_draining() {
        response.response_mut().head_mut().set_connection_type(ConnectionType::Close);
    }
}

/// Which operation a request asked for, and who asked.
fn seen(request: &HttpRequest) -> (Option<Spec>, Option<Grant>) {
    let extensions = request.extensions();
    let Some(known) = extensions.get::<Known>() else { return (None, None) };
    (known.spec.get(), known.grant())
}

/// A line of the log: as a warning what failed or was slow, else for whoever looks closely.
fn tell((spec, grant): (Option<Spec>, Option<Grant>), status: StatusCode, took: Duration, slow: Duration) {
    let operation = spec.map_or("none", |spec| spec.name);
    let kind = grant.map_or("nobody", |grant| grant.actor.kind().as_str());
    let actor = grant.map(|grant| tracing::field::display(grant.actor));
    let (status, ms) = (status.as_u16(), u64::try_from(took.as_millis()).unwrap_or(u64::MAX));
    if took > slow {
        tracing::warn!(operation, actor_kind = kind, actor, status, ms, "answered slowly");
    } else if status >= 500 {
        tracing::warn!(operation, actor_kind = kind, actor, status, ms, "answered");
    } else {
        tracing::debug!(operation, actor_kind = kind, actor, status, ms, "answered");
    }
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
    if error.as_error::<actix_cors::CorsError>().is_some() {
        return Code::OriginRefused.into();
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
