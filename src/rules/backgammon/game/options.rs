//! What two players agree on before a game.

use serde::{Deserialize, Serialize};

use super::super::variant::Variant;

/// The options of one game. Every value is possible: what a variant does not have is not used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Which game of the family.
    pub variant: Variant,
    /// With the doubling cube, where the variant has one.
    pub cube: bool,
    /// No double is offered at this cube. At most [`super::super::CUBE_MAX`].
    pub cube_max: u32,
    /// Gammons and backgammons count only once a double was taken: where there is no cube, never.
    pub jacoby: bool,
    /// Who is offered a double may take, redouble at once and keep the cube.
    pub beavers: bool,
    /// So many times at most equal opening dice double the cube.
    pub automatic_doubles: u8,
    /// What a single game is worth with the cube at 1, in any unit: only its ratio to `limit` matters.
    pub stake: u64,
    /// The most that can pass, in the stake's unit.
    pub limit: Option<u64>,
    /// The one game of a match that is played without the cube.
    pub crawford: bool,
}

impl Default for Options {
    /// Backgammon with the cube up to 64; nothing else is agreed.
    fn default() -> Self {
        Self {
            variant: Variant::Backgammon,
            cube: true,
            cube_max: 64,
            jacoby: false,
            beavers: false,
            automatic_doubles: 0,
            stake: 1,
            limit: None,
            crawford: false,
        }
    }
}

impl Options {
    /// Whether the cube is in play.
    #[must_use]
    pub fn plays_with_cube(&self) -> bool {
        self.cube && self.variant.has_cube() && !self.crawford
    }
}
