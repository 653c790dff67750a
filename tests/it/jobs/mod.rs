//! What the clock does.

mod alive;
mod forget;
mod sessions;
