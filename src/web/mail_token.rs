//! The secret in a mail: `kupa_m_`, the mail's identity, and its seal by a seed of the house. Nothing of it is kept: what
//! stands in the database opens nothing.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use uuid::Uuid;

use super::derived::derived;
use super::password::secret_digest;
use crate::domain::ids::MailId;

const PREFIX: &str = "kupa_m_";
const PURPOSE: &str = "kupa mail token";
/// The length of identity and seal in base64.
const BODY: usize = (16 + 32) / 3 * 4;

/// The secret of a mail.
#[must_use]
pub fn text(seed: &[u8; 32], mail: MailId) -> String {
    let seal = derived(seed, PURPOSE, &[mail.0.as_bytes()]);
    format!("{PREFIX}{}", URL_SAFE_NO_PAD.encode([&mail.0.as_bytes()[..], &seal].concat()))
}

/// The mail whose secret somebody brings, made under one of the seeds.
#[must_use]
pub fn read(seeds: &[[u8; 32]], token: &str) -> Option<MailId> {
    let body = token.strip_prefix(PREFIX).filter(|body| body.len() == BODY)?;
    let whole = URL_SAFE_NO_PAD.decode(body).ok()?;
    let mail = MailId(Uuid::from_bytes(whole.first_chunk().copied()?));
    // Digests are compared, so that the time tells nothing of the seal.
    let brought = secret_digest(token);
    seeds.iter().any(|seed| secret_digest(&text(seed, mail)) == brought).then_some(mail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mail_is_found_by_its_own_secret_alone() {
        let seeds = [[1; 32], [2; 32]];
        let mail = MailId(Uuid::from_u128(7));
        let token = text(&seeds[1], mail);
        assert_eq!(read(&seeds, &token), Some(mail));
        assert_eq!(read(&seeds[..1], &token), None);
        let last = if token.ends_with('A') { "B" } else { "A" };
        let changed = format!("{}{last}", &token[..token.len() - 1]);
        let other = token.replacen("AAAA", "AAAB", 1);
        for bad in ["", PREFIX, &token[1..], &token[..token.len() - 1], &changed, &other, &format!("{token}A")] {
            assert_eq!(read(&seeds, bad), None, "{bad}");
        }
    }
}
