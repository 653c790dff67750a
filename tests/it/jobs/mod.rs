//! What the clock does.

mod forget;
