//! Mail, as the edges read it, and how that which is old is forgotten.

use diesel::prelude::*;

use super::columns::{Id, Instant, Whole, all_of};
use super::dialect::Db;
use super::players::rows;
use super::schema::mails;
use super::select::Statement;
use crate::domain::ids::MailId;
use crate::domain::mails::{Mail, MailState};
use crate::domain::time::Time;

/// A mail.
///
/// # Errors
/// The database's.
pub fn find_mail(db: &mut Db, id: MailId) -> QueryResult<Option<Mail>> {
    let found = mails::table.filter(mails::id.eq(Id(id.0))).select(all_of::<Mail>());
    found.load::<Whole<Mail>>(db).map(|found| rows(found).pop())
}

/// Mail that is to be tried now, that which has waited longest first.
///
/// # Errors
/// The database's.
pub fn list_due_mails(db: &mut Db, now: Time, most: i64) -> QueryResult<Vec<Mail>> {
    let due = mails::table.filter(mails::state.eq(MailState::Waiting.as_str()).and(mails::due_at.le(Instant(now))));
    due.order(mails::due_at).limit(most).select(all_of::<Mail>()).load(db).map(rows)
}

/// Whether there is mail that does not wait and was due before a time.
///
/// # Errors
/// The database's.
pub fn any_old_mail(db: &mut Db, before: Time) -> QueryResult<bool> {
    let over = [MailState::Sent, MailState::Failed].map(MailState::as_str);
    let old = mails::table.filter(mails::state.eq_any(over).and(mails::due_at.lt(Instant(before))));
    Ok(old.select(mails::id).first::<Id>(db).optional()?.is_some())
}

/// Deletes mail that does not wait and was due before a time; says how much. One short statement.
///
/// # Errors
/// The database's.
pub fn clear_mails(db: &mut Db, before: Time) -> QueryResult<usize> {
    let delete = "DELETE FROM mails WHERE state IN ('sent', 'failed') AND due_at < ";
    let delete = Statement::default().sql(delete).bind(&before)?;
    db.alone(|db| RunQueryDsl::execute(delete, db))
}
