//! Lists in pages: `limit`, `cursor`, `next`.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The most entries of a page.
pub const MAX_LIMIT: i64 = 200;
/// The entries of a page where nothing else is asked for.
pub const DEFAULT_LIMIT: i64 = 50;

/// A place in a list as text: opaque to callers, and none of their business.
#[must_use]
pub fn cursor<T: Serialize>(place: &T) -> Option<String> {
    serde_json::to_vec(place).ok().map(|json| URL_SAFE_NO_PAD.encode(json))
}

/// The place that a cursor stands for.
#[must_use]
pub fn place<T: DeserializeOwned>(cursor: &str) -> Option<T> {
    let json = URL_SAFE_NO_PAD.decode(cursor).ok()?;
    serde_json::from_slice(&json).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_comes_back_as_the_place_it_stands_for() {
        let text = cursor(&(7_i64, "x")).expect("a cursor");
        assert_eq!(place::<(i64, String)>(&text), Some((7, "x".to_owned())));
        assert_eq!(place::<(i64, String)>("!"), None);
        assert_eq!(place::<(i64, String)>("e30"), None);
    }
}
