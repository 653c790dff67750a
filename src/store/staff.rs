//! Staff and client apps, as the edges read them.

use diesel::prelude::*;

use super::columns::{Id, Whole, all_of};
use super::dialect::Db;
use super::players::{find_claim, rows};
use super::schema::{clients, staff};
use crate::domain::ids::{ClientId, StaffId};
use crate::domain::staff::client::Client;
use crate::domain::staff::member::Member;

/// A member of staff.
///
/// # Errors
/// The database's.
pub fn find_member(db: &mut Db, id: StaffId) -> QueryResult<Option<Member>> {
    let found = staff::table.filter(staff::id.eq(Id(id.0))).select(all_of::<Member>());
    found.load::<Whole<Member>>(db).map(|found| rows(found).pop())
}

/// The member who signs in by an e-mail address, whatever its case.
///
/// # Errors
/// The database's.
pub fn find_member_by_email(db: &mut Db, email: &str) -> QueryResult<Option<Member>> {
    match find_claim(db, "staff_email", &email.to_lowercase())? {
        Some(id) => find_member(db, StaffId(id)),
        None => Ok(None),
    }
}

/// All members, in the order in which they came.
///
/// # Errors
/// The database's.
pub fn list_members(db: &mut Db) -> QueryResult<Vec<Member>> {
    staff::table.order((staff::added_at, staff::id)).select(all_of::<Member>()).load(db).map(rows)
}

/// A client app.
///
/// # Errors
/// The database's.
pub fn find_client(db: &mut Db, id: ClientId) -> QueryResult<Option<Client>> {
    let found = clients::table.filter(clients::id.eq(Id(id.0))).select(all_of::<Client>());
    found.load::<Whole<Client>>(db).map(|found| rows(found).pop())
}

/// All client apps, in the order in which they came.
///
/// # Errors
/// The database's.
pub fn list_clients(db: &mut Db) -> QueryResult<Vec<Client>> {
    clients::table.order((clients::added_at, clients::id)).select(all_of::<Client>()).load(db).map(rows)
}
