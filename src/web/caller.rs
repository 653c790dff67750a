//! What a handler receives: who calls, checked against what the operation needs, and what they sent.

use std::future::{Future, Ready, ready};
use std::marker::PhantomData;
use std::pin::Pin;

use actix_web::http::StatusCode;
use actix_web::http::header;
use actix_web::web::{Bytes, Data};
use actix_web::{FromRequest, HttpRequest, HttpResponse, dev::Payload};
use diesel::QueryResult;
use serde::Serialize;
use uuid::Uuid;

use super::looker::Looker;
use super::network::{self, Network};
use super::operation::{Access, Grant, Operation};
use super::password::secret_digest;
use super::problem::Problem;
use super::sight::{self, Sight};
use super::wire::Read;
use super::words::Language;
use super::{body, documents, key, requests};
use crate::app::App;
use crate::domain::act::{Act, Actor, Refused, RequestKey};
use crate::domain::codes::Code;
use crate::domain::ids::{PlayerId, SessionId};
use crate::domain::sessions::session::MAX_DEVICE_CHARS;
use crate::domain::text::is_seen;
use crate::domain::time::Time;
use crate::store::committer::Decided;
use crate::store::dialect::Db;

/// How an operation answers.
pub type Answer = Result<HttpResponse, Problem>;

fn app_of(request: &HttpRequest) -> Result<Data<App>, Problem> {
    request.app_data::<Data<App>>().cloned().ok_or_else(|| Code::Internal.into())
}

/// The bearer token's grant, and when it ends; none without a token.
///
/// # Errors
/// `token_invalid`, `token_expired`.
pub fn grant_of(request: &HttpRequest, app: &App) -> Result<Option<(Grant, Time)>, Refused> {
    let Some(header) = request.headers().get(header::AUTHORIZATION) else { return Ok(None) };
    let text = header.to_str().map_err(|_| Code::TokenInvalid)?;
    let (scheme, token) = text.split_once(' ').ok_or(Code::TokenInvalid)?;
    if !scheme.eq_ignore_ascii_case("bearer") {
        return Err(Code::TokenInvalid.into());
    }
    app.tokens.verify_until(token.trim(), app.now()).map(Some)
}

/// Who calls, where the operation admits them, and until when; none where it is open to all and nobody signed in.
fn admitted<O: Operation>(request: &HttpRequest, app: &App) -> Result<Option<(Grant, Time)>, Problem> {
    let granted = requests::asks_for(request, app, O::SPEC);
    if O::SPEC.access == Access::Figures {
        return collects(request, app).map(|()| None);
    }
    let granted = granted?;
    let named = request.match_info().get("player").and_then(|text| text.parse::<PlayerId>().ok());
    O::SPEC.access.admits(granted.map(|(grant, _)| grant), named)?;
    Ok(granted)
}

/// Whether a request brings the token with which figures are read. Where the settings have none there is nothing to read.
fn collects(request: &HttpRequest, app: &App) -> Result<(), Problem> {
    let token = app.config.serving.metrics_token.as_deref().ok_or(Code::NotFound)?;
    let brought = request.headers().get(header::AUTHORIZATION).ok_or(Code::TokenMissing)?;
    let brought = brought.to_str().ok().and_then(|text| text.strip_prefix("Bearer "));
    // Digests: how far two of them agree tells nothing of the token.
    let is_it = brought.is_some_and(|brought| secret_digest(brought) == secret_digest(token));
    if is_it { Ok(()) } else { Err(Code::TokenInvalid.into()) }
}

/// A value in the path, by its name.
///
/// # Errors
/// `not_found`: nothing has such a name.
fn in_path<T: std::str::FromStr>(request: &HttpRequest, name: &str) -> Result<T, Problem> {
    let text = request.match_info().get(name).ok_or(Code::Internal)?;
    text.parse().map_err(|_| Code::NotFound.into())
}

/// A request that only looks.
#[derive(Debug)]
pub struct Looks<O, Q> {
    /// The service.
    pub app: Data<App>,
    /// What is asked for in the query.
    pub query: Q,
    grant: Option<Grant>,
    until: Option<Time>,
    request: HttpRequest,
    operation: PhantomData<O>,
}

impl<O: Operation, Q: Read + 'static> FromRequest for Looks<O, Q> {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let looks = || {
            let app = app_of(request)?;
            let (grant, until) = admitted::<O>(request, &app)?.unzip();
            let query = body::read_query(request.query_string())?;
            Ok(Self { app, query, grant, until, request: request.clone(), operation: PhantomData })
        };
        ready(looks())
    }
}

impl<O: Operation, Q> Looks<O, Q> {
    /// Who looks; none where the operation is open and nobody signed in.
    #[must_use]
    pub fn by(&self) -> Option<Actor> {
        self.grant.map(|grant| grant.actor)
    }

