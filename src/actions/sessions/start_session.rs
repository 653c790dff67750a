use serde::{Deserialize, Serialize};

use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::ids::SessionId;
use crate::domain::players::access::Role;
use crate::domain::sessions::refresh_token::RefreshToken;
use crate::domain::sessions::session::{Session, idle_until};
use crate::domain::sessions::{check_account, need_account, sign_outs, stream};
use crate::domain::time::Time;

/// Begins a session of somebody who has just shown who they are.
#[derive(Debug, Clone, Serialize)]
pub struct StartSession {
    /// Who signs in.
    pub by: Actor,
    /// The session's identity, drawn at the edge.
    pub session: SessionId,
    /// SHA-256 of its first refresh token, in hex.
    #[serde(skip)]
    pub refresh: String,
    /// On which device, in words.
    pub device: String,
    /// So many seconds it may stay unused.
    pub idle_s: i64,
    /// So many seconds it may last.
    pub most_s: i64,
}

/// A session was begun.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SessionStarted {
    /// The session.
    pub session: SessionId,
    /// It is over if it is not used before.
    pub idle_until: Time,
    /// A member of staff: what they are.
    pub role: Option<Role>,
}

impl Act for StartSession {
    type Answer = SessionStarted;
    const NAME: &'static str = "start_session";

    fn by(&self) -> Actor {
        self.by
    }

    fn needs(&self, _: &World, needs: &mut Needs) {
        needs.refresh_tokens.lock(self.refresh.clone());
        needs.sessions.lock(self.session);
        need_account(self.by, needs);
    }

    fn decide(&self, world: &mut World, now: Time) -> Result<SessionStarted, Refused> {
        let role = check_account(world, self.by)?;
        let account = self.by.uuid();
        let ends_at = idle_until(now, self.most_s, Time::from_micros(i64::MAX));
        let idle_until = idle_until(now, self.idle_s, ends_at);
        world.sessions.insert(Session {
            id: self.session,
            account_kind: self.by.kind(),
            account,
            sign_outs: sign_outs::count(world, account),
            device: self.device.clone(),
            current: self.refresh.clone(),
            number: 1,
            started_at: now,
            used_at: now,
            idle_until,
            ends_at,
            ended_at: None,
        });
        let digest = self.refresh.clone();
        world.refresh_tokens.insert(RefreshToken { digest, session: self.session, number: 1, issued_at: now });
        world.tell(stream(self.by)?, "session.started", self)?;
        Ok(SessionStarted { session: self.session, idle_until, role })
    }
}
