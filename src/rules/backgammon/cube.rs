//! The doubling cube (the rooms' rules: Cube).

use super::game::{ActRefusal, Options};
use super::player::Player;

/// The highest cube anywhere. A table may agree on less.
pub const CUBE_MAX: u32 = 1 << 20;

/// The cube: what a single game is worth, and who may double next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cube {
    /// A power of two, 1 at the start.
    pub value: u32,
    /// Who alone may double. None: it is in the centre, and either may.
    pub owner: Option<Player>,
}

impl Cube {
    /// In the centre at 1.
    pub const START: Self = Self { value: 1, owner: None };

    /// Whether a double was taken. Automatic doubles leave the cube in the centre.
    #[must_use]
    pub fn turned(self) -> bool {
        self.owner.is_some()
    }

    /// After a double that a player took, who owns it now.
    pub(super) fn taken_by(self, owner: Player) -> Self {
        Self { value: self.value.saturating_mul(2), owner: Some(owner) }
    }
}

/// The value after a double of `value`.
///
/// # Errors
/// [`ActRefusal::CubeAtMaximum`]; [`ActRefusal::DeadCube`] where a single game at `value` already reaches the limit.
pub(super) fn doubled(options: &Options, limit: Option<u64>, value: u32) -> Result<u32, ActRefusal> {
    let cube_max = options.cube_max.min(CUBE_MAX);
    let next = value.checked_mul(2).filter(|next| *next <= cube_max).ok_or(ActRefusal::CubeAtMaximum { cube_max })?;
    let dead = limit.is_some_and(|limit| worth(options, value) >= u128::from(limit));
    if dead { Err(ActRefusal::DeadCube) } else { Ok(next) }
}

/// The value after equal opening dice; none where it would pass the cube maximum or the limit. How many automatic doubles
/// were agreed is for the caller to count.
pub(super) fn automatic(options: &Options, limit: Option<u64>, value: u32) -> Option<u32> {
    let next = value.checked_mul(2).filter(|next| *next <= options.cube_max.min(CUBE_MAX))?;
    limit.is_none_or(|limit| worth(options, next) <= u128::from(limit)).then_some(next)
}

/// What a single game is worth at a cube, in the stake's unit.
fn worth(options: &Options, value: u32) -> u128 {
    u128::from(options.stake) * u128::from(value)
}
