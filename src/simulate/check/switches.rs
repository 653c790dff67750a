//! What a switch stops does not happen while it is on.

use serde::Deserialize;

use super::{Checker, Violation, hold};
use crate::domain::games::game::Game;
use crate::domain::ids::GameId;
use crate::domain::ledger::event::Event;
use crate::domain::switches::Switch;
use crate::store::memory::Memory;

/// What the event of a switch says.
#[derive(Deserialize)]
struct Facts {
    switch: Switch,
}

impl Checker {
    /// Follows the switches, and holds what happened against them. In one shard alone: only there the numbers of events
    /// say which came first.
    pub(super) fn check_switches(&mut self, store: &Memory, event: &Event) -> Result<(), Violation> {
        if store.shards().count() != 1 {
            return Ok(());
        }
        let stops = match event.kind.as_str() {
            "switch.on" | "switch.off" => {
                let Facts { switch } = serde_json::from_str(&event.facts)
                    .map_err(|error| Violation::new("a switch's event names it", format!("{event:?}: {error}")))?;
                let is_news =
                    if event.kind == "switch.on" { self.thrown.insert(switch) } else { self.thrown.remove(&switch) };
                return hold(is_news, "a switch is turned the other way", || format!("{event:?}"));
            }
            "game.opened" | "game.joined" => {
                let room = store.row::<Game>(&GameId(event.stream)).map(|game| game.room);
                [Some(Switch::Maintenance), room.map(Switch::StopRoom)]
            }
            "withdrawal.requested" | "withdrawal.sent" => [Some(Switch::StopWithdrawals), None],
            _ => return Ok(()),
        };
        let is_free = stops.into_iter().flatten().all(|switch| !self.thrown.contains(&switch));
        hold(is_free, "what a switch stops does not happen while it is on", || format!("{event:?}: {:?}", self.thrown))
    }
}
