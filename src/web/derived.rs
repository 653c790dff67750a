//! Secrets that follow from a seed of the house and from what they are for: none of them is kept, and none tells of
//! another.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// The secret for a purpose and some parts: HMAC-SHA256, twice, so that no purpose has the key of another.
#[must_use]
pub fn derived(seed: &[u8; 32], purpose: &str, parts: &[&[u8]]) -> [u8; 32] {
    mac(&mac(seed, &[purpose.as_bytes()]), parts)
}

/// HMAC-SHA256 of some parts, each with its length before it.
fn mac(secret: &[u8; 32], parts: &[&[u8]]) -> [u8; 32] {
    // HMAC fills a key that is shorter than a block with zeros.
    let mut block = [0; 64];
    block[..32].copy_from_slice(secret);
    let mut mac = <Hmac<Sha256> as KeyInit>::new(&block.into());
    for part in parts {
        mac.update(&part.len().to_be_bytes());
        mac.update(part);
    }
    mac.finalize().into_bytes().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_differs_makes_another_secret() {
        let parts: [&[u8]; 2] = [b"ab", b"c"];
        let one = derived(&[1; 32], "this", &parts);
        assert_eq!(one, derived(&[1; 32], "this", &parts));
        let others: [(u8, &str, [&[u8]; 2]); 3] =
            [(2, "this", parts), (1, "that", parts), (1, "this", [b"a".as_slice(), b"bc"])];
        assert!(others.iter().all(|(seed, purpose, parts)| derived(&[*seed; 32], purpose, parts) != one));
    }
}
