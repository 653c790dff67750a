//! Transfers and their postings: a ledger only grows.

use uuid::Uuid;

use super::account::{AccountKey, AccountKind};
use crate::domain::ids::TransferId;
use crate::domain::money::{Currency, Minor};
use crate::domain::time::Time;

crate::words! {
    /// Why money moved.
    pub enum TransferKind {
        /// A payment provider's money became a player's.
        Deposit = "deposit",
        /// A deposit was taken back by the provider.
        Chargeback = "chargeback",
        /// A player asked for money: cash to payable.
        WithdrawalRequested = "withdrawal_requested",
        /// The money left: payable to clearing.
        WithdrawalSent = "withdrawal_sent",
        /// It did not leave, or came back: to cash.
        WithdrawalReturned = "withdrawal_returned",
        /// A player put money up for a game.
        Escrow = "escrow",
        /// Money put up was given back before or during a game.
        EscrowReturned = "escrow_returned",
        /// A game was settled.
        Settlement = "settlement",
        /// A game was voided: all that was put up went back.
        Void = "void",
        /// A player's debt was paid from their cash.
        ReceivablePaid = "receivable_paid",
        /// A correction by staff.
        Adjustment = "adjustment",
        /// A debt was given up.
        WriteOff = "write_off",
        /// The owner moved earnings out.
        Payout = "payout",
        /// The owner moved capital in.
        Equity = "equity",
        /// Another transfer was undone.
        Reversal = "reversal",
    }
}

crate::row! {
    /// A movement of money: two or more postings that sum to zero in each currency.
    pub struct Transfer in "transfers" key (
        /// The shard that it was written in.
        shard: i64,
        /// Its number in the shard; transfers and events share one dense count.
        seq: i64
    ) , immutable {
        /// Why money moved.
        kind: TransferKind,
        /// What it is about: a game, a deposit, a withdrawal, a player.
        subject: Uuid,
        /// The transfer that this one undoes.
        reverses: Option<TransferId>,
        /// How many postings it has.
        legs: i64,
        /// When it was written.
        at: Time,
    }
}

impl Transfer {
    /// Its identity on the wire.
    #[must_use]
    pub fn id(&self) -> TransferId {
        TransferId::at(self.shard, self.seq)
    }
}

crate::row! {
    /// One leg of a transfer.
    pub struct Posting in "postings" key (
        /// As the transfer's.
        shard: i64,
        /// As the transfer's.
        seq: i64,
        /// Its number in the transfer, from 1.
        n: i64
    ) group (shard: i64, seq: i64), immutable {
        /// The account's kind.
        kind: AccountKind,
        /// The account's owner.
        owner: Uuid,
        /// The account's currency.
        currency: Currency,
        /// Added to the account (negative: taken from it). Never zero.
        amount: Minor,
        /// The account's count of postings, this one included.
        account_seq: i64,
        /// The account's balance after this posting; kept for accounts that have a floor.
        balance_after: Option<Minor>,
    }
}

impl Posting {
    /// The account that it is on.
    #[must_use]
    pub fn account(&self) -> AccountKey {
        AccountKey { kind: self.kind, owner: self.owner, currency: self.currency }
    }
}
