//! Debts that the house gives up: from the receivable to `house:bad_debt`.

use crate::domain::act::{Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::ids::{PlayerId, TransferId};
use crate::domain::ledger::account::{AccountKey, AccountKind};
use crate::domain::ledger::event::Stream;
use crate::domain::ledger::post::{self, NewTransfer, balance};
use crate::domain::ledger::transfer::TransferKind;
use crate::domain::money::{Currency, Minor};
use crate::domain::wallets::credit::{self, Change, Shortfall};

/// Asks for what [`write_off`] touches.
pub fn need(world: &World, needs: &mut Needs, player: PlayerId, currency: Currency) {
    credit::need_owing(needs, player, currency);
    post::need(needs, AccountKey::of_shard(AccountKind::BadDebt, currency, world.shard()));
}

/// Refuses to give up more than a player owes.
///
/// # Errors
/// `more_than_owed`.
pub fn check_owed(world: &World, player: PlayerId, amount: Minor, currency: Currency) -> Result<(), Refused> {
    let owed = balance(world, AccountKey::receivable(player, currency)).negated()?;
    if amount > owed {
        let owed = owed.to_decimal(currency);
        return Err(Refused::new(Code::MoreThanOwed).with("owed", owed).with("currency", currency));
    }
    Ok(())
}

/// Gives up a part of what a player owes, or all of it, which ends the freeze.
///
/// # Errors
/// `unknown_player`, `amount_not_positive`, `more_than_owed`; as [`credit::post_changes`].
pub fn write_off(world: &mut World, given_up: Change, reason: &str) -> Result<TransferId, Refused> {
    let Change { player, amount, currency } = given_up;
    if !amount.is_positive() {
        return Err(Code::AmountNotPositive.into());
    }
    world.players.get(&player).ok_or(Code::UnknownPlayer)?;
    check_owed(world, player, amount, currency)?;
    // Money that comes pays what is owed first: within what is owed, all of it does, and none becomes cash.
    let bad_debt = AccountKey::of_shard(AccountKind::BadDebt, currency, world.shard());
    let new = NewTransfer { kind: TransferKind::WriteOff, subject: player.0, reverses: None };
    let lines = [(bad_debt, amount.negated()?)];
    let posted = credit::post_changes(world, new, &lines, &[given_up], Shortfall::Refused)?;
    world.tell_why(Stream::Player(player), "debt.written_off", &given_up, Some(reason))?;
    Ok(posted.ok_or(Code::Internal)?)
}
