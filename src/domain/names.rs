//! The name that a document has in each language of the house.

use serde::{Deserialize, Serialize};

use super::fault::Fault;
use super::text::is_label;

/// The longest name, in characters.
pub const MAX_NAME_CHARS: usize = 80;

/// A name in English and in Hebrew.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Names {
    /// English.
    pub en: String,
    /// Hebrew.
    pub he: String,
}

impl Names {
    /// What is wrong with the names found at `pointer`.
    #[must_use]
    pub fn faults(&self, pointer: &str) -> Vec<Fault> {
        let mut faults = Vec::new();
        for (language, name) in [("en", &self.en), ("he", &self.he)] {
            let at = format!("{pointer}/{language}");
            if name.trim().is_empty() {
                faults.push(Fault::new(at, "name_missing", "a name is needed in each language"));
            } else if name.chars().count() > MAX_NAME_CHARS {
                faults.push(Fault::new(at, "name_too_long", format!("a name has at most {MAX_NAME_CHARS} characters")));
            } else if !is_label(name) {
                faults.push(Fault::new(
                    at,
                    "name_not_plain",
                    "a name is one line of text, composed (NFC), all of it seen",
                ));
            }
        }
        faults
    }
}
