//! Players' money on its way in and out.

pub mod credit;
pub mod deposit;
pub mod obligation;
pub mod withdrawal;
