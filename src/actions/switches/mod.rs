//! Acts on the house's switches.

mod throw_switch;

pub use throw_switch::{SwitchThrown, ThrowSwitch};
