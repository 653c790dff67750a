//! The `kupa` program.

fn main() {}
