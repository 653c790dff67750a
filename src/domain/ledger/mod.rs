//! The double-entry ledger: accounts, transfers, postings, events (`money`).

pub mod account;
pub mod event;
pub mod post;
pub mod proof;
pub mod reading;
pub mod transfer;
