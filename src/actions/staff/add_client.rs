use serde::{Deserialize, Serialize};

use crate::domain::act::{Act, Actor, Json, Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::ids::ClientId;
use crate::domain::ledger::event::Stream;
use crate::domain::players::access::{Permission, Scope, permit};
use crate::domain::slug::Slug;
use crate::domain::staff::client::Client;
use crate::domain::time::Time;

/// Adds a client app. By an owner.
#[derive(Debug, Clone, Serialize)]
pub struct AddClient {
    /// Who asks.
    pub by: Actor,
    /// The new client's identity, drawn at the edge.
    pub client: ClientId,
    /// What people call it.
    pub name: String,
    /// SHA-256 of its secret, in hex.
    #[serde(skip)]
    pub secret: String,
    /// What it may do.
    pub scopes: Vec<Scope>,
    /// Where; empty: everywhere.
    pub rooms: Vec<Slug>,
}

/// A client app was added.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ClientAdded {
    /// The new client.
    pub client: ClientId,
}

impl Act for AddClient {
    type Answer = ClientAdded;
    const NAME: &'static str = "add_client";

    fn by(&self) -> Actor {
        self.by
    }

    fn needs(&self, _: &World, needs: &mut Needs) {
        needs.clients.lock(self.client);
        self.rooms.iter().for_each(|room| needs.rooms.read(*room));
    }

    fn decide(&self, world: &mut World, now: Time) -> Result<ClientAdded, Refused> {
        permit(world, self.by, Permission::StaffWrite, None)?;
        // On the house's own machine apps are added before the first room is there.
        let unknown = self.rooms.iter().find(|room| world.rooms.get(room).is_none());
        if self.by != Actor::System && unknown.is_some() {
            return Err(Code::UnknownRoom.into());
        }
        world.clients.insert(Client {
            id: self.client,
            name: self.name.clone(),
            secret: self.secret.clone(),
            scopes: Json(self.scopes.clone()),
            rooms: Json(self.rooms.clone()),
            disabled: false,
            added_at: now,
            stream_seq: 0,
        });
        world.tell(Stream::Client(self.client), "client.added", self)?;
        Ok(ClientAdded { client: self.client })
    }
}
