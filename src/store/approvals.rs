//! What waits for a second person, as the edges read it.

use diesel::prelude::*;

use super::columns::{Id, Whole, all_of};
use super::dialect::Db;
use super::players::rows;
use super::schema::approvals;
use crate::domain::finance::approval::{Approval, ApprovalState};
use crate::domain::ids::ApprovalId;

/// A request.
///
/// # Errors
/// The database's.
pub fn find_approval(db: &mut Db, id: ApprovalId) -> QueryResult<Option<Approval>> {
    let found = approvals::table.filter(approvals::id.eq(Id(id.0))).select(all_of::<Approval>());
    found.load::<Whole<Approval>>(db).map(|found| rows(found).pop())
}

/// Requests, the newest first, from before one of them; in one state where one is given.
///
/// # Errors
/// The database's.
pub fn list_approvals(
    db: &mut Db,
    state: Option<ApprovalState>,
    before: Option<ApprovalId>,
    most: i64,
) -> QueryResult<Vec<Approval>> {
    let mut found = approvals::table.into_boxed().order(approvals::id.desc()).limit(most);
    if let Some(state) = state {
        found = found.filter(approvals::state.eq(state.as_str()));
    }
    if let Some(before) = before {
        found = found.filter(approvals::id.lt(Id(before.0)));
    }
    found.select(all_of::<Approval>()).load(db).map(rows)
}
