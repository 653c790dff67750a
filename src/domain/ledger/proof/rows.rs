//! What a proof keeps, to go on from next time.

use uuid::Uuid;

use crate::domain::ledger::account::AccountKind;
use crate::domain::money::{Currency, Minor};
use crate::domain::time::Time;

crate::row! {
    /// Up to where a shard was proved.
    pub struct ProvenShard in "proven_shards" key (
        /// Which shard.
        shard: i64
    ) {
        /// The last number that was proved.
        seq: i64,
        /// The time of what has that number.
        at: Time,
    }
}

crate::row! {
    /// An account as it was proved.
    pub struct ProvenAccount in "proven_accounts" key (
        /// What it is for.
        kind: AccountKind,
        /// Whose.
        owner: Uuid,
        /// Its currency.
        currency: Currency
    ) {
        /// How many postings were proved.
        postings: i64,
        /// What they come to.
        balance: Minor,
    }
}

crate::row! {
    /// A stream of events as it was proved.
    pub struct ProvenStream in "proven_streams" key (
        /// What it tells of.
        stream: Uuid
    ) {
        /// How many events were proved.
        events: i64,
    }
}

/// What a proof has proved, to go on from next time.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Checkpoint {
    /// It began from nothing: what was kept before is replaced, not added to.
    pub from_nothing: bool,
    /// Up to where.
    pub shards: Vec<ProvenShard>,
    /// The accounts that were touched since the last one.
    pub accounts: Vec<ProvenAccount>,
    /// The streams that were touched since the last one.
    pub streams: Vec<ProvenStream>,
}
