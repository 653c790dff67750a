use serde::{Deserialize, Serialize};

use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::ledger::event::Stream;
use crate::domain::outages::{Outage, SERVICE, ServiceAlive};
use crate::domain::time::Time;

/// Says that a node lives; if none did for too long, that is an outage, and is recorded. The clock's.
#[derive(Debug, Clone, Serialize)]
pub struct RecordOutage;

/// A node lives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutageRecorded {
    /// The outage that it found.
    pub outage: Option<Outage>,
}

/// What the event tells.
#[derive(Debug, Serialize)]
struct Facts {
    from: Time,
    until: Time,
    seconds: i64,
}

impl Act for RecordOutage {
    type Answer = OutageRecorded;
    const NAME: &'static str = "record_outage";

    fn by(&self) -> Actor {
        Actor::System
    }

    fn needs(&self, _: &World, needs: &mut Needs) {
        needs.service_alive.lock(SERVICE);
    }

    fn decide(&self, world: &mut World, now: Time) -> Result<OutageRecorded, Refused> {
        let row = world.service_alive.edit_or_insert(&SERVICE, || ServiceAlive::since(now));
        let outage = row.outage(now);
        row.alive_at = now.max(row.alive_at);
        if let Some(outage @ Outage { from, until }) = outage {
            row.outages.0.push(outage);
            let facts = Facts { from, until, seconds: outage.after(from).num_seconds() };
            world.tell(Stream::Service, "service.outage", &facts)?;
        }
        Ok(OutageRecorded { outage })
    }
}
