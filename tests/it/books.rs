//! Proofs, reads and exports of the books.

mod exports;
mod memory;
mod reads;
mod tampered;
