//! What the clock does.

mod forget;
mod sessions;
