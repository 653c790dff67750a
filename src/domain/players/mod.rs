//! People who play: who they are, what they may do, how they are rated.

pub mod access;
pub mod correction;
pub mod nickname;
pub mod opening;
pub mod player;
pub mod rating;
pub mod sanction;
pub mod standing;
