//! The house's switches: thrown now and then, and not for long.

use super::Club;
use crate::actions::switches::ThrowSwitch;
use crate::domain::act::Actor;
use crate::domain::players::access::Role;
use crate::domain::switches::board::BOARD;
use crate::domain::switches::{Switch, Switchboard};
use crate::simulate::step::Asked;
use crate::store::memory::Memory;

/// Turns off what is on; else, rarely, turns something on. Sometimes by somebody who may not.
pub(super) fn throw(club: &mut Club, store: &Memory) -> Option<Asked> {
    let by = match club.rng.below(8) {
        0 => club.somebody(),
        1 => club.one_of(Role::Director),
        _ => Actor::System,
    };
    let reason = club.reason();
    let thrown = store.row::<Switchboard>(&BOARD).and_then(|board| board.thrown.keys().next().copied());
    if let Some(switch) = thrown {
        return Some(Asked::act(ThrowSwitch { by, switch, on: false, reason }));
    }
    let switch = match club.rng.below(6) {
        0 => Switch::Maintenance,
        1 => Switch::StopWithdrawals,
        2 => Switch::StopRoom("main".parse().ok()?),
        _ => return None,
    };
    Some(Asked::act(ThrowSwitch { by, switch, on: true, reason }))
}
