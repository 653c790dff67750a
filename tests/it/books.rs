//! Proofs, reads and exports of the books.

mod commands;
mod exports;
mod memory;
mod reads;
mod tampered;
