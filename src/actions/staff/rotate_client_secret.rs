use serde::{Deserialize, Serialize};

use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::ids::ClientId;
use crate::domain::ledger::event::Stream;
use crate::domain::players::access::{Permission, permit};
use crate::domain::time::Time;

/// Gives a client app a new secret; the old one no longer signs in. By an owner.
#[derive(Debug, Clone, Serialize)]
pub struct RotateClientSecret {
    /// Who asks.
    pub by: Actor,
    /// Whose secret.
    pub client: ClientId,
    /// SHA-256 of the new secret, in hex.
    #[serde(skip)]
    pub secret: String,
}

/// A client app has a new secret.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ClientSecretRotated {
    /// The client.
    pub client: ClientId,
}

impl Act for RotateClientSecret {
    type Answer = ClientSecretRotated;
    const NAME: &'static str = "rotate_client_secret";

    fn by(&self) -> Actor {
        self.by
    }

    fn needs(&self, _: &World, needs: &mut Needs) {
        needs.clients.lock(self.client);
    }

    fn decide(&self, world: &mut World, _: Time) -> Result<ClientSecretRotated, Refused> {
        permit(world, self.by, Permission::StaffWrite, None)?;
        world.clients.get(&self.client).ok_or(Code::UnknownClient)?;
        world.clients.edit(&self.client).secret.clone_from(&self.secret);
        world.tell(Stream::Client(self.client), "client.secret_rotated", self)?;
        Ok(ClientSecretRotated { client: self.client })
    }
}
