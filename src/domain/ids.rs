//! Identities: UUIDs with a type each in the code and a prefix each on the wire (`plr_`, `gam_`, ..).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use uuid::Uuid;

/// A text that is not an identity of the kind that was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not an identity of this kind: it begins with {prefix} and goes on with a UUID")]
pub struct BadId {
    /// The prefix that it should have.
    pub prefix: &'static str,
}

macro_rules! ids { ($($(#[$doc:meta])* $name:ident = $prefix:literal;)+) => { $(
    $(#[$doc])*
    #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub struct $name(pub Uuid);

    impl $name {
        /// What it begins with on the wire.
        pub const PREFIX: &'static str = $prefix;
    }
    impl fmt::Display for $name {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { write!(f, "{}{}", $prefix, self.0.as_simple()) }
    }
    impl fmt::Debug for $name {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { fmt::Display::fmt(self, f) }
    }
    impl FromStr for $name {
        type Err = BadId;
        fn from_str(text: &str) -> Result<Self, BadId> {
            let rest = text.strip_prefix($prefix).ok_or(BadId { prefix: $prefix })?;
            Uuid::try_parse(rest).map(Self).map_err(|_| BadId { prefix: $prefix })
        }
    }
    impl Serialize for $name {
        fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> { to.collect_str(self) }
    }
    impl<'de> Deserialize<'de> for $name {
        fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
            String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
        }
    }
)+ } }

ids! {
    /// A player.
    PlayerId = "plr_";
    /// A member of the house's staff.
    StaffId = "stf_";
    /// A client application.
    ClientId = "cli_";
    /// A money game (single game or match).
    GameId = "gam_";
    /// A session.
    SessionId = "ses_";
    /// A mail.
    MailId = "mai_";
    /// A deposit.
    DepositId = "dep_";
    /// A withdrawal.
    WithdrawalId = "wdr_";
    /// A request that waits for a second person.
    ApprovalId = "apr_";
    /// A transfer of the ledger: its place `(shard, seq)`, packed (see [`TransferId::at`]).
    TransferId = "trf_";
}

impl TransferId {
    /// The identity of the transfer at `(shard, seq)`: a UUID of version 8 that holds both numbers, so that a
    /// transfer is found by its primary key and no second index has to be kept.
    #[must_use]
    pub fn at(shard: i64, seq: i64) -> Self {
        let mut bytes = [0_u8; 16];
        bytes[..6].copy_from_slice(&shard.to_be_bytes()[2..]);
        bytes[8..].copy_from_slice(&seq.to_be_bytes());
        Self(uuid::Builder::from_custom_bytes(bytes).into_uuid())
    }

    /// The place `(shard, seq)` that [`TransferId::at`] packed.
    #[must_use]
    pub fn place(self) -> (i64, i64) {
        let bytes = self.0.as_bytes();
        let (mut shard, mut seq) = ([0_u8; 8], [0_u8; 8]);
        shard[2..].copy_from_slice(&bytes[..6]);
        seq.copy_from_slice(&bytes[8..]);
        seq[0] &= 0x3f; // the two bits of the variant
        (i64::from_be_bytes(shard), i64::from_be_bytes(seq))
    }
}