    /// Answers with a document, and 304 where who looks knows it. `last`: the version that an edit would replace.
    ///
    /// # Errors
    /// `internal`: it cannot be written.
    pub fn document(&self, last: Option<i64>, told: &impl Serialize) -> Answer {
        documents::answer(self.request.headers(), last, told)
    }

    /// A header of the request, where it is text.
    #[must_use]
    pub fn header(&self, name: header::HeaderName) -> Option<&str> {
        self.request.headers().get(name).and_then(|value| value.to_str().ok())
    }

    /// The headers of the request.
    #[must_use]
    pub fn headers(&self) -> &header::HeaderMap {
        self.request.headers()
    }

    /// The language that they prefer.
    #[must_use]
    pub fn language(&self) -> Language {
        Language::of(&self.request)
    }

    /// Whether the request has a header, of whatever value.
    #[must_use]
    pub fn has_header(&self, name: &header::HeaderName) -> bool {
        self.request.headers().contains_key(name)
    }

    /// Whether they want the head of an answer alone.
    #[must_use]
    pub fn is_bodiless(&self) -> bool {
        requests::is_bodiless(&self.request)
    }

    /// In which session they look.
    #[must_use]
    pub fn session(&self) -> Option<SessionId> {
        self.grant.and_then(|grant| grant.session)
    }

    /// The player who looks, if it is one.
    #[must_use]
    pub fn player(&self) -> Option<PlayerId> {
        match self.by() {
            Some(Actor::Player(id)) => Some(id),
            _ => None,
        }
    }

    /// A value in the path, by its name.
    ///
    /// # Errors
    /// `not_found`: nothing has such a name.
    pub fn path<T: std::str::FromStr>(&self, name: &str) -> Result<T, Problem> {
        in_path(&self.request, name)
    }

    /// Reads from the database, on a thread that may block, for who may still look: their row is asked first.
    ///
    /// # Errors
    /// The refusal; `database_away`, `internal`.
    pub async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&mut Db, &Sight) -> QueryResult<Result<T, Refused>> + Send + 'static,
    ) -> Result<T, Problem> {
        self.looker().read(read).await
    }

    /// Who looks, without their request.
    #[must_use]
    pub fn looker(&self) -> Looker {
        let (app, access) = (self.app.clone().into_inner(), O::SPEC.access);
        Looker { app, grant: self.grant, until: self.until, access }
    }

    /// From where they look.
    #[must_use]
    pub fn from(&self) -> Network {
        network::of(&self.request, self.app.config.proxies)
    }
}

/// A request that does something.
#[derive(Debug)]
pub struct Asks<O, B> {
    /// The service.
    pub app: Data<App>,
    /// Who asks.
    pub by: Actor,
    /// In which session; none for client apps.
    pub session: Option<SessionId>,
    /// What they sent.
    pub body: B,
    key: RequestKey,
    request: HttpRequest,
    operation: PhantomData<O>,
}

impl<O: Operation, B: Read + 'static> FromRequest for Asks<O, B> {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Problem>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, mut payload) = (request.clone(), payload.take());
        Box::pin(async move {
            let app = app_of(&request)?;
            let (grant, _) = admitted::<O>(&request, &app)?.ok_or(Code::TokenMissing)?;
            check_session(&app, grant).await?;
            let bytes = take_body(&request, &mut payload, &app).await?;
            let key = key::request_key(&request, &bytes)?;
            let body = body::read(&bytes)?;
            let (by, session) = (grant.actor, grant.session);
            Ok(Self { app, by, session, body, key, request, operation: PhantomData })
        })
    }
}

/// Submits an act and waits for its outcome, up to a time. An act that takes longer, the first under its key or a repeat
/// that waits behind it, goes on all the same: who asks again with the key is told what came of it.
///
/// # Errors
/// `in_progress` after that time; `busy`, `database_away`, `internal`.
pub async fn submit<A: Act>(app: &App, act: A, key: RequestKey) -> Result<Decided<A::Answer>, Refused> {
    let decided = tokio::time::timeout(app.config.answer_within, app.committer.submit(act, key)).await;
    decided.unwrap_or_else(|_| Err(Code::InProgress.into()))
}

/// Refuses who acts for a session that is over. Client apps have none: they, who settle games, are not held up by it.
async fn check_session(app: &App, grant: Grant) -> Result<(), Refused> {
    if grant.session.is_none() {
        return Ok(());
    }
    let over = app.store.read(move |db| sight::is_session_over(db, grant)).await;
    if over.map_err(|error| sight::away(&error))? { Err(Code::SessionOver.into()) } else { Ok(()) }
}

