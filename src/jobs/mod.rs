//! What the clock does. A job reads what is due, without locks, and submits an act for each by key: any number of
//! nodes may do so at once, and any may die.

pub mod due;
pub mod forget;
pub mod sessions;
