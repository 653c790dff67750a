//! The house's own people and programs: staff and client apps.

pub mod client;
pub mod member;
