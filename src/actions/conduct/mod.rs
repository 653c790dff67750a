//! Acts on who may play here.

mod set_jurisdictions;

pub use set_jurisdictions::{JurisdictionsSet, SetJurisdictions};
