use serde::{Deserialize, Serialize};

use crate::domain::act::{Act, Actor, Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::ledger::event::Stream;
use crate::domain::players::access::{Permission, permit};
use crate::domain::staff::check_reason;
use crate::domain::switches::board::{BOARD, Switchboard, Thrown};
use crate::domain::switches::switch::Switch;
use crate::domain::time::Time;

/// Turns a switch on or off. What it stops is stopped once this is answered.
#[derive(Debug, Clone, Serialize)]
pub struct ThrowSwitch {
    /// Who asks.
    pub by: Actor,
    /// Which switch.
    pub switch: Switch,
    /// Whether it is to stop what it stops.
    pub on: bool,
    /// Why.
    pub reason: String,
}

/// A switch was turned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SwitchThrown {
    /// Which.
    pub switch: Switch,
    /// Whether it is on now.
    pub on: bool,
    /// Since when.
    pub at: Time,
}

/// What the event says: what was asked, and why it was on before.
#[derive(Debug, Serialize)]
struct Facts<'a> {
    #[serde(flatten)]
    act: &'a ThrowSwitch,
    before: Option<Thrown>,
}

impl Act for ThrowSwitch {
    type Answer = SwitchThrown;
    const NAME: &'static str = "throw_switch";

    fn by(&self) -> Actor {
        self.by
    }

    fn needs(&self, _: &World, needs: &mut Needs) {
        needs.switchboard.lock(BOARD);
        if let Switch::StopRoom(room) = self.switch {
            needs.rooms.read(room);
        }
    }

    fn decide(&self, world: &mut World, now: Time) -> Result<SwitchThrown, Refused> {
        permit(world, self.by, Permission::SwitchesWrite, None)?;
        check_reason(&self.reason)?;
        if let Switch::StopRoom(room) = self.switch
            && world.rooms.get(&room).is_none()
        {
            return Err(Code::UnknownRoom.into());
        }
        let is_on = world.switchboard.get(&BOARD).is_some_and(|board| board.thrown.contains_key(&self.switch));
        if is_on == self.on {
            return Err(Code::AlreadySo.into());
        }
        let thrown = &mut world.switchboard.edit_or_insert(&BOARD, Switchboard::new).thrown.0;
        let before = thrown.remove(&self.switch);
        if self.on {
            thrown.insert(self.switch, Thrown { reason: self.reason.clone(), by: self.by, at: now });
        }
        let kind = if self.on { "switch.on" } else { "switch.off" };
        world.tell_why(Stream::Switches, kind, &Facts { act: self, before }, Some(&self.reason))?;
        Ok(SwitchThrown { switch: self.switch, on: self.on, at: now })
    }
}
