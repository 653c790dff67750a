//! Where rows are kept: the committer, which runs acts, and the reads of the edges. Decides nothing.

pub mod committer;
pub mod memory;
