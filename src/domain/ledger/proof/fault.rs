//! What is wrong with the books, named so that a person can go and look.

use std::fmt;

use crate::domain::ids::TransferId;

crate::words! {
    /// What kind of fault.
    pub enum What {
        /// Numbers of a shard are missing.
        Gap = "gap_in_shard",
        /// A number of a shard is used twice.
        Twice = "number_used_twice",
        /// Rows lie beyond the shard's own count: no writer wrote them.
        BeyondHead = "beyond_head",
        /// Rows lie in a shard that does not exist.
        NoShard = "no_such_shard",
        /// A shard's time runs backwards.
        Time = "time_runs_backwards",
        /// A posting belongs to no transfer.
        Orphan = "posting_without_transfer",
        /// A transfer has another number of postings than it says.
        Legs = "postings_of_transfer",
        /// A transfer does not sum to zero.
        Unbalanced = "unbalanced",
        /// A posting moves nothing.
        Zero = "posting_of_zero",
        /// An account's postings are not counted densely.
        AccountCount = "account_count",
        /// A balance leaves the range of whole minor units.
        Range = "balance_out_of_range",
        /// A posting's stored balance is not the one before it plus its amount.
        BalanceAfter = "balance_after",
        /// An account that may not is below zero (a receivable: above zero).
        Floor = "below_floor",
        /// An account's row is not what its postings come to.
        AccountRow = "account_row",
        /// A stream's events are not counted densely.
        StreamCount = "stream_count",
        /// A transfer's deposit, withdrawal, game or request does not exist, or names another transfer.
        Undocumented = "transfer_without_cause",
        /// A deposit or withdrawal names another sum, player, provider or state than its transfer moved.
        Cause = "cause_says_otherwise",
        /// A reversal names a transfer that does not exist.
        ReversesNothing = "reverses_nothing",
        /// A reversal is not the opposite of what it undoes.
        NotOpposite = "reversal_not_opposite",
        /// A transfer is reversed a second time.
        ReversedTwice = "reversed_twice",
        /// A settlement and its transfer do not name each other.
        SettlementLink = "settlement_link",
        /// A settlement's schedule version is not there.
        Schedule = "schedule_version",
        /// Reckoning a settlement's inputs again gives something else than was stored.
        Reckoning = "reckoning",
        /// A settlement's figures are not those of its reckoning.
        Figures = "settlement_figures",
        /// A settlement moved other money than was reckoned.
        Paid = "settlement_postings",
        /// A voided game gave back something else than was put up.
        GivenBack = "void_postings",
        /// A game's row does not agree with how it was settled.
        Game = "game_row",
        /// An escrow holds something else than its game says.
        Escrow = "escrow",
        /// Assets are not what the house owes and owns.
        Totals = "totals",
        /// A row cannot be read.
        Unreadable = "unreadable",
    }
}

/// One fault of the books.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// What kind.
    pub what: What,
    /// The place `(shard, seq)` where it shows.
    pub place: Option<(i64, i64)>,
    /// The transfer at that place, where there is one.
    pub transfer: Option<TransferId>,
    /// What it is about: an account, a game, a stream, a table.
    pub of: String,
    /// What should be there.
    pub expected: String,
    /// What is there.
    pub found: String,
}

impl Fault {
    /// A fault that shows at no place of a shard.
    pub fn new(what: What, of: impl fmt::Display, expected: impl fmt::Display, found: impl fmt::Display) -> Self {
        let (of, expected, found) = (of.to_string(), expected.to_string(), found.to_string());
        Self { what, place: None, transfer: None, of, expected, found }
    }

    /// The same at a place.
    #[must_use]
    pub fn at(self, shard: i64, seq: i64) -> Self {
        Self { place: Some((shard, seq)), ..self }
    }

    /// The same at the place of a transfer.
    #[must_use]
    pub fn at_transfer(self, shard: i64, seq: i64) -> Self {
        Self { transfer: Some(TransferId::at(shard, seq)), ..self.at(shard, seq) }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.what)?;
        if let Some((shard, seq)) = self.place {
            write!(f, " at shard {shard}, number {seq}")?;
        }
        if let Some(transfer) = self.transfer {
            write!(f, " (transfer {transfer})")?;
        }
        write!(f, ": {}: expected {}, found {}", self.of, self.expected, self.found)
    }
}

impl std::error::Error for Fault {}
