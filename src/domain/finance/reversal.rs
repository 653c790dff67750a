//! A mistake is undone by one linked transfer, once (`money`).

use serde::Serialize;

use crate::domain::act::remembered::Claim;
use crate::domain::act::{Needs, Refused, World};
use crate::domain::codes::Code;
use crate::domain::games::settlement::Settlement;
use crate::domain::games::terms::Variant;
use crate::domain::ids::{DepositId, GameId, PlayerId, TransferId};
use crate::domain::ledger::account::AccountKey;
use crate::domain::ledger::event::Stream;
use crate::domain::ledger::post::{self, NewTransfer};
use crate::domain::ledger::transfer::{Posting, Transfer, TransferKind};
use crate::domain::money::{Currency, Minor};
use crate::domain::wallets::credit::{self, Change, Shortfall};
use crate::domain::wallets::deposit::{self, DepositState};

/// The word that only one reversal of a transfer may have.
fn claim_key(transfer: TransferId) -> (String, String) {
    ("reversal".to_owned(), transfer.to_string())
}

/// Asks for the claim on a transfer's one reversal.
pub fn need_claim(needs: &mut Needs, transfer: TransferId) {
    needs.claims.lock(claim_key(transfer));
}

/// Records that `by` is the one reversal of `transfer`; the claim's owner is the transfer that undid it.
///
/// # Errors
/// `already_reversed`.
pub fn claim(world: &mut World, transfer: TransferId, by: TransferId) -> Result<(), Refused> {
    check_not_reversed(world, transfer)?;
    let (kind, word) = claim_key(transfer);
    world.claims.insert(Claim { kind, word, owner: by.0 });
    Ok(())
}

fn check_not_reversed(world: &World, transfer: TransferId) -> Result<(), Refused> {
    if world.claims.get(&claim_key(transfer)).is_some() {
        return Err(Code::AlreadyReversed.into());
    }
    Ok(())
}

/// Which transfers are reversed by an act of this kind, and how many people it takes.
fn check_kind(transfer: &Transfer, shortfall: Shortfall) -> Result<(), Refused> {
    let not_reversible = || Err(Refused::new(Code::NotReversible).with("kind", transfer.kind));
    match transfer.kind {
        // What undoes another is not undone in its turn: the matter is booked anew.
        _ if transfer.reverses.is_some() => not_reversible(),
        TransferKind::Deposit | TransferKind::Settlement => Ok(()),
        // It took two people to do, or may have: one does not undo it.
        TransferKind::Adjustment | TransferKind::WriteOff | TransferKind::Payout | TransferKind::Equity => {
            if shortfall == Shortfall::Owed { Ok(()) } else { Err(Code::NeedsApproval.into()) }
        }
        // Withdrawals and games under way have states of their own; money must not come back into what has ended.
        _ => not_reversible(),
    }
}

/// What a reversal posts.
#[derive(Debug, Default)]
struct Plan {
    /// The house's and the outside world's part, in this shard's accounts.
    lines: Vec<(AccountKey, Minor)>,
    /// The players' part.
    changes: Vec<Change>,
}

impl Plan {
    fn change(&mut self, player: PlayerId, amount: Minor, currency: Currency) -> Result<(), Refused> {
        match self.changes.iter_mut().find(|known| (known.player, known.currency) == (player, currency)) {
            Some(known) => known.amount = known.amount.plus(amount)?,
            None => self.changes.push(Change { player, amount, currency }),
        }
        Ok(())
    }
}

/// The opposite of a transfer. A player's cash and receivable are one wallet here: what a deposit paid off, or a
/// write-off gave up, may have been paid or borrowed again since.
///
/// A settlement released an escrow, and the escrow of an ended game stays at zero: so not the escrow is filled
/// again, but the players and the house give each other back what they won and lost by the game.
fn plan(postings: &[&Posting], settlement: Option<&Settlement>, shard: i64) -> Result<Plan, Refused> {
    let mut plan = Plan::default();
    for posting in postings {
        let back = posting.amount.negated()?;
        if posting.kind.is_sharded() {
            plan.lines.push((AccountKey::of_shard(posting.kind, posting.currency, shard), back));
        } else if settlement.is_none() {
            plan.change(PlayerId(posting.owner), back, posting.currency)?;
        }
    }
    if let Some(row) = settlement {
        let house = plan.lines.iter().try_fold(Minor::ZERO, |sum, (_, amount)| sum.plus(*amount))?;
        plan.change(row.winner, row.amount.plus(house)?.negated()?, row.currency)?;
        plan.change(row.loser, row.amount, row.currency)?;
    }
    Ok(plan)
}

