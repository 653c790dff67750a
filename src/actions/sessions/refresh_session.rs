use serde::{Deserialize, Serialize};

use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::ids::SessionId;
use crate::domain::players::access::Role;
use crate::domain::sessions::refresh_token::RefreshToken;
use crate::domain::sessions::session::{REPEAT_WITHIN, idle_until};
use crate::domain::sessions::{check_account, need_account, sign_outs, stream};
use crate::domain::time::Time;

/// Takes a refresh token and puts its successor in its place. The successor follows from the token and the request's key,
/// by a secret of the house: so the very same request, asked again because its answer was lost, is known by leading to the
/// same successor, and is answered as it was. Whoever brings a token that was used up in another request ends the session.
#[derive(Debug, Clone, Serialize)]
pub struct RefreshSession {
    /// Whose session it is.
    pub by: Actor,
    /// The session.
    pub session: SessionId,
    /// SHA-256 of the token that was brought, in hex.
    #[serde(skip)]
    pub presented: String,
    /// SHA-256 of its successor, in hex.
    #[serde(skip)]
    pub successor: String,
    /// SHA-256 of what its successor would be by the house's other secrets, while they are being changed.
    #[serde(skip)]
    pub by_others: Vec<String>,
    /// So many seconds the session may stay unused from now on.
    #[serde(skip)]
    pub idle_s: i64,
}

/// What came of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SessionRefreshed {
    /// The session goes on.
    Goes {
        /// By which of the house's secrets the successor is made: 0 for the first, then the others.
        secret: usize,
        /// It is over if it is not used before.
        idle_until: Time,
        /// A member of staff: what they are.
        role: Option<Role>,
    },
    /// The token had been used up: the session was ended.
    Ended,
}

impl RefreshSession {
    /// By which secret the successor was made that a repeat of the very same request is told again.
    fn repeated(&self, current: &str) -> Option<usize> {
        std::iter::once(&self.successor).chain(&self.by_others).position(|successor| successor == current)
    }
}

impl Act for RefreshSession {
    type Answer = SessionRefreshed;
    const NAME: &'static str = "refresh_session";

    fn by(&self) -> Actor {
        self.by
    }

    fn needs(&self, _: &World, needs: &mut Needs) {
        needs.refresh_tokens.read(self.presented.clone());
        needs.refresh_tokens.lock(self.successor.clone());
        needs.sessions.lock(self.session);
        need_account(self.by, needs);
    }

    fn decide(&self, world: &mut World, now: Time) -> Result<SessionRefreshed, Refused> {
        let token = world.refresh_tokens.get(&self.presented).filter(|token| token.session == self.session);
        let brought = token.ok_or(Code::RefreshInvalid)?.number;
        let account = self.by.uuid();
        let session = world.sessions.get(&self.session).filter(|session| session.account == account);
        let session = session.ok_or(Code::RefreshInvalid)?;
        if session.is_over(sign_outs::count(world, account), now) {
            return Err(Code::SessionOver.into());
        }
        let role = check_account(world, self.by)?;
        if brought == session.number {
            let (number, idle_until) = (brought + 1, idle_until(now, self.idle_s, session.ends_at));
            let row = world.sessions.edit(&self.session);
            (row.number, row.used_at, row.idle_until) = (number, now, idle_until);
            row.current.clone_from(&self.successor);
            let digest = self.successor.clone();
            world.refresh_tokens.insert(RefreshToken { digest, session: self.session, number, issued_at: now });
            return Ok(SessionRefreshed::Goes { secret: 0, idle_until, role });
        }
        if let Some(secret) = self.repeated(&session.current).filter(|_| now.since(session.used_at) <= REPEAT_WITHIN) {
            return Ok(SessionRefreshed::Goes { secret, idle_until: session.idle_until, role });
        }
        world.sessions.edit(&self.session).ended_at = Some(now);
        world.tell(stream(self.by)?, "session.token_reused", self)?;
        Ok(SessionRefreshed::Ended)
    }
}
