use serde::{Deserialize, Serialize};

use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::outages::SERVICE;
use crate::domain::time::Time;

/// Outages are done with: all deadlines that they concern have been moved. The clock's.
#[derive(Debug, Clone, Serialize)]
pub struct EndOutage {
    /// Those that ended by then.
    pub until: Time,
}

/// Outages are done with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutageEnded {
    /// So many.
    pub outages: usize,
}

impl Act for EndOutage {
    type Answer = OutageEnded;
    const NAME: &'static str = "end_outage";

    fn by(&self) -> Actor {
        Actor::System
    }

    fn needs(&self, _: &World, needs: &mut Needs) {
        needs.service_alive.lock(SERVICE);
    }

    fn decide(&self, world: &mut World, _: Time) -> Result<OutageEnded, Refused> {
        let is_over = |until: Time| until <= self.until;
        let row = world.service_alive.get(&SERVICE).ok_or(Code::NotDue)?;
        let outages = row.outages.iter().filter(|outage| is_over(outage.until)).count();
        if outages == 0 {
            return Err(Code::NotDue.into());
        }
        world.service_alive.edit(&SERVICE).outages.0.retain(|outage| !is_over(outage.until));
        Ok(OutageEnded { outages })
    }
}
