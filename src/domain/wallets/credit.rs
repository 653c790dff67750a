//! Money that comes to a player: it pays what they owe first (`money`, receivables).

use crate::domain::act::{Needs, Refused, World};
use crate::domain::ids::{PlayerId, TransferId};
use crate::domain::ledger::account::AccountKey;
use crate::domain::ledger::post::{self, NewTransfer, balance};
use crate::domain::money::{Currency, Minor};

/// Asks for what [`post()`] touches. Only a player with debts has a receivable to look for.
pub fn need(world: &World, needs: &mut Needs, player: PlayerId, currency: Currency) {
    needs.players.lock(player);
    post::need(needs, AccountKey::cash(player, currency));
    if world.players.peek(&player).is_some_and(|row| row.debts > 0) {
        post::need(needs, AccountKey::receivable(player, currency));
    }
}

/// Posts a transfer that brings money of one currency to players: `lines` say where it comes from (and any other
/// legs), `credits` who gets how much. What a player owes is paid first; a debt paid off no longer freezes them.
///
/// # Errors
/// As [`post::post`].
pub fn post(
    world: &mut World,
    transfer: NewTransfer,
    lines: &[(AccountKey, Minor)],
    credits: &[(PlayerId, Minor)],
    currency: Currency,
) -> Result<Option<TransferId>, Refused> {
    let mut lines = lines.to_vec();
    let mut paid_off = Vec::new();
    for &(player, amount) in credits {
        let (cash, receivable) = (AccountKey::cash(player, currency), AccountKey::receivable(player, currency));
        let indebted = world.players.get(&player).is_some_and(|row| row.debts > 0);
        let owed = if indebted { balance(world, receivable).negated()? } else { Minor::ZERO };
        let paid = owed.min(amount).max(Minor::ZERO);
        if paid.is_positive() {
            lines.push((receivable, paid));
            if paid == owed {
                paid_off.push(player);
            }
        }
        lines.push((cash, amount.minus(paid)?));
    }
    let posted = post::post(world, transfer, &lines)?;
    for player in paid_off {
        world.players.edit(&player).debts -= 1;
    }
    Ok(posted)
}
