use serde::{Deserialize, Serialize};

use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::ids::ClientId;
use crate::domain::ledger::event::Stream;
use crate::domain::players::access::{Permission, permit};
use crate::domain::staff::check_reason;
use crate::domain::time::Time;

/// Takes a client app's access away, at once. By an owner.
#[derive(Debug, Clone, Serialize)]
pub struct DisableClient {
    /// Who asks.
    pub by: Actor,
    /// Whose access.
    pub client: ClientId,
    /// Why.
    pub reason: String,
}

/// A client app's access was taken away.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ClientDisabled {
    /// The client.
    pub client: ClientId,
}

impl Act for DisableClient {
    type Answer = ClientDisabled;
    const NAME: &'static str = "disable_client";

    fn by(&self) -> Actor {
        self.by
    }

    fn needs(&self, _: &World, needs: &mut Needs) {
        needs.clients.lock(self.client);
    }

    fn decide(&self, world: &mut World, _: Time) -> Result<ClientDisabled, Refused> {
        permit(world, self.by, Permission::StaffWrite, None)?;
        check_reason(&self.reason)?;
        if world.clients.get(&self.client).ok_or(Code::UnknownClient)?.disabled {
            return Err(Code::AlreadySo.into());
        }
        world.clients.edit(&self.client).disabled = true;
        world.tell_why(Stream::Client(self.client), "client.disabled", self, Some(&self.reason))?;
        Ok(ClientDisabled { client: self.client })
    }
}