async fn take_body(request: &HttpRequest, payload: &mut Payload, app: &App) -> Result<Bytes, Problem> {
    body::take(request, payload, app.config.body_limit, app.config.request_timeout).await
}

impl<O: Operation, B> Asks<O, B> {
    /// A value in the path, by its name.
    ///
    /// # Errors
    /// `not_found`: nothing has such a name.
    pub fn path<T: std::str::FromStr>(&self, name: &str) -> Result<T, Problem> {
        in_path(&self.request, name)
    }

    /// The same, where the body holds a password: what was asked is remembered under seal.
    #[must_use]
    pub fn sealed(mut self) -> Self {
        self.key.digest = key::sealed(&self.app.config.tokens.seeds, self.key.digest);
        self
    }

    /// From where it is asked.
    #[must_use]
    pub fn from(&self) -> Network {
        network::of(&self.request, self.app.config.proxies)
    }

    /// The version of the document that is replaced, by what was read of it; 0: there is none yet.
    ///
    /// # Errors
    /// `if_match_missing`.
    pub fn replaced(&self) -> Result<i64, Refused> {
        documents::replaced(self.request.headers())
    }

    /// The player who acts: a player's token acts for that player alone.
    ///
    /// # Errors
    /// `not_yours`: somebody else asks.
    pub fn player(&self) -> Result<PlayerId, Problem> {
        match self.by {
            Actor::Player(id) => Ok(id),
            _ => Err(Code::NotYours.into()),
        }
    }

    /// Submits the act and answers 200.
    ///
    /// # Errors
    /// The refusal.
    pub async fn submit<A: Act, T: Serialize>(self, act: A, told: impl FnOnce(A::Answer) -> T) -> Answer {
        self.answer(act, StatusCode::OK, |done, _| told(done)).await
    }

    /// Submits the act and answers 200; the answer differs for a repeat, for it holds what is told once.
    ///
    /// # Errors
    /// The refusal.
    pub async fn submit_once<A: Act, T: Serialize>(self, act: A, told: impl FnOnce(A::Answer, bool) -> T) -> Answer {
        self.answer(act, StatusCode::OK, told).await
    }

    /// Submits the act and answers 201.
    ///
    /// # Errors
    /// The refusal.
    pub async fn create<A: Act, T: Serialize>(self, act: A, told: impl FnOnce(A::Answer) -> T) -> Answer {
        self.answer(act, StatusCode::CREATED, |done, _| told(done)).await
    }

    async fn answer<A: Act, T: Serialize>(
        self,
        act: A,
        status: StatusCode,
        told: impl FnOnce(A::Answer, bool) -> T,
    ) -> Answer {
        let decided = submit(&self.app, act, self.key).await?;
        let replayed = decided.replayed;
        match decided.into_result() {
            Ok(done) => {
                let mut answer = HttpResponse::build(status);
                if replayed {
                    answer.insert_header((key::REPLAYED, "true"));
                }
                Ok(answer.json(told(done, replayed)))
            }
            Err(refused) => Err(Problem { replayed, ..refused.into() }),
        }
    }
}

/// A request with a body from somebody who has yet to show who they are: signing in.
#[derive(Debug)]
pub struct Sends<O, B> {
    /// The service.
    pub app: Data<App>,
    /// What they sent.
    pub body: B,
    /// From where.
    pub from: Network,
    /// The request's key, where the operation takes one.
    pub key: Option<RequestKey>,
    /// The request in the logs.
    pub request: Uuid,
    /// How the program that asks calls itself, as far as it can be seen.
    pub agent: String,
    operation: PhantomData<O>,
}

impl<O: Operation, B: Read + 'static> FromRequest for Sends<O, B> {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Problem>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, mut payload) = (request.clone(), payload.take());
        Box::pin(async move {
            let app = app_of(&request)?;
            admitted::<O>(&request, &app)?;
            let bytes = take_body(&request, &mut payload, &app).await?;
            let from = network::of(&request, app.config.proxies);
            let key = if O::SPEC.keyed { Some(key::request_key(&request, &bytes)?) } else { None };
            let body = body::read(&bytes)?;
            let (agent, request) = (agent_of(&request), requests::id_of(&request));
            Ok(Self { app, body, from, key, request, agent, operation: PhantomData })
        })
    }
}

/// What a request says of the program that sends it: characters that can be seen, and not too many.
fn agent_of(request: &HttpRequest) -> String {
    let said = request.headers().get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    said.chars().filter(|character| is_seen(*character)).take(MAX_DEVICE_CHARS).collect::<String>().trim().to_owned()
}

/// Nothing: an empty body or query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Nothing;

impl Read for Nothing {
    fn read(value: &serde_json::Value, reader: &mut super::wire::Reader) -> Option<Self> {
        let object = reader.object(value)?;
        reader.refuse_others(object, &[]);
        Some(Self)
    }
}
