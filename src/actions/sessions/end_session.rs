use serde::{Deserialize, Serialize};

use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::ids::SessionId;
use crate::domain::sessions::{need_account, sign_outs, stream};
use crate::domain::time::Time;

/// Ends a session: its refresh tokens are good no longer. By whose it is; somebody else's is as if there were none.
#[derive(Debug, Clone, Serialize)]
pub struct EndSession {
    /// Who asks.
    pub by: Actor,
    /// Which.
    pub session: SessionId,
}

/// A session was ended.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SessionEnded {
    /// The session.
    pub session: SessionId,
}

impl Act for EndSession {
    type Answer = SessionEnded;
    const NAME: &'static str = "end_session";

    fn by(&self) -> Actor {
        self.by
    }

    fn needs(&self, _: &World, needs: &mut Needs) {
        needs.sessions.lock(self.session);
        need_account(self.by, needs);
    }

    fn decide(&self, world: &mut World, now: Time) -> Result<SessionEnded, Refused> {
        let stream = stream(self.by)?;
        let account = self.by.uuid();
        let session = world.sessions.get(&self.session).filter(|session| session.account == account);
        if session.ok_or(Code::UnknownSession)?.is_over(sign_outs::count(world, account), now) {
            return Err(Code::AlreadySo.into());
        }
        world.sessions.edit(&self.session).ended_at = Some(now);
        world.tell(stream, "session.ended", self)?;
        Ok(SessionEnded { session: self.session })
    }
}
