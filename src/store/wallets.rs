//! Deposits and withdrawals, as the edges read them.

use diesel::prelude::*;

use super::columns::{Id, Whole, all_of};
use super::dialect::Db;
use super::players::rows;
use super::schema::{deposits, withdrawals};
use crate::domain::ids::{DepositId, PlayerId, WithdrawalId};
use crate::domain::wallets::deposit::Deposit;
use crate::domain::wallets::withdrawal::{Withdrawal, WithdrawalState};

/// A player's deposits, the newest first, from before one of them.
///
/// # Errors
/// The database's.
pub fn list_deposits(db: &mut Db, player: PlayerId, before: Option<DepositId>, most: i64) -> QueryResult<Vec<Deposit>> {
    let before = Id(before.map_or(uuid::Uuid::max(), |id| id.0));
    let found = deposits::table.filter(deposits::player.eq(Id(player.0))).filter(deposits::id.lt(before));
    found.order(deposits::id.desc()).limit(most).select(all_of::<Deposit>()).load(db).map(rows)
}

/// A withdrawal.
///
/// # Errors
/// The database's.
pub fn find_withdrawal(db: &mut Db, id: WithdrawalId) -> QueryResult<Option<Withdrawal>> {
    let found = withdrawals::table.filter(withdrawals::id.eq(Id(id.0))).select(all_of::<Withdrawal>());
    found.load::<Whole<Withdrawal>>(db).map(|found| rows(found).pop())
}

/// Which withdrawals are asked for.
#[derive(Debug, Clone, Default)]
pub struct WithdrawalsAsked {
    /// Of this player.
    pub player: Option<PlayerId>,
    /// In this state.
    pub state: Option<WithdrawalState>,
    /// Asked for before this one.
    pub before: Option<WithdrawalId>,
    /// So many at most.
    pub most: i64,
}

/// Withdrawals, the newest first.
///
/// # Errors
/// The database's.
pub fn list_withdrawals(db: &mut Db, asked: &WithdrawalsAsked) -> QueryResult<Vec<Withdrawal>> {
    let mut found = withdrawals::table.into_boxed().order(withdrawals::id.desc()).limit(asked.most);
    if let Some(player) = asked.player {
        found = found.filter(withdrawals::player.eq(Id(player.0)));
    }
    if let Some(state) = asked.state {
        found = found.filter(withdrawals::state.eq(state.as_str()));
    }
    if let Some(before) = asked.before {
        found = found.filter(withdrawals::id.lt(Id(before.0)));
    }
    found.select(all_of::<Withdrawal>()).load(db).map(rows)
}
