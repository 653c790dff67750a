use serde::{Deserialize, Serialize};

use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::ids::SessionId;
use crate::domain::sessions::{check_account, need_account, password, sign_outs, stream};
use crate::domain::time::Time;

/// Gives somebody, who has just shown that they know it, another password. All their sessions end but the one in which
/// they ask.
#[derive(Debug, Clone, Serialize)]
pub struct ChangePassword {
    /// Who asks.
    pub by: Actor,
    /// In which session.
    pub session: Option<SessionId>,
    /// The hash that the old password was compared with; it must still be so.
    #[serde(skip)]
    pub seen: String,
    /// The new password's argon2id hash.
    #[serde(skip)]
    pub password: String,
}

/// A password was changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PasswordChanged {
    /// How often the account has ended its sessions.
    pub times: i64,
}

impl Act for ChangePassword {
    type Answer = PasswordChanged;
    const NAME: &'static str = "change_password";

    fn by(&self) -> Actor {
        self.by
    }

    fn needs(&self, _: &World, needs: &mut Needs) {
        self.session.into_iter().for_each(|session| needs.sessions.lock(session));
        need_account(self.by, needs);
    }

    fn decide(&self, world: &mut World, _: Time) -> Result<PasswordChanged, Refused> {
        check_account(world, self.by)?;
        if password::of(world, self.by) != Some(self.seen.as_str()) {
            return Err(Code::AccountChanged.into());
        }
        password::set(world, self.by, &self.password);
        let account = self.by.uuid();
        let before = sign_outs::count(world, account);
        let times = sign_outs::add(world, account);
        if let Some(id) = self.session
            && world.sessions.get(&id).is_some_and(|session| session.account == account && session.sign_outs == before)
        {
            world.sessions.edit(&id).sign_outs = times;
        }
        world.tell(stream(self.by)?, "password.changed", self)?;
        Ok(PasswordChanged { times })
    }
}
