//! Acts on the service's own life: outages that are found, and that are done with.

mod end_outage;
mod record_outage;

pub use end_outage::{EndOutage, OutageEnded};
pub use record_outage::{OutageRecorded, RecordOutage};
