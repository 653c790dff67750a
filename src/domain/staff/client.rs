//! A client app.

use crate::domain::act::Json;
use crate::domain::ids::ClientId;
use crate::domain::players::access::Scope;
use crate::domain::slug::Slug;
use crate::domain::time::Time;

crate::row! {
    /// A client app: a program that registers players, plays and settles for a room.
    pub struct Client in "clients" key (
        /// Identity; also the `client_id` of its credentials.
        id: ClientId
    ) {
        /// What people call it.
        name: String,
        /// SHA-256 of its secret, in hex. The secret has 256 bits of chance, so no slow hash is needed.
        secret: String,
        /// What it may do.
        scopes: Json<Vec<Scope>>,
        /// Where; empty: everywhere.
        rooms: Json<Vec<Slug>>,
        /// May no longer act.
        disabled: bool,
        /// Since when it is here.
        added_at: Time,
        /// Events told of this client.
        stream_seq: i64,
    }
}
