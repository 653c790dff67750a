//! The `Idempotency-Key` of a request that does something.

use actix_web::HttpRequest;
use actix_web::http::header::HeaderMap;
use uuid::Uuid;

use super::derived::derived;
use super::problem::Problem;
use super::{documents, requests};
use crate::domain::act::RequestKey;
use crate::domain::codes::Code;

/// The header that carries the key.
pub const KEY: &str = "Idempotency-Key";
/// The header of an answer that was given before.
pub const REPLAYED: &str = "Idempotency-Replayed";
/// The longest key.
pub const MAX_KEY: usize = 255;
/// What the secret is used for here.
const PURPOSE: &str = "kupa request with a password";

/// The request's key with the digest of what is asked: method, path, body, and for which state of a document.
///
/// # Errors
/// `idempotency_key_missing`, `idempotency_key_malformed`.
pub fn request_key(request: &HttpRequest, body: &[u8]) -> Result<RequestKey, Problem> {
    let key = key_of(request.headers())?.to_owned();
    let asked = [request.method().as_str().as_bytes(), request.path().as_bytes(), body];
    let asked: Vec<&[u8]> = asked.into_iter().chain(documents::conditions(request.headers())).collect();
    Ok(RequestKey::new(key, &asked, Some(requests::id_of(request))))
}

/// The digest of a request whose body holds a password: under seal, so that nobody who reads it can try passwords out.
#[must_use]
pub fn sealed(seeds: &[[u8; 32]], digest: Uuid) -> Uuid {
    let Some(seed) = seeds.first() else { return digest };
    let seal = derived(seed, PURPOSE, &[digest.as_bytes()]);
    seal.first_chunk().map_or(digest, |half| Uuid::from_bytes(*half))
}

fn key_of(headers: &HeaderMap) -> Result<&str, Problem> {
    let mut given = headers.get_all(KEY);
    let key = given.next().ok_or(Code::IdempotencyKeyMissing)?;
    let fits = (1..=MAX_KEY).contains(&key.len()) && key.as_bytes().iter().all(u8::is_ascii_graphic);
    match key.to_str() {
        Ok(key) if fits && given.next().is_none() => Ok(key),
        _ => Err(Code::IdempotencyKeyMalformed.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    fn code_for(key: &[u8]) -> Option<Code> {
        let value = actix_web::http::header::HeaderValue::from_bytes(key).expect("a header");
        let request = TestRequest::post().insert_header((KEY, value)).to_http_request();
        request_key(&request, b"{}").err().map(|problem| problem.code())
    }

    #[test]
    fn a_key_is_visible_ascii_of_up_to_255_characters() {
        assert_eq!(code_for(b"k"), None);
        assert_eq!(code_for(&[b'k'; 255]), None);
        for bad in [&b""[..], &[b'k'; 256], b"a b", "ключ".as_bytes()] {
            assert_eq!(code_for(bad), Some(Code::IdempotencyKeyMalformed));
        }
    }

    #[test]
    fn another_body_has_another_digest() {
        let request = TestRequest::post().insert_header((KEY, "k")).to_http_request();
        let digest = |body: &[u8]| request_key(&request, body).expect("a key").digest;
        assert_eq!(digest(b"{}"), digest(b"{}"));
        assert_ne!(digest(b"{}"), digest(b"{ }"));
    }
}
