//! Every error code, in one place: a stable word, what kind of refusal it is, and the sentence for people.
//!
//! A word is never renamed or reused. `{name}` in a sentence stands for the parameter of that name.

/// What kind of refusal a code is; an edge turns it into its own status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// The request itself is wrong (400).
    Malformed,
    /// Who asks is not known (401).
    Unauthenticated,
    /// Who asks may not do this (403).
    Forbidden,
    /// What is asked about does not exist (404).
    Missing,
    /// What is asked for clashes with something that happened (409).
    Conflict,
    /// Understood, and refused by the rules or the state of things (422).
    Refused,
    /// Too large (413).
    TooLarge,
    /// Not one of the types that the operation takes (415).
    Unsupported,
    /// Too often (429).
    TooOften,
    /// Not now: ask again with the same key (503).
    Unavailable,
    /// A fault of ours (500).
    Internal,
}

macro_rules! codes { ($($member:ident $word:literal $class:ident $sentence:literal;)+) => {
    /// A stable error code.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    #[allow(missing_docs)]
    pub enum Code { $($member),+ }

    impl Code {
        /// Every code.
        pub const ALL: &'static [Self] = &[$(Self::$member),+];

        /// The word by which programs know it.
        #[must_use]
        pub const fn as_str(self) -> &'static str { match self { $(Self::$member => $word),+ } }

        /// What kind of refusal it is.
        #[must_use]
        pub const fn class(self) -> Class { match self { $(Self::$member => Class::$class),+ } }

        /// The sentence for people, with `{parameters}`.
        #[must_use]
        pub const fn sentence(self) -> &'static str { match self { $(Self::$member => $sentence),+ } }
    }
} }

codes! {
    // The machinery
    Internal "internal" Internal "Something went wrong on our side; nothing was changed. Please report the request id.";
    Busy "busy" Unavailable "The service has more waiting than it can take at once. Try again in a moment with the same key.";
    DatabaseAway "database_away" Unavailable "The database cannot be reached. Try again with the same key: it will not be done twice.";
    Forbidden "forbidden" Forbidden "You may not do this: it needs the permission {permission}.";
    KeyReused "idempotency_key_reused" Refused "This Idempotency-Key was used before with another request. Use a new key for a new request.";
    NotYours "not_yours" Forbidden "A player acts for themselves alone.";

    // Money
    UnknownCurrency "unknown_currency" Refused "There is no currency {currency} here.";
    TooManyDecimals "too_many_decimal_places" Refused "The amount has more decimal places than {currency} has.";
    AmountOutOfRange "amount_out_of_range" Refused "The amount is too large.";
    AmountNotPositive "amount_not_positive" Refused "The amount must be above 0.";
    InsufficientFunds "insufficient_funds" Refused "The balance is not enough: {shortfall} {currency} is missing.";
    Unbalanced "unbalanced_transfer" Internal "A transfer did not sum to zero; nothing was changed.";

    DepositKnown "deposit_known" Refused "This provider's reference {reference} was booked before.";

    // People
    UnknownPlayer "unknown_player" Missing "There is no such player.";
    NicknameTaken "nickname_taken" Refused "This nickname is taken.";
    EmailTaken "email_taken" Refused "This e-mail address is taken.";
    PlayerSuspended "player_suspended" Refused "This account is suspended.";
    PlayerClosed "player_closed" Refused "This account is closed.";
    PlayerFrozen "player_frozen" Refused "This account owes money and is frozen for play and withdrawal until it is paid.";
    UnknownStaff "unknown_staff" Missing "There is no such member of staff.";
    UnknownClient "unknown_client" Missing "There is no such client app.";
    StaffDisabled "staff_disabled" Forbidden "This staff account is disabled.";
    ClientDisabled "client_disabled" Forbidden "This client app is disabled.";
    OwnAccount "own_account" Refused "Another member of staff must do this: nobody does it to their own account.";
    AlreadySo "already_so" Conflict "It is so already; nothing was changed.";
    UntilPast "until_past" Refused "The end of a suspension must lie ahead.";
    ReasonMissing "reason_missing" Refused "Say why: a reason is required.";
}

crate::word_field!(Code);
