use serde::{Deserialize, Serialize};

use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::sessions::{check_account, need_account, sign_outs, stream};
use crate::domain::time::Time;

/// Ends all sessions of whoever asks, that in which they ask among them.
#[derive(Debug, Clone, Serialize)]
pub struct EndAllSessions {
    /// Who asks.
    pub by: Actor,
}

/// All sessions of an account were ended.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct AllSessionsEnded {
    /// How often the account has done so.
    pub times: i64,
}

impl Act for EndAllSessions {
    type Answer = AllSessionsEnded;
    const NAME: &'static str = "end_all_sessions";

    fn by(&self) -> Actor {
        self.by
    }

    fn needs(&self, _: &World, needs: &mut Needs) {
        need_account(self.by, needs);
    }

    fn decide(&self, world: &mut World, _: Time) -> Result<AllSessionsEnded, Refused> {
        check_account(world, self.by)?;
        let times = sign_outs::add(world, self.by.uuid());
        world.tell(stream(self.by)?, "session.all_ended", self)?;
        Ok(AllSessionsEnded { times })
    }
}
