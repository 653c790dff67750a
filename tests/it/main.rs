//! Every test that is not a unit's own, in one binary: a folder a layer.
#![allow(missing_docs)]

mod actions;
mod books;
mod cli;
mod domain;
mod house;
mod http;
mod jobs;
mod readme;
mod rules;
mod simulate;
mod store;
mod support;
