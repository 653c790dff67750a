//! Secrets that are committed to before they are used and published afterwards: the dice of a game, the draw of a
//! tournament.

use std::fmt;

use hmac::{Hmac, KeyInit};
use sha2::{Digest, Sha256};

/// The block of SHA-256 in bytes: HMAC pads a shorter key with zeros to this length.
const HMAC_BLOCK: usize = 64;

/// What dice and draws come from: 32 bytes that nobody can guess. Its `Debug` form does not show them.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; 32]);

impl Secret {
    /// From 32 bytes of a cryptographic random source.
    #[must_use]
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// From 64 hexadecimal digits, in either case. `None`: it is something else.
    #[must_use]
    pub fn from_hex(text: &str) -> Option<Self> {
        from_hex(text).map(Self)
    }

    /// What is published before.
    #[must_use]
    pub fn commitment(&self) -> Commitment {
        Commitment(Sha256::digest(self.0).into())
    }

    /// The secret itself as 64 hexadecimal digits: for afterwards.
    #[must_use]
    pub fn reveal(&self) -> String {
        hex(&self.0)
    }

    /// HMAC-SHA-256 with the secret as its key, before any message.
    pub(crate) fn hmac(&self) -> Hmac<Sha256> {
        let mut key = [0; HMAC_BLOCK];
        for (byte, secret) in key.iter_mut().zip(self.0) {
            *byte = secret;
        }
        Hmac::new(&key.into())
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

/// The SHA-256 of a secret: it binds the server to the secret and does not tell it. Shown as 64 hexadecimal digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Commitment([u8; 32]);

impl Commitment {
    /// From 64 hexadecimal digits, in either case. `None`: it is something else.
    #[must_use]
    pub fn from_hex(text: &str) -> Option<Self> {
        from_hex(text).map(Self)
    }
}

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

fn hex(bytes: &[u8; 32]) -> String {
    let halves = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    halves.filter_map(|half| char::from_digit(u32::from(half), 16)).collect()
}

fn from_hex(text: &str) -> Option<[u8; 32]> {
    if text.len() != 64 {
        return None;
    }
    let mut bytes = [0; 32];
    let mut halves = text.chars().map(|digit| u8::try_from(digit.to_digit(16)?).ok());
    for byte in &mut bytes {
        *byte = halves.next()?? << 4 | halves.next()??;
    }
    Some(bytes)
}
