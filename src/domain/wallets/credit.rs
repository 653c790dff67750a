//! Money that comes to a player pays what they owe first; money taken back from a player who no longer has it is owed
//! (`money`, receivables).

use serde::Serialize;

use crate::domain::act::{Needs, Refused, World};
use crate::domain::ids::{PlayerId, TransferId};
use crate::domain::ledger::account::AccountKey;
use crate::domain::ledger::post::{self, NewTransfer, balance};
use crate::domain::money::{Currency, Minor};

/// What becomes of a sum that is taken from a player who does not have it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shortfall {
    /// Nothing is taken: `insufficient_funds`.
    Refused,
    /// What is missing is owed from now on, and freezes the player.
    Owed,
}

/// What is added to a player's wallet (negative: taken from it).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Change {
    /// Whose.
    pub player: PlayerId,
    /// How much.
    pub amount: Minor,
    /// Of which currency.
    pub currency: Currency,
}

/// Asks for what [`post()`] touches. Only a player with debts has a receivable to look for.
pub fn need(world: &World, needs: &mut Needs, player: PlayerId, currency: Currency) {
    needs.players.lock(player);
    post::need(needs, AccountKey::cash(player, currency));
    if world.players.peek(&player).is_some_and(|row| row.debts > 0) {
        post::need(needs, AccountKey::receivable(player, currency));
    }
}

/// Asks for what [`post_changes()`] touches where a shortfall is owed: the receivable may be new.
pub fn need_owing(needs: &mut Needs, player: PlayerId, currency: Currency) {
    needs.players.lock(player);
    post::need(needs, AccountKey::cash(player, currency));
    post::need(needs, AccountKey::receivable(player, currency));
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
    let change = |&(player, amount)| Change { player, amount, currency };
    let changes: Vec<Change> = credits.iter().map(change).collect();
    post_changes(world, transfer, lines, &changes, Shortfall::Refused)
}

/// Posts a transfer that changes wallets either way: `lines` are its other legs. At most one change a player and
/// currency.
///
/// # Errors
/// As [`post::post`].
pub fn post_changes(
    world: &mut World,
    transfer: NewTransfer,
    lines: &[(AccountKey, Minor)],
    changes: &[Change],
    shortfall: Shortfall,
) -> Result<Option<TransferId>, Refused> {
    let mut lines = lines.to_vec();
    let mut debts = Vec::new();
    for change in changes {
        let (receivable, to_receivable) = receivable_part(world, change, shortfall)?;
        lines.push((AccountKey::cash(change.player, change.currency), change.amount.minus(to_receivable)?));
        if !to_receivable.is_zero() {
            lines.push((receivable, to_receivable));
            let before = balance(world, receivable);
            let after = before.plus(to_receivable)?;
            debts.push((change.player, i64::from(after.is_negative()) - i64::from(before.is_negative())));
        }
    }
    let posted = post::post(world, transfer, &lines)?;
    for (player, more) in debts.into_iter().filter(|(_, more)| *more != 0) {
        world.players.edit(&player).debts += more;
    }
    Ok(posted)
}

/// How much of a change is on the receivable: of a sum that comes what is owed, of one that goes what is missing.
fn receivable_part(world: &World, change: &Change, shortfall: Shortfall) -> Result<(AccountKey, Minor), Refused> {
    let receivable = AccountKey::receivable(change.player, change.currency);
    let indebted = world.players.get(&change.player).is_some_and(|row| row.debts > 0);
    let part = if change.amount.is_negative() {
        match shortfall {
            Shortfall::Refused => Minor::ZERO,
            Shortfall::Owed => {
                let cash = balance(world, AccountKey::cash(change.player, change.currency));
                cash.plus(change.amount)?.min(Minor::ZERO)
            }
        }
    } else if indebted {
        balance(world, receivable).negated()?.min(change.amount).max(Minor::ZERO)
    } else {
        Minor::ZERO
    };
    Ok((receivable, part))
}
