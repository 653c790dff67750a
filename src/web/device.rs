//! What a device shows that has signed in to an account before: `kupa_d_`, a number drawn by chance, and its seal for
//! that account. Nothing of it is kept, so that a flood of made-up ones costs no look at the database. It opens nothing:
//! it tells whose guesses are to be counted apart from everybody else's.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use super::derived::derived;
use super::password::{chance, secret_digest};

const PREFIX: &str = "kupa_d_";
const PURPOSE: &str = "kupa known device";
/// The number, and with the seal.
const NUMBER: usize = 16;
const WHOLE: usize = NUMBER + 32;
/// The length of all that in base64.
const BODY: usize = WHOLE / 3 * 4;

/// A device that is known to an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Device([u8; NUMBER]);

fn text(seed: &[u8; 32], account: &str, number: &[u8]) -> String {
    let seal = derived(seed, PURPOSE, &[number, account.as_bytes()]);
    format!("{PREFIX}{}", URL_SAFE_NO_PAD.encode([number, &seal].concat()))
}

/// A new secret for a device that has just signed in to an account.
#[must_use]
pub fn issue(seed: &[u8; 32], account: &str) -> String {
    text(seed, account, &chance()[..NUMBER])
}

/// The device that shows a secret, if it was given to it for this account under one of the seeds.
#[must_use]
pub fn known(seeds: &[[u8; 32]], account: &str, secret: &str) -> Option<Device> {
    let body = secret.strip_prefix(PREFIX).filter(|body| body.len() == BODY)?;
    let whole = URL_SAFE_NO_PAD.decode(body).ok()?;
    let number: [u8; NUMBER] = whole.first_chunk().copied()?;
    // Digests are compared, so that the time tells nothing of the seal.
    let shown = secret_digest(secret);
    let given = |seed: &[u8; 32]| secret_digest(&text(seed, account, &number)) == shown;
    seeds.iter().any(given).then_some(Device(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEEDS: [[u8; 32]; 2] = [[1; 32], [2; 32]];

    #[test]
    fn a_device_is_known_to_the_account_that_it_signed_in_to_alone() {
        let (one, two) = (issue(&SEEDS[0], "player:ann"), issue(&SEEDS[0], "player:ann"));
        assert!(known(&SEEDS, "player:ann", &one).is_some());
        assert_ne!(known(&SEEDS, "player:ann", &one), known(&SEEDS, "player:ann", &two));
        assert_eq!(known(&SEEDS, "player:bob", &one), None);
        assert_eq!(known(&SEEDS, "staff:ann", &one), None);
        // While the seed is among those that are believed.
        assert!(known(&[SEEDS[1], SEEDS[0]], "player:ann", &one).is_some());
        assert_eq!(known(&SEEDS[1..], "player:ann", &one), None);
    }

    #[test]
    fn a_made_up_secret_is_unknown() {
        let good = issue(&SEEDS[0], "player:ann");
        let body = &good[PREFIX.len()..];
        let last = if good.ends_with('A') { "B" } else { "A" };
        let changed = format!("{}{last}", &good[..good.len() - 1]);
        let long = format!("{good}{}", "A".repeat(1 << 20));
        for bad in
            ["", PREFIX, body, &changed, &good[..good.len() - 1], &long, &format!("{PREFIX}{}", "!".repeat(BODY))]
        {
            assert_eq!(known(&SEEDS, "player:ann", bad), None, "{bad:?}");
        }
    }
}
