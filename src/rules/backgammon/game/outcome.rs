//! How a game ended and what it is worth.

use serde::{Deserialize, Serialize};

use super::super::player::Player;
use super::super::result::Class;

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// Played to its end.
    Played(Class),
    /// A double was dropped.
    Dropped,
    /// A beaver was dropped.
    BeaverDropped,
    /// A resignation was accepted, or could not be refused.
    Resigned(Class),
    /// Plakoto: nobody wins.
    Tied,
}

/// The end of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// Who won; none where it is tied.
    pub winner: Option<Player>,
    /// How.
    pub ending: Ending,
    /// The cube at the end.
    pub cube: u32,
    /// The cube times what counts: what is won, before any limit. 0 where it is tied.
    pub points: u32,
}

impl Outcome {
    pub(super) fn new(winner: Option<Player>, ending: Ending, cube: u32, counts: u8) -> Self {
        let points = if winner.is_some() { cube.saturating_mul(u32::from(counts)) } else { 0 };
        Self { winner, ending, cube, points }
    }
}
