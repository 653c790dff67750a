//! A mail.

use uuid::Uuid;

use crate::domain::act::ActorKind;
use crate::domain::ids::MailId;
use crate::domain::time::Time;

crate::words! {
    /// What a mail is for.
    pub enum MailKind {
        /// Another password for who has forgotten theirs.
        Reset = "reset",
        /// To show that mail reaches an address.
        Verification = "verification",
    }
}

crate::words! {
    /// What has become of a mail.
    pub enum MailState {
        /// It is still to be sent.
        Waiting = "waiting",
        /// The mail server has taken it.
        Sent = "sent",
        /// It was given up.
        Failed = "failed",
    }
}

crate::words! {
    /// A language in which mail is written.
    pub enum Language {
        /// English.
        En = "en",
        /// Hebrew.
        He = "he",
    }
}

crate::row! {
    /// A mail that waits to be sent, or was. The secret in it is not kept: it follows from the identity and a seed of the
    /// house.
    pub struct Mail in "mails" key (
        /// Identity.
        id: MailId
    ) {
        /// What it is for.
        kind: MailKind,
        /// What kind of account it is about.
        account_kind: ActorKind,
        /// Whose.
        account: Uuid,
        /// Where it goes.
        address: String,
        /// In which language.
        language: Language,
        /// How often the account had signed out everywhere when it was asked for: once it has done so again, it is good no
        /// longer.
        sign_outs: i64,
        /// What has become of it.
        state: MailState,
        /// How often it was tried.
        attempts: i64,
        /// When it was asked for.
        asked_at: Time,
        /// When it is tried next, while it waits.
        due_at: Time,
        /// Until when its secret is good; none before the first attempt.
        valid_until: Option<Time>,
        /// When its secret was used.
        used_at: Option<Time>,
    }
}
