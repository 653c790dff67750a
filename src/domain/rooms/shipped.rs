//! The four rooms that ship with the product (`rake.md`, Rooms): Main, Giants, Dark Room, Empire. All play for USD.

use super::room::Room;

const DOCUMENTS: [(&str, &str); 4] = [
    ("main", include_str!("shipped/main.json")),
    ("giants", include_str!("shipped/giants.json")),
    ("dark_room", include_str!("shipped/dark_room.json")),
    ("empire", include_str!("shipped/empire.json")),
];

/// The shipped rooms, each with its slug.
#[must_use]
pub fn rooms() -> Vec<(&'static str, Room)> {
    DOCUMENTS.iter().filter_map(|(slug, text)| Some((*slug, serde_json::from_str(text).ok()?))).collect()
}
