//! People who play: who they are, what they may do, how they are rated.

pub mod access;
pub mod birth_date;
pub mod claims;
pub mod correction;
pub mod mailbox;
pub mod nickname;
pub mod opening;
pub mod person;
pub mod place;
pub mod player;
pub mod rating;
pub mod sanction;
pub mod standing;
