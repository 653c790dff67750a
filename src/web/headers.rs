//! What every answer tells a browser: read it as what it is, keep no copy, frame it nowhere, load nothing from elsewhere.

use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};

/// What an answer with data may load and be framed by: nothing.
const NOTHING: &str = "default-src 'none'; frame-ancestors 'none'";
/// What the page of the description may load: its own files. Its style sheets are written into the page in part, and its
/// icons into its style sheets.
const OWN_FILES: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// What is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Data.
    Data,
    /// A page for people, or a file of it.
    Page,
}

impl Kind {
    /// What a request for a path is answered with.
    #[must_use]
    pub fn of(path: &str) -> Self {
        if path == "/docs" || path.starts_with("/docs/") { Self::Page } else { Self::Data }
    }

    /// Adds to an answer what is not said of it yet.
    pub fn guard(self, headers: &mut HeaderMap) {
        let mut add = |name: HeaderName, value: &'static str| {
            if !headers.contains_key(&name) {
                headers.insert(name, HeaderValue::from_static(value));
            }
        };
        add(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
        add(header::REFERRER_POLICY, "no-referrer");
        match self {
            Self::Page => add(header::CONTENT_SECURITY_POLICY, OWN_FILES),
            Self::Data => {
                add(header::CONTENT_SECURITY_POLICY, NOTHING);
                add(header::CACHE_CONTROL, "no-store");
            }
        }
    }
}
