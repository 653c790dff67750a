//! Matches that GNU Backgammon played, and what it recorded of them.

use serde_json::Value;

pub const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/matches");

/// A line a file.
pub fn manifest() -> Vec<Value> {
    text("manifest.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

pub fn text(file: &str) -> String {
    std::fs::read_to_string(format!("{FOLDER}/{file}")).unwrap()
}
