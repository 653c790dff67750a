//! Kupa: the tournament and ledger backend for backgammon and rummy rooms.
//!
//! # Where things are
//! - [`rules`]: what a game is; knows no money and no people.
//! - [`domain`]: what exists and what is allowed, pure. [`domain::act`] is the contract of acts; [`domain::ledger`] the one
//!   way by which money moves; [`domain::codes`] every refusal.
//! - [`actions`]: one file for each thing that a person or the clock can do.
//! - [`store`]: both databases and memory; [`store::committer`] runs acts in groups. Decides nothing.
//!
//! # Who may import whom
//! Arrows point down: edges (commands, HTTP, jobs) -> `actions` and `store` -> `domain` -> `rules`. `actions` and `store`
//! never import each other, nor does one edge another. `tests/it/house.rs` checks every path.
//!
//! # What always holds
//! - Money is whole minor units; every transfer sums to zero in each currency; an account with a floor never ends below 0.
//! - Postings, transfers and events are only added, with dense numbers in their shard, in the order of commits.
//! - An act is done once for its key, whatever is lost, repeated or raced; a refusal changes nothing.
//! - A caller is answered only after the commit.
//!
//! `docs/architecture.md` tells the reasons.

pub mod actions;
pub mod app;
pub mod cli;
pub mod config;
pub mod domain;
pub mod exports;
pub mod http;
pub mod jobs;
pub mod mail;
pub mod rules;
pub mod simulate;
pub mod store;
pub mod telemetry;
pub mod web;
