//! What both players put up: at sitting down, and again as the cube rises (`money`, Escrow; `edge-cases` 24 to 26).

use super::game::{Game, Seat};
use super::terms::most_that_can_be_lost;
use crate::domain::act::{Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::ids::{GameId, TransferId};
use crate::domain::ledger::account::AccountKey;
use crate::domain::ledger::post::{self, NewTransfer, balance};
use crate::domain::ledger::transfer::TransferKind;
use crate::domain::money::{Currency, MAX_AMOUNT_MINOR, Minor};
use crate::domain::rooms::in_force;
use crate::domain::wallets::credit;

/// The refusal of who is short of money.
#[must_use]
pub fn missing(shortfall: Minor, currency: Currency) -> Refused {
    let shortfall = shortfall.to_decimal(currency);
    Refused::new(Code::InsufficientFunds).with("shortfall", shortfall).with("currency", currency)
}

/// Asks for the lock of a game and of what its players' escrow can move.
pub fn need(world: &World, needs: &mut Needs, id: GameId) {
    needs.games.lock(id);
    let Some(game) = world.games.peek(&id) else { return };
    in_force::need_of(needs, game);
    post::need(needs, AccountKey::escrow(id, game.currency));
    for player in [Some(game.opener), game.joiner].into_iter().flatten() {
        credit::need(world, needs, player, game.currency);
    }
}

/// Brings what seats have in escrow to the figures given: what is added in one transfer, what goes back in another, so
/// that no transfer ever runs from player to player.
///
/// # Errors
/// Those of the ledger: `insufficient_funds`.
pub fn fund(world: &mut World, id: GameId, targets: &[(Seat, Minor)]) -> Result<Vec<TransferId>, Refused> {
    let game = world.games.get(&id).ok_or(Code::UnknownGame)?;
    let (currency, escrow) = (game.currency, AccountKey::escrow(id, game.currency));
    let (mut added, mut returned) = (Minor::ZERO, Minor::ZERO);
    let (mut debits, mut credits) = (Vec::with_capacity(3), Vec::new());
    for &(seat, target) in targets {
        let player = game.player_in(seat).ok_or(Code::GameNotStarted)?;
        let more = target.minus(game.escrow_of(seat))?;
        if more.is_positive() {
            added = added.plus(more)?;
            debits.push((AccountKey::cash(player, currency), more.negated()?));
        } else if more.is_negative() {
            returned = returned.plus(more.negated()?)?;
            credits.push((player, more.negated()?));
        }
    }
    debits.push((escrow, added));
    let new = |kind| NewTransfer { kind, subject: id.0, reverses: None };
    let up = post::post(world, new(TransferKind::Escrow), &debits)?;
    let lines = [(escrow, returned.negated()?)];
    let down = credit::post(world, new(TransferKind::EscrowReturned), &lines, &credits, currency)?;
    let row = world.games.edit(&id);
    for &(seat, target) in targets {
        match seat {
            Seat::Opener => row.opener_escrow = target,
            Seat::Joiner => row.joiner_escrow = target,
        }
    }
    Ok([up, down].into_iter().flatten().collect())
}

/// The most that either can lose once the cube was turned to this value.
///
/// # Errors
/// `amount_out_of_range` where such a game could not be settled.
pub fn most_at(game: &Game, cube: u32) -> Result<Minor, Refused> {
    let most = most_that_can_be_lost(game.stake, cube, game.limit(), *game.options, game.variant, true)?;
    if most.0 > MAX_AMOUNT_MINOR { Err(Code::AmountOutOfRange.into()) } else { Ok(most) }
}

/// What a seat can put up in all: what it has in escrow, and its player's cash.
///
/// # Errors
/// `game_not_started`, `amount_out_of_range`.
pub fn reach(world: &World, game: &Game, seat: Seat) -> Result<Minor, Refused> {
    let player = game.player_in(seat).ok_or(Code::GameNotStarted)?;
    Ok(game.escrow_of(seat).plus(balance(world, AccountKey::cash(player, game.currency)))?)
}
