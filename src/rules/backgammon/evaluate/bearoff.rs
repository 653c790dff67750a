//! Bear-offs: both sides have all checkers that are left in their home boards.
//!
//! Up to six checkers a side the chances are exact: [`two_sided`] holds the chance of winning in all 924 x 924 positions,
//! each side playing to win. Beyond that each side is taken alone: [`one_sided`] holds how many rolls each of 54,264 home
//! boards takes, each side playing to need as few as it can on average, and the two distributions are set against each
//! other. That is a model, not the truth (a side that is behind may do better to take a risk), and is marked so.
//!
//! Both tables are computed when they are first wanted, in well under a second, from the rules alone. All sums are IEEE
//! double precision in a fixed order and are stored rounded to the nearest single, so that every machine has the same bits.

pub mod home;
pub mod one_sided;
pub mod two_sided;

use std::sync::LazyLock;

use home::Home;
use one_sided::OneSided;
use two_sided::TwoSided;

/// The chance of winning of the side that has `own` and is about to roll, exactly. `None`: a side has more than six
/// checkers, or none.
#[must_use]
pub fn exact(own: &Home, opp: &Home) -> Option<f64> {
    static TABLE: LazyLock<TwoSided> = LazyLock::new(TwoSided::compute);
    TABLE.win(own, opp)
}

/// The table of rolls of each home board by itself.
#[must_use]
pub fn one_sided_table() -> &'static OneSided {
    static TABLE: LazyLock<OneSided> = LazyLock::new(OneSided::compute);
    &TABLE
}

/// The nearest single: the stated rounding.
#[allow(clippy::cast_possible_truncation)]
fn single(chance: f64) -> f32 {
    chance as f32
}

#[cfg(test)]
mod tests;
