//! What two players agree on before a game (`backgammon.md`, Cube; `money.md`, escrow).

use serde::{Deserialize, Serialize};

use crate::domain::money::{Currency, Minor, MoneyError};
pub use crate::rules::backgammon::Variant;

/// The highest cube anywhere: a table may agree on less.
pub const CUBE_MAX: u32 = 1 << 20;
/// The cube maximum unless the table says otherwise (`edge-cases.md` 26).
pub const CUBE_MAX_DEFAULT: u32 = 64;

/// A single game or a match. In JSON `"single"` or `{"match": {"points": 5}}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum GameKind {
    /// One game for money: what passes is stake x cube x result.
    Single,
    /// A match: what passes is the stake, once.
    Match {
        /// To so many points.
        points: u32,
    },
}

/// What is agreed beside kind, variant and stake.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameOptions {
    /// Played with the doubling cube.
    pub cube: bool,
    /// Gammons count only once the cube was turned (single games).
    #[serde(default)]
    pub jacoby: bool,
    /// The player who is doubled may redouble at once and keep the cube (single games).
    #[serde(default)]
    pub beavers: bool,
    /// So many doubles at most on equal opening dice (single games).
    #[serde(default)]
    pub automatic_doubles: u8,
    /// No double is offered at this cube.
    #[serde(default = "cube_max_default")]
    pub cube_max: u32,
    /// One game without the cube when a player first stands one short (matches).
    #[serde(default = "crawford_default")]
    pub crawford: bool,
}

fn cube_max_default() -> u32 {
    CUBE_MAX_DEFAULT
}

fn crawford_default() -> bool {
    true
}

impl Default for GameOptions {
    fn default() -> Self {
        Self {
            cube: true,
            jacoby: false,
            beavers: false,
            automatic_doubles: 0,
            cube_max: CUBE_MAX_DEFAULT,
            crawford: true,
        }
    }
}

/// Everything that is agreed before a money game; stored with it and never changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// A single game or a match.
    pub kind: GameKind,
    /// Which game of the family.
    pub variant: Variant,
    /// The stake, in minor units.
    #[serde(rename = "stake_minor")]
    pub stake: Minor,
    /// Of this currency.
    pub currency: Currency,
    /// The most that can pass, where the table sets a limit (single games), in minor units.
    #[serde(rename = "limit_minor", default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<Minor>,
    /// The options.
    pub options: GameOptions,
}

impl Terms {
    /// What each player escrows at sitting down: the most that can be lost before a cube is offered.
    ///
    /// # Errors
    /// [`MoneyError::OutOfRange`] beyond `i64`.
    pub fn escrow_each(&self) -> Result<Minor, MoneyError> {
        match self.kind {
            GameKind::Match { .. } => Ok(self.stake),
            GameKind::Single => escrow_at_start(self.stake, self.limit, self.options, self.variant),
        }
    }
}

/// The highest result that can still count in a single game: 3; 2 in variants without triples; 1 while Jacoby holds
/// the cube unturned (`money.md`). Automatic doubles do not turn it (`edge-cases.md` 25).
#[must_use]
pub fn highest_result(options: GameOptions, variant: Variant, cube_turned: bool) -> u8 {
    if options.jacoby && !cube_turned {
        1
    } else if variant.has_triples() {
        3
    } else {
        2
    }
}

/// The most that either player of a single game can lose at the cube's present value: `min(stake x cube x m, limit)`
/// (`money.md`, escrow).
///
/// # Errors
/// [`MoneyError::OutOfRange`] beyond `i64`.
pub fn most_that_can_be_lost(
    stake: Minor,
    cube: u32,
    limit: Option<Minor>,
    options: GameOptions,
    variant: Variant,
    cube_turned: bool,
) -> Result<Minor, MoneyError> {
    let result = highest_result(options, variant, cube_turned);
    let value = i128::from(stake.0) * i128::from(cube) * i128::from(result);
    let most = limit.map_or(value, |limit| value.min(i128::from(limit.0)));
    i64::try_from(most).map(Minor).map_err(|_| MoneyError::OutOfRange)
}

/// What both escrow for a single game at sitting down: the most that can be lost once every automatic double that was
/// agreed, and that neither limit nor cube maximum forbids, has come (`money.md`; `edge-cases.md` 25).
///
/// # Errors
/// [`MoneyError::OutOfRange`] beyond `i64`.
pub fn escrow_at_start(
    stake: Minor,
    limit: Option<Minor>,
    options: GameOptions,
    variant: Variant,
) -> Result<Minor, MoneyError> {
    let mut cube = 1;
    for _ in 0..options.automatic_doubles {
        match automatic_double(stake, cube, limit, options) {
            Some(doubled) => cube = doubled,
            None => break,
        }
    }
    most_that_can_be_lost(stake, cube, limit, options, variant, false)
}

/// The cube after one more automatic double; none where it would pass the limit or the cube maximum
/// (`edge-cases.md` 25). How many were agreed is for the caller to count.
#[must_use]
pub fn automatic_double(stake: Minor, cube: u32, limit: Option<Minor>, options: GameOptions) -> Option<u32> {
    let doubled = cube.checked_mul(2).filter(|doubled| *doubled <= options.cube_max)?;
    let value = i128::from(stake.0) * i128::from(doubled);
    limit.is_none_or(|limit| value <= i128::from(limit.0)).then_some(doubled)
}

#[cfg(test)]
mod tests;