/// The rating entries that a settlement made: whose, and by how much in millionths.
fn rating_changes(row: &Settlement) -> impl Iterator<Item = (PlayerId, i64)> {
    let both = [(row.winner, row.winner_rating_change), (row.loser, row.loser_rating_change)];
    both.into_iter().filter(|(_, change)| *change != 0)
}

/// Asks for what [`reverse`] touches, as far as the rows loaded by now tell.
pub fn need(world: &World, needs: &mut Needs, transfer: TransferId) {
    let place = transfer.place();
    need_claim(needs, transfer);
    needs.past_transfers.read(place);
    needs.past_postings.all(place);
    let Some(row) = world.past_transfers.peek(&place) else { return };
    let mut settlement = None;
    match row.kind {
        TransferKind::Deposit => needs.deposits.lock(DepositId(row.subject)),
        TransferKind::Settlement => {
            let game = GameId(row.subject);
            needs.games.lock(game);
            needs.settlements.read(game);
            settlement = world.settlements.peek(&game);
            if let (Some(settlement), Some(game)) = (settlement, world.games.peek(&game)) {
                rating_changes(settlement).for_each(|(player, _)| needs.ratings.lock((player, game.variant)));
            } else {
                return;
            }
        }
        _ => {}
    }
    // What cannot be planned is refused by the decision, which plans again.
    if let Ok(plan) = plan(&world.past_postings.peek_all(&place), settlement, world.shard()) {
        plan.lines.iter().for_each(|(account, _)| post::need(needs, *account));
        plan.changes.iter().for_each(|change| credit::need_owing(needs, change.player, change.currency));
    }
}

/// The facts of a reversal.
#[derive(Debug, Serialize)]
struct Facts {
    transfer: TransferId,
    reversal: TransferId,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    ratings: Vec<RatingUndone>,
}

/// A rating's entry that was undone.
#[derive(Debug, Serialize)]
struct RatingUndone {
    player: PlayerId,
    variant: Variant,
    before_millionths: i64,
    after_millionths: i64,
}

/// Undoes a transfer. A game whose settlement is reversed stays settled: the state tells how the game ended, the
/// claim `reversal` and the event that its money went back. Its rating changes are undone by an equal, opposite
/// entry; experience and later games stay as they are.
///
/// # Errors
/// `unknown_transfer`, `already_reversed`, `not_reversible`, `deposit_state`; `needs_approval` and
/// `insufficient_funds` where a shortfall may not be owed.
pub fn reverse(
    world: &mut World,
    transfer: TransferId,
    shortfall: Shortfall,
    reason: &str,
) -> Result<TransferId, Refused> {
    let place = transfer.place();
    let row = world.past_transfers.get(&place).ok_or(Code::UnknownTransfer)?.clone();
    check_not_reversed(world, transfer)?;
    check_kind(&row, shortfall)?;
    let settlement = match row.kind {
        TransferKind::Settlement => Some(world.settlements.get(&GameId(row.subject)).ok_or(Code::Internal)?.clone()),
        _ => None,
    };
    if row.kind == TransferKind::Deposit {
        deposit::get_booked(world, DepositId(row.subject))?;
        world.deposits.edit(&DepositId(row.subject)).state = DepositState::Reversed;
    }
    let plan = plan(&world.past_postings.all(&place), settlement.as_ref(), world.shard())?;
    let new = NewTransfer { kind: TransferKind::Reversal, subject: row.subject, reverses: Some(transfer) };
    let posted = credit::post_changes(world, new, &plan.lines, &plan.changes, shortfall)?;
    let reversal = posted.ok_or_else(|| Refused::new(Code::NotReversible).with("kind", row.kind))?;
    claim(world, transfer, reversal)?;
    let mut facts = Facts { transfer, reversal, ratings: Vec::new() };
    if let Some(settlement) = settlement {
        facts.ratings = undo_ratings(world, &settlement)?;
        world.tell_why(Stream::Game(settlement.game), "game.settlement_reversed", &facts, Some(reason))?;
    } else {
        for change in &plan.changes {
            world.tell_why(Stream::Player(change.player), "transfer.reversed", &facts, Some(reason))?;
        }
    }
    Ok(reversal)
}

fn undo_ratings(world: &mut World, settlement: &Settlement) -> Result<Vec<RatingUndone>, Refused> {
    let variant = world.games.get(&settlement.game).ok_or(Code::Internal)?.variant;
    let undone = rating_changes(settlement).map(|(player, change)| {
        let row = world.ratings.edit(&(player, variant));
        let before_millionths = row.rating_millionths;
        row.rating_millionths = before_millionths.saturating_sub(change);
        RatingUndone { player, variant, before_millionths, after_millionths: row.rating_millionths }
    });
    Ok(undone.collect())
}
