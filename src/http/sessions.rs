//! Sessions: refreshed, looked at, ended. Each person's own.

use actix_web::{HttpResponse, get, post};
use uuid::Uuid;

use super::auth::{TokenTold, told};
use super::players::read::PageQuery;
use super::routes;
use crate::actions::sessions as acts;
use crate::actions::sessions::{RefreshSession, SessionRefreshed};
use crate::app::App;
use crate::domain::act::{Actor, ActorKind, RequestKey};
use crate::domain::codes::Code;
use crate::domain::ids::{PlayerId, SessionId, StaffId};
use crate::domain::players::access::Role;
use crate::domain::sessions::session::Session;
use crate::domain::time::Time;
use crate::store::dialect::Db;
use crate::store::sessions::{find_session_by_token, list_sessions};
use crate::web::caller::{Answer, Asks, Looks, Nothing, Sends, submit};
use crate::web::lists::{self, Page};
use crate::web::problem::Problem;
use crate::web::refresh_token;
use crate::web::sight::Sight;
use crate::web::token::Bearer;
use crate::web::{password, sight};
use crate::{asked, told};

asked! {
    /// By what a session goes on.
    pub struct RefreshAsked {
        /// The refresh token that was given last.
        pub refresh_token: String
    }
}

told! {
    /// A session.
    pub struct SessionDone {
        /// The session.
        pub session: SessionId
    }
}

told! {
    /// All sessions are over.
    pub struct SignedOutTold {
        /// How often the account has signed out everywhere.
        pub times: i64
    }
}

told! {
    /// A session of one's own.
    pub struct SessionTold {
        /// The session.
        pub session: SessionId,
        /// On which device, in words.
        pub device: String,
        /// It is that of the token by which this was asked.
        pub present: bool,
        /// When it began.
        pub started_at: Time,
        /// When a token was last given for it.
        pub used_at: Time,
        /// It is over if it is not used before.
        pub idle_until: Time,
        /// It is over then, however much it is used.
        pub ends_at: Time
    }
}

told! {
    /// One's own sessions that are not over.
    pub struct SessionsTold {
        /// In the order in which they began.
        pub sessions: Vec<SessionTold>,
        /// Where the next page begins; none: this was the last.
        pub next: Option<String>
    }
}

/// A person, as who bears a token.
fn bearer(by: Actor, role: Option<Role>) -> Option<Bearer> {
    match (by, role) {
        (Actor::Player(id), _) => Some(Bearer::Player(id)),
        (Actor::Staff(id), Some(role)) => Some(Bearer::Staff(id, role)),
        _ => None,
    }
}

/// Begins a session of somebody who has just shown who they are, and gives them its tokens.
pub(super) async fn begin(app: &App, by: Actor, device: String, request: Uuid) -> Result<TokenTold, Problem> {
    let (session, token) = (SessionId(Uuid::now_v7()), refresh_token::first());
    let act = acts::StartSession {
        by,
        session,
        refresh: password::secret_digest(&token),
        device,
        idle_s: app.config.sessions.idle_s,
        most_s: app.config.sessions.most_s,
    };
    let key = RequestKey::new(session.to_string(), &[], Some(request));
    let started = app.committer.submit(act, key).await?.into_result()?;
    let bearer = bearer(by, started.role).ok_or(Code::Internal)?;
    let (told, now) = (told(app, &bearer, Some(session))?, app.now());
    let refresh_expires_in = Some(seconds(started.idle_until, now));
    Ok(TokenTold { refresh_expires_in, refresh_token: Some(token), ..told })
}

fn seconds(until: Time, now: Time) -> i64 {
    until.since(now).num_seconds().max(0)
}

/// Tokens, which nobody on their way is to keep.
pub(super) fn answer(told: TokenTold) -> HttpResponse {
    HttpResponse::Ok().insert_header((actix_web::http::header::CACHE_CONTROL, "no-store")).json(told)
}

