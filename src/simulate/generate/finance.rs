//! The house's own books: adjustments, reversals, and what takes two people.

use super::{Club, remember};
use crate::actions::finance::{
    AdjustBalance, ApproveRequest, ProposeRequest, RejectRequest, ReverseTransfer, WithdrawRequest,
};
use crate::domain::act::Actor;
use crate::domain::finance::Proposal;
use crate::domain::finance::approval::{Approval, ApprovalState};
use crate::domain::finance::proposal::Shards;
use crate::domain::games::settlement::Settlement;
use crate::domain::ids::{ApprovalId, TransferId};
use crate::domain::ledger::account::{Account, AccountKey};
use crate::domain::money::Minor;
use crate::domain::players::access::Role;
use crate::domain::players::player::Player;
use crate::domain::wallets::deposit::Deposit;
use crate::simulate::step::{Asked, Source};
use crate::store::memory::Memory;

/// The most that one person adjusts in a day: a score of adjustments.
const ADJUSTED_ALONE: Minor = Minor(50_000);
/// So many of the last requests are still of interest.
const OF_INTEREST: usize = 60;

/// Adjusts a balance alone, up or down, now and then by too much.
pub(super) fn adjust(club: &mut Club, _: &Memory) -> Option<Asked> {
    let (by, player, currency, reason) = (club.one_of(Role::Finance), club.player(), club.currency(), club.reason());
    let amount = Minor(club.rng.within(-5_200, 5_200));
    Some(Asked::act(AdjustBalance { by, player, amount, currency, limit: ADJUSTED_ALONE, reason }))
}

impl Club {
    /// Something whose transfer may be undone: mostly a settlement. It was posted before this round, so that every
    /// way to cut the round into batches finds it.
    fn source(&mut self, store: &Memory) -> Option<Source> {
        let (source, posted) = match self.rng.below(10) {
            0..=1 => {
                let id = *self.rng.pick(&self.deposits)?;
                (Source::Deposit(id), store.row::<Deposit>(&id).is_some())
            }
            2 => {
                let id = *self.rng.pick(&self.approvals)?;
                (Source::Approval(id), store.row::<Approval>(&id).is_some_and(|row| row.transfer.is_some()))
            }
            _ => {
                let id = *self.rng.pick(&self.ended)?;
                (Source::Settlement(id), store.row::<Settlement>(&id).is_some())
            }
        };
        posted.then_some(source)
    }
}

/// Asks a second person.
pub(super) fn propose(club: &mut Club, store: &Memory) -> Option<Asked> {
    let request = ApprovalId(club.uuid());
    let (mut by, player, currency, reason) =
        (club.one_of(Role::Finance), club.player(), club.currency(), club.reason());
    remember(&mut club.approvals, request, OF_INTEREST);
    let amount = Minor(club.rng.within(-200, 20_000));
    let proposal = match club.rng.below(12) {
        0..=3 => Proposal::Adjustment { player, amount, currency },
        4..=6 => {
            let source = club.source(store)?;
            return Some(Asked::on(source, move |transfer| {
                let (proposal, reason) = (Proposal::Reversal { transfer }, reason.clone());
                ProposeRequest { by, request, proposal, reason }
            }));
        }
        7..=9 => {
            // Whoever owes something, if anybody does.
            let indebted = club.players.iter().find(|id| store.row::<Player>(id).is_some_and(|row| row.debts > 0));
            let player = indebted.copied().unwrap_or(player);
            let owed = store.row::<Account>(&AccountKey::receivable(player, currency).row_key());
            let owed = owed.map_or(amount, |row| Minor(-row.balance.0));
            Proposal::WriteOff { player, amount: if club.rng.once_in(3) { amount } else { owed }, currency }
        }
        10 => {
            by = club.one_of(Role::Owner);
            Proposal::Payout { amount: Minor(amount.0 / 10), currency }
        }
        _ => {
            by = club.one_of(Role::Owner);
            Proposal::Equity { amount, currency }
        }
    };
    Some(Asked::act(ProposeRequest { by, request, proposal, reason }))
}

/// Answers a request, by a second person; now and then by the first, or one that was answered.
pub(super) fn decide(club: &mut Club, store: &Memory) -> Option<Asked> {
    let request = *club.rng.pick(&club.approvals)?;
    let row = store.row::<Approval>(&request)?;
    if row.state != ApprovalState::Waiting && !club.rng.once_in(12) {
        return None;
    }
    let (by, reason) = (club.one_of(Role::Finance), club.reason());
    Some(match club.rng.below(10) {
        0 => Asked::act(RejectRequest { by, request, reason }),
        1 => Asked::act(WithdrawRequest { by: Actor::Staff(row.asked_by), request }),
        2 => Asked::act(ApproveRequest { by: Actor::Staff(row.asked_by), request, shards: Shards::new(vec![1, 2]) }),
        _ => Asked::act(ApproveRequest { by, request, shards: Shards::new(vec![1, 2]) }),
    })
}

/// Undoes a transfer alone; now and then one that never was.
pub(super) fn reverse(club: &mut Club, store: &Memory) -> Option<Asked> {
    let (by, reason) = (club.one_of(Role::Finance), club.reason());
    if club.rng.once_in(30) {
        return Some(Asked::act(ReverseTransfer { by, transfer: TransferId::at(0, 1), reason }));
    }
    let source = club.source(store)?;
    Some(Asked::on(source, move |transfer| ReverseTransfer { by, transfer, reason: reason.clone() }))
}
