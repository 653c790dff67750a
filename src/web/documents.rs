//! Documents over HTTP: a strong `ETag` for what is read, 304 for who knows it, and what an edit says that it replaces.
//!
//! A tag is the number of the last version, which is what an edit replaces, and a digest of the bytes. A document that is
//! not there yet is made with `If-None-Match: *`.

use actix_web::HttpResponse;
use actix_web::http::header::{self, HeaderMap, HeaderName};
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::caller::Answer;
use super::problem::Problem;
use crate::domain::act::Refused;
use crate::domain::codes::Code;

/// How long browsers may show a document without asking whether it has changed: not at all. They may keep it.
const ASK_AGAIN: &str = "private, no-cache";
/// What an edit replaces whose tag is none of ours: no document has such a version.
const UNKNOWN: i64 = -1;

/// Answers with a document, and 304 where the caller knows it as it is. `last`: the version that an edit would replace.
///
/// # Errors
/// `internal`: it cannot be written.
pub fn answer(headers: &HeaderMap, last: Option<i64>, told: &impl Serialize) -> Answer {
    kept(headers, last, told, ASK_AGAIN)
}

/// As [`answer`], with what browsers are told about keeping it.
///
/// # Errors
/// `internal`: it cannot be written.
pub fn kept(headers: &HeaderMap, last: Option<i64>, told: &impl Serialize, keep: &'static str) -> Answer {
    let body = serde_json::to_vec(told).map_err(|error| {
        tracing::error!(%error, "a document cannot be written");
        Problem::from(Code::Internal)
    })?;
    let digest: String = Sha256::digest(&body).iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    let tag = last.map_or(format!("\"{digest}\""), |last| format!("\"{last}-{digest}\""));
    // For a read the weak form of a tag is as good.
    let is_known =
        tags(headers, header::IF_NONE_MATCH).any(|known| known == "*" || known.trim_start_matches("W/") == tag);
    let mut answer = if is_known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    answer.insert_header((header::ETAG, tag)).insert_header((header::CACHE_CONTROL, keep));
    Ok(if is_known { answer.finish() } else { answer.content_type("application/json").body(body) })
}

/// The version that an edit replaces: that of its `If-Match`; 0, none, where it says `If-None-Match: *`.
///
/// # Errors
/// `if_match_missing`.
pub fn replaced(headers: &HeaderMap) -> Result<i64, Refused> {
    let named: Vec<&str> = tags(headers, header::IF_MATCH).filter(|tag| *tag != "*").collect();
    if let Some(last) = named.iter().map(|tag| version_in(tag).unwrap_or(UNKNOWN)).max() {
        return Ok(last);
    }
    // Whatever there is (`If-Match: *`) is no version that anybody has read.
    if tags(headers, header::IF_NONE_MATCH).any(|tag| tag == "*") { Ok(0) } else { Err(Code::IfMatchMissing.into()) }
}

/// What a request says of the state of things that it is for: it belongs to what is asked.
pub fn conditions(headers: &HeaderMap) -> impl Iterator<Item = &[u8]> {
    let all = [header::IF_MATCH, header::IF_NONE_MATCH].into_iter();
    all.flat_map(|name| headers.get_all(name).map(|value| value.as_bytes()))
}

/// The tags of a header, each with its quotes.
fn tags(headers: &HeaderMap, name: HeaderName) -> impl Iterator<Item = &str> {
    headers.get_all(name).filter_map(|value| value.to_str().ok()).flat_map(|value| value.split(',')).map(str::trim)
}

/// The version in a strong tag of ours.
fn version_in(tag: &str) -> Option<i64> {
    let (version, digest) = tag.strip_prefix('"')?.strip_suffix('"')?.split_once('-')?;
    let is_ours = !digest.is_empty() && version.bytes().all(|byte| byte.is_ascii_digit());
    version.parse().ok().filter(|_| is_ours)
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::http::header::HeaderValue;

    fn headers(all: &[(HeaderName, &'static str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        all.iter().for_each(|(name, value)| headers.append(name.clone(), HeaderValue::from_static(value)));
        headers
    }

    #[test]
    fn an_edit_says_which_version_it_replaces() {
        let replaced = |all: &[(HeaderName, &'static str)]| replaced(&headers(all)).map_err(|refused| refused.code);
        let (ours, none) = (header::IF_MATCH, header::IF_NONE_MATCH);
        assert_eq!(replaced(&[(ours.clone(), "\"3-abc\"")]), Ok(3));
        assert_eq!(replaced(&[(ours.clone(), "\"3-abc\", \"4-abc\"")]), Ok(4));
        assert_eq!(replaced(&[(none.clone(), "*")]), Ok(0));
        // What was never ours, or is weak, matches nothing.
        for strange in ["\"abc\"", "W/\"3-abc\"", "3-abc", "\"-3-abc\"", "\"3-\"", "\"+3-a\""] {
            assert_eq!(replaced(&[(ours.clone(), strange)]), Ok(UNKNOWN), "{strange}");
        }
        for missing in [&[][..], &[(ours, "*")], &[(none, "\"3-abc\"")]] {
            assert_eq!(replaced(missing), Err(Code::IfMatchMissing));
        }
    }

    #[test]
    fn who_knows_a_document_is_told_so_and_no_more() {
        let status = |told: &str, tag: &str| {
            let mut asked = HeaderMap::new();
            asked.insert(header::IF_NONE_MATCH, HeaderValue::from_str(tag).expect("a header"));
            answer(&asked, Some(2), &told).expect("an answer").status().as_u16()
        };
        let first = answer(&HeaderMap::new(), Some(2), &"told").expect("an answer");
        let tag = first.headers().get(header::ETAG).expect("a tag").to_str().expect("text").to_owned();
        assert!(tag.starts_with("\"2-") && !tag.starts_with("W/"));
        assert_eq!(status("told", &tag), 304);
        assert_eq!(status("told", &format!("\"x\", W/{tag}")), 304);
        assert_eq!(status("told", "*"), 304);
        assert_eq!(status("told otherwise", &tag), 200);
        assert_eq!(status("told", "\"2-x\""), 200);
    }
}
