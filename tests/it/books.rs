//! Proofs, reads and exports of the books.

mod memory;
