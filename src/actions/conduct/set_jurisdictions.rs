use serde::{Deserialize, Serialize};

use crate::domain::act::{Act, Actor, Json, Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::conduct::jurisdictions::{ROW, Terms, in_force};
use crate::domain::ledger::event::Stream;
use crate::domain::players::access::{Permission, permit};
use crate::domain::staff::{Changed, check_reason};
use crate::domain::time::Time;

/// Sets where nobody may play, and from what age on. It holds for accounts that are opened, for players who move, and for
/// every seat from now on; games under way go on.
#[derive(Debug, Clone, Serialize)]
pub struct SetJurisdictions {
    /// Who asks.
    pub by: Actor,
    /// The version that they have read.
    pub version: i64,
    /// How it is to be.
    #[serde(skip)]
    pub terms: Terms,
    /// Why.
    pub reason: String,
}

/// The places were set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct JurisdictionsSet {
    /// The version now.
    pub version: i64,
}

impl Act for SetJurisdictions {
    type Answer = JurisdictionsSet;
    const NAME: &'static str = "set_jurisdictions";

    fn by(&self) -> Actor {
        self.by
    }

    fn needs(&self, _: &World, needs: &mut Needs) {
        needs.jurisdictions.lock(ROW);
    }

    fn decide(&self, world: &mut World, _: Time) -> Result<JurisdictionsSet, Refused> {
        permit(world, self.by, Permission::JurisdictionsWrite, None)?;
        check_reason(&self.reason)?;
        let faults = self.terms.faults();
        if !faults.is_empty() {
            return Err(Refused::document(faults));
        }
        let present = in_force(world);
        if present.stream_seq != self.version {
            return Err(Refused::new(Code::StaleDocument).with("version", present.stream_seq));
        }
        let (before, after) = (present.terms(), self.terms.clone());
        if before == after {
            return Err(Code::AlreadySo.into());
        }
        let row = world.jurisdictions.edit_or_insert(&ROW, || present);
        row.barred = Json(after.barred.clone());
        (row.min_age, row.place_required) = (after.min_age, after.place_required);
        let facts = Changed { act: self, before, after };
        world.tell_why(Stream::Jurisdictions, "jurisdictions.set", &facts, Some(&self.reason))?;
        Ok(JurisdictionsSet { version: self.version + 1 })
    }
}
