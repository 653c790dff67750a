//! A refresh token, of which only the digest is kept.

use crate::domain::ids::SessionId;
use crate::domain::time::Time;

crate::row! {
    /// A refresh token: also one that was used up, so that its second use is known for what it is.
    pub struct RefreshToken in "refresh_tokens" key (
        /// SHA-256 of the token, in hex. The token has 256 bits that nobody can guess, so no slow hash is needed.
        digest: String
    ) {
        /// Of which session.
        session: SessionId,
        /// Its number in the session: 1 at the sign-in.
        number: i64,
        /// When it was given.
        issued_at: Time,
    }
}
