//! Passwords and secrets: argon2id for what people choose, SHA-256 for what chance chose. Hashing a password takes
//! tens of milliseconds: never on a thread that serves others.

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::domain::act::Refused;
use crate::domain::codes::Code;
use crate::domain::text::composed;

/// The shortest password, in characters.
pub const MIN_PASSWORD_CHARS: usize = 10;
/// The longest, in bytes: hashing must not be made expensive by the caller.
pub const MAX_PASSWORD_BYTES: usize = 256;

/// The hash of a password nobody has, so that an unknown account takes as long as a known one.
const NOBODY: &str = "$argon2id$v=19$m=19456,t=2,p=1$a3VwYWt1cGFrdXBh$6RWxsVd6SkOfRhpr1BHHgGPI8Y0YqMdXGd1Pz8zDoRQ";

/// The argon2id hash of a password, in PHC form. Keyboards differ in how they write an accent: it is hashed composed.
///
/// # Errors
/// `internal`: the operating system gives no random salt.
pub fn hash(password: &str) -> Result<String, Refused> {
    let hashed = Argon2::default().hash_password(composed(password).as_bytes());
    hashed.map(|hash| hash.to_string()).map_err(|error| {
        tracing::error!(%error, "a password cannot be hashed");
        Code::Internal.into()
    })
}

/// Whether a password has that hash. Without one the answer is no, and takes as long.
#[must_use]
pub fn verify(password: &str, hash: Option<&str>) -> bool {
    let Ok(parsed) = PasswordHash::new(hash.unwrap_or(NOBODY)) else {
        tracing::error!("a stored password hash is unreadable");
        return false;
    };
    Argon2::default().verify_password(composed(password).as_bytes(), &parsed).is_ok() && hash.is_some()
}

/// Whether a password has a hash; as [`verify`].
pub type Compare = dyn Fn(&str, Option<&str>) -> bool + Send + Sync;

/// How a password is compared with a hash: [`verify`], or what counts calls in its place.
#[derive(Clone)]
pub struct Hasher(pub std::sync::Arc<Compare>);

impl Default for Hasher {
    fn default() -> Self {
        Self(std::sync::Arc::new(verify))
    }
}

impl std::fmt::Debug for Hasher {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Hasher")
    }
}

/// 256 bits of chance: a seed, or the body of a secret.
#[must_use]
pub fn chance() -> [u8; 32] {
    // Three random UUIDs hold 366 bits of the operating system's chance.
    let mut sha = Sha256::new();
    [Uuid::new_v4(), Uuid::new_v4(), Uuid::new_v4()].iter().for_each(|uuid| sha.update(uuid.as_bytes()));
    sha.finalize().into()
}

/// A new secret of 256 bits of chance, for a client app.
#[must_use]
pub fn new_secret() -> String {
    format!("kupa_{}", URL_SAFE_NO_PAD.encode(chance()))
}

/// What is stored of a secret: its SHA-256 in hex.
#[must_use]
pub fn secret_digest(secret: &str) -> String {
    use std::fmt::Write;
    Sha256::digest(secret.as_bytes()).iter().fold(String::with_capacity(64), |mut hex, byte| {
        // Writing to a string cannot fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

/// Whether a secret has that digest. Digests are compared, so that the time tells nothing of the secret.
#[must_use]
pub fn verify_secret(secret: &str, digest: Option<&str>) -> bool {
    digest.is_some_and(|digest| secret_digest(secret) == digest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_verifies_against_its_own_hash_alone() {
        let stored = hash("correct horse").expect("a hash");
        assert!(stored.starts_with("$argon2id$"));
        assert!(verify("correct horse", Some(&stored)));
        assert!(!verify("battery staple", Some(&stored)));
        assert!(!verify("correct horse", None));
        assert!(PasswordHash::new(NOBODY).is_ok(), "the hash of nobody costs as much as a real one");
    }

    #[test]
    fn secrets_differ_and_verify_by_digest() {
        let (one, two) = (new_secret(), new_secret());
        assert_ne!(one, two);
        assert!(verify_secret(&one, Some(&secret_digest(&one))));
        assert!(!verify_secret(&two, Some(&secret_digest(&one))));
        assert!(!verify_secret(&one, None));
    }
}
