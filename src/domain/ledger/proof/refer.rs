//! What the transfers of a shard refer to: brought in a chunk at a time.

use std::collections::BTreeMap;
use std::hash::Hash;

use super::cause::Cause;
use super::lane::{Entry, Movement};
use super::run::{Run, Unproven};
use super::undone::Undone;
use crate::domain::act::row::Row;
use crate::domain::finance::approval::Approval;
use crate::domain::games::game::Game;
use crate::domain::games::settlement::Settlement;
use crate::domain::ids::{ApprovalId, DepositId, GameId, TransferId, WithdrawalId};
use crate::domain::ledger::reading::Ledger;
use crate::domain::ledger::transfer::{Posting, Transfer, TransferKind as Kind};
use crate::domain::rake::version::ScheduleVersion;
use crate::domain::wallets::deposit::Deposit;
use crate::domain::wallets::withdrawal::Withdrawal;

/// A transfer that says that it has more legs is at fault, and found so where it stands.
const MOST_LEGS: i64 = 1_000;

/// The keys that some of the transfers give, each once.
fn keys<K: Ord + Hash>(moved: &[Transfer], key: impl Fn(&Transfer) -> Option<K>) -> Vec<K> {
    let mut keys: Vec<K> = moved.iter().filter_map(key).collect();
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// Whether the transfer is about a game.
fn is_game(kind: Kind) -> bool {
    matches!(kind, Kind::Escrow | Kind::EscrowReturned | Kind::Settlement | Kind::Void)
}

/// Whether the transfer is about a withdrawal.
fn is_withdrawal(kind: Kind) -> bool {
    matches!(kind, Kind::WithdrawalRequested | Kind::WithdrawalSent | Kind::WithdrawalReturned)
}

/// Whether the transfer is what two people agreed on.
fn is_agreed(kind: Kind) -> bool {
    matches!(kind, Kind::Payout | Kind::Equity)
}

fn by_key<R: Row>(rows: Vec<R>) -> BTreeMap<R::Key, R> {
    rows.into_iter().map(|row| (row.key(), row)).collect()
}

impl<L: Ledger> Run<'_, L> {
    /// Brings in what the waiting entries of a shard refer to.
    pub(super) fn refer(&mut self, shard: i64) -> Result<(), Unproven<L::Error>> {
        let waiting = self.lanes.get(&shard).into_iter().flat_map(|lane| &lane.waiting);
        let moved: Vec<Transfer> = waiting
            .filter_map(|entry| match entry {
                Entry::Moved(movement) => Some(movement.transfer.clone()),
                _ => None,
            })
            .collect();
        let about = |is: fn(Kind) -> bool| move |row: &Transfer| is(row.kind).then_some(row.subject);
        let games = self.rows::<Game>(&keys(&moved, |row| about(is_game)(row).map(GameId)))?;
        let settled = keys(&moved, |row| about(|kind| kind == Kind::Settlement)(row).map(GameId));
        let settlements = self.rows::<Settlement>(&settled)?;
        self.learn_schedules(settlements.iter())?;
        let deposits = keys(&moved, |row| about(|kind| kind == Kind::Deposit)(row).map(DepositId));
        let deposits = self.rows::<Deposit>(&deposits)?;
        let withdrawals = self.rows::<Withdrawal>(&keys(&moved, |row| about(is_withdrawal)(row).map(WithdrawalId)))?;
        let approvals = self.rows::<Approval>(&keys(&moved, |row| about(is_agreed)(row).map(ApprovalId)))?;
        let undone = self.undone(&moved)?;

        let (games, settlements, deposits) = (by_key(games), by_key(settlements), by_key(deposits));
        let (withdrawals, approvals) = (by_key(withdrawals), by_key(approvals));
        let Some(lane) = self.lanes.get_mut(&shard) else { return Ok(()) };
        for entry in &mut lane.waiting {
            let Entry::Moved(Movement { transfer, game, settlement, undone: its, cause, .. }) = entry else {
                continue;
            };
            *its = transfer.reverses.and_then(|id| undone.get(&id)).cloned().map(Box::new);
            let (kind, subject, id) = (transfer.kind, transfer.subject, transfer.id());
            *game = games.get(&GameId(subject)).filter(|_| is_game(kind)).cloned().map(Box::new);
            *settlement = settlements.get(&GameId(subject)).filter(|_| kind == Kind::Settlement).cloned().map(Box::new);
            let known = |known: bool| if known { Cause::None } else { Cause::Missing };
            *cause = match kind {
                Kind::Deposit => {
                    let row = deposits.get(&DepositId(subject)).filter(|row| row.transfer == id);
                    row.map_or(Cause::Missing, |row| Cause::Deposit(Box::new(row.clone())))
                }
                kind if is_withdrawal(kind) => {
                    let row = withdrawals.get(&WithdrawalId(subject));
                    row.map_or(Cause::Missing, |row| Cause::Withdrawal(Box::new(row.clone())))
                }
                kind if is_game(kind) => known(game.is_some()),
                kind if is_agreed(kind) => {
                    known(approvals.get(&ApprovalId(subject)).is_some_and(|row| row.transfer == Some(id)))
                }
                _ => Cause::None,
            };
        }
        Ok(())
    }

    /// The transfers that some others undo, as far as they exist.
    fn undone(&mut self, moved: &[Transfer]) -> Result<BTreeMap<TransferId, Undone>, Unproven<L::Error>> {
        let transfers = self.rows::<Transfer>(&keys(moved, |row| row.reverses.map(|id| id.place())))?;
        let settled = keys(&transfers, |row| (row.kind == Kind::Settlement).then_some(GameId(row.subject)));
        let settlements = by_key(self.rows::<Settlement>(&settled)?);
        let legs = |row: &Transfer| (1..=row.legs.min(MOST_LEGS)).map(|n| (row.shard, row.seq, n)).collect::<Vec<_>>();
        let postings = self.rows::<Posting>(&transfers.iter().flat_map(legs).collect::<Vec<_>>())?;
        let undone = |row: &Transfer| {
            let own = postings.iter().filter(|leg| (leg.shard, leg.seq) == (row.shard, row.seq)).cloned().collect();
            let settlement = settlements.get(&GameId(row.subject)).filter(|_| row.kind == Kind::Settlement).cloned();
            (row.id(), Undone { postings: own, settlement })
        };
        Ok(transfers.iter().map(undone).collect())
    }

    pub(super) fn learn_schedules<'s>(
        &mut self,
        settlements: impl Iterator<Item = &'s Settlement>,
    ) -> Result<(), Unproven<L::Error>> {
        let mut keys: Vec<_> = settlements.map(|row| (row.schedule, row.schedule_version)).collect();
        keys.sort_unstable();
        keys.dedup();
        keys.retain(|key| !self.books.schedules.contains_key(key));
        for row in self.rows::<ScheduleVersion>(&keys)? {
            self.books.schedules.insert((row.schedule, row.version), row.document.0);
        }
        Ok(())
    }
}
