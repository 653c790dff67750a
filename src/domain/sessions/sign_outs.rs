//! How often an account has signed out everywhere: one row ends all its sessions, however many there are, and no sign-in
//! at the same moment slips through.

use uuid::Uuid;

use crate::domain::act::World;

crate::row! {
    /// How often an account has signed out everywhere.
    pub struct SignOuts in "sign_outs" key (
        /// Whose.
        account: Uuid
    ) {
        /// So often.
        times: i64,
    }
}

/// How often an account has signed out everywhere.
#[must_use]
pub fn count(world: &World, account: Uuid) -> i64 {
    world.sign_outs.get(&account).map_or(0, |row| row.times)
}

/// Ends all sessions of an account, whose row here is locked; says how often that was done.
pub fn add(world: &mut World, account: Uuid) -> i64 {
    let row = world.sign_outs.edit_or_insert(&account, || SignOuts { account, times: 0 });
    row.times += 1;
    row.times
}
