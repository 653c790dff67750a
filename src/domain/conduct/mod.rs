//! Who may play here, and where from.

pub mod jurisdictions;

pub use jurisdictions::Jurisdictions;
