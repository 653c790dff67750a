//! A switch.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::domain::act::Refused;
use crate::domain::codes::Code;
use crate::domain::slug::Slug;

/// What can be stopped. A switch that is on stops; all are off at first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Switch {
    /// No game is offered or begins anywhere; games under way go on, are settled and paid.
    Maintenance,
    /// No withdrawal is asked for or sent; those under way can be confirmed, failed, refused and cancelled.
    StopWithdrawals,
    /// No game is offered or begins in a room.
    StopRoom(Slug),
}

/// The words of the switches; a room's is followed by its name.
const MAINTENANCE: &str = "maintenance";
const STOP_WITHDRAWALS: &str = "stop_withdrawals";
const STOP_ROOM: &str = "stop_room:";

/// A text that names no switch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a switch is maintenance, stop_withdrawals or stop_room:ROOM")]
pub struct BadSwitch;

impl Switch {
    /// What is told to whoever it stops.
    #[must_use]
    pub fn refusal(self) -> Refused {
        match self {
            Self::Maintenance => Code::Maintenance.into(),
            Self::StopWithdrawals => Code::WithdrawalsStopped.into(),
            Self::StopRoom(room) => Refused::new(Code::RoomStopped).with("room", room),
        }
    }
}

impl fmt::Display for Switch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Maintenance => f.write_str(MAINTENANCE),
            Self::StopWithdrawals => f.write_str(STOP_WITHDRAWALS),
            Self::StopRoom(room) => write!(f, "{STOP_ROOM}{room}"),
        }
    }
}

impl FromStr for Switch {
    type Err = BadSwitch;

    fn from_str(text: &str) -> Result<Self, BadSwitch> {
        match text {
            MAINTENANCE => Ok(Self::Maintenance),
            STOP_WITHDRAWALS => Ok(Self::StopWithdrawals),
            _ => {
                let room = text.strip_prefix(STOP_ROOM).and_then(|room| room.parse().ok());
                room.map(Self::StopRoom).ok_or(BadSwitch)
            }
        }
    }
}

impl Serialize for Switch {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Switch {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_switch_is_read_as_it_is_written_and_nothing_else_is_one() {
        let room = Switch::StopRoom("main".parse().unwrap());
        for (switch, word) in [
            (Switch::Maintenance, "maintenance"),
            (Switch::StopWithdrawals, "stop_withdrawals"),
            (room, "stop_room:main"),
        ] {
            assert_eq!(switch.to_string(), word);
            assert_eq!(word.parse(), Ok(switch));
        }
        for word in ["", "Maintenance", "stop_room", "stop_room:", "stop_room:Main", "stop_room: main", "stop_games"] {
            assert_eq!(word.parse::<Switch>(), Err(BadSwitch), "{word:?}");
        }
    }
}
