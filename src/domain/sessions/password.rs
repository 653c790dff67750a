//! The passwords of people, as they are kept: argon2id, in PHC form.

use crate::domain::act::{Actor, World};

/// The hash of somebody's password, whose account the act has named; none if they have none.
#[must_use]
pub fn of(world: &World, by: Actor) -> Option<&str> {
    match by {
        Actor::Player(id) => world.players.get(&id)?.password.as_deref(),
        Actor::Staff(id) => world.staff.get(&id).map(|member| member.password.as_str()),
        Actor::Client(_) | Actor::System => None,
    }
}

/// Gives somebody, whose account the act has locked, another password.
pub fn set(world: &mut World, by: Actor, hash: &str) {
    match by {
        Actor::Player(id) => world.players.edit(&id).password = Some(hash.to_owned()),
        Actor::Staff(id) => hash.clone_into(&mut world.staff.edit(&id).password),
        Actor::Client(_) | Actor::System => {}
    }
}
