//! The four schedules that ship with the product (`rake.md`). Where each figure stands on the pages:
//!
//! | schedule | page | section |
//! | --- | --- | --- |
//! | `sheshbesh` | 000 | commission on a single game, on a series of games, and the surcharges below them |
//! | `giants` | 000 | Giants room, on top of the same rates |
//! | `dark_room` | 000 | Dark Room |
//! | `gammonempire` | 002 | commission on a single game, on a series of games |

use super::schedule::Schedule;

const DOCUMENTS: [(&str, &str); 4] = [
    ("sheshbesh", include_str!("shipped/sheshbesh.json")),
    ("giants", include_str!("shipped/giants.json")),
    ("dark_room", include_str!("shipped/dark_room.json")),
    ("gammonempire", include_str!("shipped/gammonempire.json")),
];

/// The shipped schedules, each with its slug.
#[must_use]
pub fn schedules() -> Vec<(&'static str, Schedule)> {
    DOCUMENTS.iter().filter_map(|(slug, text)| Some((*slug, serde_json::from_str(text).ok()?))).collect()
}

/// One shipped schedule.
#[must_use]
pub fn find_schedule(slug: &str) -> Option<Schedule> {
    let (_, text) = DOCUMENTS.iter().find(|(name, _)| *name == slug)?;
    serde_json::from_str(text).ok()
}
