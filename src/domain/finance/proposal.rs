//! What may be asked of a second person, and how it is carried out.

use serde::{Deserialize, Serialize};

use super::approval::Approval;
use super::{adjustment, capital, reversal, write_off};
use crate::domain::act::{Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::ids::{PlayerId, TransferId};
use crate::domain::ledger::account::AccountKey;
use crate::domain::money::{Currency, Minor, Money};
use crate::domain::players::access::Permission;
use crate::domain::wallets::credit::{Change, Shortfall};

/// What may be asked of a second person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Proposal {
    /// Move money between a player's cash and `house:equity`.
    Adjustment {
        /// Whose cash.
        player: PlayerId,
        /// Added to it (negative: taken from it).
        amount: Minor,
        /// Of which currency.
        currency: Currency,
    },
    /// Reverse a transfer, also where a player no longer has the money: the shortfall becomes a receivable.
    Reversal {
        /// The transfer to reverse.
        transfer: TransferId,
    },
    /// Give up what a player owes: to `house:bad_debt`.
    WriteOff {
        /// Who owes it.
        player: PlayerId,
        /// How much.
        amount: Minor,
        /// Of which currency.
        currency: Currency,
    },
    /// The owner moves rake out, through the bank.
    Payout {
        /// How much.
        amount: Minor,
        /// Of which currency.
        currency: Currency,
    },
    /// The owner moves capital in, through the bank.
    Equity {
        /// How much.
        amount: Minor,
        /// Of which currency.
        currency: Currency,
    },
}

/// The shards that there are, as the edge read them: what the house has is a sum over them. Sorted, each once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Shards(Vec<i64>);

impl Shards {
    /// These shards.
    #[must_use]
    pub fn new(mut shards: Vec<i64>) -> Self {
        shards.sort_unstable();
        shards.dedup();
        Self(shards)
    }

    /// Each of them, in order.
    pub fn iter(&self) -> impl Iterator<Item = i64> {
        self.0.iter().copied()
    }
}

impl Proposal {
    /// What the first person needs; the second needs [`Permission::Approve`].
    #[must_use]
    pub fn permission(&self) -> Permission {
        match self {
            Self::Adjustment { .. } | Self::Reversal { .. } | Self::WriteOff { .. } => Permission::LedgerWrite,
            Self::Payout { .. } | Self::Equity { .. } => Permission::CapitalMove,
        }
    }

    /// Asks for what [`Proposal::check`] reads.
    pub fn need_check(&self, needs: &mut Needs) {
        match self {
            Self::Adjustment { player, .. } => needs.players.read(*player),
            Self::WriteOff { player, currency, .. } => {
                needs.players.read(*player);
                needs.accounts.read(AccountKey::receivable(*player, *currency).row_key());
            }
            Self::Reversal { transfer } => needs.past_transfers.read(transfer.place()),
            Self::Payout { .. } | Self::Equity { .. } => {}
        }
    }

    /// Whether it can be asked at all; whether it can be done is seen when it is approved.
    ///
    /// # Errors
    /// `amount_zero`, `amount_not_positive`, `unknown_player`, `unknown_transfer`, `more_than_owed`.
    pub fn check(&self, world: &World) -> Result<(), Refused> {
        let amount_fault = match self {
            Self::Adjustment { amount, .. } => amount.is_zero().then_some(Code::AmountZero),
            Self::WriteOff { amount, .. } | Self::Payout { amount, .. } | Self::Equity { amount, .. } => {
                (!amount.is_positive()).then_some(Code::AmountNotPositive)
            }
            Self::Reversal { .. } => None,
        };
        let missing = match self {
            Self::Adjustment { player, .. } | Self::WriteOff { player, .. } => {
                world.players.get(player).is_none().then_some(Code::UnknownPlayer)
            }
            Self::Reversal { transfer } => {
                world.past_transfers.get(&transfer.place()).is_none().then_some(Code::UnknownTransfer)
            }
            Self::Payout { .. } | Self::Equity { .. } => None,
        };
        if let Some(code) = amount_fault.or(missing) {
            return Err(code.into());
        }
        match *self {
            Self::WriteOff { player, amount, currency } => write_off::check_owed(world, player, amount, currency),
            _ => Ok(()),
        }
    }

    /// Asks for what [`Proposal::carry_out`] touches.
    pub fn need(&self, world: &World, needs: &mut Needs, shards: &Shards) {
        match self {
            Self::Adjustment { player, currency, .. } => adjustment::need(world, needs, *player, *currency),
            Self::Reversal { transfer } => reversal::need(world, needs, *transfer),
            Self::WriteOff { player, currency, .. } => write_off::need(world, needs, *player, *currency),
            Self::Payout { currency, .. } => capital::need_payout(world, needs, *currency, shards),
            Self::Equity { currency, .. } => capital::need_equity(world, needs, *currency),
        }
    }

    /// Does what two people have agreed to.
    ///
    /// # Errors
    /// Those of what it does.
    pub fn carry_out(&self, world: &mut World, request: &Approval, shards: &Shards) -> Result<TransferId, Refused> {
        let reason = &request.reason;
        match *self {
            Self::Adjustment { player, amount, currency } => {
                adjustment::adjust(world, Change { player, amount, currency }, reason)
            }
            Self::Reversal { transfer } => reversal::reverse(world, transfer, Shortfall::Owed, reason),
            Self::WriteOff { player, amount, currency } => {
                write_off::write_off(world, Change { player, amount, currency }, reason)
            }
            Self::Payout { amount, currency } => {
                capital::pay_out(world, request.id, Money { minor: amount, currency }, shards)
            }
            Self::Equity { amount, currency } => {
                capital::add_equity(world, request.id, Money { minor: amount, currency })
            }
        }
    }
}
