//! A player's account with the house.

use super::place::Place;
use crate::domain::ids::PlayerId;
use crate::domain::time::Time;

crate::words! {
    /// How a player stands with the house.
    pub enum PlayerState {
        /// Free to play.
        Active = "active",
        /// Not until a date.
        Suspended = "suspended",
        /// No further.
        Closed = "closed",
    }
}

crate::row! {
    /// A player.
    pub struct Player in "players" key (
        /// Identity.
        id: PlayerId
    ) {
        /// The name that others see; unique whatever its case.
        nickname: String,
        /// Where mail goes and by which they sign in; no two have one mailbox.
        email: Option<String>,
        /// Argon2id, in PHC form; none for players who come through a client app alone.
        password: Option<String>,
        /// How they stand.
        state: PlayerState,
        /// The end of a suspension.
        suspended_until: Option<Time>,
        /// In how many currencies they owe money: above 0 there is no play and no withdrawal until it is paid.
        debts: i64,
        /// When the account was opened.
        opened_at: Time,
        /// Events told of this player.
        stream_seq: i64,
        /// Where they live; none if it is not known. Here and not with who they are, because every seat asks.
        place: Option<Place>,
        /// When they have shown that mail to their address reaches them.
        email_verified_at: Option<Time>,
    }
}