/// Gives new tokens for a refresh token, which is thereby used up
///
/// One refresh at a time. Where the answer is lost, ask again within a minute with the same token and the same
/// Idempotency-Key: the answer holds the same refresh token. A used-up token under any other key, or later, ends the
/// session for everybody who holds a token of it. The key is a secret of the moment: a random one for each refresh.
#[utoipa::path(
    request_body(content = RefreshAsked, example = json!({
        "refresh_token": "kupa_r_J0mSPRKJ9gYVuBVtEU2hwR1GdpVYTbYEYFM3oyOmOAg",
    })),
    responses((status = 200, body = TokenTold)),
)]
#[post("/v1/auth/refresh")]
pub async fn refresh(sends: Sends<routes::RefreshSession, RefreshAsked>) -> Answer {
    let (app, token) = (&sends.app, &sends.body.refresh_token);
    if !refresh_token::has_form(token) {
        return Err(Code::RefreshInvalid.into());
    }
    let key = sends.key.as_ref().ok_or(Code::IdempotencyKeyMissing)?;
    let digest = password::secret_digest(token);
    let presented = digest.clone();
    let found = app.store.read(move |db| find_session_by_token(db, &digest)).await;
    let session = found.map_err(|error| sight::away(&error))?.ok_or(Code::RefreshInvalid)?;
    let by = owner(&session).ok_or(Code::Internal)?;
    let successors: Vec<String> =
        app.config.tokens.seeds.iter().map(|seed| refresh_token::successor(seed, token, &key.key)).collect();
    let mut digests = successors.iter().map(|successor| password::secret_digest(successor));
    let act = RefreshSession {
        by,
        session: session.id,
        presented,
        successor: digests.next().ok_or(Code::Internal)?,
        by_others: digests.collect(),
        idle_s: app.config.sessions.idle_s,
    };
    // A key of its own: whether a repeat is answered as before, the act decides, and not for 72 hours.
    let once = RequestKey::new(Uuid::now_v7().to_string(), &[], key.request);
    match submit(app, act, once).await?.into_result()? {
        SessionRefreshed::Ended => Err(Code::RefreshReused.into()),
        SessionRefreshed::Goes { secret, idle_until, role } => {
            let told = told(app, &bearer(by, role).ok_or(Code::Internal)?, Some(session.id))?;
            let refresh_token = Some(successors.into_iter().nth(secret).ok_or(Code::Internal)?);
            Ok(answer(TokenTold { refresh_token, refresh_expires_in: Some(seconds(idle_until, app.now())), ..told }))
        }
    }
}

/// Whose a session is.
fn owner(session: &Session) -> Option<Actor> {
    match session.account_kind {
        ActorKind::Player => Some(Actor::Player(PlayerId(session.account))),
        ActorKind::Staff => Some(Actor::Staff(StaffId(session.account))),
        ActorKind::Client | ActorKind::System => None,
    }
}

/// Ends the session in which this is asked
///
/// Neither its refresh token nor its access tokens are good any longer: a repeat, too, is told `session_over`.
#[utoipa::path(responses((status = 200, body = SessionDone)))]
#[post("/v1/auth/sign-out")]
pub async fn sign_out(asks: Asks<routes::SignOut, Nothing>) -> Answer {
    let session = asks.session.ok_or(Code::UnknownSession)?;
    end_one(asks, session).await
}

/// Ends all sessions of one's own, this one among them
///
/// A repeat is told `session_over`.
#[utoipa::path(responses((status = 200, body = SignedOutTold)))]
#[post("/v1/auth/sign-out-everywhere")]
pub async fn sign_out_everywhere(asks: Asks<routes::SignOutEverywhere, Nothing>) -> Answer {
    let act = acts::EndAllSessions { by: asks.by };
    asks.submit(act, |done| SignedOutTold { times: done.times }).await
}

/// Ends a session of one's own
#[utoipa::path(responses((status = 200, body = SessionDone)))]
#[post("/v1/auth/sessions/{session}/end")]
pub async fn end(asks: Asks<routes::EndSession, Nothing>) -> Answer {
    let session = asks.path("session")?;
    end_one(asks, session).await
}

async fn end_one<O: crate::web::operation::Operation>(asks: Asks<O, Nothing>, session: SessionId) -> Answer {
    let act = acts::EndSession { by: asks.by, session };
    asks.submit(act, |done| SessionDone { session: done.session }).await
}

/// One's own sessions that are not over
#[utoipa::path(params(PageQuery), responses((status = 200, body = SessionsTold)))]
#[get("/v1/auth/sessions")]
pub async fn list(looks: Looks<routes::ListSessions, PageQuery>) -> Answer {
    let account = looks.by().ok_or(Problem::from(Code::TokenMissing))?.uuid();
    let (now, present) = (looks.app.now(), looks.session());
    let told = move |session: Session| SessionTold {
        session: session.id,
        device: session.device,
        present: present == Some(session.id),
        started_at: session.started_at,
        used_at: session.used_at,
        idle_until: session.idle_until,
        ends_at: session.ends_at,
    };
    let page = (looks.query.limit, looks.query.cursor.as_deref());
    let read = move |db: &mut Db, _: &Sight, after, limit| {
        let rows = list_sessions(db, account, now, after, limit)?;
        Ok(Ok(Page::of(rows, limit, |session| session.id, told)))
    };
    lists::answer(&looks, page, read, |sessions, next| SessionsTold { sessions, next }).await
}
