//! Corrections of a player's cash by staff. The other side is `house:equity`: a correction is neither income from
//! play, which is reckoned again from its inputs, nor a coupon; it changes what the owner's part of the books is worth.

use crate::domain::act::{Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::ids::{PlayerId, TransferId};
use crate::domain::ledger::account::{AccountKey, AccountKind};
use crate::domain::ledger::event::Stream;
use crate::domain::ledger::post::{self, NewTransfer};
use crate::domain::ledger::transfer::TransferKind;
use crate::domain::money::Currency;
use crate::domain::wallets::credit::{self, Change, Shortfall};

/// Asks for what [`adjust`] touches.
pub fn need(world: &World, needs: &mut Needs, player: PlayerId, currency: Currency) {
    credit::need(world, needs, player, currency);
    post::need(needs, AccountKey::of_shard(AccountKind::Equity, currency, world.shard()));
}

/// Adds to a player's cash, or takes from it what is there; what is added pays what they owe first.
///
/// # Errors
/// `amount_zero`, `unknown_player`; as [`credit::post_changes`].
pub fn adjust(world: &mut World, change: Change, reason: &str) -> Result<TransferId, Refused> {
    if change.amount.is_zero() {
        return Err(Code::AmountZero.into());
    }
    world.players.get(&change.player).ok_or(Code::UnknownPlayer)?;
    let equity = AccountKey::of_shard(AccountKind::Equity, change.currency, world.shard());
    let new = NewTransfer { kind: TransferKind::Adjustment, subject: change.player.0, reverses: None };
    let lines = [(equity, change.amount.negated()?)];
    let posted = credit::post_changes(world, new, &lines, &[change], Shortfall::Refused)?;
    world.tell_why(Stream::Player(change.player), "balance.adjusted", &change, Some(reason))?;
    Ok(posted.ok_or(Code::Internal)?)
}
