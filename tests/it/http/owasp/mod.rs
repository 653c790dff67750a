//! The ten risks of the OWASP API Security Top 10 of 2023, a test each. More of the first, the third and the fifth is in
//! `swapped.rs` and `permissions.rs`.

mod access;
mod edges;
mod flows;
