//! Refresh tokens as text: `kupa_r_` and 256 bits. The first of a session is chance; each other follows from the one
//! before it and the key of the request that brought it, by a secret that only the house has. So a request that is asked
//! again leads to the same token, though no token is kept; and who has the token without the key, or the key without the
//! token, learns nothing.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use super::derived::derived;
use super::password::chance;

/// What a refresh token begins with.
const PREFIX: &str = "kupa_r_";
/// 256 bits in base64.
const BODY: usize = 43;
/// What the secret is used for here, and here alone: the same seed signs access tokens.
const PURPOSE: &str = "kupa refresh token";

fn text(bits: &[u8; 32]) -> String {
    format!("{PREFIX}{}", URL_SAFE_NO_PAD.encode(bits))
}

/// The first refresh token of a session.
#[must_use]
pub fn first() -> String {
    text(&chance())
}

/// Whether a text has the form of a refresh token: nothing else is looked for.
#[must_use]
pub fn has_form(token: &str) -> bool {
    let body = token.strip_prefix(PREFIX).filter(|body| body.len() == BODY);
    body.is_some_and(|body| body.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_'))
}

/// The successor of a refresh token that was brought under a key.
#[must_use]
pub fn successor(seed: &[u8; 32], token: &str, key: &str) -> String {
    text(&derived(seed, PURPOSE, &[token.as_bytes(), key.as_bytes()]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_successor_follows_from_seed_token_and_key_and_from_nothing_less() {
        let (seed, token) = ([1; 32], first());
        let next = successor(&seed, &token, "k");
        assert_eq!(next, successor(&seed, &token, "k"));
        let others = [successor(&[2; 32], &token, "k"), successor(&seed, &first(), "k"), successor(&seed, &token, "l")];
        assert!(others.iter().all(|other| *other != next) && next != token);
    }

    #[test]
    fn tokens_have_one_form() {
        let (one, two) = (first(), first());
        assert_ne!(one, two);
        assert!(has_form(&one) && has_form(&successor(&[1; 32], &one, "k")));
        let long = format!("{one}{}", "A".repeat(1 << 20));
        for bad in ["", "kupa_r_", &one[1..], &one[..one.len() - 1], &long, &one.replace("kupa_r_", "kupa_r_\u{e9}")] {
            assert!(!has_form(bad), "{bad:?}");
        }
    }
}
