//! Where nobody may play: changed now and then.

use super::Club;
use crate::actions::conduct::SetJurisdictions;
use crate::domain::act::Actor;
use crate::domain::conduct::Jurisdictions;
use crate::domain::conduct::jurisdictions::ROW;
use crate::domain::players::access::Role;
use crate::simulate::step::Asked;
use crate::store::memory::Memory;

/// Bars a place, or no longer. Sometimes by somebody who may not, or who has not read the last version.
pub(super) fn set_jurisdictions(club: &mut Club, store: &Memory) -> Option<Asked> {
    let by = match club.rng.below(8) {
        0 => club.somebody(),
        1..=3 => club.one_of(Role::Compliance),
        _ => Actor::System,
    };
    let present = store.row::<Jurisdictions>(&ROW).cloned().unwrap_or_default();
    let mut terms = present.terms();
    let place = ["US-NY", "US-AZ", "CA", "IL"][club.rng.below(4)].parse().ok()?;
    if !terms.barred.remove(&place) {
        terms.barred.insert(place);
    }
    terms.place_required = club.rng.once_in(8);
    let version = if club.rng.once_in(10) { 0 } else { present.stream_seq };
    Some(Asked::act(SetJurisdictions { by, version, terms, reason: club.reason() }))
}
