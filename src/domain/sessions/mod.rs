//! Sessions: what keeps a person signed in beyond the minutes of an access token. A session begins with a sign-in and is
//! kept up by a chain of refresh tokens, of which the last alone is good; whoever brings an earlier one has copied it, or
//! was copied, and the session ends.

pub mod password;
pub mod refresh_token;
pub mod session;
pub mod sign_outs;

use crate::domain::act::{Actor, Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::ledger::event::Stream;
use crate::domain::players::access::Role;
use crate::domain::players::player::PlayerState;

/// Locks the account of a person, where the events of its sessions are told, and asks how often it has signed out
/// everywhere.
pub fn need_account(by: Actor, needs: &mut Needs) {
    match by {
        Actor::Player(id) => needs.players.lock(id),
        Actor::Staff(id) => needs.staff.lock(id),
        Actor::Client(_) | Actor::System => {}
    }
    needs.sign_outs.lock(by.uuid());
}

/// The stream in which what becomes of a person's sessions is told.
///
/// # Errors
/// `forbidden`: client apps and the system have no sessions.
pub fn stream(by: Actor) -> Result<Stream, Refused> {
    match by {
        Actor::Player(id) => Ok(Stream::Player(id)),
        Actor::Staff(id) => Ok(Stream::Staff(id)),
        Actor::Client(_) | Actor::System => Err(Refused::new(Code::Forbidden).with("permission", "own_sessions")),
    }
}

/// Whether a person may be signed in, and what they are, where they are staff. A suspended player may look at what is
/// theirs; a closed account and a disabled member are signed in no longer.
///
/// # Errors
/// `session_over`; `forbidden` for who is no person.
pub fn check_account(world: &World, by: Actor) -> Result<Option<Role>, Refused> {
    match by {
        Actor::Player(id) => match world.players.get(&id) {
            Some(player) if player.state != PlayerState::Closed => Ok(None),
            _ => Err(Code::SessionOver.into()),
        },
        Actor::Staff(id) => match world.staff.get(&id) {
            Some(member) if !member.disabled => Ok(Some(member.role)),
            _ => Err(Code::SessionOver.into()),
        },
        Actor::Client(_) | Actor::System => stream(by).map(|_| None),
    }
}
