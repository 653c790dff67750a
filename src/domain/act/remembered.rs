//! What was asked and answered, so that a repeat gets the same answer.

use uuid::Uuid;

use crate::domain::time::Time;

/// For so many hours a repeat is told what was answered; only then may a record be forgotten.
pub const KEPT_HOURS: i64 = 72;

crate::row! {
    /// An idempotency record: a request's digest and its outcome. Kept 72 hours.
    pub struct Remembered in "idempotency" key (
        /// The caller's key.
        key: String,
        /// Whose key it is: the actor's identity, nil for the system.
        owner: Uuid
    ) {
        /// What was asked.
        digest: Uuid,
        /// `{"done": answer}` or `{"refused": {code, params}}`.
        outcome: String,
        /// When.
        at: Time,
    }
}

crate::row! {
    /// A word that only one may have: an e-mail address, a nickname, a provider's reference.
    pub struct Claim in "claims" key (
        /// What kind of word: `email`, `nickname`, `person`, `deposit`, `reversal`, ..
        kind: String,
        /// The word.
        word: String
    ) {
        /// Who or what has it; nil: nobody any more.
        owner: Uuid,
    }
}

impl Claim {
    /// Whether nobody has the word any more.
    #[must_use]
    pub fn is_free(&self) -> bool {
        self.owner.is_nil()
    }
}
