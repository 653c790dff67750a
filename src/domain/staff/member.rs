//! A member of staff.

use crate::domain::ids::StaffId;
use crate::domain::players::access::Role;
use crate::domain::time::Time;

crate::row! {
    /// A member of staff.
    pub struct Member in "staff" key (
        /// Identity.
        id: StaffId
    ) {
        /// By which they sign in; unique whatever its case.
        email: String,
        /// Argon2id, in PHC form.
        password: String,
        /// What they are.
        role: Role,
        /// May no longer act.
        disabled: bool,
        /// Since when they are here.
        added_at: Time,
        /// Events told of this member.
        stream_seq: i64,
    }
}
