//! The owner's money: capital in (`equity`), earnings out (`payout`), through the bank.

use super::proposal::Shards;
use crate::domain::act::{Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::ids::{ApprovalId, TransferId};
use crate::domain::ledger::account::{AccountKey, AccountKind};
use crate::domain::ledger::post::{self, NewTransfer, balance};
use crate::domain::ledger::transfer::TransferKind;
use crate::domain::money::{Currency, Minor, Money};

/// Asks for what [`pay_out`] touches: the rake of every shard.
pub fn need_payout(world: &World, needs: &mut Needs, currency: Currency, shards: &Shards) {
    post::need(needs, AccountKey::of_shard(AccountKind::Bank, currency, world.shard()));
    for shard in shards.iter() {
        post::need(needs, AccountKey::of_shard(AccountKind::Rake, currency, shard));
    }
}

/// Moves rake to the bank account of the owner: at most what the house has over all shards. It is drawn from those
/// that have it, so that no shard falls below zero by it; and a shard that the list should lack, being new, can
/// only make the sum larger than it seems here.
///
/// # Errors
/// `amount_not_positive`; `insufficient_funds` with the shortfall.
pub fn pay_out(world: &mut World, request: ApprovalId, sum: Money, shards: &Shards) -> Result<TransferId, Refused> {
    let Money { minor: amount, currency } = sum;
    if !amount.is_positive() {
        return Err(Code::AmountNotPositive.into());
    }
    let rakes: Vec<_> = shards.iter().map(|shard| AccountKey::of_shard(AccountKind::Rake, currency, shard)).collect();
    let total = rakes.iter().try_fold(Minor::ZERO, |total, rake| total.plus(balance(world, *rake)))?;
    if amount > total {
        let shortfall = amount.minus(total)?.to_decimal(currency);
        return Err(Refused::new(Code::InsufficientFunds).with("shortfall", shortfall).with("currency", currency));
    }
    let mut lines = vec![(AccountKey::of_shard(AccountKind::Bank, currency, world.shard()), amount)];
    let mut left = amount;
    for rake in rakes {
        let drawn = balance(world, rake).max(Minor::ZERO).min(left);
        lines.push((rake, drawn.negated()?));
        left = left.minus(drawn)?;
    }
    let new = NewTransfer { kind: TransferKind::Payout, subject: request.0, reverses: None };
    Ok(post::post(world, new, &lines)?.ok_or(Code::Internal)?)
}

/// Asks for what [`add_equity`] touches.
pub fn need_equity(world: &World, needs: &mut Needs, currency: Currency) {
    equity_accounts(world, currency).into_iter().for_each(|account| post::need(needs, account));
}

/// Books capital that the owner has paid to the house's bank.
///
/// # Errors
/// `amount_not_positive`.
pub fn add_equity(world: &mut World, request: ApprovalId, sum: Money) -> Result<TransferId, Refused> {
    if !sum.minor.is_positive() {
        return Err(Code::AmountNotPositive.into());
    }
    let [bank, equity] = equity_accounts(world, sum.currency);
    let new = NewTransfer { kind: TransferKind::Equity, subject: request.0, reverses: None };
    let lines = [(bank, sum.minor.negated()?), (equity, sum.minor)];
    Ok(post::post(world, new, &lines)?.ok_or(Code::Internal)?)
}

fn equity_accounts(world: &World, currency: Currency) -> [AccountKey; 2] {
    [AccountKind::Bank, AccountKind::Equity].map(|kind| AccountKey::of_shard(kind, currency, world.shard()))
}
